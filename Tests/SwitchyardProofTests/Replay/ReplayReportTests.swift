import Foundation
import TestSupport
import Testing

@testable import SwitchyardProof

@Suite struct ReplayReportTests {
  @Test func `routes are counted with their share and the time of the last request`() throws {
    var replay = RouteReplay(on: try Replays.table("GET /a", "GET /b", "GET /c", "FALLBACK /x/*"))
    let later = Replays.line("GET /a HTTP/1.1").replacing("13:55:36", with: "14:00:00")
    Replays.read(
      String(repeating: Replays.line("GET /a HTTP/1.1"), count: 2) + later
        + Replays.line("HEAD /b?x HTTP/1.1"),
      &replay
    )
    let report = replay.report()
    #expect(report.routes.map(\.route.pattern) == ["/a", "/b"])
    #expect(report.routes.map(\.count) == [3, 1])
    #expect(report.routes.map(\.share) == [0.75, 0.25])
    #expect(report.routes[0].last == "10/Oct/2025:14:00:00 +0000")
    #expect(report.unused.map(\.pattern) == ["/c", "/x/*"])
    #expect(report.coverage == 50)
  }

  @Test func `misses have the nearest route, and those that were answered before are counted`()
    throws
  {
    var replay = RouteReplay(on: try Replays.table("GET /books/:id", "POST /login"))
    Replays.read(
      Replays.line("GET /book/42?token=secret HTTP/1.1", status: 200)
        + Replays.line("GET /Books/42 HTTP/1.1", status: 404)
        + Replays.line("GET /login HTTP/1.1", status: 405),
      &replay
    )
    let report = replay.report()
    #expect(report.notFound.count == 2)
    #expect(report.notFound.frequent.map(\.request) == ["GET /Books/42", "GET /book/42"])
    #expect(report.notFound.frequent.map(\.nearest) == [["GET /books/:id"], ["GET /books/:id"]])
    #expect(report.methodNotAllowed.frequent.map(\.nearest) == [["POST /login"]])
    #expect(report.lost == 1)
  }

  @Test func `changes are told apart by their kinds, with examples`() throws {
    let old = try Replays.table(
      "GET /gone",
      "GET,POST /less",
      "GET /books/:id",
      "GET /users/:id",
      "GET /n/:a(\\d+)",
      "GET /same/:x",
      "GET /files/*"
    )
    let new = try Replays.table(
      "POST /less",
      "GET /books/:number",
      "GET /users/:id",
      "GET /users/me",
      "GET /n/:a",
      "GET /same/:x",
      "GET /files/*",
      "GET /new",
      "* /other"
    )
    var replay = RouteReplay(on: new, against: old)
    let targets = [
      "/gone", "/less", "/books/1", "/users/2", "/users/me", "/users/me", "/n/1", "/n/x", "/same/1",
      "/files/a/b", "/new", "/none",
    ]
    for target in targets { Replays.read(Replays.line("GET \(target) HTTP/1.1"), &replay) }
    let changes = try #require(replay.report().changes)
    let found = changes.map { "\($0.kind) \($0.count): \($0.examples.map(\.request))" }
    #expect(
      found == [
        #"notFound 1: ["GET /gone"]"#, #"methodNotAllowed 1: ["GET /less"]"#,
        #"otherRoute 2: ["GET /users/me"]"#, #"found 2: ["GET /n/x", "GET /new"]"#,
        #"parameters 1: ["GET /books/1"]"#,
      ]
    )
    #expect(changes[2].examples[0].old == "GET /users/:id")
    #expect(changes[2].examples[0].new == "GET /users/me")
    #expect(changes[2].examples[0].count == 2)
  }

  @Test(
    arguments: [
      (["GET /u/:id(\\d+) account", "GET /u/:id page"], ["GET /u/:id page"], "/u/5", "otherRoute"),
      (["GET /x show", "POST /x save"], ["GET,POST /x save"], "/x", "otherRoute"),
      (
        ["GET /u/:id(me) me", "GET /u/:id(\\w+) user"], ["GET /u/:id(\\w+) user"], "/u/me",
        "otherRoute"
      ),
      (["GET /a a", "GET /b b"], ["GET /a b", "GET /b a"], "/a", "otherRoute"),
      (["GET /u/:id(\\d+)", "GET /u/:id"], ["GET /u/:id"], "/u/5", "otherRoute"),
      (["GET /u/:id"], ["GET /u/:id", "GET /u/:id(\\d+)"], "/u/5", "otherRoute"),
      (["GET /u/:id(\\d+)", "PUT /u/:id"], ["GET /u/:id", "PUT /u/:id"], "/u/5", nil),
      (
        ["GET /u/:id(\\d+) @api", "PUT /u/:id @api"], ["GET /u/:id @api", "PUT /u/:id @api"],
        "/u/5",
        nil
      ),
      (["GET /x show"], ["GET /x page"], "/x", nil),
      (["GET /u/:id(\\d+) user"], ["GET /u/:number account"], "/u/5", "parameters"),
    ] as [([String], [String], String, String?)]
  )
  func `a route is told from another by its name, or else by its pattern`(
    _ old: [String],
    _ new: [String],
    _ target: String,
    _ change: String?
  ) throws {
    var replay = RouteReplay(on: try Replays.table(new), against: try Replays.table(old))
    Replays.read(Replays.line("GET \(target) HTTP/1.1"), &replay)
    let changes = try #require(replay.report().changes)
    #expect(changes.map { "\($0.kind)" } == [change].compactMap(\.self))
  }

  @Test func `the most frequent items are found whatever comes between`() {
    var random = SeededGenerator(seed: PropertyRun.seed)
    var items = FrequentItems<Int>(capacity: 64)
    var exact: [Int: Int] = [:]
    let count = 50_000
    for _ in 0..<count {
      let item = random.below(3) == 0 ? random.below(8) : 100 + random.below(1 << 40)
      exact[item, default: 0] += 1
      items.add(item)
    }
    #expect(items.error <= 2 * count / 64)
    let most = items.most(8)
    #expect(Set(most.map(\.item)) == Set(0..<8), "seed \(PropertyRun.seed)")
    for (item, least) in most {
      #expect(least <= exact[item, default: 0])
      #expect(least + items.error >= exact[item, default: 0])
    }
  }

  @Test func `tables stay bounded whatever the log holds`() throws {
    var replay = RouteReplay(
      on: try Replays.table("GET /a/:id"),
      against: try Replays.table("GET /b")
    )
    var log = ""
    for number in 0..<20_000 {
      log += Replays.line("M\(number) /a/\(number) HTTP/1.1")
      log += Replays.line("GET /\(number)/%62 HTTP/1.1")
    }
    Replays.read(log, &replay)
    #expect(replay.methods.count <= 64)
    let report = replay.report(most: 5_000)
    #expect(report.notFound.count == 20_000)
    #expect(report.methodNotAllowed.count == 20_000)
    #expect(report.notFound.frequent.count <= 2_048)
    #expect(report.methodNotAllowed.frequent.count <= 2_048)
  }

  @Test func `the report is JSON with the names that it has here`() throws {
    var replay = RouteReplay(on: try Replays.table("GET /a"), against: try Replays.table("GET /b"))
    Replays.read(Replays.line("GET /a HTTP/1.1"), &replay)
    let data = try JSONEncoder().encode(replay.report())
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(
      object.keys.sorted() == [
        "badLineCount", "badLines", "badRequest", "changes", "coverage", "hostless", "lines",
        "lost",
        "methodNotAllowed", "notFound", "options", "requestless", "requests", "routes", "undecided",
        "unused", "uriTooLong",
      ]
    )
  }
}
