import SwitchyardLocks

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

extension RouteContext {
  /// A value by its type, as set by a handler before.
  public subscript<Value: Sendable>(type: Value.Type) -> Value? {
    get { kept(ObjectIdentifier(type))?.value as? Value }
    nonmutating set { set(newValue, for: ObjectIdentifier(type)) }
  }

  /// A value by a key of its own, for where there are several of a type.
  public subscript<Key: RouteContextKey>(key: Key.Type) -> Key.Value? {
    get { kept(ObjectIdentifier(key))?.value as? Key.Value }
    nonmutating set { set(newValue, for: ObjectIdentifier(key)) }
  }

  /// Returns a value by its type, which a guard, a proxy or middleware of the same target has set.
  ///
  ///     router.guard("/desk/*") { context in
  ///       guard let user = await session.user(of: context) else { return .deny }
  ///       context[User.self] = user
  ///       return .allow
  ///     }
  ///     router.map("/desk/orders") { (context: RouteContext) async throws in
  ///       show(try await orders(of: context.require(User.self)))
  ///     }
  ///
  /// What was set on the way to another target does not count: after a commit or a redirect the
  /// guards of the new target set it again, or it is not there. That a route asks for a value which
  /// none of its guards sets is a mistake of the program, found at its first call.
  /// - Throws: `ContextValueError` where there is none.
  public func require<Value: Sendable>(_ type: Value.Type) throws(ContextValueError) -> Value {
    try required(ObjectIdentifier(type), "\(type)")
  }

  /// Returns a value by a key of its own, which a guard, a proxy or middleware of the same target
  /// has set.
  /// - Throws: `ContextValueError` where there is none.
  public func require<Key: RouteContextKey>(
    _ key: Key.Type
  ) throws(ContextValueError) -> Key.Value {
    try required(ObjectIdentifier(key), "\(key)")
  }

  private func required<Value>(
    _ key: ObjectIdentifier,
    _ name: String
  ) throws(ContextValueError) -> Value {
    let kept = kept(key)
    guard let kept, kept.leg == leg.number, let value = kept.value as? Value else {
      throw ContextValueError(name, matched, isOfOtherTarget: kept != nil)
    }
    return value
  }

  private func kept(_ key: ObjectIdentifier) -> DispatchLeg.KeptValue? {
    leg.values.withLock { $0.values[key] }
  }

  private func set(_ value: (any Sendable)?, for key: ObjectIdentifier) {
    let kept = value.map { DispatchLeg.KeptValue(value: $0, leg: leg.number) }
    let old = leg.values.withLock { content in
      content.changes += 1
      defer { content.values[key] = kept }
      return content.values[key]
    }
    // The end of the old value may run code that comes back here: after the lock.
    withExtendedLifetime(old) {}
  }
}

extension RouteContext {
  /// Whether the dispatch is traced, so that notes are kept.
  public var isTraced: Bool { tracedValues != nil }

  /// The values that the trace of the dispatch takes in; `nil` where there is none.
  package var tracedValues: RouteTrace.Values? {
    guard let recorder = leg.recorder, recorder.isReceived else { return nil }
    return recorder.values
  }

  /// Leaves a note with the handler in the trace of the dispatch.
  ///
  ///     context.note("cache", isHit ? "hit" : "miss")
  ///
  /// It does nothing, and makes no text, where the dispatch is not traced or has ended. Leave out
  /// what is not to be seen: a note is shown as it is.
  /// - Parameters:
  ///   - name: the name of the note; another of the same handler with that name is replaced.
  ///   - text: the note.
  public func note(_ name: String, _ text: @autoclosure () -> String) {
    guard isTraced else { return }
    leg.recorder?.keeps(text(), name, of: matched.id)
  }
}
