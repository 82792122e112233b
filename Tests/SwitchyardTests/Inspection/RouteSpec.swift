import Switchyard

/// A route in one line: its kind, its pattern, and if there are any its tags behind `@`, behind `?` the
/// parameter that a closure refuses to be "refused", of a guard its exceptions behind `!`, and of
/// middleware `+misses` if it runs around misses, too.
///
///     "map /books/:id @Views,Logs ?id"
struct RouteSpec: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  let kind: RouteKind
  let pattern: String
  var tags: [RouteTag] = []
  var checked: String?
  var exceptions: [String] = []
  var isForMisses = false
  let description: String

  init(stringLiteral value: String) { self.init(value) }

  init(_ text: String) {
    let words = text.split(separator: " ").map { String($0) }
    description = text
    kind = RouteKind(rawValue: words[0]) ?? .map
    pattern = words[1]
    for word in words.dropFirst(2) {
      if word.hasPrefix("@") {
        tags = word.dropFirst().split(separator: ",").map { RouteTag(String($0)) }
      } else if word.hasPrefix("!") {
        exceptions.append(String(word.dropFirst()))
      } else if word == "+misses" {
        isForMisses = true
      } else {
        checked = String(word.dropFirst())
      }
    }
  }

  private func parsed() throws -> RoutePattern {
    guard let checked else { return try RoutePattern(parsing: pattern) }
    return try RoutePattern(parsing: pattern, where: [checked: .check { $0 != "refused" }])
  }

  /// Registers the route with a handler that lets everything pass, and tells of its call.
  @discardableResult
  func register(
    in router: Router,
    owner: (any RouteOwner)? = nil,
    onCall: @escaping @Sendable (RouteContext) -> Void = { _ in }
  ) throws -> RouteID {
    let pattern = try parsed()
    switch kind {
    case .guard:
      let exceptions = try exceptions.map { GuardException(try RoutePattern(parsing: $0)) }
      return router.guard(pattern, except: exceptions) { context async in
        onCall(context)
        return .allow
      }
    case .proxy:
      return router.proxy(pattern, tags: tags, owner: owner) { (context: RouteContext) async in
        onCall(context)
        return .pass
      }
    case .middleware:
      var options = RouteOptions(tags, nil, owner, nil, #fileID, #line)
      options.isForMisses = isForMisses
      return router.registerMiddleware(pattern, options) { context, next in
        onCall(context)
        return try await next.run { try $0.get() }
      }
    case .map:
      return router.map(pattern, tags: tags, owner: owner) { context in onCall(context) }
    case .fallback:
      return router.fallback(pattern, tags: tags, owner: owner) { context in onCall(context) }
    }
  }
}

extension Router {
  /// A router with routes.
  convenience init(_ configuration: Configuration = .app, routes: [RouteSpec]) throws {
    self.init(configuration)
    for route in routes { try route.register(in: self) }
  }
}
