import RoutePatterns

/// The context that tells a handler about the dispatch that it is a part of.
///
///     router.guard("/*") { context async in
///       guard let user = await session.user else { return .deny }
///       context[User.self] = user
///       return .allow
///     }
///     router.map("/books/:id") { (context: RouteContext) async throws in
///       let user = try context.require(User.self)
///       let id = context.parameters["id", as: Int.self]
///     }
///
/// All handlers of a dispatch share the values that are set by key. All else is as it was when the
/// handler was called.
public struct RouteContext: Sendable {
  let leg: DispatchLeg
  /// The place of the handler among those of the leg.
  private let place: Int

  init(_ leg: DispatchLeg, at place: Int) {
    self.leg = leg
    self.place = place
  }

  /// The target that is being opened; after a commit or redirect, that which it led to.
  public var target: RouteTarget { leg.target }
  /// The payload that it was opened with, or that of the last commit.
  public var payload: (any Sendable)? { leg.payload }
  /// The tags of the lookup.
  public var tags: [RouteTag] { leg.tags }
  /// The route that matched, whose handler this is.
  public var matched: MatchedRoute { leg.route(at: place) }
  /// The guards and proxies that ran before, and the commits and redirects, in order.
  public var trail: [TrailStep] { leg.trail(before: place) }
  /// The attachment that the module that began the dispatch has given it; no commit changes it.
  package var attachment: (any DispatchAttachment)? { leg.attachment }

  /// The canonical target without its query.
  public var route: String { target.withoutQuery }

  /// The parameters: of the path as the handler's own pattern names them, of the query, and what a
  /// proxy has made of them.
  ///
  /// They are read from the target each time; keep them where they are needed more than once.
  public var parameters: Parameters { leg.parameters(at: place) }

  /// The map or fallback that the dispatch comes to, if no handler before it leads elsewhere; `nil`
  /// where there is none.
  ///
  ///     router.proxy("/*") { (context: RouteContext) async throws in
  ///       log(context.route, context.destination?.parameters)
  ///       return .pass
  ///     }
  public var destination: RouteDestination? {
    leg.end.map { place in
      RouteDestination(matched: leg.route(at: place), parameters: leg.parameters(at: place))
    }
  }

  /// Returns the payload, if it is of a type.
  public func payload<Payload>(as type: Payload.Type) -> Payload? { payload as? Payload }
}

/// The map or fallback that a dispatch is on its way to.
public struct RouteDestination: Sendable {
  /// The route.
  public let matched: MatchedRoute
  /// The parameters, as its handler would read them.
  public let parameters: Parameters
}
