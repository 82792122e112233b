import RouteTables
import Switchyard

/// Dispatches that are made to take long, by routes and targets at once, until they hit the limit of steps.
struct WorstDispatchRows {
  static let group = "dispatches made to be slow"
  static let bare = "a bare call of PCRE2"

  /// Routes, and a target that is hard for all of them.
  private struct Trap {
    var name: String
    var patterns: [String]
    var path: String

    init(_ name: String, routes: Int, runs: Int, of text: String, _ count: Int) {
      self.name = name
      patterns = (0..<routes).map { "/:x((?:\(Self.runs(runs))|a)*+[qk\($0 % 10)])" }
      path = "/" + String(repeating: text, count: count)
    }

    /// Alternatives each of which looks through all of a path and comes back.
    private static func runs(_ count: Int) -> String {
      "xyzwvutsrp".prefix(count).map { "[^\($0)\($0.uppercased())]*+[\($0)\($0.uppercased())]" }
        .joined(separator: "|")
    }
  }

  private static let traps = [
    Trap("2,000 bytes, three runs", routes: 1, runs: 3, of: "a", 2_000),
    Trap("8,000 bytes, three runs", routes: 1, runs: 3, of: "a", 8_000),
    Trap("8,000 bytes, ten runs", routes: 1, runs: 10, of: "a", 8_000),
    Trap("8,000 bytes, 1,000 routes of two runs", routes: 1_000, runs: 2, of: "a", 8_000),
    Trap("250 bytes, 1,000 routes of six runs", routes: 1_000, runs: 6, of: "a", 250),
    Trap("60 bytes, 1,000 routes of two runs", routes: 1_000, runs: 2, of: "a", 60),
    Trap("20 bytes, 3,000 routes of one run", routes: 3_000, runs: 1, of: "a", 20),
  ]

  static func cold(_ name: String) -> String { "\(name), for the first time" }

  static var names: [String] { traps.flatMap { [$0.name, cold($0.name)] } }

  func contestants() throws -> [Contestant] {
    let bare = BareSearch(.gitHub())
    return try Self.traps.flatMap(rows)
      + [Contestant(group: Self.group, name: Self.bare, run: bare.match)]
  }

  private func rows(_ trap: Trap) throws -> [Contestant] {
    let lookups = try Lookups([trap.path])
    let router = try router(trap)
    return [
      Contestant(group: Self.group, name: trap.name) { times in
        timed { lookups.open(in: router, times) }
      },
      Contestant(group: Self.group, name: Self.cold(trap.name), most: 1) { times in
        let router = try self.router(trap)
        return timed { lookups.open(in: router, times) }
      },
    ]
  }

  private func router(_ trap: Trap) throws -> Router {
    guard
      let router = try Router.serving(
        RouteTable(name: "", patterns: trap.patterns, lookups: [])
      )
    else { fatalError("no limit was set") }
    return router
  }
}
