import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// Parameters that a handler asks for, and the answers to those who send others.
@Suite struct RequestParameterTests {
  struct Search: Decodable {
    var shelf: String?
    var page: Int?
    var tag: [String]
  }

  struct Entry: Decodable {
    var title: String
    var year: Int
    var lent: Bool?
  }

  struct Deep: Decodable { var entry: Entry }

  struct Case: Sendable, CustomTestStringConvertible {
    let target: String
    let answer: String
    let form: String?
    var testDescription: String { "\(target.prefix(40)) \((form ?? "").prefix(40))" }

    init(_ target: String, _ answer: String, form: String? = nil) {
      self.target = target
      self.answer = answer
      self.form = form
    }
  }

  private static func number(_ name: String, in source: String) -> String {
    "400 The value of \"\(name)\" in the \(source) cannot be read as a whole number."
  }

  static let cases = [
    Case("/books/42", "200 42"), Case("/books/x", number("id", in: "path")),
    Case("/books/99999999999999999999", number("id", in: "path")),
    Case("/books/x?id=7", number("id", in: "path")),
    Case("/optional/7", "200 7"),
    Case("/optional", "400 The value of \"id\" in the path is missing."),
    Case("/optional?id=7", "400 The value of \"id\" in the path is missing."),
    Case("/misspelt/7", "500 Internal Server Error"),
    Case("/misspelt/7?idd=7", "500 Internal Server Error"),
    Case("/page?page=7", "200 7"), Case("/page?page=x", number("page", in: "query")),
    Case("/page", "400 The value of \"page\" in the query is missing."),
    Case("/shelves/new?page=2&tag=a&tag=b", "200 new 2 [\"a\", \"b\"]"),
    Case("/shelves/new?shelf=old", "200 new 0 []"),
    Case("/shelves/new?page=two", number("page", in: "query")),
    Case("/query?shelf=old&page=", "200 old 0 []"),
    Case("/deep?entry=1", "500 Internal Server Error"),
    Case("/form", "200 One 1999 true", form: "title=One&year=1999&lent=on"),
    Case("/form", "200  1999 false", form: "title=&year=1999"),
    Case("/form", "400 The value of \"title\" in the form is missing.", form: "year=1999"),
    Case("/form", number("year", in: "form"), form: "title=One&year="),
    Case("/form", number("year", in: "form"), form: "title=One&year=NaN"),
    Case(
      "/form",
      "413 The form has more than 1000 fields.",
      form: String(repeating: "a=&", count: 1000)
    ),
    Case(
      "/form",
      "200 One 2 false",
      form: "title=One&year=2&" + String(repeating: "a=&", count: 900)
    ),
  ]

  private static let line = #line + 4
  private static func routes(_ router: Router) {
    router.get("/books/:id") { try $0.parameters.require("id", as: Int.self) }
    router.get("/optional{/:id}?") { try $0.parameters.require("id", as: Int.self) }
    router.get("/misspelt/:id") { try $0.parameters.require("idd", as: Int.self) }
    router.get("/page") { try $0.query.require("page", as: Int.self) }
    router.get("/shelves/:shelf") { request in
      let search = try request.parameters.decode(Search.self)
      return "\(search.shelf ?? "") \(search.page ?? 0) \(search.tag)"
    }
    router.get("/query", calledOn: .serverThread) { request in
      let search: Search = try request.query.decode()
      return "\(search.shelf ?? "") \(search.page ?? 0) \(search.tag)"
    }
    router.get("/deep") { try $0.query.decode(Deep.self).entry.year }
    router.post("/form") { request in
      let entry = try await request.body.form().decode(Entry.self)
      return "\(entry.title) \(entry.year) \(entry.lent ?? false)"
    }
  }

  @Test(arguments: cases) func `what cannot be read is 400, and names it`(_ row: Case) async throws
  {
    let site = try Site(routes: Self.routes)
    let type: HeaderFields =
      row.form == nil ? [:] : [.contentType: "application/x-www-form-urlencoded"]
    let body = Array((row.form ?? "").utf8)
    let response = await site.respond(row.form == nil ? .get : .post, row.target, type, body: body)
    let lines = try await response.text.split(separator: "\n")
    let line = lines.dropFirst().first ?? lines.first ?? ""
    #expect("\(response.status.code) \(line)" == row.answer)
    #expect(site.failures.all.count == (row.answer.hasPrefix("500") ? 1 : 0))
  }

  @Test func `a name that the pattern does not have is reported with its route`() async throws {
    let site = try Site(routes: Self.routes)
    #expect(await site.respond(.get, "/misspelt/7").status == .internalServerError)
    let fault = try #require(site.failures.all.first)
    #expect(
      "\(fault)" == """
        GET /misspelt/7 (\(fault.requestID ?? "")): 500 Internal Server Error. Opening http://localhost/misspelt/7: the handler of \
        /misspelt/:id at \(#fileID):\(Self.line) threw an error: The pattern /misspelt/:id has no parameter "idd", only "id". Correct \
        the name; read a value of the query by query.require.
        """
    )
  }

  @Test func `a parameter that a proxy has given is one of the path`() async throws {
    let site = try Site(routes: { router in
      router.proxy("/old/:number") { (context: RouteContext) async throws in
        var parameters = context.parameters
        parameters["user"] = "ada"
        return .commit("/books/7", parameters: parameters)
      }
      router.get("/books/:id") { request in
        let user = try request.parameters.require("user")
        return "\(user) \(try request.parameters.require("id", as: Int.self))"
      }
    })
    #expect(try await site.respond(.get, "/old/1").text == "ada 7")
    // Of a request without it nobody can be blamed but the program.
    #expect(await site.respond(.get, "/books/7").status == .internalServerError)
  }

  @Test func `a guard that cannot read a parameter denies`() async throws {
    let site = try Site(routes: { router in
      router.guard("/books/:id") { context async throws in
        try context.parameters.require("id", as: Int.self) > 0 ? .allow : .deny
      }
      router.get("/books/:id") { _ in "book" }
    })
    #expect(await site.respond(.get, "/books/7").status == .ok)
    #expect(await site.respond(.get, "/books/x").status == .forbidden)
  }

  @Test func `a handler is tested with its parameters`() throws {
    let request = try ServerRequest(.get, "/books/42?page=7", parameters: ["id": "42"])
    #expect(try request.parameters.require("id", as: Int.self) == 42)
    #expect(try request.query.require("page", as: Int.self) == 7)
    #expect(try request.parameters.decode([String: Int].self) == ["id": 42, "page": 7])
  }
}
