import Switchyard
import TestSupport
import Testing

/// The examples of the article on tracing, as they stand there.
@Suite struct TraceArticleTests {
  @Test func `a dispatch is traced as the configuration says`() async throws {
    let log = TraceLog()
    do {
      let print: @Sendable (RouteTrace) -> Void = { log.receive($0) }
      var configuration = Router.Configuration.server
      configuration.onTrace = { trace in print(trace) }
      let router = Router(configuration)
      router.map("/books/:id") { (context: RouteContext) async throws in
        context.note("cache", "hit")
      }
      _ = await router.dispatch("/books/7?page=2")
    }
    let trace = try #require(log.all.first)
    #expect(trace.target == "/books/…?page=…")
    #expect(trace.steps.first?.notes == ["cache": "hit"])
  }

  @Test func `what is asked for is seen`() async {
    var configuration = Router.Configuration.server
    configuration.traceValues = .all
    #expect(configuration.traceValues.contains(.errors))
    configuration.traceValues = [.path]
    #expect(!configuration.traceValues.contains(.query))
    configuration.traceRate = 0.01
    configuration.traceLimit = 100
    let log = TraceLog()
    configuration.onTrace = { log.receive($0) }
    let router = Router(configuration)
    router.map("/books/:id") { _, completed in completed() }
    for _ in 0..<2000 { router.open("/books/7?page=2") }
    #expect((1...100).contains(log.all.count))
    #expect(log.all.allSatisfy { $0.target == "/books/7?page=…" })
  }

  @Test func `each line that is shown stands here`() throws {
    let lines = try ShownCode.expectLines(of: "Sources/Switchyard/Switchyard.docc/Tracing.md")
    #expect(lines.count >= 3)
  }
}
