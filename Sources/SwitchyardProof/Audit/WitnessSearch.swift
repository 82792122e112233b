/// A search for targets that meet a map in one lookup, one at least for each set of guards that
/// stands before a part of it.
///
/// The automata say where to look, and the router itself what is met there: what another route
/// answers is left out of the next round, and closures of patterns are tried with several values.
struct WitnessSearch {
  /// The targets, each with a set of guards of its own.
  private(set) var targets: [AuditedTarget] = []
  /// Whether there is no other set, as far as that is known.
  private(set) var isComplete = true
  /// Whether it ended before all parts were looked at, as they are too many.
  private(set) var isCut = false

  private let end: AuditedTable.Route
  private let table: AuditedTable
  private let options: RouteAudit.Options
  /// The targets that the map matches, with those that no closure of its pattern refuses.
  private let whole: PatternLanguage
  private let budget: RelationBudget
  /// Whether the map is asked for by requests.
  private let isOfRequests: Bool
  private let meet: (RouteTarget) -> [AuditedTarget]
  private let rival: (RouteTarget) -> RouteID?
  private var known: Set<Part> = []
  /// The routes that answer targets of the map before it is asked.
  private var winners: [RouteID: AuditedTable.Route] = [:]

  /// A part of the map: all that meets the same by one scheme.
  private struct Part: Hashable {
    let met: MetRoutes
    let scheme: RouteTarget.ServerScheme?
  }

  /// The work of finding what one target meets.
  private static let meeting = 500
  /// Values that closures often accept.
  private static let values = [
    "1", "a", "42", "A", "2026", "abc", "true", "en", "2026-01-01", "1.5", "-1", "index.html",
    "a@b.example", "00000000-0000-4000-8000-000000000000", "2026-01-01T00:00:00Z", "deadbeef",
  ]

  /// Searches at once.
  ///
  /// - Parameters:
  ///   - end: the map or fallback.
  ///   - lookup: the way in which it is asked for.
  ///   - table: all routes.
  ///   - options: the bounds.
  ///   - meet: the targets that a target is asked for as, with what each of them meets.
  ///   - rival: the route that answers a target that was asked for, by whichever method.
  ///   - work: the units of work, of which the default is a few seconds; when they are spent it
  ///     ends without all parts.
  init(
    for end: AuditedTable.Route,
    in lookup: AuditedLookup,
    _ table: AuditedTable,
    _ options: RouteAudit.Options,
    meet: @escaping (RouteTarget) -> [AuditedTarget],
    rival: @escaping (RouteTarget) -> RouteID?,
    work: Int = 40_000_000
  ) {
    self.end = end
    self.table = table
    self.options = options
    self.meet = meet
    self.rival = rival
    budget = RelationBudget(work: work)
    whole = PatternLanguage(end.pattern.withoutChecks, budget: budget)
    isOfRequests = if case .request = lookup { true } else { false }
    run(table.dividers(of: end, in: lookup.tags))
  }

  private mutating func run(_ dividers: [AuditedTable.Divider]) {
    let hasValues = end.pattern.hasOpaqueValidations
    if hasValues { tryValues() }
    let tastes = hasValues ? LanguageCells.Taste.allCases : [.letters]
    while look(dividers, tastes) {
      if budget.isSpent {
        cut()
        break
      }
    }
    if !isComplete, budget.isSpent { isCut = true }
    if targets.isEmpty, !isComplete, !hasValues { tryValues() }
  }

  private mutating func cut() { (isComplete, isCut) = (false, true) }

  /// Asks about each part that is left.
  /// - Returns: whether more routes are known now that answer some of the map, so that less is left
  ///   than before.
  private mutating func look(
    _ dividers: [AuditedTable.Divider],
    _ tastes: [LanguageCells.Taste]
  ) -> Bool {
    var (isMoving, isOpen) = (false, false)
    for taste in tastes {
      for target in samples(dividers, taste) {
        budget.spend(Self.meeting)
        if take(target) { continue }
        isOpen = true
        if addWinner(of: target) { isMoving = true }
      }
    }
    // A part is left of which no target is known that the map answers.
    if isOpen, !isMoving { isComplete = false }
    return isMoving
  }

  /// Returns a target of each part that is left.
  ///
  /// Where a scheme or a host matters, those of http are another part than those of https, and what
  /// is neither is none: no request has it.
  private mutating func samples(
    _ dividers: [AuditedTable.Divider],
    _ taste: LanguageCells.Taste
  ) -> [RouteTarget] {
    let seesSite =
      end.seesSite || dividers.contains(where: \.seesSite)
      || winners.values.contains(where: \.seesSite)
    let sites = isOfRequests && seesSite ? table.sites : []
    let parts = min(max(options.partsPerRoute, 0), Int.max / 3)
    let cells = LanguageCells(
      of: whole,
      dividedBy: dividers.map(\.language) + sites,
      without: winners.isEmpty ? nil : unionOfWinners,
      // Of each part there is one of http, one of https and one of neither.
      atMost: sites.isEmpty ? parts : 3 * parts,
      taste: taste
    )
    if !cells.isComplete { cut() }
    let examples = cells.examples.filter { example in
      sites.isEmpty || example.members.contains { $0 >= dividers.count }
    }
    return examples.map(\.target)
  }

  private var unionOfWinners: PatternLanguage {
    PatternLanguage(
      winners.sorted { $0.key.description < $1.key.description }.map(\.value.pattern),
      slashes: end.pattern.options.slashes,
      budget: budget
    )
  }

  /// Takes a target if the map answers it, and before it what has its path on the usual host.
  /// - Returns: whether it does.
  private mutating func take(_ target: RouteTarget) -> Bool {
    let own = meet(target)
    for asked in onUsualHost(target) + own where asked.met.end == end.id {
      let part = Part(met: asked.met, scheme: asked.head?.scheme)
      if known.insert(part).inserted { targets.append(asked) }
    }
    return !own.isEmpty && own.allSatisfy { $0.met.end == end.id }
  }

  /// The targets of the same path on the host of the options.
  private func onUsualHost(_ target: RouteTarget) -> [AuditedTarget] {
    guard isOfRequests, target.host != nil else { return [] }
    let slashes = end.pattern.options.slashes
    let path = try? RouteTarget(target.pathAndQuery, options: .init(slashes: slashes))
    return path.map(meet) ?? []
  }

  /// Notes the route that answers a target in the place of the map, if it does wherever both match:
  /// one that is asked before it.
  /// - Returns: whether it is another than those that are known.
  private mutating func addWinner(of target: RouteTarget) -> Bool {
    var isNew = false
    for asked in meet(target) {
      guard let winner = asked.met.end.flatMap({ table[$0] }) ?? mapInTheWay(of: asked),
        winner.rank < end.rank, winners[winner.id] == nil
      else { continue }
      winners[winner.id] = winner
      isNew = true
    }
    return isNew
  }

  /// The map for another method that keeps a fallback from a request.
  private func mapInTheWay(of asked: AuditedTarget) -> AuditedTable.Route? {
    guard isOfRequests, end.route.kind == .fallback, asked.met.end == nil,
      let map = rival(asked.target).flatMap({ table[$0] }), map.route.kind == .map
    else { return nil }
    return map
  }

  /// Tries targets that are made of values.
  private mutating func tryValues() {
    let names = Array(Set(end.pattern.parameterNames)).sorted()
    let values = options.values + Self.values
    var texts: [String] = []
    for value in values {
      texts += url(Dictionary(uniqueKeysWithValues: names.map { ($0, value) }))
    }
    // One parameter has another value than all others.
    for name in names where names.count > 1 {
      for own in values {
        for others in values.prefix(8) {
          var all = Dictionary(uniqueKeysWithValues: names.map { ($0, others) })
          all[name] = own
          texts += url(all)
        }
      }
    }
    let slashes = end.pattern.options.slashes
    for text in texts.prefix(2_000) {
      if let target = try? RouteTarget(text, options: .init(slashes: slashes)) { _ = take(target) }
    }
  }

  private func url(_ values: [String: String]) -> [String] {
    let site = try? RouteTarget("http://\(options.host)/")
    return [try? end.pattern.url(values, at: site)].compactMap(\.self)
  }
}
