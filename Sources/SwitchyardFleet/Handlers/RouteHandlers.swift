import SwitchyardProof

/// The handlers of a server by the keys that shared routes name them by.
///
///     var handlers = RouteHandlers()
///     handlers.request("book") { request in try await shelf.page(request) }
///     handlers.guard("card") { context in await hasCard(context) ? .allow : .deny }
///
/// Closures do not travel, and keys do: each server of a fleet has closures of its own for them. A
/// key that is given again has the later handler.
public struct RouteHandlers: Sendable {
  /// A handler, as it is registered for a route.
  struct Binding: Sendable {
    let kinds: Set<RouteKind>
    let register: @Sendable (ListedRoute, RouteUpdate) throws -> RouteID
  }

  /// Whether each key has a handler without effect, as for who only looks at routes.
  private let isWithoutEffect: Bool
  private var bindings: [String: Binding] = [:]

  /// Makes an empty list of handlers.
  public init() { isWithoutEffect = false }

  private init(isWithoutEffect: Bool) { self.isWithoutEffect = isWithoutEffect }

  /// The handlers of who looks at tables and runs none.
  static let withoutEffect = RouteHandlers(isWithoutEffect: true)

  /// The keys that there are, sorted.
  public var keys: [String] { bindings.keys.sorted() }

  mutating func add(
    _ key: String,
    for kinds: Set<RouteKind>,
    _ register: @escaping @Sendable (ListedRoute, RouteUpdate) throws -> RouteID
  ) {
    bindings[key] = Binding(kinds: kinds, register: register)
  }

  /// Returns the handler of a route, or the reason that there is none.
  func binding(of route: RouteDescription) -> Result<Binding, RefusedBinding> {
    guard let key = route.handlerKey else {
      return .failure(
        RefusedBinding(
          code: .handler,
          message: "The route \(route.words) names no handler. Give it a handler or a name."
        )
      )
    }
    if isWithoutEffect {
      return .success(Binding(kinds: [route.kind]) { $1.registerWithoutEffect($0) })
    }
    guard let binding = bindings[key] else {
      let near = key.nearest(among: keys).map { " Did you mean \"\($0.excerpt)\"?" } ?? ""
      return .failure(
        RefusedBinding(
          code: .handler,
          message: "The route \(route.words) has the handler \"\(key.excerpt)\", which this server "
            + "does not have. Correct the key, or bring a version to all servers that has it.\(near)"
        )
      )
    }
    guard binding.kinds.contains(route.kind) else {
      let kinds = binding.kinds.map(\.rawValue).sorted().joined(separator: " or ")
      return .failure(
        RefusedBinding(
          code: .handlerKind,
          message: "The route \(route.words) has the handler \"\(key.excerpt)\", which is for a "
            + "\(kinds). Correct the key or the kind."
        )
      )
    }
    return .success(binding)
  }
}

/// The reason that a route has no handler here.
struct RefusedBinding: Error {
  let code: RefusalReason.Code
  let message: String
}
