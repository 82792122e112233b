import HTTPTestSupport
import SwitchyardFleet
import SwitchyardInspector
import SwitchyardServer
import TestSupport
import Testing

/// Programs with more to end than their server, as the README and the articles show them.
@Suite(.timeLimit(.minutes(6))) struct EndingProgramTests {
  actor Shelf {
    func page(_ request: ServerRequest) throws -> ServerResponse {
      .text(try request.parameters.require("id"))
    }
  }

  @Test func `a server that has ended is none that publishers wait for`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/routes"
    let router = Router(.patient)
    let shelf = Shelf()
    @Sendable func hasCard(_ context: RouteContext) async -> Bool {
      context.exchange?.request.cookies["card"] != nil
    }

    var handlers = RouteHandlers()
    handlers.request("book") { request in try await shelf.page(request) }
    handlers.guard("card") { context in await hasCard(context) ? .allow : .deny }
    handlers.request("folder") { (settings: HandlerSettings) in
      let folder = try ServedFolder(try settings.require("path"))
      return { request in
        let rest = request.parameters.path.value(of: "0")
        return try folder.response(for: rest?.segments ?? [], to: request)
      }
    }

    let source = RouteSource(in: RouteFolder(path: path))
    let shared = SharedRoutes(of: router, handlers: handlers)
    let server = try EmbeddedServer(router: router, configuration: .patient)
    let program = Task {
      let following = Task { try await shared.follow(source, as: "web-1") }

      try await server.run()
      following.cancel()
      try await following.value
    }
    while try await source.status().servers.first?.status == nil {
      try await Task.sleep(for: .milliseconds(1))
    }
    let book = RouteDescription(.map, "/books/:id", tags: [.method(.get)], name: "book")
    let card = RouteDescription(.guard, "/*", name: "card")
    try await RoutePublisher(source, patience: .seconds(120)).publish([card, book])
    while shared.generation == 0 { try await Task.sleep(for: .milliseconds(1)) }
    while server.port == nil { try await Task.sleep(for: .milliseconds(1)) }
    let port = try #require(server.port)
    let page = "GET /books/7 HTTP/1.1\r\nHost: a\r\n"
    #expect(try await ask(port, "\(page)Cookie: card=1\r\n\r\n")?.text == "7")
    #expect(try await ask(port, "\(page)\r\n")?.status == 403)

    // As a signal does.
    program.cancel()
    try await program.value
    #expect(try await source.status().servers.isEmpty)
  }

  @Test func `an open page of the inspector does not hold the end up`() async throws {
    let inspector = RouteInspector()
    var configuration = Router.Configuration.patient
    configuration.onTrace = inspector.record
    let router = Router(configuration)
    Farewell.plan(for: router) { $0.dispose(of: $0.routes.compactMap(\.id)) }
    try router.mountInspector(inspector, at: "/_switchyard", access: .thisMachine)
    print("The inspector is at \(inspector.address(on: "http://localhost:8080"))")

    let server = try EmbeddedServer(router: router, configuration: .patient)
    let program = Task {
      try await server.run(onStop: { inspector.close() })
    }
    while server.port == nil { try await Task.sleep(for: .milliseconds(1)) }
    let port = try #require(server.port)
    let key = try #require(inspector.address(on: "").split(separator: "=").last)
    let events = """
      GET /_switchyard/events HTTP/1.1\r
      Host: localhost:\(port)\r
      Cookie: inspector-\(port)=\(key)\r
      \r

      """
    let client = try RawClient(port: port)
    let isOpen = try await blocking {
      client.send(events)
      return try client.line(upTo: "event: begin") != nil
    }
    #expect(isOpen)

    program.cancel()
    // It has its last chunk, and is not cut off behind the grace period.
    let rest = try await blocking { try client.readToEnd() }
    #expect(rest.hasSuffix("0\r\n\r\n"), "\(rest)")
    try await program.value
  }

  private static let articles = [
    ("README.md", "Several servers"),
    ("Sources/SwitchyardFleet/SwitchyardFleet.docc/SwitchyardFleet.md", nil),
    ("Sources/SwitchyardFleet/SwitchyardFleet.docc/SharingRoutes.md", "Handlers have keys"),
    ("README.md", "The inspector"),
    ("Sources/SwitchyardInspector/SwitchyardInspector.docc/SwitchyardInspector.md", nil),
  ]

  /// What the tests have in another place than the text.
  private static let places = [
    #""/srv/shop/routes""#: "path", "Router.Configuration.server": "Router.Configuration.patient",
    "EmbeddedServer(router:router)": "EmbeddedServer(router:router,configuration:.patient)",
  ]

  @Test(arguments: articles)
  func `each line that is shown stands here`(_ article: String, _ heading: String?) throws {
    let lines = try ShownCode.expectLines(of: article, under: heading, replacing: Self.places)
    #expect(lines.contains { $0.hasPrefix("tryawaitserver.run(") })
  }

  @Test func `the article on the inspector says how it ends`() throws {
    let lines = try ShownCode.lines(
      of: "Sources/SwitchyardInspector/SwitchyardInspector.docc/TheInspector.md"
    )
    #expect(lines.contains("tryawaitserver.run(onStop:{inspector.close()})"))
  }
}
