import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// The page that a program makes of errors.
@Suite struct ErrorPageTests {
  private static let browser =
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"

  private static func site() throws -> Site {
    try Site { configuration, yard in
      configuration.bodyLength = 4
      configuration.targetLength = 100
      yard.handlerTimeLimit = .milliseconds(100)
      configuration.errorPage = { error, head in
        guard error.status != .gone else { return nil }
        return "<h1>\(error.status.code)</h1>\(error.message ?? "") \(head.method)"
      }
    } routes: { router in
      router.guard("/denied") { _ in .deny }
      router.guard("/own") { $0.deny(with: .text("own", status: .unauthorized)) }
      router.guard("/login") { _ in
        throw ResponseError(
          .unauthorized,
          message: "Log in.",
          fields: [.wwwAuthenticate: "Basic", .contentType: "image/png"]
        )
      }
      router.guard("/broken") { _ in throw Inside() }
      for path: RoutePattern in ["/denied", "/own", "/login", "/broken"] {
        router.get(path) { _ in "never" }
      }
      router.get("/error") { _ in throw ResponseError(.conflict, message: "Taken.") }
      router.get("/crash") { _ in throw Inside() }
      router.get("/gone") { _ in throw ResponseError(.gone) }
      router.get("/same") { _ in throw ResponseError(.notModified) }
      router.get("/late") { _ in
        try await Task.sleep(for: .seconds(60))
        return "never"
      }
      router.post("/body") { try await $0.body.text() }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let method: RequestMethod
    let target: String
    let answer: String
    var testDescription: String { "\(method) \(target.prefix(40))" }

    init(_ target: String, _ answer: String, _ method: RequestMethod = .get) {
      self.method = method
      self.target = target
      self.answer = answer
    }
  }

  static let cases = [
    Case("/none", "404 <h1>404</h1> GET"), Case("/denied", "403 <h1>403</h1> GET"),
    Case("/login", "401 <h1>401</h1>Log in. GET"), Case("/broken", "403 <h1>403</h1> GET"),
    Case("/error", "409 <h1>409</h1>Taken. GET"), Case("/crash", "500 <h1>500</h1> GET"),
    Case("/late", "504 <h1>504</h1> GET"), Case("/error", "405 <h1>405</h1> POST", .post),
    Case("/body", "413 <h1>413</h1>The body has more than 4 bytes. POST", .post),
    Case("/" + String(repeating: "a", count: 100), "414 <h1>414</h1> GET"),
    // The program's own answers, and those without a body, stay.
    Case("/own", "401 own"), Case("/gone", "410 Gone\n"), Case("/same", "304 "),
  ]

  @Test(arguments: cases) func `every error has a page, with its own status`(
    _ row: Case
  ) async throws {
    let site = try Self.site()
    let body: [UInt8] = row.method == .post ? [1, 2, 3, 4, 5] : []
    let response = await site.respond(row.method, row.target, [.accept: Self.browser], body: body)
    #expect("\(response.status.code) \(try await response.text)" == row.answer)
    guard row.answer.contains("<h1>") else { return }
    #expect(response.fields[.contentType] == "text/html; charset=utf-8")
    #expect(response.fields[.vary] == "Accept")
    #expect(response.fields[.wwwAuthenticate] == (row.target == "/login" ? "Basic" : nil))
    #expect(
      response.fields[.allow] == (response.status == .methodNotAllowed ? "GET, HEAD, OPTIONS" : nil)
    )
    #expect(try await !response.text.contains("hunter2"))
    let head = await site.respond(.head, row.target, [.accept: Self.browser])
    if row.method == .get { #expect(head.status == response.status && head.body.length == 0) }
  }

  @Test(arguments: [
    (nil, "text/plain"), ("*/*", "text/plain"), ("text/*", "text/plain"),
    (browser, "text/html"), ("text/html", "text/html"), ("TEXT/HTML;q=0.1", "text/html"),
    ("text/html;q=0", "text/plain"), ("text/html, text/plain", "text/plain"),
    ("application/json", "application/problem+json"),
    ("text/html, application/json", "application/problem+json"),
    ("text/html, application/json;q=0.9", "text/html"),
    ("application/json, text/html;q=0.9", "application/problem+json"),
    ("application/json, text/plain, */*", "text/plain"),
    ("application/json, text/javascript, */*; q=0.01", "application/problem+json"),
  ])
  func `a page is for those who prefer it`(_ accept: String?, _ type: String) async throws {
    let site = try Self.site()
    let fields: HeaderFields = accept.map { [.accept: $0] } ?? [:]
    let response = await site.respond(.get, "/error", fields)
    #expect(response.fields[.contentType]?.hasPrefix(type) == true)
    // Without a page the others have what they had.
    let plain = try Site(routes: { $0.get("/error") { _ in throw ResponseError(.conflict) } })
    let usual = await plain.respond(.get, "/error", fields).fields[.contentType]
    if type != "text/html" {
      #expect(usual?.hasPrefix(type) == true)
    } else {
      let isJSON = accept?.contains("json") == true
      #expect(usual?.hasPrefix(isJSON ? "application/problem+json" : "text/plain") == true)
    }
  }

  @Test func `fields that are not accepted are named in every form`() async throws {
    let site = try Site(routes: { router in
      router.get("/") { request in
        throw ResponseError.invalid(
          [.init("title", "is \"empty\""), .init("year", "is before 1450")],
          message: request.query["message"]
        )
      }
    })
    let json = await site.respond(.get, "/", [.accept: "application/json"])
    #expect(json.status == .unprocessableContent)
    #expect(
      try await json.text
        == #"{"type":"about:blank","title":"Unprocessable Content","status":422,"errors":["#
        + #"{"field":"title","message":"is \"empty\""},{"field":"year","message":"is before 1450"}]}"#
    )
    #expect(
      try await site.respond(.get, "/?message=No+book.").text == """
        Unprocessable Content
        No book.
        title: is "empty"
        year: is before 1450

        """
    )
    #expect(site.failures.all.isEmpty)
  }
}
