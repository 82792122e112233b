import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// The examples of the article on statuses and errors, as they stand there.
@Suite struct StatusArticleTests {
  struct Book: Codable { var title: String }

  struct DatabaseError: Error {}

  enum StockError: ResponseConvertible {
    case soldOut(title: String)

    var responseError: ResponseError {
      switch self {
      case .soldOut(let title):
        ResponseError(.conflict, message: "\(title) is sold out.")
      }
    }
  }

  actor Store {
    func book(_ id: String?) -> Book? { id == "1" ? Book(title: "One") : nil }
  }

  actor Sessions {
    func isOpen(_ id: String?) -> Bool { id == "open" }
  }

  actor Notebook {
    private var notes = ["1": (version: 1, text: "Milk")]

    func note(_ id: String) throws -> (version: Int, text: String) {
      guard let note = notes[id] else { throw ResponseError(.notFound) }
      return note
    }
    func replace(_ id: String, by text: String, _ check: (Int) throws -> Void) throws {
      let version = try note(id).version
      try check(version)
      notes[id] = (version + 1, text)
    }
  }

  let store = Store()
  let sessions = Sessions()

  @Test func `what the article on statuses shows answers as it says`() async throws {
    let (store, sessions) = (store, sessions)
    let site = try Site { configuration, _ in
      configuration.errorPage = { error, head in
        "<!DOCTYPE html><title>Sorry</title><h1>\(error.status)</h1>"
      }
    } routes: { router in
      router.get("/books/:id") { request in
        guard let book = await store.book(request.parameters["id"]) else {
          throw ResponseError(.notFound, message: "No such book.")
        }
        return book
      }
      router.onError("/shop/*") { request, error in
        guard error is DatabaseError else { return nil }
        return .text("The shop is closed.", status: .serviceUnavailable)
      }
      router.get("/shop/:title") { request in
        let title = try request.parameters.require("title")
        throw title == "all" ? DatabaseError() as any Error : StockError.soldOut(title: title)
      }
      router.put("/books/:id") { request in
        let book = try await request.body.decode(Book.self)
        var invalid: [ResponseError.InvalidField] = []
        if book.title.isEmpty { invalid.append(.init("title", "is empty")) }
        guard invalid.isEmpty else { throw ResponseError.invalid(invalid) }
        return book
      }
      router.guard("/admin/*") { context async in
        let fields: HeaderFields = [.wwwAuthenticate: "Basic realm=\"books\""]
        return context.deny(with: ServerResponse(.unauthorized, fields: fields))
      }
      router.get("/admin/users") { _ in .text("never") }
      router.guard("/profile/*") { context async in
        guard await sessions.isOpen(context.exchange?.request.cookies["session"]) else {
          return .redirect("/login", query: ["callback": context.target.pathAndQuery])
        }
        return .allow
      }
      router.post("/login") { request in
        let form = try await request.body.form()
        return try .redirect(to: form["callback"] ?? "/")
      }
      router.guard("/*", observing: true) { context async in
        context.exchange?.onResponse { $0.fields[.xContentTypeOptions] = "nosniff" }
        return .allow
      }
    }

    let found = await site.respond(.get, "/books/1")
    #expect(found.status == .ok)
    #expect(found.fields[.xContentTypeOptions] == "nosniff")
    let missing = await site.respond(.get, "/books/7", [.accept: "application/json"])
    let problem =
      #"{"type":"about:blank","title":"Not Found","status":404,"detail":"No such book."}"#
    #expect(try await missing.text == problem)
    #expect(missing.fields[.xContentTypeOptions] == "nosniff")
    #expect(await site.respond(.get, "/admin/users").status == .unauthorized)
    #expect(try await site.respond(.get, "/shop/Emma").text == "Conflict\nEmma is sold out.\n")
    #expect(try await site.respond(.get, "/shop/all").text == "The shop is closed.")
    let page = try await site.respond(.get, "/none", [.accept: "text/html"]).text
    #expect(page.contains("<h1>404 Not Found</h1>"))
    let json: HeaderFields = [.contentType: "application/json", .accept: "application/json"]
    let invalid = await site.respond(.put, "/books/1", json, body: Array(#"{"title":""}"#.utf8))
    #expect(
      try await invalid.text
        == #"{"type":"about:blank","title":"Unprocessable Content","status":422,"#
        + #""errors":[{"field":"title","message":"is empty"}]}"#
    )

    let profile = await site.respond(.get, "/profile?x=1")
    #expect(profile.fields[.location] == "/login?callback=%2Fprofile%3Fx%3D1")
    let form: HeaderFields = [.contentType: "application/x-www-form-urlencoded"]
    let back = Array("callback=%2Fprofile%3Fx%3D1".utf8)
    let entered = await site.respond(.post, "/login", form, body: back)
    #expect(entered.fields[.location] == "/profile?x=1")
    let away = Array("callback=%2F%2Fevil.example".utf8)
    #expect(await site.respond(.post, "/login", form, body: away).status == .badRequest)
  }

  @Test func `versions are compared as the article says`() async throws {
    let notebook = Notebook()
    let site = try Site(routes: { router in
      router.get("/notes/:id") { request in
        let note = try await notebook.note(request.parameters.require("id"))
        let fields: HeaderFields = [.eTag: "\"\(note.version)\""]
        try request.checkConditions(of: fields)
        return ServerResponse(fields: fields, body: .bytes(Array(note.text.utf8)))
      }
      router.put("/notes/:id") { request in
        let text = String(decoding: try await request.body.collect(), as: UTF8.self)
        try await notebook.replace(request.parameters.require("id"), by: text) { version in
          try request.checkConditions(of: [.eTag: "\"\(version)\""])
        }
        return ServerResponse(.noContent)
      }
    })
    let milk = await site.respond(.get, "/notes/1")
    #expect(milk.fields[.eTag] == "\"1\"")
    #expect(try await milk.text == "Milk")
    #expect(await site.respond(.get, "/notes/1", [.ifNoneMatch: "\"1\""]).status == .notModified)
    let first: HeaderFields = [.ifMatch: "\"1\""]
    let bread = await site.respond(.put, "/notes/1", first, body: Array("Bread".utf8))
    #expect(bread.status == .noContent)
    let late = await site.respond(.put, "/notes/1", first, body: Array("Butter".utf8))
    #expect(late.status == .preconditionFailed)
    let kept = await site.respond(.get, "/notes/1", [.ifNoneMatch: "\"1\""])
    #expect(try await kept.text == "Bread")
    #expect(await site.respond(.put, "/notes/2", first).status == .notFound)
  }

  @Test func `a name that a pattern lacks is a mistake where it is required alone`() async throws {
    let site = try Site(routes: { router in
      router.get("/books/:id") { request in .text(request.parameters["idd"] ?? "none") }
      router.get("/notes/:id") { request in .text(try request.parameters.require("idd")) }
    })
    #expect(try await site.respond(.get, "/books/1").text == "none")
    #expect(try await site.respond(.get, "/books/1?idd=7").text == "7")
    #expect(site.failures.all.isEmpty)
    #expect(await site.respond(.get, "/notes/1?idd=7").status == .internalServerError)
    #expect(site.failures.all.count == 1)
  }

  @Test func `each line that is shown stands here`() throws {
    let article = "Sources/SwitchyardHTTP/SwitchyardHTTP.docc/StatusesAndErrors.md"
    let lines = try ShownCode.expectLines(of: article)
    #expect(lines.count > 10)
  }
}
