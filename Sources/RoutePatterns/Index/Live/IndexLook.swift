internal import Synchronization

/// A look at the routes that a target may lead to, in the order in which they are asked.
///
/// While there is one, nothing that it shows is freed; it is for one thread, and not for long.
@safe
package struct IndexLook: ~Copyable {
  private let reader: IndexReader
  private let record: UnsafeMutablePointer<ReaderRecord>
  /// Its own where another look is taken on the same thread meanwhile.
  private let workspace: UnsafeMutablePointer<ReaderRecord.Workspace>
  private let base: Int
  /// The version of the routes that is read.
  package let version: UInt64
  /// The number of routes found.
  package private(set) var count: Int

  @inline(__always)
  init(
    _ reader: IndexReader,
    _ record: UnsafeMutablePointer<ReaderRecord>,
    _ workspace: UnsafeMutablePointer<ReaderRecord.Workspace>,
    base: Int,
    version: UInt64
  ) {
    self.reader = reader
    self.version = version
    unsafe self.record = record
    unsafe self.workspace = workspace
    self.base = base
    unsafe count = workspace.pointee.hits.count
  }

  deinit {
    unsafe reader.shared.pointee.epochs.leave(record, workspace)
  }

  @inline(__always)
  private func route(_ index: Int) -> UnsafeMutablePointer<IndexedRoute> {
    precondition(index >= 0 && index < count)
    return unsafe workspace.pointee.hits.hits[index].route
  }

  /// Finds other routes for the same target in the same version, in the place of those that were found.
  package mutating func searchAgain(
    _ target: borrowing RouteTarget,
    lanes: IndexLane.Set,
    tags: UInt64?
  ) {
    let query = IndexQuery(
      lanes: lanes.bits,
      tags: tags ?? 0,
      isTagged: tags != nil,
      version: version
    )
    unsafe reader.find(target, query, .all, workspace)
    unsafe count = workspace.pointee.hits.count
  }

  /// What a route is looked up as.
  package func lane(_ index: Int) -> IndexLane {
    unsafe route(index).pointee.lane
  }

  /// Whether closures have a say in what the pattern of a route matches; they are not asked here.
  package func hasChecks(_ index: Int) -> Bool { unsafe route(index).hasChecks }

  /// Whether a route has to be asked whether it is still there.
  package func isOwned(_ index: Int) -> Bool { unsafe route(index).pointee.isOwned }

  /// What a route is told apart by outside.
  package func id(_ index: Int) -> (UInt64, UInt64) { unsafe route(index).pointee.id }

  /// What a route is to whoever looks; to be held if it is kept longer than the look.
  package func payload(_ index: Int) -> UnsafeRawPointer { unsafe route(index).pointee.payload }

  /// The values of a route, if it matches the target that was looked for; its closures are not asked.
  @inline(__always)
  package func captures(
    _ index: Int,
    of target: borrowing RouteTarget,
    budget: inout MatchBudget
  ) throws(MatchError) -> CaptureRanges? {
    if let captures = decidedCaptures(index) { return captures }
    return try unsafe route(index).asked(target, &budget).get()
  }

  /// The values of a route that matches for what the segments say; nothing where its pattern has to be asked.
  @inline(__always)
  package func decidedCaptures(_ index: Int) -> CaptureRanges? {
    let end = unsafe base &+ workspace.pointee.scan.length
    guard unsafe route(index).pointee.isExact, end < CaptureRanges.inlineEnd else { return nil }
    return unsafe workspace.pointee.captures(workspace.pointee.hits.hits[index], base)
  }
}

extension IndexReader {
  /// Looks for the routes that a target may lead to.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - lanes: what is looked for.
  ///   - tags: the bits of the tags, of which a route has at least one; nothing for any route.
  /// - Returns: the routes of the version that there is now, all of which may match.
  /// - Complexity: linear in the length of the path, as far as patterns reach, and in the number of shapes that paths
  ///   of as many segments can have; no memory is taken from the heap, as long as few routes are found.
  @inline(__always)
  package func look(
    at target: borrowing RouteTarget,
    lanes: IndexLane.Set,
    tags: UInt64?
  ) -> IndexLook {
    let (record, workspace) = unsafe enter()
    let version = version
    let query = IndexQuery(
      lanes: lanes.bits,
      tags: tags ?? 0,
      isTagged: tags != nil,
      version: version
    )
    unsafe find(target, query, .all, workspace)
    return unsafe IndexLook(
      self,
      record,
      workspace,
      base: target.pathStart,
      version: version
    )
  }
}
