/// The methods of some routes that are not among the known ones, which is brought up to date at the
/// cost of what changes.
package struct MethodUses: Sendable {
  /// The number of routes that have each of them.
  private var uses: [RouteTag: Int] = [:]

  package init() {}

  /// The number of different methods.
  package var count: Int { uses.count }

  /// The tags of the methods, in no order.
  var tags: [RouteTag] { Array(uses.keys) }

  /// Takes in the tags of a route that comes.
  /// - Returns: whether a method has come with it.
  @discardableResult
  package mutating func add(_ tags: [RouteTag]) -> Bool {
    let before = count
    for tag in tags where tag.isOfUnknownMethod { uses[tag, default: 0] += 1 }
    return count != before
  }

  /// Takes out the tags of a route that was taken in, and goes.
  /// - Returns: whether a method has gone with it.
  @discardableResult
  package mutating func remove(_ tags: [RouteTag]) -> Bool {
    let before = count
    for tag in tags where tag.isOfUnknownMethod {
      guard let uses = uses[tag] else { continue }
      self.uses[tag] = uses > 1 ? uses - 1 : nil
    }
    return count != before
  }
}
