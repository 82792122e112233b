import Foundation
import SwitchyardServer
import Testing

@testable import Bookshop

/// The shop without a server: requests in process, by the same rules.
@Suite struct BookshopTests {
  private let responder: RouteResponder
  private let shop: Bookshop

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    shop = try Bookshop(database: ":memory:", covers: folder.path)
    responder = try RouteResponder(router: shop.router)
  }

  private func respond(
    _ method: RequestMethod,
    _ target: String,
    _ fields: HeaderFields = [:],
    json: String? = nil,
    body: [UInt8] = []
  ) async -> ServerResponse {
    var fields = fields
    if json != nil { fields[.contentType] = "application/json" }
    return await responder.respond(
      to: RequestHead(method, target, fields: fields),
      body: ServerRequestBody(json.map { Array($0.utf8) } ?? body)
    )
  }

  private func text(_ response: ServerResponse) throws -> String {
    guard case .bytes(let bytes) = response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Signs a user up.
  /// - Returns: the fields with which the user writes.
  private func writer(_ name: String = "Ada") async throws -> HeaderFields {
    let response = await respond(.post, "/api/users", json: #"{"name": "\#(name)"}"#)
    #expect(response.status == .created)
    let account = try JSONDecoder().decode(
      AccountRoutes.Account.self,
      from: Data(text(response).utf8)
    )
    return [.authorization: "Bearer \(account.token)"]
  }

  /// The fields of a form that a browser sends from a page of the shop.
  private static let form: HeaderFields = [
    .contentType: "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
  ]

  /// Signs a user up, for a form.
  /// - Returns: the token.
  private func token() async throws -> String {
    let fields = try await writer()
    return String(fields[.authorization]?.dropFirst("Bearer ".count) ?? "")
  }

  /// Signs a user in, who has a token.
  /// - Returns: the field in which the cookie of the session is sent back.
  private func session(_ token: String) async throws -> String {
    let entered = await respond(.post, "/login", Self.form, body: Array("token=\(token)".utf8))
    let cookie = try #require(entered.fields[.setCookie])
    return String(cookie.prefix { $0 != ";" })
  }

  @Test func `a book is added, shown, changed and removed`() async throws {
    let writer = try await writer()
    let emma = #"{"title": "Emma", "author": "Jane Austen", "year": 1815}"#
    let added = await respond(.post, "/api/books", writer, json: emma)
    #expect(added.status == .created && added.fields[.location] == "/api/books/1")
    let shown = await respond(.get, "/api/books/1")
    #expect(try text(shown) == #"{"author":"Jane Austen","id":1,"title":"Emma","year":1815}"#)
    let persuasion = #"{"title": "Persuasion", "author": "Jane Austen", "year": 1817}"#
    #expect(await respond(.put, "/api/books/1", writer, json: persuasion).status == .ok)
    #expect(try text(await respond(.get, "/api/books/1")).contains("Persuasion"))
    #expect(await respond(.delete, "/api/books/1", writer).status == .noContent)
    #expect(await respond(.get, "/api/books/1").status == .notFound)
    let gone = await respond(.delete, "/api/books/1", writer)
    #expect(gone.status == .notFound)
    #expect(try text(gone) == "Not Found\nThere is no book 1.\n")
  }

  @Test(arguments: [
    (RequestMethod.post, "/api/books"), (.put, "/api/books/1"), (.delete, "/api/books/1"),
    (.put, "/api/books/1/cover"), (.post, "/api//books/"), (.post, "/api/./books"),
    (.post, "/api/nothing"),
  ])
  func `nobody writes without a token`(_ method: RequestMethod, _ target: String) async {
    for fields in [[:], [.authorization: "Bearer x"], [.authorization: "Basic x"]] as [HeaderFields]
    {
      let response = await respond(method, target, fields, json: "{}")
      #expect(
        response.status == .unauthorized
          && response.fields[.wwwAuthenticate]?.hasPrefix("Bearer ") == true
      )
    }
  }

  @Test func `all that needs a user is behind a guard`() {
    let report = shop.router.validate(requiring: ["Writers", "Desk"])
    #expect(report.isClean, "\(report.table)")
  }

  @Test func `all fields that are not accepted are named at once`() async throws {
    let writer = try await writer()
    var fields = writer
    fields[.accept] = "application/json"
    let response = await respond(
      .post,
      "/api/books",
      fields,
      json: #"{"title": "", "author": "A", "year": 99}"#
    )
    #expect(response.status.code == 422)
    #expect(
      try text(response).contains(
        #""errors":[{"field":"title","message":"is empty"},{"field":"year","message":"is not in 1450...2100"}]"#
      )
    )
    let unreadable = await respond(.post, "/api/books", writer, json: #"{"title": 7}"#)
    #expect(unreadable.status == .badRequest)
  }

  @Test func `pages lead from one to the next`() async throws {
    let writer = try await writer()
    for number in 1...5 {
      let json = #"{"title": "\#(number)", "author": "A & B", "year": 2000}"#
      #expect(await respond(.post, "/api/books", writer, json: json).status == .created)
    }
    var titles: [String] = []
    var next: String? = "/api/books?author=A%20%26%20B&count=2"
    while let target = next {
      struct Page: Decodable {
        let books: [Book]
        let next: String?
      }
      let text = try text(await respond(.get, target))
      let page = try JSONDecoder().decode(Page.self, from: Data(text.utf8))
      titles += page.books.map(\.title)
      next = page.next
    }
    #expect(titles == ["1", "2", "3", "4", "5"])
    let wrong = await respond(.get, "/api/books?count=many")
    #expect(wrong.status == .badRequest)
    #expect(try text(wrong).contains("count"))
  }

  @Test func `a quotation mark with an accent on it is doubled in the list`() async throws {
    let json = #"{"title": "a\"\u0301,b", "author": "A", "year": 2000}"#
    let writer = try await writer()
    let added = await respond(.post, "/api/books", writer, json: json)
    #expect(added.status == .created)
    let list = try await respond(.get, "/api/books.csv").body.collect()
    let expected = "id,title,author,year\r\n1,\"a\"\"\u{301},b\",\"A\",2000\r\n"
    #expect(list == Array(expected.utf8))
  }

  @Test func `a name is given once`() async throws {
    _ = try await writer("Ada")
    let again = await respond(.post, "/api/users", json: #"{"name": "Ada"}"#)
    #expect(again.status == .conflict)
    #expect(try text(again).contains("The name Ada is taken; choose another."))
  }

  @Test func `a cover is stored and shown in parts`() async throws {
    var fields = try await writer()
    fields[.contentType] = "image/png"
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(await respond(.put, "/api/books/3/cover", fields, body: bytes).status == .noContent)
    let part = await respond(.get, "/api/books/3/cover", [.range: "bytes=10-19"])
    #expect(part.status.code == 206 && part.fields[.contentRange] == "bytes 10-19/10000")
    #expect(await respond(.get, "/api/books/4/cover").status == .notFound)
    fields[.contentType] = "text/html"
    #expect(await respond(.put, "/api/books/3/cover", fields, body: bytes).status.code == 415)
  }

  @Test func `whoever has signed in comes back to the page that was asked for`() async throws {
    let token = try await writer("<Ada>")[.authorization]?.dropFirst("Bearer ".count) ?? ""
    let first = await respond(.get, "/desk/orders")
    #expect(first.status == .temporaryRedirect)
    #expect(
      first.fields[.location] == "/login?to=/desk/orders"
        || first.fields[.location] == "/login?to=%2Fdesk%2Forders"
    )
    let login = await respond(.get, first.fields[.location] ?? "")
    #expect(try text(login).contains(#"name="to" type="hidden" value="/desk/orders""#))
    let body = Array("token=\(token)&to=/desk/orders".utf8)
    let entered = await respond(.post, "/login", Self.form, body: body)
    #expect(entered.status == .seeOther && entered.fields[.location] == "/desk/orders")
    let cookie = entered.fields[.setCookie]?.split(separator: ";").first.map { String($0) }
    let desk = await respond(.get, "/desk/orders", [.cookie: cookie ?? ""])
    #expect(try text(desk).contains("&lt;Ada&gt; is at /desk/orders"))
    // The form of a page, by which a cover comes in.
    var upload = Self.form
    upload[.contentType] = "multipart/form-data; boundary=x"
    let part = "--x\r\nContent-Disposition: form-data; name=cover; filename=\"../a.png\"\r\n"
    let cover = Array("\(part)Content-Type: image/png\r\n\r\n12345\r\n--x--".utf8)
    #expect(await respond(.post, "/desk/books/3/cover", upload, body: cover).status == .seeOther)
    #expect(await respond(.get, "/api/books/3/cover").status == .notFound)
    upload[.cookie] = cookie
    #expect(await respond(.post, "/desk/books/3/cover", upload, body: cover).status == .seeOther)
    let shown = try await respond(.get, "/api/books/3/cover").body.collect()
    #expect(shown == Array("12345".utf8))
    let untyped = Array("\(part)\r\n12345\r\n--x--".utf8)
    let refused = await respond(.post, "/desk/books/3/cover", upload, body: untyped)
    #expect(refused.status.code == 422)
    let away = Array("token=\(token)&to=//evil.example".utf8)
    #expect(await respond(.post, "/login", Self.form, body: away).status == .badRequest)
    let wrong = Array("token=x".utf8)
    #expect(await respond(.post, "/login", Self.form, body: wrong).status == .forbidden)
  }

  @Test func `a session is another secret at each sign-in, and no token`() async throws {
    let token = try await token()
    let cookies = [try await session(token), try await session(token)]
    #expect(cookies[0] != cookies[1])
    for cookie in cookies {
      #expect(await respond(.get, "/desk", [.cookie: cookie]).status == .ok)
      // The API does not take it.
      let fields: HeaderFields = [.authorization: "Bearer \(cookie.dropFirst("session=".count))"]
      #expect(await respond(.post, "/api/books", fields, json: "{}").status == .unauthorized)
    }
    // Nor the desk a token.
    let desk = await respond(.get, "/desk", [.cookie: "session=\(token)"])
    #expect(desk.status == .temporaryRedirect)
  }

  @Test(arguments: [RouteTarget.ServerScheme.http, .https])
  func `over TLS the cookie of a session is for TLS alone`(
    _ scheme: RouteTarget.ServerScheme
  ) async throws {
    let token = try await token()
    var head = RequestHead(.post, "/login", fields: Self.form)
    head.scheme = scheme
    let body = ServerRequestBody(Array("token=\(token)".utf8))
    let entered = await responder.respond(to: head, body: body)
    #expect(entered.status == .seeOther)
    let cookie = try #require(entered.fields[.setCookie])
    #expect(cookie.contains("; Secure") == (scheme == .https))
  }

  @Test(arguments: ["cross-site", "same-site", "none"])
  func `no page of another site signs anybody in, or sends a cover`(_ site: String) async throws {
    let token = try await token()
    var fields = Self.form
    fields["Sec-Fetch-Site"] = site
    let entered = await respond(.post, "/login", fields, body: Array("token=\(token)".utf8))
    #expect(entered.status == .forbidden && entered.fields[.setCookie] == nil)
    fields[.cookie] = try await session(token)
    fields[.contentType] = "multipart/form-data; boundary=x"
    #expect(await respond(.post, "/desk/books/3/cover", fields).status == .forbidden)
  }

  @Test func `whoever guesses has to wait`() async {
    for _ in 0..<5 {
      let guess = await respond(.post, "/login", Self.form, body: Array("token=x".utf8))
      #expect(guess.status == .forbidden)
    }
    let refused = await respond(.post, "/login", Self.form, body: Array("token=x".utf8))
    #expect(refused.status == .tooManyRequests && refused.fields[.retryAfter] != nil)
    #expect(await respond(.get, "/login").status == .ok)
  }

  @Test(arguments: [("https://reader.example", true), ("https://evil.example", false)])
  func `pages of the reader may ask for books, and others not`(
    _ origin: String,
    _ mayAsk: Bool
  ) async {
    let name: HeaderField.Name = "Access-Control-Allow-Origin"
    let books = await respond(.get, "/api/books", ["Origin": origin])
    #expect(books.status == .ok && books.fields[name] == (mayAsk ? origin : nil))
    let asked: HeaderFields = ["Origin": origin, "Access-Control-Request-Method": "DELETE"]
    let answer = await respond(.options, "/api/books/1", asked)
    #expect(answer.fields[name] == (mayAsk ? origin : nil))
    #expect(await respond(.get, "/desk", ["Origin": origin]).fields[name] == nil)
  }

  @Test func `no cache keeps a page of the desk`() async throws {
    let cookie = try await session(token())
    for target in ["/desk", "/desk/orders"] {
      let desk = await respond(.get, target, [.cookie: cookie])
      #expect(desk.status == .ok && desk.fields[.cacheControl] == "no-store", "\(target)")
    }
    #expect(await respond(.get, "/api/books").fields[.cacheControl] == nil)
  }

  @Test func `an answer of the API says how long it took`() async throws {
    let books = await respond(.get, "/api/books")
    let time = books.fields[.serverTiming]?.dropFirst("api;dur=".count)
    #expect(time.flatMap { Double($0) } ?? 0 > 0)
    #expect(await respond(.get, "/health").fields[.serverTiming] == nil)
  }

  @Test func `a database that another process has is busy`() throws {
    let name = UUID().uuidString
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    let (other, ours) = (try Database(path: path), try Database(path: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try other.run("BEGIN EXCLUSIVE")
    try ours.run("PRAGMA busy_timeout = 0")
    let busy = #expect(throws: DatabaseError.self) { try ours.run("BEGIN EXCLUSIVE") }
    #expect(busy?.isBusy == true)
    let wrong = #expect(throws: DatabaseError.self) { try ours.run("BEGIN WHATEVER") }
    #expect(wrong?.isBusy == false)
  }

  @Test(arguments: [true, false])
  func `a busy database is no fault, and others are`(_ isBusy: Bool) async {
    shop.router.get("/api/fault") { _ in
      throw DatabaseError(message: "", statement: "", isBusy: isBusy)
    }
    let response = await respond(.get, "/api/fault")
    #expect(response.status == (isBusy ? .serviceUnavailable : .internalServerError))
    #expect(response.fields[.retryAfter] == (isBusy ? "1" : nil))
  }

  @Test func `every response forbids frames`() async {
    for target in ["/health", "/nothing", "/api/books/1", "/desk"] {
      #expect(await respond(.get, target).fields["X-Frame-Options"] == "DENY", "\(target)")
    }
  }
}
