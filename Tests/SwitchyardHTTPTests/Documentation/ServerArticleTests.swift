import Foundation
import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// The examples of the articles on middleware, files, bodies, cookies and tests, as they stand
/// there.
@Suite struct ServerArticleTests {
  struct Note: Codable {
    var version = 1
    var text: String
    var bytes: [UInt8] { Array(text.utf8) }

    private enum CodingKeys: CodingKey { case text }
    init(text: String) { self.text = text }
  }

  struct Photo: Decodable {
    var album: Int
  }

  struct User {
    var name: String
  }

  private static func prices(after last: Int) -> AsyncStream<Int> {
    AsyncStream { source in
      source.yield(last + 1)
      source.finish()
    }
  }

  struct Search: Decodable {
    var words: String
    var page: Int?
    var tag: [String]
  }

  actor Notes {
    private var notes: [Note] = [Note(text: "Milk")]

    func note(_ number: Int) throws -> Note {
      guard notes.indices.contains(number) else { throw ResponseError(.notFound) }
      return notes[number]
    }
    func found(_ search: Search) -> [Note]? {
      let found = notes.filter { $0.text.contains(search.words) && search.tag.isEmpty }
      return found.isEmpty ? nil : found
    }
    func add(_ note: Note) -> Note {
      notes.append(note)
      return note
    }
  }

  actor Sessions {
    private var ids: Set<String> = []

    func isOpen(_ id: String?) -> Bool { id.map { ids.contains($0) } ?? false }
    func open(_ name: String?, _ password: String?) -> String? {
      guard name == "ada", password == "secret" else { return nil }
      ids.insert("open")
      return "open"
    }
    func close(_ id: String?) { if let id { ids.remove(id) } }
  }

  struct StockError: Error {
    var title: String
  }

  struct Trace {
    @TaskLocal static var current: Trace?
    var parent: String?
  }

  @Test func `middleware does what its article says`() async throws {
    let router = Router(.patient)
    router.use("/api/*") { request, next in
      let start = ContinuousClock.now
      var response = try await next()
      response.fields["X-Time"] = "\(start.duration(to: .now))"
      return response
    }
    router.use("/shop/*") { _, next in
      do {
        return try await next()
      } catch let error as StockError {
        return .text("Sold out: \(error.title)", status: .conflict)
      }
    }
    router.use("/*") { request, next in
      let trace = Trace(parent: request.fields["Traceparent"])
      return try await Trace.$current.withValue(trace) {
        try await next()
      }
    }
    router.use { _, next in
      var response = try await next()
      response.fields[.xContentTypeOptions] = "nosniff"
      return response
    }
    router.transform("/pages/*") { _, response in
      response.fields[.cacheControl] = "no-store"
    }
    router.limit(bodyLength: 64 << 10)
    router.limit("/uploads/*", bodyLength: 1 << 30, concurrency: 20)
    router.limit("/reports/*", time: .seconds(120))
    router.get("/api/trace") { _ in .text(Trace.current?.parent ?? "none") }
    router.get("/shop/:title") { request in
      throw StockError(title: request.parameters["title"] ?? "")
    }
    router.get("/pages/:id", calledOn: .serverThread) { _ in .text("page") }

    let responder = try RouteResponder(router: router)
    let traced = await responder.respond(
      to: RequestHead(.get, "/api/trace", fields: ["Traceparent": "00-7"])
    )
    #expect(try await traced.text == "00-7")
    #expect(traced.fields["X-Time"]?.contains("seconds") == true)
    let sold = await responder.respond(to: RequestHead(.get, "/shop/Emma"))
    #expect(sold.status == .conflict)
    #expect(try await sold.text == "Sold out: Emma")
    let page = await responder.respond(to: RequestHead(.get, "/pages/7"))
    #expect(page.fields[.cacheControl] == "no-store")
    let missing = await responder.respond(to: RequestHead(.get, "/none"))
    #expect(missing.status == .notFound)
    #expect(missing.fields[.xContentTypeOptions] == "nosniff")
  }

  @Test func `files are served as their article says`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("body {}", to: "style.css")
    try folder.write("<p>", to: "index.html")
    let (path, notes) = (folder.path, Notes())
    let router = Router(.patient)
    let assets = try ServedFolder(path, cacheControl: "max-age=3600")
    router.files("/assets", from: assets)

    router.get("/report.pdf") { request in
      try .file(path + "/style.css", to: request)
    }
    let bundles = try ServedFolder(
      path,
      index: nil,
      cacheControl: "public, max-age=31536000, immutable"
    )
    let pages = try ServedFolder(path, cacheControl: "no-cache")
    let scripts = try ServedFolder(path, servesPrecompressed: true)
    router.files("/scripts", from: scripts)
    router.files("/bundles", from: bundles)
    router.files("/", from: pages)
    router.get("/notes/:id") { request in
      let note = try await notes.note(request.parameters.require("id", as: Int.self))
      let fields: HeaderFields = [
        .eTag: "\"\(note.version)\"", .contentLength: "\(note.bytes.count)",
      ]
      try request.checkConditions(of: fields)
      return ServerResponse(fields: fields, body: .bytes(note.bytes))
    }

    let responder = try RouteResponder(router: router)
    func get(_ path: String, _ fields: HeaderFields = [:]) async -> ServerResponse {
      await responder.respond(to: RequestHead(.get, path, fields: fields))
    }
    #expect(await get("/assets/style.css").fields[.cacheControl] == "max-age=3600")
    let redirected = await get("/assets")
    #expect(redirected.status == .permanentRedirect && redirected.fields[.location] == "/assets/")
    #expect(await get("/assets/style.css", [.range: "bytes=0-3"]).status == .partialContent)
    #expect(await get("/assets/style.css", [.range: "bytes=90-"]).status == .rangeNotSatisfiable)
    for (path, status) in [
      ("/assets/a%2Fb", 404), ("/assets/a%5Cb", 404), ("/assets/a%00b", 400),
    ] {
      #expect(await get(path).status.code == status, "\(path)")
    }
    #expect(await get("/bundles/").status == .notFound)
    #expect(await get("/report.pdf").status == .ok)
    #expect(try await get("/").body.collect() == Array("<p>".utf8))
    #expect(await get("/.hidden").status == .notFound)
    #expect(await get("/scripts/style.css").fields[.vary] == "Accept-Encoding")
    #expect(await get("/notes/0", [.ifNoneMatch: "\"1\""]).status == .notModified)
    #expect(try await get("/notes/0").body.collect() == Array("Milk".utf8))
    #expect(throws: ServedFileError.self) { try ServedFolder(path + "/missing") }
  }

  @Test func `bodies are read and written as their article says`() async throws {
    let (router, notes) = (Router(.patient), Notes())
    router.post("/notes") { request in
      let note = try await request.body.decode(Note.self)
      return try .json(await notes.add(note), status: .created, to: request)
    }
    router.get("/notes/:id") { request in
      try await notes.note(request.parameters.require("id", as: Int.self))
    }
    router.get("/search/:words") { request in
      let search = try request.parameters.decode(Search.self)
      return await notes.found(search)
    }
    router.post("/search") { request in
      let search = try await request.body.form().decode(Search.self)
      return await notes.found(search)
    }
    router.get("/notes/:id/text") { request in
      let note = try await notes.note(request.parameters.require("id", as: Int.self))
      return note.text
    }
    router.post("/login") { request in
      let form = try await request.body.form(upTo: 4_096)
      return .text("Hello \(form["name"] ?? "")")
    }
    router.put("/logs") { request in
      var count = 0
      for try await bytes in request.body { count += bytes.count }
      return .text("\(count) bytes")
    }
    let folder = try TemporaryFolder()
    let path = folder.path
    router.post("/photos") { request in
      var limits = FormLimits()
      limits.fileLength = 5 << 20
      let form = try await request.body.multipartForm(limits: limits)
      let photo = try form.fields.decode(Photo.self)
      guard let file = form.file(named: "file") else {
        throw ResponseError.invalid([.init("file", "is missing")])
      }
      try file.save(to: "\(path)/\(photo.album)-\(UUID())")
      return .text("\(file.filename ?? "A file") has \(file.length) bytes")
    }
    router.post("/imports") { request in
      var count = 0
      for try await part in try request.body.formParts() where part.isFile {
        for try await bytes in part.body { count += bytes.count }
      }
      return .text("\(count) bytes in files")
    }
    let prices = Self.prices
    router.get("/prices") { request in
      let last = request.lastEventID.flatMap { Int($0) } ?? 0
      return .events(
        prices(last).compactMap { price in
          try? ServerSentEvent("\(price)", event: "price", id: "\(price)")
        }
      )
    }
    router.get("/numbers") { _ in
      .stream(type: "text/csv") { writer in
        for number in 1...3 { try await writer.write("\(number)\n") }
      }
    }

    let responder = try RouteResponder(router: router)
    func send(
      _ method: RequestMethod,
      _ path: String,
      _ type: String,
      _ body: String
    ) async -> ServerResponse {
      let head = RequestHead(method, path, fields: [.contentType: type])
      return await responder.respond(to: head, body: ServerRequestBody(Array(body.utf8)))
    }
    let note = await send(.post, "/notes", "application/json", #"{"text":"Bread"}"#)
    #expect(note.status == .created)
    #expect(await send(.post, "/notes", "application/json", "{").status == .badRequest)
    #expect(await send(.post, "/notes", "text/plain", "{}").status == .unsupportedMediaType)
    let form = "application/x-www-form-urlencoded"
    let hello = await send(.post, "/login", form, "name=A+B")
    #expect(try await hello.body.collect() == Array("Hello A B".utf8))
    let long = "name=" + String(repeating: "a", count: 4_096)
    #expect(await send(.post, "/login", form, long).status == .contentTooLarge)
    let log = await send(.put, "/logs", "text/plain", "12345")
    #expect(try await log.body.collect() == Array("5 bytes".utf8))
    let search = await send(.post, "/search", form, "words=Br")
    #expect(try await search.text == #"[{"text":"Bread"}]"#)
    #expect(await send(.get, "/search/none", "text/plain", "").status == .notFound)
    #expect(await send(.get, "/search/Milk?page=x", "text/plain", "").status == .badRequest)
    #expect(try await send(.get, "/notes/0", "text/plain", "").text == #"{"text":"Milk"}"#)
    #expect(try await send(.get, "/notes/0/text", "text/plain", "").text == "Milk")
    #expect(await send(.get, "/notes/9", "text/plain", "").status == .notFound)
    let album = "--x\r\nContent-Disposition: form-data; name=album\r\n\r\n7\r\n"
    let head = "--x\r\nContent-Disposition: form-data; name=file; filename=\"../a.png\""
    let multipart = "multipart/form-data; boundary=x"
    let photo = await send(.post, "/photos", multipart, "\(album)\(head)\r\n\r\n12\r\n--x--")
    #expect(try await photo.text == "a.png has 2 bytes")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 1)
    #expect(await send(.post, "/photos", multipart, "\(album)--x--").status.code == 422)
    #expect(await send(.post, "/photos", multipart, "\(album)").status == .badRequest)
    let files = await send(.post, "/imports", multipart, "\(head)\r\n\r\n12\r\n--x--")
    #expect(try await files.text == "2 bytes in files")
    let events = await send(.get, "/prices", "text/plain", "")
    #expect(try await events.text.hasSuffix("event: price\nid: 1\ndata: 1\n\n"))
    let numbers = await send(.get, "/numbers", "text/plain", "")
    #expect(try await numbers.body.collect() == Array("1\n2\n3\n".utf8))
  }

  @Test func `cookies and other sites are as their article says`() async throws {
    let (router, sessions) = (Router(.patient), Sessions())
    let reader = CORS.Origins.only(
      ["https://reader.example"],
      withCredentials: true
    )
    router.cors("/api/*", policy: CORS(origins: reader, methods: [.get, .put]))
    router.cors("/fonts/*", policy: CORS(origins: .any))
    router.guard("/account/*") { context async in
      let session = context.exchange?.request.cookies["session"]
      guard await sessions.isOpen(session) else {
        return .redirect("/login", query: ["callback": context.target.pathAndQuery])
      }
      return .allow
    }
    router.post("/enter") { request in
      let form = try await request.body.form()
      guard let session = await sessions.open(form["name"], form["password"]) else {
        throw ResponseError(.forbidden, message: "Name or password are wrong.")
      }
      var response = try ServerResponse.redirect(to: form["callback"] ?? "/")
      response.set(
        try ResponseCookie(name: "session", value: session, sameSite: .lax)
      )
      return response
    }
    router.post("/leave") { request in
      await sessions.close(request.cookies["session"])
      var response = try ServerResponse.redirect(to: "/")
      response.set(try ResponseCookie(name: "session", value: "", maxAge: .zero))
      return response
    }
    router.get("/account/me") { _ in .text("me") }
    router.get("/fonts/a") { _ in .text("font") }

    let responder = try RouteResponder(router: router)
    func ask(
      _ method: RequestMethod,
      _ path: String,
      _ fields: HeaderFields = [:],
      body: String = ""
    ) async -> ServerResponse {
      let head = RequestHead(method, path, fields: fields)
      return await responder.respond(to: head, body: ServerRequestBody(Array(body.utf8)))
    }
    let away = await ask(.get, "/account/me")
    #expect(away.fields[.location] == "/login?callback=%2Faccount%2Fme")
    let form: HeaderFields = [.contentType: "application/x-www-form-urlencoded"]
    let entered = await ask(
      .post,
      "/enter",
      form,
      body: "name=ada&password=secret&callback=%2Faccount%2Fme"
    )
    #expect(entered.fields[.location] == "/account/me")
    #expect(entered.fields[.setCookie]?.hasPrefix("session=open;") == true)
    let cookie: HeaderFields = [.cookie: "session=open"]
    #expect(await ask(.get, "/account/me", cookie).status == .ok)
    let left = await ask(.post, "/leave", cookie)
    #expect(left.fields[.setCookie]?.contains("Max-Age=0") == true)
    // A copy of the cookie is worth nothing any more.
    #expect(await ask(.get, "/account/me", cookie).status == .temporaryRedirect)
    let evil = await ask(
      .post,
      "/enter",
      form,
      body: "name=ada&password=secret&callback=%2F%2Fevil.example"
    )
    #expect(evil.status == .badRequest)
    #expect(await ask(.get, "/fonts/a").fields[.accessControlAllowOrigin] == "*")
    #expect(await ask(.post, "/enter", form, body: "name=ada").status == .forbidden)
    #expect(throws: ResponseCookieError.self) {
      try ResponseCookie(name: "__Host-session", value: "x")
    }
    #expect(throws: ResponseCookieError.self) {
      try ResponseCookie(name: "__Host-a", value: "x", domain: "a.example", isSecure: true)
    }
    #expect(throws: ResponseCookieError.self) {
      try ResponseCookie(name: "a", value: "x", sameSite: .unrestricted)
    }
    #expect(throws: ResponseCookieError.self) { try ResponseCookie(name: "a", value: "x;y") }
  }

  @Test func `requests are answered without a server as their article says`() async throws {
    let router = Router(.patient)
    router.guard("/secrets/*") { _ async in .deny }
    router.get("/secrets/:id") { _ in .text("never") }
    router.get("/books/:id") { request in
      .text("Book \(request.parameters["id"] ?? "")")
    }

    let responder = try RouteResponder(router: router)
    let book = await responder.respond(to: RequestHead(.get, "/books/1"))
    let text = try await book.body.collect()

    let secret = await responder.respond(to: RequestHead(.get, "/secrets/1"))
    let added = await responder.respond(
      to: RequestHead(.post, "/books/1", fields: [.contentType: "text/plain"]),
      body: ServerRequestBody(Array("A new one".utf8))
    )
    #expect(text == Array("Book 1".utf8))
    #expect(secret.status == .forbidden)
    #expect(added.status == .methodNotAllowed)
    #expect(added.fields[.allow]?.contains("GET") == true)

    let request = try ServerRequest(.get, "/books/2?page=7")
    let page = request.query["page"]
    let given = request.giving(User(name: "Ada"))
    let user = try given.require(User.self)
    #expect(user.name == "Ada")
    #expect(page == "7")

    let report = router.validate(requiring: [.method(.get)])
    let open = report.findings(.unguarded)
    #expect(open.map(\.routes[0].pattern) == ["/books/:id"])
  }

  private static let places = [
    #""/srv/report.pdf""#: #"path+"/style.css""#, #""/srv/assets""#: "path",
    #""/srv/bundles""#: "path", #""/srv/pages""#: "path",
    #""/srv/scripts""#: "path", "Router(.server)": "Router(.patient)",
    #""/srv/photos/"#: #""\(path)/"#,
  ]

  @Test(arguments: [
    "Middleware", "ServingFiles", "ReadingAndWritingBodies", "CookiesAndOtherSites",
    "TestingHandlers",
  ])
  func `each line that is shown stands here`(_ article: String) throws {
    let path = "Sources/SwitchyardHTTP/SwitchyardHTTP.docc/\(article).md"
    let lines = try ShownCode.expectLines(of: path, replacing: Self.places)
    #expect(lines.count > 10)
  }
}
