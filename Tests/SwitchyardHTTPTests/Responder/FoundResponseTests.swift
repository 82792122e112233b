import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// What is left to another server, and what is not.
@Suite struct FoundResponseTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let method: RequestMethod
    let target: String
    /// `nil` for what is left to others.
    let status: Int?

    var testDescription: String { "\(method) \(target)" }
  }

  private static let cases: [Case] = [
    Case(method: .get, target: "/books/1", status: 200),
    Case(method: .head, target: "/books/1", status: 200),
    Case(method: .post, target: "/books/1", status: 405),
    Case(method: .options, target: "/books/1", status: 204),
    Case(method: "PROPFIND", target: "/books/1", status: 405),
    // The handler's own 404 is an answer.
    Case(method: .get, target: "/books/0", status: 404),
    Case(method: .get, target: "/elsewhere", status: nil),
    Case(method: .options, target: "/elsewhere", status: nil),
    Case(method: .get, target: "/private/elsewhere", status: 403),
    Case(method: .get, target: "/private//../private/%65lsewhere", status: 403),
    Case(method: .get, target: "/waits/elsewhere", status: nil),
    // Our reading has no dots; another router may take them for names.
    Case(method: .get, target: "/private/x/../../elsewhere", status: 404),
    Case(method: .get, target: "/private/%2e%2E/elsewhere", status: 404),
    Case(method: .get, target: "/./elsewhere", status: 404),
    Case(method: .get, target: "/.../elsewhere?a=/../", status: nil),
    Case(method: .get, target: "/x/../books/1", status: 200),
    // What could be read in two ways is refused, whoever may have routes.
    Case(method: .get, target: "/elsewhere%zz", status: 400),
    Case(method: .get, target: "elsewhere", status: 400),
    Case(method: .options, target: "*", status: 204),
  ]

  private struct Observer: RequestObserver {
    let log: Notes<String>

    func add(_ entry: AccessLogEntry) { log.add("\(entry.status.code)") }
    func requestWasLeft(_ head: RequestHead, requestID: String) { log.add("left") }
  }

  private func site(_ log: Notes<String>, _ metrics: RequestMetrics = RequestMetrics()) throws
    -> Site
  {
    try Site({ configuration, _ in
      configuration.observers = [Observer(log: log), metrics]
      configuration.bodyLength = 4
    }) { router in
      router.guard("/private/*") { _ in .deny }
      router.guard("/waits/*") { context async in
        await Task.yield()
        context.exchange?.onResponse { $0.fields["X-Guard"] = "1" }
        return .allow
      }
      router.get("/books/:id") { request in
        guard request.parameters["id"] != "0" else { throw ResponseError(.notFound) }
        return .text("book")
      }
      router.post("/upload") { request in .text("\(try await request.body.collect().count)") }
      router.use { _, next in
        var response = try await next()
        response.fields["X-All"] = "1"
        return response
      }
    }
  }

  @Test(arguments: cases)
  private func `what no route is for, by any method, is left to others`(_ test: Case) async throws {
    let log = Notes<String>()
    let metrics = RequestMetrics()
    let site = try site(log, metrics)
    let head = RequestHead(test.method, test.target)
    let response = await site.responder.respondIfFound(to: head)
    #expect(response?.status.code == test.status)
    // Middleware for requests without a route sees our own 405 alone, and the log what is answered.
    if test.status == 405 { #expect(response?.fields["X-All"] == "1") }
    #expect(log.all == [test.status.map { "\($0)" } ?? "left"])
    #expect(metrics.text.contains("\nhttp_requests_in_flight 0\n"))
    // Alone it answers the same, and all else with 404.
    let alone = await site.responder.respond(to: head)
    #expect(alone.status.code == test.status ?? 404)
    if test.status == nil { #expect(alone.fields["X-All"] == "1") }
  }

  @Test(arguments: [("/books/1", 200), ("/elsewhere", nil)] as [(String, Int?)])
  func `of HTTP 1.0 no host is asked, and no expectation counts`(
    _ target: String,
    _ status: Int?
  ) async throws {
    let site = try site(Notes())
    let all: [HeaderFields] = [
      [:], [.host: "a"], ["Expect": "news"], [.host: "a", "Expect": "news"],
    ]
    for fields in all {
      var head = RequestHead(method: "GET", target: Array(target.utf8), fields: fields)
      head.version = .http1_0
      #expect(await site.responder.respondIfFound(to: head)?.status.code == status)
      #expect(await site.responder.respond(to: head).status.code == status ?? 404)
      let read = try site.responder.read(head).target
      #expect(read.path == target)
      #expect(read.host == fields[.host] ?? "localhost")
      // A later client names its host, and what it expects counts.
      head.version = .http1_1
      let refusal = fields.contains("Expect") ? 417 : fields.contains(.host) ? nil : 400
      let later = await site.responder.respondIfFound(to: head)
      #expect(later?.status.code == refusal ?? status)
    }
  }

  @Test func `a long body may be for others, and for ours is 413`() async throws {
    let site = try site(Notes())
    for (target, status) in [("/upload", 413), ("/elsewhere", nil)] as [(String, Int?)] {
      let head = RequestHead(.post, target, fields: [.contentLength: "5"])
      let body = ServerRequestBody([1, 2, 3, 4, 5])
      let response = await site.responder.respondIfFound(to: head, body: body)
      #expect(response?.status.code == status)
    }
  }

  @Test func `a request whose body a guard has read is not left to others`() async throws {
    let site = try Site(routes: { router in
      router.guard("/*") { context async in
        _ = try? await context.exchange?.body.collect()
        return .allow
      }
    })
    let head = RequestHead(.post, "/elsewhere")
    let response = await site.responder.respondIfFound(to: head, body: ServerRequestBody([1]))
    #expect(response?.status == .notFound)
  }

  // Each leg answers by the tags that it has met, and by no earlier leg's.
  @Test(arguments: [RequestMethod.get, .options])
  func `a commit to where no route is leaves none of the methods before it`(
    _ method: RequestMethod
  ) async throws {
    let site = try Site(routes: { router in
      router.delete("/old") { _ in ServerResponse(.noContent) }
      router.proxy("/old", tags: [.method(method)]) { (_: RouteContext) async in
        .commit("/nowhere")
      }
    })
    let response = await site.responder.respond(to: RequestHead(method, "/old"))
    #expect(response.status == .notFound)
    #expect(response.fields[.allow] == nil)
    #expect(await site.responder.respondIfFound(to: RequestHead(method, "/old")) == nil)
  }
}
