import HTTPTestSupport
import SwitchyardHTTP
import Testing

@Suite struct BodyTests {
  struct Book: Codable, Equatable { var title: String, pages: Int }

  struct Case: Sendable, CustomTestStringConvertible {
    let target: String
    let type: String?
    let body: String
    let answer: String
    var testDescription: String { "\(target) \(type ?? "untyped") \(body.prefix(40))" }

    init(_ target: String, _ type: String?, _ body: String, _ answer: String) {
      self.target = target
      self.type = type
      self.body = body
      self.answer = answer
    }
  }

  private static let form = "application/x-www-form-urlencoded"

  static let cases = [
    Case("/text", nil, "über", "über"),
    Case("/text", "text/plain", "", ""),
    Case("/form", form, "a=1&b=x+y%26z&a=2", "1 x y&z [\"1\", \"2\"]"),
    Case("/form", "\(form); charset=utf-8", "a=1&b=", "1  [\"1\"]"),
    Case("/form", "APPLICATION/X-WWW-FORM-URLENCODED", "a=%zz&b=2", "%zz 2 [\"%zz\"]"),
    Case("/form", "text/plain", "a=1", "415 Send a form as \(form)."),
    Case("/form", nil, "a=1", "415 Send a form as \(form)."),
    Case(
      "/form",
      form,
      String(repeating: "&", count: 1000),
      "413 The form has more than 1000 fields."
    ),
    Case("/json", "application/json", #"{"title":"x","pages":7}"#, "x 7"),
    Case("/json", "application/vnd.book+json; v=1", #"{"title":"x","pages":7}"#, "x 7"),
    Case(
      "/json",
      "text/plain",
      #"{"title":"x","pages":7}"#,
      "415 Send the body as application/json."
    ),
    Case("/json", "application/json", #"{"title":"x"}"#, "400 In the JSON, pages is missing."),
    Case(
      "/json",
      "application/json",
      #"{"title":"x","pages":"y"}"#,
      "400 In the JSON, pages is not a whole number."
    ),
    Case(
      "/json",
      "application/json",
      #"{"title":null,"pages":1}"#,
      "400 In the JSON, title is null."
    ),
    Case(
      "/json",
      "application/json",
      "{",
      "400 The JSON is not valid, or has a value that cannot be read."
    ),
    Case(
      "/json",
      "application/json",
      String(repeating: "[", count: 100_000),
      "400 The JSON is not valid, or has a value that cannot be read."
    ),
  ]

  @Test(arguments: [
    ("gzip", "415"), ("identity, br", "415"), ("x", "415"), ("identity", "200"),
    ("Identity,", "200"), ("", "200"),
  ])
  func `a body that is compressed is not read as what it is not`(
    _ coding: String,
    _ status: String
  ) async throws {
    let site = try Site(routes: { router in
      router.post("/text") { request in .text(try await request.body.text()) }
      router.post("/form") { request in .text("\(try await request.body.form())") }
      router.post("/json") { request in .text("\(try await request.body.decode(Int.self))") }
      router.post("/bytes") { request in .bytes(try await request.body.collect()) }
    })
    let types = ["/text": "text/plain", "/form": Self.form, "/json": "application/json"]
    for (target, type) in types {
      let fields: HeaderFields = [.contentType: type, .contentEncoding: coding]
      let response = await site.respond(.post, target, fields, body: [UInt8(ascii: "1")])
      #expect("\(response.status.code)" == status)
      #expect(response.fields[.acceptEncoding] == (status == "415" ? "identity" : nil))
    }
    let raw = await site.respond(.post, "/bytes", [.contentEncoding: coding], body: [1])
    #expect(try await raw.body.collect() == [1])
  }

  @Test(arguments: cases)
  func `a body is read as what it was sent as`(_ row: Case) async throws {
    let site = try Site(routes: { router in
      router.post("/text") { request in .text(try await request.body.text()) }
      router.post("/form") { request in
        let form = try await request.body.form()
        return .text("\(form["a"] ?? "") \(form["b"] ?? "") \(form.values(of: "a"))")
      }
      router.post("/json") { request in
        let book = try await request.body.decode(Book.self)
        return .text("\(book.title) \(book.pages)")
      }
    })
    var fields = HeaderFields()
    if let type = row.type { fields[.contentType] = type }
    let response = await site.respond(.post, row.target, fields, body: Array(row.body.utf8))
    let text = try await response.text
    let lines = text.split(separator: "\n")
    guard response.status != .ok else {
      #expect(text == row.answer)
      return
    }
    #expect("\(response.status.code) \(lines.dropFirst().first ?? "")" == row.answer)
  }

  @Test func `text that is not UTF-8 is refused`() async throws {
    let site = try Site(routes: { router in
      router.post("/text") { request in .text(try await request.body.text()) }
    })
    #expect(await site.respond(.post, "/text", body: [0xFF]).status == .badRequest)
  }

  @Test func `a value is sent as JSON`() async throws {
    let response = try ServerResponse.json(Book(title: "x", pages: 7), status: .created)
    #expect(response.fields[.contentType] == "application/json")
    let body = ServerRequestBody(try await response.body.collect(), contentType: "application/json")
    #expect(try await body.decode(Book.self) == Book(title: "x", pages: 7))
  }
}
