import Switchyard
import TestSupport

extension Router {
  /// A router whose routes go at the end of the process, as their handlers may hold it.
  static func lent(_ configuration: Router.Configuration = .app) -> Router {
    let router = Router(configuration)
    router.planFarewell()
    return router
  }

  /// Has all routes go when the process ends, if it is still there.
  func planFarewell() {
    Farewell.plan(for: self) { $0.dispose(of: $0.routes.compactMap(\.id)) }
  }
}
