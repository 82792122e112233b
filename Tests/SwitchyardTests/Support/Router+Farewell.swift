import Switchyard
import TestSupport

extension Router {
  /// A router whose routes go at the end of the process, as their handlers may hold it.
  static func lent(_ configuration: Router.Configuration = .app) -> Router {
    var configuration = configuration
    // No test waits for the time that guards have by default; on a busy machine a hop to another
    // thread can take it.
    if configuration.guardTimeLimit == Router.Configuration.app.guardTimeLimit {
      configuration.guardTimeLimit = nil
    }
    let router = Router(configuration)
    router.planFarewell()
    return router
  }

  /// Has all routes go when the process ends, if it is still there.
  func planFarewell() {
    Farewell.plan(for: self) { $0.dispose(of: $0.routes.compactMap(\.id)) }
  }
}
