import SwitchyardProof
import TestSupport
import Testing

/// What the article about replays shows.
@Suite struct ReplayArticleTests {
  @Test func `a replay in a test reads a log`() throws {
    let router = Router(.server)
    router.get("/books/:id") { _ in .text("book") }
    let log = "::1 - - [10/Oct/2025:13:55:36 +0000] \"GET /books/42 HTTP/1.1\" 200 12\n"
    var replay = RouteReplay(on: try ListedRoutes(router.routes))
    replay.beginLog("access.log")
    replay.read(Array(log.utf8))
    replay.endLog()
    let report = replay.report()
    #expect(report.coverage == 100)
    #expect(report.routes.map(\.count) == [1])
  }

  @Test func `each line that is shown stands here`() throws {
    let lines = try ShownCode.expectLines(
      of: "Sources/SwitchyardProof/SwitchyardProof.docc/ReplayingLogs.md"
    )
    #expect(lines.count > 4)
  }
}
