import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// The examples of the documentation, as they stand there.
@Suite struct ExampleTests {
  struct Book: Codable, Equatable { var title: String }

  actor Store {
    private var books: [String: Book] = ["1": Book(title: "One")]

    func book(_ id: String?) -> Book? { id.flatMap { books[$0] } }
    func add(_ book: Book) -> Book {
      books["\(books.count + 1)"] = book
      return book
    }
  }

  @Test func `the first page's router answers as it says`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("body {}", to: "style.css")
    let path = folder.path
    let store = Store()
    let router = Router(.patient)

    router.guard("/profile/*") { context async in
      context.exchange?.request.cookies["session"] == nil
        ? .redirect("/login", query: ["callback": context.target.pathAndQuery])
        : .allow
    }
    router.get("/books/:id(\\d+)") { request in
      await store.book(try request.parameters.require("id"))
    }
    router.post("/books") { request in
      let book = try await request.body.decode(Book.self)
      return try .json(await store.add(book), status: .created, to: request)
    }
    router.files("/assets", from: try ServedFolder(path))
    router.cors("/api/*", policy: CORS(origins: .only(["https://reader.example"])))

    let responder = try RouteResponder(router: router)
    let response = await responder.respond(to: RequestHead(.get, "/books/1"))
    #expect(try await response.text == #"{"title":"One"}"#)

    let profile = await responder.respond(to: RequestHead(.get, "/profile/me?x=1"))
    #expect(profile.status == .temporaryRedirect)
    #expect(profile.fields[.location] == "/login?callback=%2Fprofile%2Fme%3Fx%3D1")
    let json = RequestHead(.post, "/books", fields: [.contentType: "application/json"])
    let book = ServerRequestBody(Array(#"{"title":"Two"}"#.utf8))
    let created = await responder.respond(to: json, body: book)
    #expect(created.status == .created)
    #expect(await responder.respond(to: RequestHead(.get, "/books/2")).status == .ok)
    #expect(await responder.respond(to: RequestHead(.get, "/books/3")).status == .notFound)
    let style = await responder.respond(to: RequestHead(.get, "/assets/style.css"))
    #expect(style.fields[.contentType] == "text/css; charset=utf-8")
  }
}
