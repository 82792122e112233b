import HTTPTestSupport
import Dispatch
import Foundation
import SwitchyardServer
import TestSupport
import Testing

/// The examples of the README and of the articles on the server, as they stand there.
@Suite(.timeLimit(.minutes(6))) struct ServerExampleTests {
  struct Book: Codable, Equatable { var title: String }

  actor Store {
    private var books: [String: Book] = ["1": Book(title: "One")]

    func book(_ id: String?) -> Book? { id.flatMap { books[$0] } }
    func add(_ book: Book) -> Book {
      books["\(books.count + 1)"] = book
      return book
    }
  }

  actor Sessions {
    func isOpen(_ id: String?) -> Bool { id == "open" }
  }

  let store = Store()
  let sessions = Sessions()

  @Test func `the README's server answers as it says`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("body {}", to: "style.css")
    let (assets, logPath) = (folder.path, "\(folder.path)/access.log")
    let (store, sessions) = (store, sessions)
    let router = Router(.patient)

    router.guard("/profile/*") { context async in
      guard await sessions.isOpen(context.exchange?.request.cookies["session"]) else {
        return .redirect("/login", query: ["callback": context.target.pathAndQuery])
      }
      return .allow
    }
    router.get("/books/:id(\\d+)") { request in
      await store.book(try request.parameters.require("id"))
    }
    router.post("/books") { request in
      let book = try await request.body.decode(Book.self)
      return try .json(await store.add(book), status: .created, to: request)
    }
    router.use { _, next in
      var response = try await next()
      response.fields[.xContentTypeOptions] = "nosniff"
      return response
    }
    router.files("/assets", from: try ServedFolder(assets))
    router.cors("/books/*", policy: CORS(origins: .only(["https://reader.example"])))
    router.get("/profile/me") { _ in .text("me") }

    var configuration = EmbeddedServer.Configuration()
    let log = try AccessLog(path: logPath, format: .json)
    let metrics = RequestMetrics()
    configuration.responder.observers = [log, metrics]
    router.get("/metrics") { _ in metrics.response }
    configuration.port = 0

    let server = try EmbeddedServer(router: router, configuration: configuration)
    let run = Task {
      try await server.run(reopening: [log])
    }
    while server.port == nil { try await Task.sleep(for: .milliseconds(1)) }
    let port = try #require(server.port)

    let host = "HTTP/1.1\r\nHost: a\r\n"
    let profile = try await ask(port, "GET /profile/me?x=1 \(host)\r\n")
    #expect(profile?.status == 307)
    #expect(profile?["Location"] == "/login?callback=%2Fprofile%2Fme%3Fx%3D1")
    let me = try await ask(port, "GET /profile/me \(host)Cookie: session=open\r\n\r\n")
    #expect(me?.text == "me")
    let json = "Content-Type: application/json\r\nContent-Length: 15"
    let added = try await ask(port, "POST /books \(host)\(json)\r\n\r\n{\"title\":\"Two\"}")
    #expect(added?.status == 201)
    let reader = "Origin: https://reader.example\r\n"
    let book = try await ask(port, "GET /books/2 \(host)\(reader)\r\n")
    #expect(book?.text == #"{"title":"Two"}"#)
    #expect(book?["Access-Control-Allow-Origin"] == "https://reader.example")
    #expect(book?["X-Content-Type-Options"] == "nosniff")
    #expect(try await ask(port, "GET /books/3 \(host)\r\n")?.status == 404)
    let style = try await ask(port, "GET /assets/style.css \(host)\r\n")
    #expect(style?.text == "body {}")

    let counts = try await ask(port, "GET /metrics \(host)\r\n")
    let label = #"{method="GET",route="/books/:id(\\d+)",status="200"} 1"#
    #expect(counts?.text.contains(label) == true)

    run.cancel()
    try await run.value
    #expect(server.port == nil)
    let lines = try String(contentsOfFile: logPath, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines[5].contains("\"target\":\"/assets/style.css\"") == true)
  }

  @Test func `the article's server runs, and stops, as it says`() async throws {
    let folder = try TemporaryFolder()
    let logPath = "\(folder.path)/access.log"
    let router = Router(.patient)
    var configuration = EmbeddedServer.Configuration()
    let log = try AccessLog(path: logPath)
    let metrics = RequestMetrics()
    configuration.responder.observers = [log, metrics]
    let readiness = ServerReadiness()
    configuration.readiness = readiness

    router.get("/ready") { _ in readiness.response }
    router.get("/metrics") { _ in metrics.response }
    configuration.port = 0
    configuration.responder.trustedProxies = TrustedProxies(
      at: ["127.0.0.1", "10.0.0.7"],
      writing: [.xForwardedFor, .xForwardedProto, .xRequestID]
    )

    let server = try EmbeddedServer(router: router, configuration: configuration)
    try server.start()
    let address = "http://127.0.0.1:\(server.port ?? 0)"
    #expect(!address.hasSuffix(":0"))
    let client = "Host: a\r\nX-Forwarded-For: 192.0.2.1\r\n"
    let port = try #require(server.port)
    #expect(try await ask(port, "GET /ready HTTP/1.1\r\n\(client)\r\n")?.status == 200)
    await server.stop(gracePeriod: .seconds(5))
    #expect(!readiness.isReady)

    let run = Task {
      try await server.run(unreadyFor: .seconds(5), reopening: [log])
    }
    while !readiness.isReady { try await Task.sleep(for: .milliseconds(1)) }
    run.cancel()
    // Another task does not wait for the end of the five seconds.
    while readiness.isReady { try await Task.sleep(for: .milliseconds(1)) }
    await server.stop()
    try await run.value
    let lines = try String(contentsOfFile: logPath, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("192.0.2.1 - - ["))
  }

  @Test func `the first page's server is made as it says`() async throws {
    let router = Router(.patient)
    router.get("/hello/:name") { request in
      .text("Hello, \(request.parameters["name"] ?? "you")!")
    }
    let server = try EmbeddedServer(router: router)
    #expect(server.configuration.port == 8080 && server.configuration.address == "127.0.0.1")
    let ada = await server.responder.respond(to: RequestHead(.get, "/hello/Ada"))
    #expect(try await ada.text == "Hello, Ada!")
    let run = Task {
      try await server.run()
    }
    run.cancel()
    // The port may be taken.
    _ = await run.result
    #expect(server.port == nil)
  }

  @Test func `what the article on servers shows answers as it says`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("Sold: 3", to: "report.txt")
    let reportPath = "\(folder.path)/report.txt"
    var configuration = EmbeddedServer.Configuration()
    configuration.tls = EmbeddedServer.TLS(certificatePath: "cert.pem", keyPath: "key.pem")
    #expect(configuration.tls?.keyPath == "key.pem")

    let site = try Site(routes: { router in
      router.get("/health", calledOn: .serverThread) { _ in .text("well") }
      router.get("/report", calledOn: .queue(DispatchQueue(label: "reports"))) { _ in
        .text(try String(contentsOfFile: reportPath, encoding: .utf8))
      }
    })
    #expect(try await site.respond(.get, "/health").text == "well")
    #expect(try await site.respond(.get, "/report").text == "Sold: 3")
  }

  @Test func `a target has two limits, as the table says`() async throws {
    #expect(EmbeddedServer.Configuration().responder.targetLength == 8_192)
    #expect(Router.Configuration.server.targetLength == 8_192)
    let asSent = try Site({ responding, _ in responding.targetLength = 100 })
    let canonical = try Site({ _, routing in routing.targetLength = 100 })
    for site in [asSent, canonical] {
      let long = "/" + String(repeating: "a", count: 100)
      #expect(await site.respond(.get, long).status == .uriTooLong)
      #expect(await site.respond(.get, "/a").status == .notFound)
    }
  }

  private static let articles = [
    ("README.md", "A first server"),
    ("README.md", "The server"),
    ("Sources/SwitchyardServer/SwitchyardServer.docc/SwitchyardServer.md", nil),
    ("Sources/SwitchyardServer/SwitchyardServer.docc/RunningAServer.md", nil),
    ("Sources/SwitchyardServer/SwitchyardServer.docc/BehindAProxy.md", nil),
  ]

  /// What the tests have in another place than the text.
  private static let places = [
    #""/srv/assets""#: "assets", #""access.log""#: "logPath", #""/srv/report.txt""#: "reportPath",
    "Router(.server)": "Router(.patient)",
  ]

  @Test(arguments: articles)
  func `each line that is shown stands here`(_ article: String, _ heading: String?) throws {
    let lines = try ShownCode.expectLines(of: article, under: heading, replacing: Self.places)
    #expect(lines.count > 3)
  }
}
