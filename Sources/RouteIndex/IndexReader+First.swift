internal import CSwitchyard
package import RoutePatterns
internal import Synchronization

/// The answer of the quick way, in words that are handed on in registers.
package struct QuickAnswer {
  package let id: (UInt64, UInt64)
  /// A bit for each slash of the path and one for its end; 0 where no route was found.
  package let slashes: UInt64
  /// Those of them that end a value; where no route was found, whether there may be one.
  package let values: UInt64

  @inline(__always)
  init(id: (UInt64, UInt64) = (0, 0), slashes: UInt64 = 0, values: UInt64 = 0) {
    self.id = id
    self.slashes = slashes
    self.values = values
  }

  @inline(__always)
  static var nothing: QuickAnswer { QuickAnswer() }
  /// There may be a route that this way does not find.
  @inline(__always)
  static var undecided: QuickAnswer { QuickAnswer(values: 1) }
}

/// The answer of the quick way to an object.
package enum QuickObject {
  case found(AnyObject, SegmentMarks)
  case nothing
  /// There may be one that this way does not find.
  case undecided
}

/// The reason that the first route is not known.
package enum FirstObstacle: Error {
  /// A limit was hit before it was known whether a route matches.
  case limit(MatchError)
  /// Owners or closures are to be asked, which nobody calls while a search goes on.
  case undecided
}

extension Readers {
  /// The record of this thread, found without a call where it was found before.
  ///
  /// For this file alone: each has a word of its own.
  @inline(__always)
  fileprivate static func recordOfWord() -> RecordPointer {
    #if os(Linux)
      let word = unsafe cswitchyard_thread_word()
      if let known = unsafe word.pointee {
        return unsafe known.assumingMemoryBound(to: ReaderRecord.self)
      }
      let record = unsafe record()
      unsafe word.pointee = UnsafeMutableRawPointer(record)
      return unsafe record
    #else
      return unsafe record()
    #endif
  }

  /// Leaves the record of a thread that ends to others: what the thread still does finds one anew.
  @inline(never)
  static func forgetWord() {
    #if os(Linux)
      unsafe cswitchyard_thread_word().pointee = nil
    #endif
  }
}

/// The quick way: the walk to what the segments decide, by itself, so that what is slow takes no
/// registers from it.
extension IndexReader {
  /// Finds the map of a short path that the segments decide.
  @inline(never)
  package func quick(_ target: borrowing RouteTarget) -> QuickAnswer { quick(target, tag: nil) }

  /// Finds the map of a short path that has a tag.
  @inline(never)
  package func quick(_ target: borrowing RouteTarget, _ tag: IndexTag) -> QuickAnswer {
    quick(target, tag: tag)
  }

  @inline(__always)
  private func quick(_ target: borrowing RouteTarget, tag: IndexTag?) -> QuickAnswer {
    let record = unsafe Readers.recordOfWord()
    // A search within another has a record of its own.
    if unsafe record.pointee.mark.load(ordering: .relaxed) != 0 { return .undecided }
    let path = unsafe IndexPath(of: target, short: record)
    if path.slashes == 0 { return .undecided }
    unsafe mark(record)
    let answer = unsafe quick(path, .maps, tag, record, undecided: .undecided) { leaf, values in
      unsafe QuickAnswer(id: leaf.pointee.id, slashes: path.slashes, values: values)
    }
    let isNothing = answer == nil && hasNoFallbacks
    unsafe record.pointee.mark.store(0, ordering: .releasing)
    return answer ?? (isNothing ? .nothing : .undecided)
  }

  /// Whether there is nothing where there is no map.
  private var hasNoFallbacks: Bool {
    let top = unsafe root.pointee.tops + Int(IndexLane.fallbacks.rawValue)
    // Letters in the other case are not looked for at once.
    return unsafe !shared.pointee.ignoresCase && top.pointee.links.load(ordering: .acquiring) == 0
  }

  /// Finds the only object of a lane that a path comes to, which the segments decide.
  ///
  /// The path is in no other case than the patterns, and there are no fallbacks.
  @unsafe
  package func quickObject(
    _ path: UnsafeRawPointer,
    _ length: Int,
    in lane: IndexLane
  ) -> QuickObject {
    let record = unsafe Readers.recordOfWord()
    if unsafe record.pointee.mark.load(ordering: .relaxed) != 0 { return .undecided }
    let path = unsafe IndexPath(path, length, short: record)
    if path.slashes == 0 { return .undecided }
    unsafe mark(record)
    let object = unsafe quick(path, lane, nil, record, undecided: .undecided) { leaf, values in
      // Of several that are alike the order decides.
      guard unsafe leaf.pointee.next.load(ordering: .acquiring) == nil else {
        return QuickObject.undecided
      }
      // Held before the mark is taken away.
      return unsafe .found(
        Unmanaged<AnyObject>.fromOpaque(leaf.pointee.payload).takeUnretainedValue(),
        SegmentMarks(slashes: path.slashes, values: values)
      )
    }
    let isNothing = object == nil && hasNoFallbacks
    unsafe record.pointee.mark.store(0, ordering: .releasing)
    return object ?? (isNothing ? .nothing : .undecided)
  }

  /// Goes to the first place with routes, and takes the first of these if the segments decide it.
  /// - Returns: what the closure makes of it and of the ends of its values, or `undecided`; `nil`
  ///   where there are no routes.
  @inline(__always)
  private func quick<Answer>(
    _ path: IndexPath,
    _ lane: IndexLane,
    _ tag: IndexTag?,
    _ record: RecordPointer,
    undecided: Answer,
    found: (LeafPointer, UInt64) -> Answer
  ) -> Answer? {
    unsafe walk(path, lane, record) { stop in
      // Routes that anything may follow come before what is less specific where they begin.
      if stop.isTail { return undecided }
      var node: NodePointer? = unsafe stop.node
      if let tag { unsafe node = unsafe stop.root.pointee.tagged(tag, of: stop.node, stop.number) }
      guard let leaf = unsafe node?.pointee.leaf.load(ordering: .acquiring) else { return nil }
      // What is come to by literals first is the most specific, whatever else there is.
      guard unsafe leaf.pointee.traits.bits & LeafTraits.quick == LeafTraits.quick,
        unsafe stop.seen & shared.pointee.obstacles == 0,
        unsafe leaf.pointee.isThere(in: visible)
      else { return undecided }
      return unsafe found(leaf, stop.values)
    }
  }
}

extension IndexReader {
  /// Finds the map, or else the fallback, that a target comes to, for what patterns and closures of
  /// routes without owners say.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - tag: the tag that the route has; that of none for any route.
  ///   - answer: what the quick way has told of both, if it was asked.
  /// - Returns: the route; nothing when there is none.
  /// - Throws: where a limit is hit before it is known whether a route matches, or somebody else
  ///   has a say.
  package func first(
    at target: borrowing RouteTarget,
    tag: IndexTag,
    after answer: QuickAnswer? = nil
  ) throws(FirstObstacle) -> FoundRoute? {
    let answer = answer ?? (tag == .all ? quick(target) : quick(target, tag))
    if answer.slashes != 0 {
      return FoundRoute(
        id: answer.id,
        slashes: answer.slashes,
        values: answer.values,
        base: target.pathStart
      )
    }
    if answer.values == 0 { return nil }
    let record = unsafe enter()
    defer { unsafe leave(record) }
    let query = IndexQuery(
      lanes: .ends,
      tag: tag,
      version: visible,
      endTags: .max,
      isForFirst: true
    )
    let path = unsafe search(target, query, record).path
    var isComplete = true
    return try unsafe ask(target, path, record, isForFirst: false, &isComplete) { _ in true }
  }

  /// Finds the map, or else the fallback, with one of several tags.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - tags: the bits of the tags, of which a route has at least one.
  ///   - fits: returns whether a payload has one of the tags, of which others may have the same
  ///     bit.
  /// - Returns: the route; nothing when there is none.
  /// - Throws: where a limit is hit before it is known whether a route matches, or somebody else
  ///   has a say.
  package func first(
    at target: borrowing RouteTarget,
    tags: UInt64,
    where fits: (UnsafeRawPointer) -> Bool
  ) throws(FirstObstacle) -> FoundRoute? {
    let record = unsafe enter()
    defer { unsafe leave(record) }
    var query = IndexQuery(
      lanes: .ends,
      tags: tags,
      version: visible,
      endTags: .max,
      isForFirst: true
    )
    var path = unsafe search(target, query, record).path
    var isComplete = true
    let found = try unsafe ask(target, path, record, isForFirst: true, &isComplete, fits)
    if isComplete { return found }
    query.endTags = 0
    path = unsafe search(target, query, record).path
    return try unsafe ask(target, path, record, isForFirst: false, &isComplete, fits)
  }

  /// The first of the routes that were found whose pattern matches.
  ///
  /// Where the search is for the first, it goes on no further behind a route that is sure: if that
  /// has other tags after all, there is more to be found, and `isComplete` becomes false.
  private func ask(
    _ target: borrowing RouteTarget,
    _ path: IndexPath,
    _ record: RecordPointer,
    isForFirst: Bool,
    _ isComplete: inout Bool,
    _ fits: (UnsafeRawPointer) -> Bool
  ) throws(FirstObstacle) -> FoundRoute? {
    var budget = unsafe MatchBudget(steps: shared.pointee.steps)
    let base = target.pathStart
    for index in unsafe 0..<record.pointee.hitCount {
      let leaf = unsafe record.pointee.hits[index]
      let traits = unsafe leaf.pointee.traits
      guard unsafe fits(leaf.pointee.payload) else {
        if isForFirst, traits[LeafTraits.sure] {
          isComplete = false
          return nil
        }
        continue
      }
      // Before the pattern is asked: a route whose owner is gone takes no steps from the others.
      if traits[LeafTraits.owned] { throw .undecided }
      let captures: CaptureRanges
      if traits[LeafTraits.exact] {
        captures = unsafe path.captures(of: SegmentValues(of: leaf), base: base)
      } else {
        switch unsafe leaf.pointee.pattern?.capturesBeforeChecks(of: target, &budget) {
        case .success(let asked?): captures = asked
        case .success(nil), nil: continue
        case .failure(let error): throw .limit(error)
        }
      }
      if traits[LeafTraits.checks] { throw .undecided }
      return unsafe FoundRoute(id: leaf.pointee.id, isFallback: traits.lane == .fallbacks, captures)
    }
    return nil
  }
}
