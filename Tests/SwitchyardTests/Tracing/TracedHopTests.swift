import Switchyard
import TestSupport
import Testing

/// Where a handler leads to, as a trace shows it: by the literals of the routes that are there.
@Suite struct TracedHopTests {
  private let traces = TraceLog()

  private func router(_ values: RouteTrace.Values = []) -> Router {
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    configuration.onTrace = { [traces] in traces.receive($0) }
    configuration.traceValues = values
    let router = Router.lent(configuration)
    router.guard("/go/*") { context, decide in
      let query = context.parameters.query
      decide(.redirect(query["to"] ?? "", query: QueryParameters(parsing: "back=1")))
    }
    router.map("/go/*") { _, completed in completed() }
    router.map("/books/:id{/pages}?") { _, completed in completed() }
    router["post"].map("/orders/:id") { _, completed in completed() }
    router.guard("/staff/*") { _, decide in decide(.allow) }
    return router
  }

  private static let hops: [(to: String, shown: String)] = [
    ("/books/7", "/books/…?back=…"),
    ("/books/7/pages", "/books/…/pages?back=…"),
    ("/books", "/…?back=…"),
    // A map of another method: a client that is redirected asks by GET.
    ("/orders/7", "/orders/…?back=…"),
    ("/staff/ada", "/staff/…?back=…"),
    ("/elsewhere/7", "/…?back=…"),
    ("/", "/?back=…"),
    ("https://other.example/books/7", "https://…/books/…?back=…"),
    ("https://here.example/books/7", "https://here.example/books/…?back=…"),
    ("app://books/7", "app://books/…?back=…"),
    ("app://other/7", "app://…?back=…"),
  ]

  @Test(arguments: hops)
  func `a redirect shows what routes have as literals`(_ hop: (to: String, shown: String)) async {
    var query = QueryParameters()
    query.append("to", value: hop.to)
    _ = await router().dispatch("https://here.example/go/x?\(query)", redirects: .report)
    #expect(traces.all.first?.outcome.target == hop.shown)
    #expect(traces.all.first?.steps.last?.hop == hop.shown)
  }

  @Test func `where no map is met the literals of guards are shown`() async {
    let router = router()
    for target in ["/nothing/7", "/staff/ada/desk"] { _ = await router.dispatch(target) }
    #expect(traces.all.map(\.target) == ["/…", "/staff/…"])
  }

  @Test(arguments: [["post"], []])
  func `a fallback shows nothing of a path that a map of other tags has`(_ tags: [RouteTag]) async {
    let router = router()
    router.fallback("/orders/*") { _, completed in completed() }
    _ = await router[tags].dispatch("/orders/s3cret")
    #expect(traces.all.map(\.target) == ["/orders/…"])
  }

  @Test func `a path that is asked for shows no value that came by a query`() async throws {
    let router = router(.path)
    _ = await router.dispatch("/go/ada?to=%2Fbooks%2Fs3cret&n=7")
    let trace = try #require(traces.all.first)
    #expect(trace.legs.map(\.target) == ["/go/ada?to=…&n=…", "/books/…?back=…"])
    #expect(trace.steps.last?.parameters == [.init(name: "id")])
    _ = await router.dispatch("/books/ada?name=ada")
    #expect(traces.all.last?.target == "/books/ada?name=…")
    #expect(traces.all.last?.steps.last?.parameters == [.init(name: "id", value: "ada")])
  }

  @Test func `of very many values none is looked for, and all may be meant`() async {
    let many = (0..<600).map { "n=\($0)" }.joined(separator: "&")
    _ = await router(.path).dispatch("/go/x?to=%2Fbooks%2Fplain&\(many)")
    #expect(traces.all.first?.legs.last?.target == "/books/…?…=…")
  }
}
