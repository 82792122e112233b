import SwitchyardLocks
import Synchronization

/// The tags of the methods that routes of this program are registered for.
///
/// One comes with the first route that has it and goes with the last, whichever router these are
/// of: there are never more than routes name, and none that a client sends.
package struct MethodTags: Sendable {
  /// The tags, together with that of any method.
  package let tags: [RouteTag]
  /// The number of times that methods had come or gone before.
  package let change: Int

  package init(tags: [RouteTag], change: Int) {
    (self.tags, self.change) = (tags, change)
  }

  /// The methods that are not among the known ones.
  private struct Others {
    var uses = MethodUses()
    /// All tags, as they were last read, until a method comes or goes.
    var tags: [RouteTag]?
  }

  private static let known = RouteTag.knownMethods + [.anyMethod]
  private static let others = Locked(Others())
  /// The number of methods that are not among the known ones.
  private static let count = Atomic(0)
  private static let changes = Atomic(0)

  /// The tags that there are now.
  package static var current: MethodTags {
    // Before the count, so that a change behind this one is told apart from it.
    let change = changes.load(ordering: .acquiring)
    // Most programs have no others, and take no lock.
    if count.load(ordering: .acquiring) == 0 { return MethodTags(tags: known, change: change) }
    return others.withLock { others in
      let tags = others.tags ?? known + others.uses.tags
      others.tags = tags
      return MethodTags(tags: tags, change: changes.load(ordering: .acquiring))
    }
  }

  /// Takes in the tags of a route that comes.
  static func add(_ tags: [RouteTag]) { change { $0.add(tags) } }

  /// Takes out the tags of a route that was taken in, and ends.
  static func remove(_ tags: [RouteTag]) { change { $0.remove(tags) } }

  /// Makes a change, which says whether a method has come or gone.
  private static func change(_ body: (inout MethodUses) -> Bool) {
    others.withLock { others in
      guard body(&others.uses) else { return }
      others.tags = nil
      count.store(others.uses.count, ordering: .releasing)
      changes.add(1, ordering: .releasing)
    }
  }
}
