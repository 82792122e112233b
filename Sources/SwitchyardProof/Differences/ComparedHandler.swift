/// The handler behind a route of a table that several servers share: its key, and the settings that
/// it is made with.
struct ComparedHandler: Hashable {
  /// The key, which is the name of the route unless it has one of its own.
  let key: String?
  let settings: [String: String]

  init(_ route: RouteDescription) {
    key = route.handler ?? route.name
    settings = route.configuration ?? [:]
  }

  /// Whether a listing says of a route more than its name.
  static func isSaid(of route: RouteDescription) -> Bool {
    route.handler != nil || route.configuration?.isEmpty == false
  }
}
