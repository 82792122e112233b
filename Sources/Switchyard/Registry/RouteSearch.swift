import RouteIndex

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
        look.decidedCaptures(index, of: target).map(Verdict.decided) ?? .asked
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
    _ found: FoundRoutes
  ) {
    // A lookup without tags finds all routes.
    let endBits = tags.isEmpty ? .max : tags.bits
    let bits = tags.isEmpty ? nil : endBits | rivalTags.bits
    var look = reader.look(at: target, lanes: lanes, tags: bits, endTags: endBits)
    found.begin(in: look.version)
    let start = readBeforeMaps(look, target, tags, found)
    var isEnd = read(.map, look, target, tags, start, found)
    if isEnd == nil, look.endsAtMap {
      // It has another tag of the same bit.
      look.searchAgain(target, lanes: lanes, tags: bits)
      isEnd = read(.map, look, target, tags, start, found)
    }
    let isFound = isEnd ?? readOtherEnds(look, target, tags, rivalTags, start, found)
    if findsTags, !isFound { readTags(&look, target, found) }
  }

  /// Reads the guards, the proxies and the middleware, which stand before all others.
  /// - Returns: the number of them that were found.
  @inline(__always)
  private func readBeforeMaps(
    _ look: borrowing IndexLook,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ found: FoundRoutes
  ) -> Int {
    for index in 0..<look.count {
      let hit = look.hit(index)
      if hit.isEnd { return index }
      guard hit.fits(tags), isOwned(hit, found) else { continue }
      if hit.isDecided {
        found.append(beforeEnd: hit.retainedEntry, CapturedValues(hit.values))
      } else if !takeAsked(look, index, hit, target, found) {
        continue
      }
      if hit.hasChecks { found.questions.hasClosures = true }
    }
    return look.count
  }

  /// Reads the maps of other lookups and the fallbacks, up to the one that decides.
  /// - Returns: whether it is certain that the dispatch ends with one of them.
  @inline(never)
  private func readOtherEnds(
    _ look: borrowing IndexLook,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ rivalTags: [RouteTag],
    _ start: Int,
    _ found: FoundRoutes
  ) -> Bool {
    if !rivalTags.isEmpty,
      let isEnd = read(.rival, look, target, rivalTags, start, found)
    {
      return isEnd
    }
    return read(.fallback, look, target, tags, start, found) ?? false
  }

  /// Reads the possible ends of a role.
  /// - Returns: `nil` where those of the next role have to be read, else whether one of these is
  ///   the end.
  private func read(
    _ role: PossibleEnd.Role,
    _ look: borrowing IndexLook,
    _ target: RouteTarget,
    _ tags: [RouteTag],
    _ start: Int,
    _ found: FoundRoutes
  ) -> Bool? {
    for index in start..<max(start, look.count) {
      let hit = look.hit(index)
      guard hit.isFallback == (role == .fallback), hit.fits(tags), isOwned(hit, found) else {
        continue
      }
      if found.open?.ends.isEmpty == false || hit.hasChecks {
        found.questions.ends.append(PossibleEnd(role: role, route: hit.unasked))
        found.questions.hasClosures = true
      } else if role == .rival {
        guard let candidate = candidate(look, index, hit, target, found) else { continue }
        // A map for another lookup keeps fallbacks from the end, and is none itself.
        if !candidate.isMatched { found.append(candidate) }
        return !candidate.isMatched
      } else if hit.isDecided {
        found.append(end: hit.retainedEntry, CapturedValues(hit.values))
        return true
      } else if takeAsked(look, index, hit, target, found) {
        return true
      }
    }
    return nil
  }

  /// Reads the tags of all maps.
  private func readTags(_ look: inout IndexLook, _ target: RouteTarget, _ found: FoundRoutes) {
    look.searchAgain(target, lanes: .maps, tags: nil)
    for index in 0..<look.count {
      let hit = look.hit(index)
      guard isOwned(hit, found) else { continue }
      // Where closures have a say about the map, no steps are taken that it may need.
      if hit.hasChecks || found.open?.ends.isEmpty == false {
        found.questions.tagged.append(hit.unasked)
        found.questions.hasClosures = true
      } else if let candidate = candidate(look, index, hit, target, found),
        candidate.isMatched
      {
        found.add(tags: candidate.entry.tags)
      }
    }
  }

  /// Returns whether the owners of a route live; a route without any is its own.
  @inline(__always)
  private func isOwned(_ hit: IndexHit, _ found: FoundRoutes) -> Bool {
    !hit.isOwned || hasLiveOwners(hit, found)
  }

  @inline(never)
  private func hasLiveOwners(_ hit: IndexHit, _ found: FoundRoutes) -> Bool {
    let entry = hit.entry { $0 }
    if entry.retainOwners(in: &found.questions.owners) { return true }
    found.questions.orphans.append(entry)
    return false
  }

  /// Takes in a route whose pattern has to be asked, if that matches, or if that is not known;
  /// closures are not asked.
  /// - Returns: whether it is taken in.
  @inline(never)
  private func takeAsked(
    _ look: borrowing IndexLook,
    _ index: Int,
    _ hit: IndexHit,
    _ target: RouteTarget,
    _ found: FoundRoutes
  ) -> Bool {
    let before = found.budget.remaining
    do throws(MatchError) {
      guard let captures = try captures(look, index, target, found) else { return false }
      found.append(RouteCandidate(hit.retainedEntry, found.values(asked: captures)))
    } catch {
      found.append(RouteCandidate(hit.retainedEntry, failed: error))
    }
    found.note(steps: before - found.budget.remaining, of: hit.entry { $0 })
    return true
  }

  /// Returns a route if its pattern matches, whatever the closures of that would say.
  @inline(never)
  private func candidate(
    _ look: borrowing IndexLook,
    _ index: Int,
    _ hit: IndexHit,
    _ target: RouteTarget,
    _ found: FoundRoutes
  ) -> RouteCandidate? {
    if hit.isDecided { return RouteCandidate(hit.entry { $0 }, CapturedValues(hit.values)) }
    do throws(MatchError) {
      guard let captures = try captures(look, index, target, found) else { return nil }
      return RouteCandidate(hit.entry { $0 }, found.values(asked: captures))
    } catch {
      return RouteCandidate(hit.entry { $0 }, failed: error)
    }
  }

  /// Asks the pattern of a route for its values, with the steps that are left.
  @inline(__always)
  private func captures(
    _ look: borrowing IndexLook,
    _ index: Int,
    _ target: RouteTarget,
    _ found: FoundRoutes
  ) throws(MatchError) -> CaptureRanges? {
    var budget = found.budget
    defer { found.budget = budget }
    return try look.captures(index, of: target, budget: &budget)
  }

  // MARK: - Closures

  /// Asks the closures of the routes that were read, with no lock held and no version kept.
  func settle(_ found: FoundRoutes, _ target: RouteTarget) {
    let before = found.candidates
    let beforeMaps = found.middlewarePlaces.upperBound
    var accepted = before[..<beforeMaps].filter { isAccepted($0, target, found) }
    // Where no closure had a say about the map it stands behind them already.
    let questions = found.questions
    let map =
      questions.ends.isEmpty
      ? before[beforeMaps...].first : end(questions.ends, found, target)
    if let map {
      accepted.append(map)
      found.forgetTags()
    } else {
      for route in questions.tagged where match(route, target, found)?.isMatched == true {
        found.add(tags: route.entry.tags)
      }
    }
    found.replaceAll(by: accepted)
  }

  /// Leaves out the guards that are not asked about the target.
  ///
  /// The exceptions are asked when the index is left, as their patterns may have closures. One that
  /// cannot be decided is none.
  func leaveOutExcepted(
    _ found: FoundRoutes,
    _ target: RouteTarget,
    _ tags: [RouteTag]
  ) {
    var asked: [RouteCandidate] = []
    var excepting: [RouteEntry] = []
    var budget = found.budget
    defer { found.budget = budget }
    for candidate in found.candidates {
      if candidate.isMatched, candidate.entry.excepts(target, tags, &budget) {
        excepting.append(candidate.entry)
      } else {
        asked.append(candidate)
      }
    }
    guard !excepting.isEmpty else { return }
    found.replaceAll(by: asked)
    found.note(excepting: excepting)
  }

  private func isAccepted(
    _ candidate: RouteCandidate,
    _ target: RouteTarget,
    _ found: FoundRoutes
  ) -> Bool {
    !candidate.isMatched
      || candidate.entry.pattern.accepts(found.ranges(of: candidate.values, in: target), of: target)
  }

  /// Matches the possible ends, up to the one that the dispatch ends with.
  private func end(
    _ ends: [PossibleEnd],
    _ found: FoundRoutes,
    _ target: RouteTarget
  ) -> RouteCandidate? {
    for end in ends {
      let before = found.budget.remaining
      guard let candidate = match(end.route, target, found) else { continue }
      found.note(steps: before - found.budget.remaining, of: candidate.entry)
      return end.role == .rival && candidate.isMatched ? nil : candidate
    }
    return nil
  }

  private func match(
    _ route: UnaskedRoute,
    _ target: RouteTarget,
    _ found: FoundRoutes
  ) -> RouteCandidate? {
    var budget = found.budget
    defer { found.budget = budget }
    let pattern = route.entry.pattern
    if let values = route.values {
      // No steps are taken where no expression is asked.
      return pattern.accepts(found.ranges(of: values, in: target), of: target)
        ? RouteCandidate(route.entry, values) : nil
    }
    do throws(MatchError) {
      let captures = try pattern.captures(of: target, budget: &budget)
      return captures.map { RouteCandidate(route.entry, found.values(asked: $0)) }
    } catch {
      return RouteCandidate(route.entry, failed: error)
    }
  }
}

extension IndexHit {
  /// Calls a closure with the route.
  @inline(__always)
  fileprivate func entry<Result>(_ body: (RouteEntry) -> Result) -> Result {
    unsafe HeldReference<RouteEntry>(at: payload).read(body)
  }

  /// The route, to be kept longer than the look.
  @inline(__always)
  fileprivate var retainedEntry: RouteEntry {
    unsafe Unmanaged.fromOpaque(payload).takeUnretainedValue()
  }

  /// Whether the route has one of the tags; different tags may have one bit.
  fileprivate func fits(_ tags: [RouteTag]) -> Bool { tags.isEmpty || entry { $0.fits(tags) } }

  fileprivate var unasked: UnaskedRoute {
    UnaskedRoute(entry: entry { $0 }, values: isDecided ? CapturedValues(values) : nil)
  }
}
