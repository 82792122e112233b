package import RoutePatterns

extension FoundRoute {
  init?(_ answer: QuickAnswer, at target: borrowing RouteTarget) {
    guard answer.slashes != 0 else { return nil }
    self.init(
      id: answer.id,
      slashes: answer.slashes,
      values: answer.values,
      base: target.pathStart
    )
  }
}

extension IndexReader {
  /// Finds the map, or else the fallback, that a target comes to, for what patterns and closures of
  /// routes without owners say.
  ///
  /// - Parameters:
  ///   - target: the target, made under the policies of the patterns.
  ///   - tag: the tag that the route has; that of none for any route.
  /// - Returns: the route; nothing when there is none.
  /// - Throws: where a limit is hit before it is known whether a route matches, or somebody else
  ///   has a say.
  package func first(
    at target: borrowing RouteTarget,
    tag: IndexTag
  ) throws(FirstObstacle) -> FoundRoute? {
    let answer = tag == .all ? quick(target) : quick(target, tag)
    return try first(at: target, tag: tag, after: answer)
  }

  /// Finds what the quick way has left open.
  package func first(
    at target: borrowing RouteTarget,
    tag: IndexTag,
    after answer: QuickAnswer
  ) throws(FirstObstacle) -> FoundRoute? {
    guard answer.isUndecided else { return FoundRoute(answer, at: target) }
    let (record, workspace) = unsafe enter()
    defer { unsafe leave(record, workspace) }
    let query = IndexQuery(
      lanes: IndexLane.Set.ends.bits,
      tag: tag,
      version: visible,
      isForFirst: true
    )
    _ = unsafe search(target, query, workspace)
    var isComplete = true
    return try unsafe ask(target, workspace, isForFirst: false, &isComplete) { _ in true }
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
    let (record, workspace) = unsafe enter()
    defer { unsafe leave(record, workspace) }
    var query = IndexQuery(lanes: IndexLane.Set.ends.bits, tags: tags, version: visible)
    query.isForFirst = true
    _ = unsafe search(target, query, workspace)
    var isComplete = true
    let found = try unsafe ask(target, workspace, isForFirst: true, &isComplete, fits)
    if isComplete { return found }
    query.isForFirst = false
    _ = unsafe search(target, query, workspace)
    return try unsafe ask(target, workspace, isForFirst: false, &isComplete, fits)
  }

  /// The first of the routes that were found whose pattern matches.
  ///
  /// Where the search is for the first, it goes on no further behind a route that is sure: if that
  /// has other tags after all, there is more to be found, and `isComplete` becomes false.
  private func ask(
    _ target: borrowing RouteTarget,
    _ workspace: UnsafeMutablePointer<SearchWorkspace>,
    isForFirst: Bool,
    _ isComplete: inout Bool,
    _ fits: (UnsafeRawPointer) -> Bool
  ) throws(FirstObstacle) -> FoundRoute? {
    var budget = unsafe MatchBudget(steps: shared.pointee.steps)
    let base = target.pathStart
    for index in unsafe 0..<workspace.pointee.hitCount {
      let leaf = unsafe workspace.pointee.hits[index]
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
        captures = unsafe workspace.pointee.path.captures(of: SegmentValues(of: leaf), base: base)
      } else {
        switch unsafe leaf.pointee.pattern?.capturesBeforeChecks(of: target, &budget) {
        case .success(let asked?): captures = asked
        case .success(nil), nil: continue
        case .failure(let error): throw .limit(error)
        }
      }
      if traits[LeafTraits.checks] { throw .undecided }
      return unsafe FoundRoute(
        id: leaf.pointee.id,
        isFallback: traits[LeafTraits.fallback],
        captures
      )
    }
    return nil
  }
}

/// The reason that the first route is not known.
package enum FirstObstacle: Error {
  /// A limit was hit before it was known whether a route matches.
  case limit(MatchError)
  /// Owners or closures are to be asked, which nobody calls while a search goes on.
  case undecided
}
