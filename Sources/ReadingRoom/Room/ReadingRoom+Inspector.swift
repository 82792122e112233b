import SwitchyardHTTP
import SwitchyardInspector

extension ReadingRoom {
  /// The path of the inspector.
  package static let inspectorPath = "/inspector"

  /// Makes the inspector, in which each visitor sees their own requests and their own tree.
  static func inspector(of sessions: Sessions) -> RouteInspector {
    var configuration = RouteInspector.Configuration()
    configuration.title = "The Reading Room"
    configuration.home = Place.today.url()
    // Each visitor may have a few, and so nobody has them all.
    configuration.streamLimit = 200
    configuration.viewerStreamLimit = 10
    configuration.requiring = ["Private"]
    // Of who has signed in or out since, the old cookie finds nobody.
    configuration.viewer = { request in
      request.session.flatMap { sessions.visitor($0) }?.number
    }
    configuration.tree = { request in
      request.context?[Visitor.self].map { InspectedTree($0.store) }
    }
    return RouteInspector(configuration: configuration)
  }

  /// Adds the pages of the inspector.
  func addInspector() {
    do throws(InspectorError) {
      try router.mountInspector(
        inspector,
        at: Self.inspectorPath,
        access: .everybody("a demo, in which all see their own requests alone")
      )
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
