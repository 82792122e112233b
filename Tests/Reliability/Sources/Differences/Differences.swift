import TestSupport
import Foundation
import SwitchyardProof
import Trials

/// What is said of the differences of two tables, against all targets of a small alphabet with all methods.
@main
struct Differences {
  static func main() throws {
    let trial = Trial("Differences", draws: 10_000)
    let pool = try PatternPool()
    let counts = trial.batch != nil ? [] : trial.draws < 1_000_000 ? [1_000] : [1_000, 10_000]
    for count in counts { try measure(count) }
    trial.run(requiring: required) { random in
      var tally = Tally()
      for _ in 0..<100 {
        try compare(pool, &random, &tally)
        if random.below(8) == 0 { try compareTwins(pool, &random, &tally) }
        tally.draws += 1
      }
      return tally
    }
  }

  private static let required = [
    "unguarded", "guardRemoved", "guardNarrowed", "removed", "shadowed", "taken", "narrowed",
    "methodLost", "viewLost", "parameters", "nameGone", "nameMoved", "guardAdded", "guardWidened",
    "added", "widened", "methodAdded", "viewAdded", "tagsChanged",
    "accessLost", "accessWidened", "accessChanged", "unnamed guards missed",
  ]

  private static func compare(
    _ pool: PatternPool,
    _ random: inout SeededGenerator,
    _ tally: inout Tally
  ) throws {
    let draw = TableDraw(pool: pool)
    let precedence = random.pick([Router.Precedence.latestFirst, .mostSpecific])
    let old = draw.table(&random)
    let new = draw.changed(old, &random)
    let found = RouteDifferences(
      from: try old.listed(pool, precedence),
      to: try new.listed(pool, precedence)
    )
    let oracle = Oracle(pool, old, new, precedence)
    let truth = oracle.all()
    var said: Set<String> = []
    for difference in found.differences {
      guard difference.certainty == .yes else {
        tally.count("not decided")
        continue
      }
      tally.count(difference.kind.rawValue)
      said.insert(Oracle.key(of: difference))
      switch difference.kind {
      case .nameGone, .nameMoved, .tagsChanged, .accessLost, .accessWidened, .accessChanged: break
      default:
        guard try oracle.isShown(difference) else {
          throw Disagreement("\(text(old, new, precedence, pool))\nnot shown: \(difference)")
        }
      }
    }
    // What is not decided is at least said to be so.
    let undecided = Set(found.differences.filter { $0.certainty != .yes }.map(Oracle.key(of:)))
    // Where an expression is not regular, a route may run beyond what is seen: it is not said never to.
    let isPlain = oracle.isRegular
    let (told, so) = isPlain ? (said, truth) : (Self.loosened(said), Self.loosened(truth))
    let open = isPlain ? undecided : Self.loosened(undecided)
    guard told.subtracting(so).isEmpty, so.subtracting(told).isSubset(of: open) else {
      throw Disagreement(
        "\(text(old, new, precedence, pool))\nsaid: \(said.subtracting(truth).sorted())\n"
          + "not said: \(truth.subtracting(said).sorted())"
      )
    }
    if truth.isEmpty { tally.count("pairs without a difference") }
  }

  /// Takes a guard without a name away, beside one of the same targets and methods that has a name:
  /// it is missed wherever that one would be.
  private static func compareTwins(
    _ pool: PatternPool,
    _ random: inout SeededGenerator,
    _ tally: inout Tally
  ) throws {
    let precedence = random.pick([Router.Precedence.latestFirst, .mostSpecific])
    let table = TableDraw(pool: pool).table(&random)
    let guards = table.entries.indices.filter { table.entries[$0].decides }
    guard !guards.isEmpty else { return }
    let place = random.pick(guards)
    var without = table
    without.entries.remove(at: place)
    let oracle = Oracle(pool, table, without, precedence)
    guard oracle.isRegular else { return }
    let isMissed = oracle.all().contains("guardRemoved \(table.entries[place].name) -")
    let found = RouteDifferences(
      from: try table.listed(pool, precedence, doubling: place),
      to: try table.listed(pool, precedence)
    )
    let kinds = Set(found.differences.map(\.kind.rawValue))
    // It may count as what has become of a third one, which is asked about less.
    guard kinds.isSubset(of: ["guardRemoved", "guardNarrowed"]), kinds.isEmpty != isMissed else {
      throw Disagreement(
        "\(text(table, without, precedence, pool))\nof an unnamed twin is said: \(found.table)"
      )
    }
    if isMissed { tally.count("unnamed guards missed") }
  }

  /// The same without a word on whether what is taken is all.
  private static func loosened(_ keys: Set<String>) -> Set<String> {
    Set(
      keys.map { key in
        guard key.hasPrefix("shadowed ") || key.hasPrefix("taken ") else { return key }
        return key.replacing("shadowed ", with: "taken ").replacing(" compatible", with: "")
      }
    )
  }

  private static func text(
    _ old: DrawnTable,
    _ new: DrawnTable,
    _ precedence: Router.Precedence,
    _ pool: PatternPool
  ) -> String {
    let lines = { (table: DrawnTable) in
      table.entries.map { entry in
        let route = entry.described(pool, isServer: table.isServer)
        return "  \(route) \(entry.name) \(route.tags) \(route.exceptions ?? []) "
          + (entry.isObserving ? "observing" : "")
      }
      .joined(separator: "\n")
    }
    return "\(precedence)\n\(lines(old))\nbecame\n\(lines(new))"
  }

  // MARK: - Time

  /// Measures a comparison of many routes, some of which have changed.
  private static func measure(_ count: Int) throws {
    let kinds = ["users", "books", "orders", "carts", "shelves", "rooms", "loans"]
    var old: [RouteDescription] = [
      RouteDescription(.guard, "/api/admin/*", name: "card"),
      RouteDescription(.fallback, "/*", tags: [RouteTag("HTTP")]),
    ]
    for number in 0..<count {
      let area = number % 3 == 0 ? "/api/admin" : "/api"
      let base = "\(area)/v\(number % 5)/\(kinds[number % 7])\(number / 35)"
      let tail = ["", "/:id", "/:id(\\d+)/parts", "/:id/*", "/:id/parts/:part"][number % 5]
      let method: RequestMethod = [.get, .post, .put][number % 3]
      old.append(
        RouteDescription(.map, base + tail, tags: [.method(method)], name: "r\(number)")
      )
    }
    var new = old
    for place in stride(from: 3, to: new.count, by: 50) {
      new[place].pattern = "/api/moved\(place)/:id"
    }
    new.remove(at: 0)
    let tables = (
      try ListedRoutes(RouteListing(old), configuration: .server),
      try ListedRoutes(RouteListing(new), configuration: .server)
    )
    let began = DispatchTime.now().uptimeNanoseconds
    let found = RouteDifferences(from: tables.0, to: tables.1)
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9
    say("Differences: \(found) in \((seconds * 100).rounded() / 100) s")
    let limit = count <= 1_000 ? 5.0 : 60.0
    guard seconds <= limit, found.differences(.undecided).isEmpty, !found.isCompatible else {
      say("Differences failed: \(count) routes take at most \(limit) s, and are decided")
      exit(1)
    }
  }
}
