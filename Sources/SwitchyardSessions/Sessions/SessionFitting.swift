/// A note that a session has places which the tree of this program lacks: another version has
/// stored it.
///
/// The session goes on without them, and they are lost with the next step that changes it.
public struct SessionFitting: Hashable, Sendable {
  /// The session.
  public let key: SessionKey
  /// The routes of the places that are left out, in alphabetical order.
  public let routes: [String]

  init?(_ key: SessionKey, from old: NavigationHistory, to new: NavigationHistory) {
    guard old != new else { return nil }
    let left = Self.routes(of: old).subtracting(Self.routes(of: new))
    guard !left.isEmpty else { return nil }
    self.key = key
    routes = left.sorted()
  }

  private static func routes(of history: NavigationHistory) -> Set<String> {
    var routes: Set<String> = []
    for state in history.past + [history.present] + history.future {
      for way in [state.active] + state.kept { routes.formUnion(way.map(\.route)) }
    }
    return routes
  }
}

extension SessionFitting: CustomStringConvertible {
  /// The session, and the routes that are left out.
  public var description: String {
    "\(key) has places that the tree does not: \(routes.joined(separator: ", ")). "
      + "They are left out: another version of the program has stored it."
  }
}
