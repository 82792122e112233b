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
    /// The number of routes that have each of them.
    var uses: [RouteTag: Int] = [:]
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
      let tags = known + Array(others.uses.keys)
      others.tags = tags
      return tags
    }
    return MethodTags(tags: tags)
  }

  /// Takes in the tags of a route that comes.
  static func add(_ tags: [RouteTag]) {
    change { others in
      for tag in tags where tag.isOfUnknownMethod {
        let uses = others.uses[tag] ?? 0
        others.uses[tag] = uses + 1
        if uses == 0 { others.tags = nil }
      }
    }
  }

  /// Takes out the tags of a route that was taken in, and ends.
  static func remove(_ tags: [RouteTag]) {
    change { others in
      for tag in tags where tag.isOfUnknownMethod {
        guard let uses = others.uses[tag] else { continue }
        others.uses[tag] = uses > 1 ? uses - 1 : nil
        if uses == 1 { others.tags = nil }
      }
    }
  }

  private static func change(_ body: (inout Others) -> Void) {
    others.withLock { others in
      body(&others)
      count.store(others.uses.count, ordering: .releasing)
    }
  }
}
