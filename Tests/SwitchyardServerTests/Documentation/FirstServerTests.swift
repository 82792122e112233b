import HTTPTestSupport
import SwitchyardServer
import TestSupport
import Testing

/// The program of the article for those who begin with a server, as it stands there.
@Suite(.timeLimit(.minutes(6))) struct FirstServerTests {
  struct Note: Codable {
    var text: String
  }

  actor Notebook {
    private var notes: [Note] = []

    func note(_ number: Int) -> Note? {
      notes.indices.contains(number) ? notes[number] : nil
    }

    func add(_ note: Note) -> Int {
      notes.append(note)
      return notes.count - 1
    }
  }

  func makeRouter() -> Router {
    let router = Router(.patient)
    let notebook = Notebook()
    router.get("/hello/:name") { request in
      "Hello, \(try request.parameters.require("name"))!\n"
    }
    router.get("/notes/:number(\\d+)") { request in
      try await notebook.note(request.parameters.require("number", as: Int.self))
    }
    router.post("/notes") { request in
      let note = try await request.body.decode(Note.self)
      let number = await notebook.add(note)
      var response = try ServerResponse.json(note, status: .created, to: request)
      response.fields[.location] = "/notes/\(number)"
      return response
    }
    return router
  }

  @Test func `the program answers as the article says`() async throws {
    var configuration = EmbeddedServer.Configuration()
    configuration.port = 8080
    configuration.responder.observers = [AccessLog.standardOutput]
    // Neither a port that may be taken, nor lines among those of the tests.
    configuration.port = 0
    configuration.responder.observers = []

    let server = try EmbeddedServer(router: makeRouter(), configuration: configuration)
    let run = Task {
      try await server.run()
    }
    while server.port == nil { try await Task.sleep(for: .milliseconds(1)) }
    let port = try #require(server.port)

    let host = "HTTP/1.1\r\nHost: a\r\n"
    #expect(try await ask(port, "GET /hello/Ada \(host)\r\n")?.text == "Hello, Ada!\n")
    func post(_ json: String) async throws -> RawClient.Response? {
      let fields = "Content-Type: application/json\r\nAccept: application/json\r\n"
      let length = "Content-Length: \(json.utf8.count)\r\n"
      return try await ask(port, "POST /notes \(host)\(fields)\(length)\r\n\(json)")
    }
    let added = try await post(#"{"text":"Milk"}"#)
    #expect(added?.status == 201 && added?.text == #"{"text":"Milk"}"#)
    #expect(try await ask(port, "GET /notes/0 \(host)\r\n")?.text == #"{"text":"Milk"}"#)
    let wrong = try await post(#"{"words":"Milk"}"#)
    #expect(wrong?.status == 400)
    let problem = #"{"type":"about:blank","title":"Bad Request","status":400,"#
    #expect(wrong?.text.hasPrefix(problem) == true)
    #expect(wrong?.text.contains(#""field":"text""#) == true)
    #expect(try await ask(port, "PUT /notes \(host)\r\n")?.status == 405)
    #expect(try await ask(port, "GET /notes/1 \(host)\r\n")?.status == 404)

    run.cancel()
    try await run.value
  }

  @Test func `a note that was added is shown`() async throws {
    let responder = try RouteResponder(router: makeRouter())
    let added = await responder.respond(
      to: RequestHead(.post, "/notes", fields: [.contentType: "application/json"]),
      body: ServerRequestBody(Array(#"{"text":"Milk"}"#.utf8))
    )
    #expect(added.status == .created)
    #expect(added.fields[.location] == "/notes/0")

    let shown = await responder.respond(to: RequestHead(.get, "/notes/0"))
    let bytes = try await shown.body.collect()
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"text":"Milk"}"#)
  }

  /// What the test has in another form than the program.
  private static let places = [
    "@testableimportNotes": "importTesting", "Router(.server)": "Router(.patient)",
  ]

  @Test func `each line that is shown stands here`() throws {
    let article = "Sources/SwitchyardServer/SwitchyardServer.docc/GettingStartedWithAServer.md"
    let lines = try ShownCode.expectLines(of: article, replacing: Self.places)
    #expect(lines.count > 40)
  }
}
