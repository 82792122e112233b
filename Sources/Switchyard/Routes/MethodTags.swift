import SwitchyardLocks
import Synchronization

/// The tags of the methods that routes of this program are registered for.
///
/// One comes with the first route that has it and goes with the last, whichever router these are
/// of: there are never more than routes name, and none that a client sends.
package struct MethodTags: Sendable {
  /// The tags, together with that of any method.
  package let tags: [RouteTag]

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

  /// The tags that there are now.
  package static var current: MethodTags {
    // Most programs have no others, and take no lock.
    if count.load(ordering: .acquiring) == 0 { return MethodTags(tags: known) }
    let tags = others.withLock { others -> [RouteTag] in
      if let tags = others.tags { return tags }
      let tags = known + others.uses.tags
      others.tags = tags
      return tags
    }
    return MethodTags(tags: tags)
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
    }
  }
}
