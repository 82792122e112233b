import RoutePatterns
import Switchyard
import SwitchyardHTTP

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

  private let end: AuditedTable.Route
  private let table: AuditedTable
  private let options: RouteAudit.Options
  private let meet: (RouteTarget) -> [AuditedTarget]
  private let rival: (RouteTarget) -> RouteID?
  private var known: Set<Part> = []
  /// The patterns of the routes that answer targets of the map.
  private var winners: [RouteID: RoutePattern] = [:]

  /// A part of the map: all that meets the same by one scheme.
  private struct Part: Hashable {
    let met: MetRoutes
    let scheme: RouteTarget.ServerScheme?
  }

  /// The rounds after which it ends without all parts.
  private static let rounds = 48
  /// Values that closures often accept.
  private static let values = [
    "1", "a", "42", "A", "2026", "abc", "true", "en", "2026-01-01", "1.5", "-1", "index.html",
    "a@b.example", "00000000-0000-4000-8000-000000000000", "2026-01-01T00:00:00Z", "deadbeef",
  ]

  /// Searches at once.
  ///
  /// - Parameters:
  ///   - end: the map or fallback.
  ///   - lookup: the tags of the lookup.
  ///   - table: all routes.
  ///   - options: the bounds.
  ///   - meet: the targets that a target is asked for as, with what each of them meets.
  ///   - rival: the route that answers a target in a lookup of any kind.
  init(
    for end: AuditedTable.Route,
    in lookup: [RouteTag],
    _ table: AuditedTable,
    _ options: RouteAudit.Options,
    meet: @escaping (RouteTarget) -> [AuditedTarget],
    rival: @escaping (RouteTarget) -> RouteID?
  ) {
    self.end = end
    self.table = table
    self.options = options
    self.meet = meet
    self.rival = rival
    run(table.languages(dividing: end, in: lookup))
  }

  private mutating func run(_ languages: [PatternLanguage]) {
    let hasValues = end.pattern.hasOpaqueValidations
    if hasValues { tryValues() }
    for _ in 0..<Self.rounds {
      var (isMoving, isOpen) = (false, false)
      for taste in hasValues ? LanguageCells.Taste.allCases : [.letters] {
        let cells = LanguageCells(
          of: end.plain,
          dividedBy: languages,
          without: winners.isEmpty ? nil : unionOfWinners,
          atMost: options.partsPerRoute,
          taste: taste
        )
        if !cells.isComplete { isComplete = false }
        for example in cells.examples where !take(example.target) {
          isOpen = true
          if addWinner(of: example.target) { isMoving = true }
        }
      }
      guard isMoving else {
        // A part is left of which no target is known that the map answers.
        if isOpen { isComplete = false }
        break
      }
    }
    if targets.isEmpty, !isComplete, !hasValues { tryValues() }
  }

  private var unionOfWinners: PatternLanguage {
    PatternLanguage(
      winners.sorted { $0.key.description < $1.key.description }.map(\.value),
      slashes: end.pattern.options.slashes
    )
  }

  /// Takes a target if the map answers it.
  /// - Returns: whether it does.
  private mutating func take(_ target: RouteTarget) -> Bool {
    var isTaken = false
    for asked in meet(target) where asked.met.end == end.id {
      isTaken = true
      let part = Part(met: asked.met, scheme: asked.head?.scheme)
      if known.insert(part).inserted { targets.append(asked) }
    }
    return isTaken
  }

  /// Notes the route that answers a target in the place of the map.
  /// - Returns: whether it is another than those that are known.
  private mutating func addWinner(of target: RouteTarget) -> Bool {
    var isNew = false
    for winner in meet(target).compactMap(\.met.end) + [rival(target)].compactMap(\.self) {
      guard winner != end.id, winners[winner] == nil, let route = table[winner] else { continue }
      winners[winner] = route.pattern
      isNew = true
    }
    return isNew
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
