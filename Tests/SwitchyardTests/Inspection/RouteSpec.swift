import Switchyard

/// A route in one line: its kind, its pattern, and if there are any its tags behind `@`, behind `?` the
/// parameter that a closure refuses to be "refused", of a guard its exceptions behind `!`, its name
/// behind `=` and `+observing` if it turns nobody away, of middleware `+misses` if it runs around
/// misses, too, and of a map or fallback `+public` or the guards that it requires behind `&`.
///
///     "map /books/:id @Views,Logs ?id &card"
struct RouteSpec: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  let kind: RouteKind
  let pattern: String
  var tags: [RouteTag] = []
  var checked: String?
  var exceptions: [String] = []
  var name: String?
  var isObserving = false
  var isForMisses = false
  var access: RouteAccess?
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
      } else if word.hasPrefix("=") {
        name = String(word.dropFirst())
      } else if word.hasPrefix("&") {
        let names = word.dropFirst().split(separator: ",").map { String($0) }
        access = names.count == 1 ? .requires(names[0]) : .requires(names[0], names[1])
      } else if word == "+public" {
        access = .public("a test")
      } else if word == "+observing" {
        isObserving = true
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
      return router.guard(pattern, observing: isObserving, except: exceptions, name: name) {
        context async in
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
      return router.map(pattern, tags: tags, owner: owner, access: access) { onCall($0) }
    case .fallback:
      return router.fallback(pattern, tags: tags, owner: owner, access: access) { onCall($0) }
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
