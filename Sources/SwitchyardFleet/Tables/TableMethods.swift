import Switchyard

/// The methods of all routes of a table that are not among the known ones, which a change brings up
/// to date at the cost of the change.
struct TableMethods: Sendable {
  /// The number of routes that have each of them.
  private var uses: [RouteTag: Int] = [:]

  /// The number of different methods.
  var count: Int { uses.count }

  mutating func add(_ route: RouteDescription) {
    for tag in route.tags where tag.isOfUnknownMethod { uses[tag, default: 0] += 1 }
  }

  mutating func remove(_ route: RouteDescription) {
    for tag in route.tags where tag.isOfUnknownMethod {
      guard let count = uses[tag] else { continue }
      uses[tag] = count > 1 ? count - 1 : nil
    }
  }
}
