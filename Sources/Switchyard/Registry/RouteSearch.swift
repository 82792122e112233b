import RouteIndex
import RoutePatterns

/// Finds the routes that a target matches, all of them in one version.
///
/// The version is that of the moment at which the search begins. While the index is read nothing is
/// called that a user wrote: routes with owners or with closures in their patterns are retained,
/// and asked when the index is left.
struct RouteSearch: Sendable {
  /// The way to look for routes in the index, which the caller retains.
  let reader: IndexReader

  /// The answer of the index about a route that it does not rule out.
  enum Verdict: Sendable {
    /// The pattern is asked.
    case asked
    /// It matches, with these values, if its closures accept them.
    case decided(CaptureRanges)
  }

  /// Returns the routes that the index does not rule out by itself; all others cannot match.
  func verdicts(for target: RouteTarget) -> [RouteID: Verdict] {
    let look = reader.look(at: target, lanes: .all, tags: nil)
    var verdicts: [RouteID: Verdict] = [:]
    for index in 0..<look.count {
      verdicts[RouteID(words: look.id(index))] =
        look.decidedCaptures(index).map(Verdict.decided) ?? .asked
    }
    return verdicts
  }

  // MARK: - Reading

  func read(
    _ target: RouteTarget,
    _ lanes: IndexLane.Set,
    _ tags: [RouteTag],
    _ rivalTags: [RouteTag],
    _ findsTags: Bool,
    _ budget: MatchBudget
  ) -> RouteDraft {
    var look = reader.look(
      at: target,
      lanes: lanes,
      tags: tags.isEmpty ? nil : tags.bits | rivalTags.bits
    )
    var draft = RouteDraft(version: look.version, budget: budget, capacity: min(look.count, 8))
    var index = 0
    readBeforeMaps(look, target, tags, &index, &draft)
    let isFound = readEnds(look, target, tags, rivalTags, index, &draft)
    if findsTags, !isFound { readTags(&look, target, &draft) }
    return draft
  }

  /// Reads the guards, the middleware and the proxies, which stand before all others.
  private func readBeforeMaps(
    _ look: borrowing IndexLook,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ index: inout Int,
    _ draft: inout RouteDraft
  ) {
    while index < look.count {
      let lane = look.lane(index)
      guard lane.rawValue <= IndexLane.proxies.rawValue else { return }
      defer { index += 1 }
      guard fits(look, index, tags), isOwned(look, index, &draft),
        take(look, index, target, &draft)
      else { continue }
      if look.hasChecks(index) { draft.questions.hasClosures = true }
    }
  }

  /// Reads the maps and fallbacks, up to the one that the dispatch ends with.
  /// - Returns: whether it is certain that it ends with one of them.
  private func readEnds(
    _ look: borrowing IndexLook,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ rivalTags: [RouteTag],
    _ start: Int,
    _ draft: inout RouteDraft
  ) -> Bool {
    if let isEnd = read(.map, .maps, look, target, tags, start, &draft) { return isEnd }
    if !rivalTags.isEmpty,
      let isEnd = read(.rival, .maps, look, target, rivalTags, start, &draft)
    {
      return isEnd
    }
    return read(.fallback, .fallbacks, look, target, tags, start, &draft) ?? false
  }

  /// Reads the possible ends of a role.
  /// - Returns: `nil` where those of the next role have to be read, else whether one of these is
  ///   the end.
  private func read(
    _ role: PossibleEnd.Role,
    _ lane: IndexLane,
    _ look: borrowing IndexLook,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ start: Int,
    _ draft: inout RouteDraft
  ) -> Bool? {
    for index in start..<max(start, look.count) {
      guard look.lane(index).rawValue == lane.rawValue, fits(look, index, tags),
        isOwned(look, index, &draft)
      else { continue }
      if draft.open?.ends.isEmpty == false || look.hasChecks(index) {
        draft.questions.ends.append(PossibleEnd(role: role, route: unasked(look, index)))
        draft.questions.hasClosures = true
      } else if role == .rival {
        guard let candidate = candidate(look, index, target, &draft.budget) else { continue }
        // A map for another lookup keeps fallbacks from the end, and is none itself.
        if !candidate.isMatched { draft.append(candidate) }
        return !candidate.isMatched
      } else if take(look, index, target, &draft) {
        return true
      }
    }
    return nil
  }

  /// Reads the tags of all maps.
  private func readTags(_ look: inout IndexLook, _ target: RouteTarget, _ draft: inout RouteDraft) {
    look.searchAgain(target, lanes: .maps, tags: nil)
    for index in 0..<look.count where isOwned(look, index, &draft) {
      if look.hasChecks(index) {
        draft.questions.tagged.append(unasked(look, index))
        draft.questions.hasClosures = true
      } else if let candidate = candidate(look, index, target, &draft.budget),
        candidate.isMatched
      {
        draft.add(tags: candidate.entry.tags)
      }
    }
  }

  /// Returns whether a route has one of the tags; different tags may have one bit.
  private func fits(_ look: borrowing IndexLook, _ index: Int, _ tags: [RouteTag]) -> Bool {
    tags.isEmpty || look.entry(index) { $0.fits(tags) }
  }

  private func unasked(_ look: borrowing IndexLook, _ index: Int) -> UnaskedRoute {
    UnaskedRoute(entry: look.entry(index) { $0 }, captures: look.decidedCaptures(index))
  }

  /// Returns whether the owners of a route live; a route without any is its own.
  private func isOwned(
    _ look: borrowing IndexLook,
    _ index: Int,
    _ draft: inout RouteDraft
  ) -> Bool {
    guard look.isOwned(index) else { return true }
    let entry = look.entry(index) { $0 }
    if entry.retainOwners(in: &draft.questions.owners) { return true }
    draft.questions.orphans.append(entry)
    return false
  }

  /// Takes in a route if its pattern matches, or if that is not known; closures are not asked.
  /// - Returns: whether it is taken in.
  private func take(
    _ look: borrowing IndexLook,
    _ index: Int,
    _ target: RouteTarget,
    _ draft: inout RouteDraft
  ) -> Bool {
    do throws(MatchError) {
      guard let captures = try look.captures(index, of: target, budget: &draft.budget) else {
        return false
      }
      look.entry(index) { draft.append($0, captures) }
    } catch {
      look.entry(index) { draft.append($0, failed: error) }
    }
    return true
  }

  /// Returns a route if its pattern matches, whatever the closures of that would say.
  private func candidate(
    _ look: borrowing IndexLook,
    _ index: Int,
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) -> RouteCandidate? {
    do throws(MatchError) {
      guard let captures = try look.captures(index, of: target, budget: &budget) else {
        return nil
      }
      return RouteCandidate(look.entry(index) { $0 }, captures)
    } catch {
      return RouteCandidate(look.entry(index) { $0 }, failed: error)
    }
  }

  // MARK: - Closures

  /// Asks the closures of the routes that were read, with no lock held and no version kept.
  func settle(_ draft: inout RouteDraft, _ target: RouteTarget) {
    let before = draft.candidates
    let beforeMaps = draft.guardCount + draft.proxyCount
    draft.replaceAll(by: before[..<beforeMaps].filter { isAccepted($0, target) })
    draft.middleware.removeAll { !isAccepted($0, target) }
    // Where no closure had a say about the map it stands behind them already.
    let questions = draft.questions
    let map =
      questions.ends.isEmpty
      ? before[beforeMaps...].first : end(questions.ends, &draft, target)
    if let map {
      draft.append(map)
      draft.rarities?.tagsOfMaps = []
    } else {
      for route in questions.tagged where match(route, target, &draft.budget)?.isMatched == true {
        draft.add(tags: route.entry.tags)
      }
    }
  }

  /// Leaves out the guards that are not asked about the target.
  ///
  /// The exceptions are asked when the index is left, as their patterns may have closures. One that
  /// cannot be decided is none.
  func leaveOutExcepted(
    _ draft: inout RouteDraft,
    _ target: RouteTarget,
    _ tags: [RouteTag]
  ) {
    var asked: [RouteCandidate] = []
    var excepting: [RouteEntry] = []
    for candidate in draft.candidates {
      if candidate.isMatched, candidate.entry.excepts(target, tags, &draft.budget) {
        excepting.append(candidate.entry)
      } else {
        asked.append(candidate)
      }
    }
    guard !excepting.isEmpty else { return }
    draft.replaceAll(by: asked)
    draft.note(excepting: excepting)
  }

  private func isAccepted(_ candidate: RouteCandidate, _ target: RouteTarget) -> Bool {
    !candidate.isMatched || candidate.entry.pattern.accepts(candidate.captures, of: target)
  }

  /// Matches the possible ends, up to the one that the dispatch ends with.
  private func end(
    _ ends: [PossibleEnd],
    _ draft: inout RouteDraft,
    _ target: RouteTarget
  ) -> RouteCandidate? {
    for end in ends {
      guard let candidate = match(end.route, target, &draft.budget) else { continue }
      return end.role == .rival && candidate.isMatched ? nil : candidate
    }
    return nil
  }

  private func match(
    _ route: UnaskedRoute,
    _ target: RouteTarget,
    _ budget: inout MatchBudget
  ) -> RouteCandidate? {
    let pattern = route.entry.pattern
    if let captures = route.captures {
      // No steps are taken where no expression is asked.
      return pattern.accepts(captures, of: target) ? RouteCandidate(route.entry, captures) : nil
    }
    do throws(MatchError) {
      let captures = try pattern.captures(of: target, budget: &budget)
      return captures.map { RouteCandidate(route.entry, $0) }
    } catch {
      return RouteCandidate(route.entry, failed: error)
    }
  }
}

extension IndexLook {
  /// Calls a closure with a route.
  @inline(__always)
  fileprivate func entry<Result>(_ index: Int, _ body: (RouteEntry) -> Result) -> Result {
    unsafe HeldReference<RouteEntry>(at: payload(index)).read(body)
  }
}
