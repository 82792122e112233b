/// Puts to all routes the questions that a dispatch puts to some, in its order and with its budget.
struct RouteExplainer {
  private let core: RouterCore
  private let target: RouteTarget
  private let tags: [RouteTag]
  /// Tags whose maps keep fallbacks from running.
  private let rivalTags: [RouteTag]
  /// The map with such a tag that keeps fallbacks from running.
  private var rival: RouteID?
  private var budget: MatchBudget
  /// The verdicts of the index on the routes that it has not ruled out.
  private var verdicts: [RouteID: RouteSearch.Verdict] = [:]
  /// The route that ends the dispatch: it could not be decided, or it is the map that wins.
  private var last: RouteID?
  /// The reasons why maps with such tags could not be decided.
  private var rivalFailures: [RouteID: String] = [:]
  /// The routes whose owners are gone.
  private var orphans: [RouteEntry] = []

  init(_ core: RouterCore, _ target: RouteTarget, tags: [RouteTag], rivalTags: [RouteTag] = []) {
    self.rivalTags = rivalTags
    self.core = core
    self.target = target
    self.tags = tags
    budget = MatchBudget(steps: core.configuration.matchSteps)
  }

  mutating func explanation() -> RouteExplanation {
    let (table, verdicts) = core.registry.table(for: target)
    self.verdicts = verdicts
    // As a dispatch looks for them; the map decides which of the middleware runs.
    var found: [RouteID: RouteExplanation.Candidate] = [:]
    for entry in table.guards + table.proxies + table.middleware + table.maps {
      found[entry.id] = candidate(entry)
    }
    if last == nil { settleRivals(of: table, &found) }
    for entry in table.fallbacks { found[entry.id] = candidate(entry) }
    for entry in table.guards where !entry.exceptions.isEmpty {
      guard let candidate = found[entry.id], candidate.isRunning || candidate.verdict == .hidden,
        entry.excepts(target, tags, &budget)
      else { continue }
      found[entry.id] = candidate.with(.excepted)
    }
    settleMiddleware(of: table, &found)
    settleAccess(of: table, &found)
    if !orphans.isEmpty { core.registry.remove(orphans: orphans) }
    return RouteExplanation(target, tags: tags, candidates: table.all.compactMap { found[$0.id] })
  }

  /// Looks for the map of another lookup that keeps fallbacks from running: the first that matches,
  /// or the dispatch fails at one before it that could not be decided.
  private mutating func settleRivals(
    of table: RouteTable,
    _ found: inout [RouteID: RouteExplanation.Candidate]
  ) {
    for entry in table.maps {
      guard let candidate = found[entry.id] else { continue }
      if candidate.isOfRival {
        rival = entry.id
        return
      }
      guard let failure = rivalFailures[entry.id] else { continue }
      last = entry.id
      found[entry.id] = .init(candidate.route, .undecided, failure: failure)
      return
    }
  }

  /// Says of the middleware that matches whether it runs, which the map or fallback decides.
  private func settleMiddleware(
    of table: RouteTable,
    _ found: inout [RouteID: RouteExplanation.Candidate]
  ) {
    // Where a guard or proxy could not be decided, it is the last, and no map runs.
    let end = (table.maps + table.fallbacks).first { $0.id == last }
    // The route at which the dispatch fails.
    var failed = end.flatMap { found[$0.id]?.verdict == .undecided ? last : nil }
    if end == nil { failed = last }
    let isEndless = end == nil && last == nil
    for entry in table.middleware {
      guard let candidate = found[entry.id],
        candidate.isRunning || candidate.verdict == .undecided
      else { continue }
      if isEndless || end != nil, !entry.isAround(end) {
        found[entry.id] = candidate.with(end == nil ? .aroundNothing : .skippedByTag)
      } else if let failed {
        found[entry.id] = candidate.with(.hidden, hider: failed)
      } else if candidate.verdict == .undecided {
        failed = entry.id
        guard let end else { continue }
        // The map or fallback does not run, and is not what hides others.
        found[end.id] = found[end.id]?.with(.hidden, hider: entry.id)
        for other in table.maps + table.fallbacks where found[other.id]?.hider == end.id {
          found[other.id] = found[other.id]?.with(.hidden, hider: entry.id)
        }
      }
    }
    // Those before it do not run, either.
    guard let failed, table.middleware.contains(where: { $0.id == failed }) else { return }
    for entry in table.middleware where found[entry.id]?.isRunning == true {
      found[entry.id] = found[entry.id]?.with(.hidden, hider: failed)
    }
  }

  /// Says of the map or fallback that would run whether what is declared of it lets it, and where
  /// it does not, that no middleware runs around it.
  private func settleAccess(
    of table: RouteTable,
    _ found: inout [RouteID: RouteExplanation.Candidate]
  ) {
    let asked = table.guards.filter { found[$0.id]?.isRunning == true }
    guard let end = (table.maps + table.fallbacks).first(where: { $0.id == last }),
      let candidate = found[end.id], candidate.isRunning,
      let refused = end.refusal(
        under: core.configuration.access,
        isAsked: { name in asked.contains { $0.decides(as: name) } }
      )
    else { return }
    found[end.id] = candidate.with(.refused, failure: "The \(candidate.route): \(refused)")
    for entry in table.middleware where found[entry.id]?.isRunning == true {
      found[entry.id] = found[entry.id]?.with(.hidden, hider: end.id)
    }
  }

  private mutating func candidate(_ entry: RouteEntry) -> RouteExplanation.Candidate {
    let route = RouteDescription(entry, in: core)
    guard entry.fits(tags) else {
      return .init(route, .skippedByTag, parameters: parametersOfRival(entry))
    }
    // What is gone takes nothing from what a dispatch has.
    guard !entry.isOrphaned else {
      orphans.append(entry)
      return .init(route, .gone)
    }
    do throws(MatchError) {
      let match = try match(entry)
      guard let match else {
        let reason = RouteMismatchSearch(entry.pattern, target).reason
        return RouteExplanation.Candidate(route, .mismatch, mismatch: reason)
      }
      let candidate = RouteExplanation.Candidate(
        route,
        (last ?? rival) == nil ? .runs : .hidden,
        parameters: match.parameters,
        hider: last ?? rival
      )
      if (last ?? rival) == nil, entry.kind == .map || entry.kind == .fallback { last = entry.id }
      return candidate
    } catch {
      if last == nil, entry.kind != .middleware { last = entry.id }
      return RouteExplanation.Candidate(route, .undecided, failure: "\(error)")
    }
  }

  /// The parameters of a map that another lookup would find, if it matches.
  private mutating func parametersOfRival(_ entry: RouteEntry) -> Parameters? {
    guard entry.kind == .map, entry.tags.contains(where: rivalTags.contains), !entry.isOrphaned
    else { return nil }
    var own = MatchBudget(steps: core.configuration.matchSteps)
    do throws(MatchError) {
      return try entry.pattern.match(target, budget: &own)?.parameters
    } catch {
      rivalFailures[entry.id] = "\(error)"
      return nil
    }
  }

  private mutating func match(_ entry: RouteEntry) throws(MatchError) -> RouteMatch? {
    // A dispatch looks for all guards, proxies and middleware before it starts the first, and for
    // maps only up to the one that wins. Routes that it would not look at use no steps of its
    // budget.
    guard let verdict = verdicts[entry.id] else { return nil }
    // If no pattern is asked, no steps are used.
    if case .decided(let captures) = verdict {
      guard entry.pattern.accepts(captures, of: target) else { return nil }
      return RouteMatch(target, entry.pattern, captures)
    }
    guard last == nil || (entry.kind != .map && entry.kind != .fallback) else {
      var own = MatchBudget(steps: core.configuration.matchSteps)
      return try entry.pattern.match(target, budget: &own)
    }
    return try entry.pattern.match(target, budget: &budget)
  }
}

extension RouteExplanation.Candidate {
  fileprivate func with(
    _ verdict: RouteExplanation.Verdict,
    hider: RouteID? = nil,
    failure: String? = nil
  ) -> Self {
    Self(route, verdict, parameters: parameters, hider: hider, failure: failure)
  }
}

/// Finds the reason that a target does not match a pattern.
private struct RouteMismatchSearch {
  private let pattern: RoutePattern
  private let target: RouteTarget

  init(_ pattern: RoutePattern, _ target: RouteTarget) {
    self.pattern = pattern
    self.target = target
  }

  var reason: RouteExplanation.Mismatch {
    if let scheme = pattern.scheme, scheme != target.scheme { return .scheme }
    if pattern.hasHost, let origin = pattern.withAnyPath(), !matches(origin) {
      guard pattern.hasPort, let host = pattern.withAnyPath(keepsPort: false) else { return .host }
      return matches(host) ? .port : .host
    }
    // The closures were asked once, which is enough.
    let plain = pattern.withoutChecks
    if pattern.hasOpaqueValidations, matches(plain) { return .validation }
    if pattern.options.letterCase == .sensitive, mayDifferInCase,
      matches(plain, letterCase: .insensitive)
    {
      return .letterCase
    }
    if pattern.options.slashes == .strict, matchesLeniently(plain) { return .slashes }
    return .path
  }

  /// Whether the target could match but for the case of letters, as far as the beginning of the
  /// pattern says: it spares an expression for each of very many routes.
  private var mayDifferInCase: Bool {
    let text = pattern.text
    guard text.hasPrefix("/"), !text.contains("//") else { return true }
    // A slash before a group may be optional with it.
    var literal = text.utf8.prefix { !":*({\\?+[".utf8.contains($0) }
    if literal.last == UInt8(ascii: "/") { literal.removeLast() }
    let path = target.path.utf8
    return path.count >= literal.count
      && zip(literal, path).allSatisfy { $0 == $1 || $0 ^ $1 == 0x20 }
  }

  private func matches(_ pattern: RoutePattern, _ target: RouteTarget? = nil) -> Bool {
    // A match that hits a limit here gives no reason.
    ((try? pattern.match(target ?? self.target)) ?? nil) != nil
  }

  private func matches(
    _ pattern: RoutePattern,
    letterCase: RoutePattern.Options.LetterCase
  ) -> Bool {
    var options = pattern.options
    options.letterCase = letterCase
    return (try? pattern.with(options)).map { matches($0) } ?? false
  }

  private func matchesLeniently(_ pattern: RoutePattern) -> Bool {
    var options = pattern.options
    options.slashes = .lenient
    let targetOptions = RouteTarget.Options(slashes: .lenient, targetLength: .max)
    guard let lenient = try? pattern.with(options),
      let target = try? RouteTarget(target.description, options: targetOptions)
    else { return false }
    return matches(lenient, target)
  }
}
