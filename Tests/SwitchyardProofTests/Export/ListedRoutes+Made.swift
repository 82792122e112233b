@testable import SwitchyardProof

extension ListedRoutes {
  /// The routes that a function registers.
  static func made(
    _ configuration: Router.Configuration = .server,
    _ register: (Router) -> Void
  ) throws -> ListedRoutes {
    let router = Router(configuration)
    register(router)
    return try ListedRoutes(router.routes, configuration: configuration)
  }
}
