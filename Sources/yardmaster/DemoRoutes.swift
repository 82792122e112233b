import Switchyard

/// The routes that commands look at when they are given no manifest.
enum DemoRoutes {
  /// The routes of the demo app, in the order of their registration.
  static var listing: RouteListing {
    let get: RouteTag = .method(.get)
    let post: RouteTag = .method(.post)
    return RouteListing([
      RouteDescription(.guard, "/profile/*"),
      RouteDescription(.proxy, "/library/*"),
      RouteDescription(.map, "/", tags: [get], name: "home"),
      RouteDescription(.map, "/login", tags: [get], name: "login"),
      RouteDescription(.map, "/login", tags: [post]),
      RouteDescription(.map, "/logout", tags: [post], name: "logout"),
      RouteDescription(.map, "/today", tags: [get], name: "today"),
      RouteDescription(.map, "/today/story/:type/:id(\\d+)", tags: [get], name: "story"),
      RouteDescription(.map, "/books", tags: [get], name: "books"),
      RouteDescription(.map, "/books/:id", tags: [get], name: "book"),
      RouteDescription(.map, "/profile", tags: [get, "Private"], name: "profile"),
      RouteDescription(.map, "/profile/:tab", tags: [get, "Private"], name: "profile-tab"),
      RouteDescription(.map, "/inspector", tags: [get], name: "inspector"),
      RouteDescription(.fallback, "/*", tags: ["HTTP"]),
    ])
  }
}
