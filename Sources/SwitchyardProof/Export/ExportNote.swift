/// A remark on a route that is exported, or that cannot be.
public struct ExportNote: Hashable, Sendable {
  /// The route as it stands in the listing.
  public let route: RouteDescription
  /// Its place in the listing, counted from 0.
  public let place: Int
  /// The remark, in a sentence or two.
  public let message: String

  init(_ entry: ListedRoute, at place: Int, _ message: String) {
    route = entry.route
    self.place = place
    self.message = message
  }
}

extension ExportNote: CustomStringConvertible {
  /// The route and the remark.
  public var description: String { "\(route): \(message)" }
}
