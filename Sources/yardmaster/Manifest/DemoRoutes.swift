import ReadingRoom
import Switchyard

/// The routes that commands examine when they are given no manifest.
enum DemoRoutes {
  /// The routes of the demo app, in the order of their registration.
  static var listing: RouteListing {
    let room = ReadingRoom()
    let routes = room.router.routes.map { route in
      // Identifiers differ in each run.
      RouteDescription(
        route.kind,
        route.pattern,
        tags: route.tags,
        queue: route.queue,
        isObserving: route.isObserving,
        isForMisses: route.isForMisses,
        isOpaque: route.isOpaque,
        name: route.name,
        access: route.access,
        about: route.about
      )
    }
    withExtendedLifetime(room) {}
    return RouteListing(routes)
  }
}
