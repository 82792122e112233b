import HTTPTestSupport
import TestSupport
import Testing

@testable import SwitchyardHTTP

@Suite struct FormTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let type: String
    let body: String
    let answer: String
    var testDescription: String { "\(type) \(body.debugDescription.prefix(100))" }

    /// A form with one part of a header.
    init(head: String, _ answer: String) {
      self.init("--x\r\n\(head)\r\n\r\nvalue\r\n--x--\r\n", answer)
    }

    init(type: String = "multipart/form-data; boundary=x", _ body: String, _ answer: String) {
      self.type = type
      self.body = body
      self.answer = answer
    }

    /// A form with another media type.
    init(type: String, _ answer: String) {
      let head = "Content-Disposition: form-data; name=a"
      self.init(type: type, "--x\r\n\(head)\r\n\r\nvalue\r\n--x--", answer)
    }
  }

  private static let disposition = "Content-Disposition: form-data; name=a"

  static let cases = [
    // The media type.
    Case(type: "multipart/form-data; boundary=x", "a=value"),
    Case(type: "Multipart/Form-Data ;\tBOUNDARY=\"x\";charset=utf-8", "a=value"),
    Case(type: "multipart/mixed; boundary=x", "415"),
    Case(type: "application/x-www-form-urlencoded", "415"),
    Case(type: "multipart/form-data", "400 The media type of a form has one boundary"),
    Case(type: "multipart/form-data; boundary=", "400 The media type of a form has one boundary"),
    Case(type: "multipart/form-data; boundary=\"\"", "400 The media type of a form has one"),
    Case(type: "multipart/form-data; boundary=x; boundary=y", "400 The media type of a form has"),
    Case(type: "multipart/form-data; boundary=\"x ", "400 The media type of a form has one"),
    Case(type: "multipart/form-data; boundary=\"x \"", "400 The media type of a form has one"),
    Case(type: "multipart/form-data; boundary=\"x\u{e9}\"", "400 The media type of a form has one"),
    Case(type: "multipart/form-data; boundary=x, multipart/form-data; boundary=y", "400 The media"),
    Case(
      type: "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
      "400 The media type of a form has one boundary, of 1 to 70 characters."
    ),
    // A line ends with CR LF, and an empty one that others might see ends no header.
    Case(head: "\n\(disposition)", "400"),
    Case(head: "\(disposition)\r\n\nX-Own: 1", "400"),
    Case(head: "\(disposition)\n", "400"),
    Case(head: "\(disposition)\r\nContent-Type: text/plain; charset=utf-8; charset=utf-16", "400"),
    // The delimiters.
    Case("--x--", ""),
    Case("--x--\r\n", ""),
    Case("preamble\r\n--x \t\r\n\(disposition)\r\n\r\n1\r\n--x-- \r\nepilogue", "a=1"),
    Case("--x\r\n\(disposition)\r\n\r\n\r\n--x--", "a="),
    // RFC 2046 has a part whose header alone is there.
    Case("--x\r\n\(disposition)\r\n\r\n--x--", "a="),
    Case("--x\r\n\(disposition)\r\n\r\n\r\n--x\r\n\(disposition)\r\n\r\n2\r\n--x--", "a=&a=2"),
    Case(
      "--x\r\n\(disposition)\r\n\r\n\n--x\n\r--x\r\r\n-\r\n--\r\n--x--",
      "a=\n--x\n\r--x\r\r\n-\r\n--"
    ),
    Case("", "400 The form cannot be read at byte 0: expected is that the form ends with its"),
    Case("--y--", "400 The form cannot be read at byte 5: expected is that the form ends with its"),
    Case(
      " --x--",
      "400 The form cannot be read at byte 6: expected is that the form ends with its"
    ),
    Case("\n--x--", "400 The form cannot be read at byte 6: expected is that the form ends"),
    Case(
      "--x\n\(disposition)\r\n\r\n1\r\n--x--",
      "400 The form cannot be read at byte 3: expected"
    ),
    Case("--x\r\n\(disposition)\r\n\r\n1\n--x--", "400 The form cannot be read at byte 54"),
    Case("--x\r\n\(disposition)\r\n\r\n1\r\n--x-", "400 The form cannot be read at byte 54"),
    Case(
      "--x\r\n\(disposition)\r\n\r\n1\r\n--xy--",
      "400 The form cannot be read at byte 53: expected"
    ),
    Case("--x--y", "400 The form cannot be read at byte 5: expected is that behind a boundary"),
    Case("--x--\r", "400 The form cannot be read at byte 6"),
    Case("--x--\n", "400 The form cannot be read at byte 5"),
    // The headers of parts.
    Case(head: "content-disposition:form-data;name=a", "a=value"),
    Case(head: "Content-Disposition: FORM-DATA ; name=\"a\" ; ; x=y;", "a=value"),
    Case(head: "Content-Disposition: form-data; name=\"a; b=\\\"c\\\"\"", "a; b=\"c\"=value"),
    Case(head: "Content-Disposition: form-data; name=\"%22%0D%0A%25%41\"", "\"\r\n%25%41=value"),
    Case(head: "Content-Disposition: form-data; name=\"ü\"", "ü=value"),
    Case(head: "Content-Disposition: form-data; name=\"\"", "=value"),
    Case(head: "\(disposition)\r\nContent-Type: text/plain; charset=UTF-8", "a=value"),
    Case(head: "\(disposition)\r\nContent-Transfer-Encoding: Binary\r\nX-Own: 1", "a=value"),
    Case(
      head: "X-Own: 1",
      "400 The form cannot be read at byte 17: expected is that each part has one"
    ),
    Case(
      "--x\r\n\r\nvalue\r\n--x--",
      "400 The form cannot be read at byte 7: expected is that each"
    ),
    Case(head: "\(disposition)\r\n\(disposition)", "400 The form cannot be read at byte"),
    Case(head: "Content-Disposition: attachment; name=a", "400 The form cannot be read at byte"),
    Case(head: "Content-Disposition: form-data", "400 The form cannot be read at byte"),
    Case(head: "\(disposition); name=b", "400 The form cannot be read at byte"),
    Case(
      head: "\(disposition); filename=\"a\"; FILENAME=\"b\"",
      "400 The form cannot be read at byte"
    ),
    Case(head: "\(disposition); filename*=utf-8''b", "400 The form cannot be read at byte"),
    Case(
      head: "\(disposition); filename=b; filename*=utf-8''c",
      "400 The form cannot be read at byte"
    ),
    Case(
      head: "\(disposition); filename=b; filename*=iso-8859-1''b",
      "400 The form cannot be read at byte"
    ),
    Case(
      head: "\(disposition); filename=\"%22\"; filename*=utf-8''%2522",
      "400 The form cannot be read at byte"
    ),
    Case(
      head: "\(disposition); filename=\"=?utf-8?B?w7w=?=\"; filename*=utf-8''%C3%BC",
      "400 The form cannot be read at byte"
    ),
    Case(head: "\(disposition); filename=b; name*=utf-8''a", "400 The form cannot be read at"),
    Case(head: "\(disposition); filename*0=b", "400 The form cannot be read at byte"),
    Case(head: "\(disposition); filename=\"b", "400 The form cannot be read at byte"),
    // A backslash before a quote that ends nothing.
    Case(head: "\(disposition); filename=\"b\\\"; x=y", "400 The form cannot be read at byte"),
    Case(head: "\(disposition); filename=\"\\\"b\\\"", "400 The form cannot be read at byte"),
    Case(head: "\(disposition); filename=a b", "400 The form cannot be read at byte"),
    Case(head: "\(disposition)\r\n folded: 1", "400 The form cannot be read at byte"),
    Case(head: "\(disposition)\nX-Own: 1", "400 The form cannot be read at byte"),
    Case(head: "\(disposition)\rX-Own: 1", "400 The form cannot be read at byte"),
    Case(head: "\(disposition)\r\nX-Own : 1", "400 The form cannot be read at byte"),
    Case(head: "\(disposition)\r\nX-Own: \u{0}", "400 The form cannot be read at byte"),
    Case(head: "\(disposition)\r\nno colon", "400 The form cannot be read at byte"),
    Case(
      head: "\(disposition)\r\nContent-Type: a/b\r\nContent-Type: a/b",
      "400 The form cannot be"
    ),
    Case(
      head: "\(disposition)\r\nContent-Transfer-Encoding: base64",
      "415 The form cannot be read"
    ),
    Case(head: "\(disposition)\r\nContent-Type: text/plain; charset=utf-16", "415 The form cannot"),
  ]

  @Test(arguments: cases)
  func `a form is read strictly`(_ row: Case) async throws {
    let site = try Site(routes: { router in
      router.post("/") { request in
        let fields = try await request.body.multipartForm().fields.decoded
        return .text(fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&"))
      }
    })
    let fields: HeaderFields = [.contentType: row.type]
    let response = await site.respond(.post, "/", fields, body: Array(row.body.utf8))
    var text = try await response.text
    if response.status != .ok {
      text = "\(response.status.code) \(text.split(separator: "\n").last ?? "")"
      #expect(text.hasPrefix(row.answer), "\(text)")
    } else {
      #expect(text == row.answer)
    }
    #expect(site.failures.all.isEmpty)
  }

  static let names: [(given: String, last: String?)] = [
    ("a.txt", "a.txt"), ("/etc/passwd", "passwd"), ("..\\..\\boot.ini", "boot.ini"),
    ("../../", nil), ("..", nil), (".", nil), ("", nil), (".htaccess", "htaccess"),
    ("a/../b", "b"), ("C:\\a.txt", "a.txt"), ("a\u{0}.png", "a.png"), (" a . ", "a"),
    ("gpj.\u{202e}exe", "gpj.exe"), ("ä ö.png", "ä ö.png"), ("a\r\nb", "ab"),
    (String(repeating: "ä", count: 127), String(repeating: "ä", count: 127)),
    // Cut, it might have another ending.
    (String(repeating: "a", count: 251) + ".php.png", nil),
    ("a\u{301}/\u{301}b", "\u{301}b"),
  ]

  @Test(arguments: names)
  func `of the name of a file the last part is taken`(_ given: String, _ last: String?) throws {
    let name = given.replacing("\"", with: "%22").replacing("\r\n", with: "%0D%0A")
      .replacing("\u{0}", with: "")
    let line = "Content-Disposition: form-data; name=a; filename=\"\(name)\"\r\n"
    let head = try FormPartHead(parsing: Array(line.utf8))
    #expect(head.filename == last)
    #expect(head.isFile)
  }

  /// As .NET writes each file.
  @Test(arguments: [("a.txt", "utf-8''a.txt"), ("\"a b.txt\"", "UTF-8''a%20b.txt")])
  func `a name may be said twice`(_ name: String, _ extended: String) throws {
    let line =
      "Content-Disposition: form-data; name=a; filename=\(name); filename*=\(extended)\r\n"
    let head = try FormPartHead(parsing: Array(line.utf8))
    #expect(head.filename?.utf8.first == UInt8(ascii: "a"))
    #expect(head.isFile)
  }

  static let endings: [(quoted: String, name: String?)] = [
    (#""x\""#, #"x\"#), (#""x\\" "#, #"x\\"#), (#""\""#, #"\"#), (#""\"x""#, #""x"#),
    (#""C:\x\"; y=z"#, nil), (#""\"x\""#, nil),
  ]

  @Test(arguments: endings)
  func `a name may end in a backslash where nothing follows`(
    _ quoted: String,
    _ name: String?
  ) throws {
    let line = "Content-Disposition: form-data; name=a; filename=\(quoted)\r\n"
    let head = try? FormPartHead(parsing: Array(line.utf8))
    #expect(head?.givenFilename == name)
    #expect((head == nil) == (name == nil))
  }

  @Test func `a compressed form is refused`() async throws {
    let fields: HeaderFields = [.contentType: WrittenForm().contentType, .contentEncoding: "gzip"]
    let body = ServerRequestBody(RequestParts(Pieces([])) { $0 }, fields)
    #expect(throws: ResponseError.self) { _ = try body.formParts() }
  }

  @Test func `fields are decoded as those of any form`() async throws {
    struct Book: Decodable, Equatable {
      var title: String
      var year: Int?
      var tag: [String]
    }
    var form = WrittenForm()
    for (name, value) in [("title", "A & B=%41+c"), ("year", ""), ("tag", "1"), ("tag", "2")] {
      form.parts.append(.init(name: name, content: Array(value.utf8)))
    }
    let read = try await Pieces([form.bytes]).body(form.contentType).multipartForm()
    let book = try read.fields.decode(Book.self)
    #expect(book == Book(title: "A & B=%41+c", year: nil, tag: ["1", "2"]))
    struct Other: Decodable { var pages: Int }
    #expect(throws: ParameterError.self) { try read.fields.decode(Other.self) }
  }

  @Test func `files are found by the names of their fields`() async throws {
    var form = WrittenForm()
    form.parts = [
      .init(name: "a", filename: "1.txt", type: "text/plain", content: [1]),
      .init(name: "none", filename: "", type: "application/octet-stream", content: []),
      .init(name: "a", filename: "", content: [2]),
      .init(name: "b", filename: "empty", content: []),
    ]
    let read = try await Pieces([form.bytes]).body(form.contentType).multipartForm()
    #expect(read.fields.isEmpty)
    #expect(read.file(named: "a")?.contentType == "text/plain")
    #expect(read.files(named: "a").map(\.length) == [1, 1])
    #expect(read.file(named: "none") == nil)
    #expect(read.file(named: "b")?.length == 0)
    #expect(read.file(named: "b")?.filename == "empty")
    #expect(read.file(named: "b")?.fields[.contentDisposition]?.hasPrefix("form-data") == true)
  }
}
