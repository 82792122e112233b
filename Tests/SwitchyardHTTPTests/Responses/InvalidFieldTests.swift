import Foundation
import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// The fields that a request is refused for, and the numbers that it has gone beyond, for programs
/// and in plain text.
@Suite struct InvalidFieldTests {
  private enum Shelf: String, Decodable, CaseIterable { case new, old }

  private struct Entry: Decodable {
    struct Author: Decodable {
      var name: String
      var born: Date?
    }

    var title: String
    var year: UInt16
    var lent: Bool?
    var price: Double?
    var authors: [Author]?
  }

  private struct Search: Decodable {
    var shelf: Shelf
    var page: Int
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let request: String
    let type: String?
    let body: String
    let status: Int
    /// The last of the members, beginning with the sentence.
    let members: String
    /// The lines of the plain text behind the status and the sentence.
    let lines: [String]
    var testDescription: String { "\(request) \(body.prefix(40))" }

    init(
      _ request: String,
      type: String? = nil,
      body: String = "",
      status: Int = 400,
      _ members: String,
      _ lines: String...
    ) {
      self.request = request
      self.type = type
      self.body = body
      self.status = status
      self.members = members
      self.lines = lines
    }
  }

  private static let form = "application/x-www-form-urlencoded"
  private static let json = "application/json"
  private static let multipart = "multipart/form-data; boundary=x"

  private static func part(_ name: String, _ value: String, file: String? = nil) -> String {
    let filename = file.map { "; filename=\"\($0)\"" } ?? ""
    return "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\(filename)\r\n\r\n\(value)\r\n"
  }

  static let unreadable = [
    Case(
      "/books/x",
      #""detail":"The value of \"id\" in the path cannot be read as a whole number.","errors":"#
        + #"[{"expected":"a whole number","field":"id","message":"cannot be read as a whole number","#
        + #""source":"path"}]}"#,
      "id (path): cannot be read as a whole number"
    ),
    Case(
      "/query",
      #""detail":"The value of \"page\" in the query is missing.","errors":"#
        + #"[{"field":"page","message":"is missing","source":"query"}]}"#,
      "page (query): is missing"
    ),
    Case(
      "/shelves/used?page=1",
      #""detail":"The value of \"shelf\" in the path cannot be read as \"new\" or \"old\".","errors":"#
        + #"[{"expected":"\"new\" or \"old\"","field":"shelf","#
        + #""message":"cannot be read as \"new\" or \"old\"","source":"path"}]}"#,
      "shelf (path): cannot be read as \"new\" or \"old\""
    ),
    Case(
      "/shelves/new?page=two",
      #""detail":"The value of \"page\" in the query cannot be read as a whole number.","errors":"#
        + #"[{"expected":"a whole number","field":"page","#
        + #""message":"cannot be read as a whole number","source":"query"}]}"#,
      "page (query): cannot be read as a whole number"
    ),
    Case(
      "/form",
      type: form,
      body: "title=One&year=70000",
      #""detail":"The value of \"year\" in the form cannot be read as a whole number from 0 to 65535.","#
        + #""errors":[{"expected":"a whole number from 0 to 65535","field":"year","#
        + #""message":"cannot be read as a whole number from 0 to 65535","source":"form"}]}"#,
      "year (form): cannot be read as a whole number from 0 to 65535"
    ),
    Case(
      "/multipart",
      type: multipart,
      body: part("year", "1999") + "--x--\r\n",
      #""detail":"The value of \"title\" in the form is missing.","errors":"#
        + #"[{"field":"title","message":"is missing","source":"form"}]}"#,
      "title (form): is missing"
    ),
    Case(
      "/multipart",
      type: multipart,
      body: part("a\u{2028}b", "\u{0}", file: "f") + part("a\u{2028}title: forged", "123456789")
        + "--x--\r\n",
      status: 413,
      #""detail":"The field \"a\\u{2028}title: forged\" of the form has more than 8 bytes.","errors":"#
        + #"[{"expected":"at most 8 bytes","field":"a"# + "\u{2028}" + #"title: forged","#
        + #""message":"has more than 8 bytes","source":"form"}],"limit":8,"unit":"bytes"}"#,
      #"a\u{2028}title: forged (form): has more than 8 bytes"#
    ),
    Case(
      "/json",
      type: json,
      body: #"{"title":"One"}"#,
      #""detail":"In the JSON, year is missing.","errors":"#
        + #"[{"field":"year","message":"is missing","source":"body"}]}"#,
      "year (body): is missing"
    ),
    Case(
      "/json",
      type: json,
      body: #"{"title":7,"year":1}"#,
      #""detail":"In the JSON, title is not a text.","errors":"#
        + #"[{"expected":"a text","field":"title","message":"is not a text","source":"body"}]}"#,
      "title (body): is not a text"
    ),
    Case(
      "/json",
      type: json,
      body: #"{"title":"One","year":1,"lent":"no"}"#,
      #""detail":"In the JSON, lent is not true or false.","errors":"#
        + #"[{"expected":"true or false","field":"lent","message":"is not true or false","#
        + #""source":"body"}]}"#,
      "lent (body): is not true or false"
    ),
    Case(
      "/json",
      type: json,
      body: #"{"title":"One","year":null}"#,
      #""detail":"In the JSON, year is null.","errors":"#
        + #"[{"expected":"a whole number","field":"year","message":"is null","source":"body"}]}"#,
      "year (body): is null"
    ),
    Case(
      "/json",
      type: json,
      body: #"{"title":"One","year":1,"price":"7"}"#,
      #""detail":"In the JSON, price is not a number.","errors":"#
        + #"[{"expected":"a number","field":"price","message":"is not a number","source":"body"}]}"#,
      "price (body): is not a number"
    ),
    Case(
      "/json",
      type: json,
      body: #"{"title":"One","year":1,"authors":{}}"#,
      #""detail":"In the JSON, authors is not an array.","errors":"#
        + #"[{"expected":"an array","field":"authors","message":"is not an array","source":"body"}]}"#,
      "authors (body): is not an array"
    ),
    Case(
      "/json",
      type: json,
      body: #"{"title":"One","year":1,"authors":[{"name":"A"},"B"]}"#,
      #""detail":"In the JSON, authors.1 is not an object.","errors":"#
        + #"[{"expected":"an object","field":"authors.1","message":"is not an object","source":"body"}]}"#,
      "authors.1 (body): is not an object"
    ),
    Case("/json", type: json, body: "[]", #""detail":"The JSON is not an object."}"#),
    Case(
      "/json",
      type: json,
      body: "{",
      #""detail":"The JSON is not valid, or has a value that cannot be read."}"#
    ),
    Case(
      "/json",
      type: json,
      body: #"{"title":"One","year":1,"authors":[{"name":"A","born":"yesterday"}]}"#,
      #""detail":"In the JSON, authors.0.born is not a date such as 2030-01-31T08:30:00Z.","errors":"#
        + #"[{"expected":"a date such as 2030-01-31T08:30:00Z","field":"authors.0.born","#
        + #""message":"is not a date such as 2030-01-31T08:30:00Z","source":"body"}]}"#,
      "authors.0.born (body): is not a date such as 2030-01-31T08:30:00Z"
    ),
    Case(
      "/json",
      type: json,
      body: #"{"title":"One","year":19.5}"#,
      #""detail":"The JSON is not valid, or has a value that cannot be read."}"#
    ),
  ]

  /// Limits: that of the responder is 100 bytes, that of the route 5.
  static let tooLong = [
    Case(
      "/bytes",
      body: String(repeating: "a", count: 101),
      status: 413,
      #""detail":"The body has more than 100 bytes.","limit":100,"unit":"bytes"}"#
    ),
    Case(
      "/short",
      body: "123456",
      status: 413,
      #""detail":"The body has more than 5 bytes.","limit":5,"unit":"bytes"}"#
    ),
    Case(
      "/upto",
      body: "1234",
      status: 413,
      #""detail":"The body has more than 3 bytes.","limit":3,"unit":"bytes"}"#
    ),
    Case(
      "/fields",
      type: form,
      body: String(repeating: "&", count: 1000),
      status: 413,
      #""detail":"The form has more than 1000 fields.","limit":1000,"unit":"fields"}"#
    ),
    Case(
      "/multipart",
      type: multipart,
      body: part("a", "1") + part("b", "2") + part("c", "3") + part("d", "4") + "--x--\r\n",
      status: 413,
      #""detail":"The form has more than 3 parts.","limit":3,"unit":"parts"}"#
    ),
    // Five bytes are left for the last, which is no limit of its own.
    Case(
      "/multipart",
      type: multipart,
      body: part("a", "12345678") + part("b", "12345678") + part("c", "12345678") + "--x--\r\n",
      status: 413,
      #""detail":"The text of the form has more than 144 bytes.","limit":144,"unit":"bytes"}"#
    ),
  ]

  private func site() throws -> Site {
    try Site({ configuration, _ in configuration.bodyLength = 100 }) { router in
      router.limit("/short", bodyLength: 5)
      for target in ["/fields", "/multipart", "/form", "/json"] {
        router.limit(try? RoutePattern(parsing: target), bodyLength: 10_000)
      }
      router.get("/books/:id") { try $0.parameters.require("id", as: Int.self) }
      router.get("/query") { try $0.query.require("page", as: Int.self) }
      router.get("/shelves/:shelf") { try $0.parameters.decode(Search.self).page }
      router.post("/form") { try await $0.body.form().decode(Entry.self).title }
      router.post("/multipart") { request in
        var limits = FormLimits()
        (limits.partCount, limits.fieldLength, limits.textLength) = (3, 8, 144)
        let form = try await request.body.multipartForm(limits: limits)
        return try form.fields.decode(Entry.self).title
      }
      router.post("/json") { try await $0.body.decode(Entry.self).title }
      for target in ["/bytes", "/short"] {
        guard let pattern = try? RoutePattern(parsing: target) else { continue }
        router.post(pattern) { .bytes(try await $0.body.collect()) }
      }
      router.post("/upto") { .bytes(try await $0.body.collect(upTo: 3)) }
      router.post("/fields") { "\(try await $0.body.form())" }
    }
  }

  @Test(arguments: unreadable + tooLong)
  func `what is wrong with a request is told to programs and in plain text`(
    _ row: Case
  ) async throws {
    let site = try site()
    let isGet = row.type == nil && row.body.isEmpty
    for form in ["application/json", "text/plain"] {
      var fields: HeaderFields = [.accept: form]
      if let type = row.type { fields[.contentType] = type }
      let response = await site.respond(
        isGet ? .get : .post,
        row.request,
        fields,
        body: Array(row.body.utf8)
      )
      #expect(response.status.code == row.status)
      let text = try await response.text
      if form == "text/plain" {
        let lines = text.split(separator: "\n").map(String.init)
        #expect(Array(lines.dropFirst(2)) == row.lines)
      } else {
        let start = try #require(text.firstRange(of: "\"detail\"")).lowerBound
        #expect(String(text[start...]) == row.members)
      }
    }
    #expect(site.failures.all.isEmpty)
  }

  /// Whatever has made the body, and whether its length is announced.
  @Test(arguments: [false, true], [false, true])
  func `the number of a body that comes in is that of its route`(
    _ isAnnounced: Bool,
    _ isChannel: Bool
  ) async throws {
    let site = try site()
    let fields: HeaderFields =
      isAnnounced
      ? [.accept: "application/json", .contentLength: "6"] : [.accept: "application/json"]
    let head = RequestHead(.post, "/short", fields: fields)
    let response: ServerResponse
    if isChannel {
      let channel = ByteChannel(limit: 100, length: isAnnounced ? 6 : nil) {}
      _ = channel.push([1, 2, 3, 4, 5, 6])
      response = await withCheckedContinuation { continuation in
        _ = site.responder.begin(head, body: channel) { continuation.resume(returning: $0) }
      }
    } else {
      let parts = AsyncStream<[UInt8]> { continuation in
        for byte in 1...6 { continuation.yield([UInt8(byte)]) }
        continuation.finish()
      }
      response = await site.responder.respond(to: head, body: ServerRequestBody(parts))
    }
    let text = try await response.text
    #expect(
      text.hasSuffix(#""detail":"The body has more than 5 bytes.","limit":5,"unit":"bytes"}"#),
      "\(text)"
    )
    #expect(response.fields[.connection] == (isAnnounced ? "close" : nil))
  }

  @Test func `a program names what it does not accept in the same way`() async throws {
    let site = try Site(routes: { router in
      router.get("/") { _ in
        throw ResponseError.invalid([
          .init("title", "is empty"),
          .init("year", "is before 1450", source: .query, expected: "a year from 1450 on"),
        ])
      }
    })
    let response = await site.respond(.get, "/", [.accept: "application/json"])
    #expect(
      try await response.text
        == #"{"type":"about:blank","title":"Unprocessable Content","status":422,"errors":"#
        + #"[{"field":"title","message":"is empty"},{"expected":"a year from 1450 on","#
        + #""field":"year","message":"is before 1450","source":"query"}]}"#
    )
    #expect(
      try await site.respond(.get, "/").text
        == "Unprocessable Content\ntitle: is empty\nyear (query): is before 1450\n"
    )
  }

  @Test func `a page shows the fields`() async throws {
    let site = try Site({ configuration, _ in
      configuration.errorPage = { error, _ in
        error.invalidFields.map { "\($0.field) \($0.source?.rawValue ?? "")" }.joined()
      }
    }) { router in
      router.get("/books/:id") { try $0.parameters.require("id", as: Int.self) }
    }
    let response = await site.respond(.get, "/books/x", [.accept: "text/html"])
    #expect(try await response.text == "id path")
  }
}
