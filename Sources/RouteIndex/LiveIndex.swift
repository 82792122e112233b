/// The routes of a router by what their patterns ask of a path, for any number of readers while one
/// thread at a time changes it.
///
/// A trie of segments, one for each lane, whose nodes lie in one table: a path is looked up by one
/// walk through it, and only where that ends nowhere, and there were other ways to go, by all of
/// them. The pattern's own match decides where the segments do not. Each route is stamped with the
/// version that added it and the one that removed it, so that a reader sees one version, whole.
/// What is removed is unlinked when no reader sees it, and freed when the last reader that may
/// stand on it has left.
///
/// Changed under a lock of the owner; `@unchecked`, for that lock and the marks of readers keep
/// both from what the other frees.
@safe
package final class LiveIndex: @unchecked Sendable {
  /// The way to look for routes in it.
  package let reader: IndexReader
  /// Behind a pointer: the lock of the owner says who has it, and not each change of a part anew.
  private let writer: UnsafeMutablePointer<IndexWriter>

  /// - Parameters:
  ///   - order: in which order maps are asked.
  ///   - ignoresCase: whether the patterns ignore the case of letters.
  ///   - steps: how many steps the matches of a lookup for the first route may take.
  package init(order: IndexOrder, ignoresCase: Bool, steps: Int = 1_000_000) {
    reader = IndexReader(IndexShared(order: order, ignoresCase: ignoresCase, steps: steps))
    unsafe writer = .allocate(capacity: 1)
    unsafe writer.initialize(to: IndexWriter(reader))
  }

  deinit {
    unsafe writer.pointee.freeAll()
    unsafe writer.deinitialize(count: 1)
    unsafe writer.deallocate()
    reader.free()
  }

  var order: IndexOrder { unsafe reader.shared.pointee.order }
  var ignoresCase: Bool { unsafe reader.shared.pointee.ignoresCase }

  /// Adds and removes routes, in one step: readers see all of it or nothing.
  ///
  /// - Parameters:
  ///   - routes: routes that are not in the index, in the order of registration.
  ///   - others: routes that are.
  /// - Returns: the version that there is from now on.
  @discardableResult
  package func apply(adding routes: [IndexedRoute], removing others: [IndexedRoute] = []) -> UInt64
  {
    unsafe writer.pointee.apply(adding: routes, removing: others)
  }

  /// Unlinks what no reader sees any more, and frees what none can stand on.
  /// - Returns: what is to be let go of when no lock is held, and whether nothing is left.
  package func collect() -> (payloads: RetiredPayloads, isDone: Bool) {
    unsafe writer.pointee.collect()
  }

  /// Traps where the trie is not what readers take it for; for tests and debug builds.
  package func checkInvariants() { unsafe writer.pointee.checkInvariants() }
}
