import RoutePatterns

/// What a handler is told about the dispatch that it is a part of.
///
///     router.guard("/*") { context async in
///       guard let user = await session.user else { return .deny }
///       context[User.self] = user
///       return .allow
///     }
///     router.map("/books/:id") { (context: RouteContext) async throws in
///       let user = context[User.self]
///       let id = context.parameters["id", as: Int.self]
///     }
///
/// All handlers of a dispatch share the values that are set by key. All else is as it was when the handler
/// was called.
public struct RouteContext: Sendable {
  private let content: HandlerContent

  init(
    _ leg: DispatchLeg,
    _ matched: MatchedEntry,
    _ captures: CaptureRanges,
    trail: HandlerContent.Trail
  ) {
    content = HandlerContent(leg, matched, captures, trail: trail)
  }

  /// The target that is being opened; after a commit or redirect, that which it led to.
  public var target: RouteTarget { content.leg.target }
  /// What was passed when it was opened, or by the last commit.
  public var payload: (any Sendable)? { content.leg.payload }
  /// The tags of the lookup.
  public var tags: [RouteTag] { content.leg.tags }
  /// The route that matched, whose handler this is.
  public var matched: MatchedRoute { content.matched.route }
  /// The guards and proxies that ran before, and the commits and redirects, in order.
  public var trail: [TrailStep] { content.trail }
  /// What the module that began the dispatch has given it; no commit changes it.
  package var attachment: (any DispatchAttachment)? { content.leg.attachment }

  var changes: ParameterChanges? { content.leg.changes }
  private var values: DispatchLeg.Values { content.leg.values }

  /// The canonical target without its query.
  public var route: String { target.withoutQuery }

  /// The parameters: of the path as the handler's own pattern names them, of the query, and what a proxy has
  /// made of them.
  ///
  /// They are read from the target each time; keep them where they are needed more than once.
  public var parameters: Parameters {
    let parameters = Parameters(target, matched.pattern, content.captures)
    return changes?.applied(to: parameters) ?? parameters
  }

  /// What was passed, if it is of a type.
  public func payload<Payload>(as type: Payload.Type) -> Payload? { payload as? Payload }

  // Disfavoured, as a key is a type as well: `context[Key.self] = nil` means the key.
  /// A value by its type, as set by a handler before.
  @_disfavoredOverload
  public subscript<Value: Sendable>(type: Value.Type) -> Value? {
    get { values.withLock { $0.values[ObjectIdentifier(type)] } as? Value }
    nonmutating set { set(newValue, for: ObjectIdentifier(type)) }
  }

  /// A value by a key of its own, for where there are several of a type.
  public subscript<Key: RouteContextKey>(key: Key.Type) -> Key.Value? {
    get { values.withLock { $0.values[ObjectIdentifier(key)] } as? Key.Value }
    nonmutating set { set(newValue, for: ObjectIdentifier(key)) }
  }

  private func set(_ value: (any Sendable)?, for key: ObjectIdentifier) {
    let old = values.withLock { content in
      content.changes += 1
      defer { content.values[key] = value }
      return content.values[key]
    }
    // The end of the old value may run code that comes back here: after the lock.
    withExtendedLifetime(old) {}
  }
}

/// A key that handlers of a dispatch hand a value on by.
///
///     enum RequestID: RouteContextKey { typealias Value = String }
///     context[RequestID.self] = "7f3a"
public protocol RouteContextKey {
  /// The type of the value.
  associatedtype Value: Sendable
}

/// A registered route, as handlers know it.
public struct MatchedRoute: Hashable, Sendable {
  /// What it is disposed of by.
  public let id: RouteUUID
  /// What it is there for.
  public let kind: RouteKind
  /// Its pattern, as the router compiled it.
  public let pattern: RoutePattern
  /// The tags it was given.
  public let tags: [RouteTag]
  /// The name it was given.
  public let name: String?

  init(id: RouteUUID, kind: RouteKind, pattern: RoutePattern, tags: [RouteTag], name: String?) {
    self.id = id
    self.kind = kind
    self.pattern = pattern
    self.tags = tags
    self.name = name
  }
}

/// A registered route, as handlers know it, handed on as one reference.
final class MatchedEntry: Sendable {
  let route: MatchedRoute

  init(_ route: MatchedRoute) { self.route = route }
}

/// A step that a dispatch has taken.
public enum TrailStep: Hashable, Sendable {
  /// A guard was asked.
  case `guard`(MatchedRoute)
  /// A proxy was asked.
  case proxy(MatchedRoute)
  /// A proxy committed to a target.
  case commit(RouteTarget)
  /// A guard redirected to a target.
  case redirect(RouteTarget)
}

extension TrailStep {
  /// The step of asking a guard or a proxy.
  init(_ route: MatchedRoute) { self = route.kind == .guard ? .guard(route) : .proxy(route) }
}
