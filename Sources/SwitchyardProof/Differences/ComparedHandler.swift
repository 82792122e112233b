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

  /// Two are equal where the bytes of their settings are: a path in other bytes leads to another
  /// file.
  static func == (one: ComparedHandler, other: ComparedHandler) -> Bool {
    one.key == other.key && one.settings.count == other.settings.count
      && one.settings.keys.allSatisfy { !one.differs(from: other, in: $0) }
  }

  /// Whether another has no setting of a name, or has another value for it.
  func differs(from other: ComparedHandler?, in name: String) -> Bool {
    guard let value = settings[name], let place = other?.settings.index(forKey: name),
      let (known, there) = other?.settings[place]
    else { return true }
    return !known.utf8.elementsEqual(name.utf8) || !there.utf8.elementsEqual(value.utf8)
  }

  /// Whether a listing says of a route more than its name.
  static func isSaid(of route: RouteDescription) -> Bool {
    route.handler != nil || route.configuration?.isEmpty == false
  }
}
