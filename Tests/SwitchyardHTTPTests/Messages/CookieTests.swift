import SwitchyardHTTP
import Testing

@Suite struct CookieTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let sent: [String]
    let read: [[String]]
    var testDescription: String { "\(sent)" }
  }

  static let rows = [
    Row(sent: ["a=1; b=2"], read: [["a", "1"], ["b", "2"]]),
    Row(sent: ["a=1", "b=2"], read: [["a", "1"], ["b", "2"]]),
    Row(sent: ["a=1;b=2;"], read: [["a", "1"], ["b", "2"]]),
    Row(sent: ["a=1; a=2"], read: [["a", "1"], ["a", "1"]]),
    Row(sent: ["a=\"x y\""], read: [["a", "x y"]]),
    Row(sent: ["a=\""], read: [["a", "\""]]),
    Row(sent: ["a=b=c"], read: [["a", "b=c"]]),
    Row(sent: ["a="], read: [["a", ""]]),
    Row(sent: ["=x; a; ;; b=2"], read: [["b", "2"]]),
    Row(sent: ["A=1; a=2"], read: [["A", "1"], ["a", "2"]]),
    Row(sent: [""], read: []),
    // What follows a separator may combine with it into one character, and separates all the same.
    Row(sent: ["a=1;\u{301}b=2"], read: [["a", "1"], ["\u{301}b", "2"]]),
    Row(sent: ["a=\u{301}1; b=2"], read: [["a", "\u{301}1"], ["b", "2"]]),
    Row(sent: ["a=\"\u{301}x\""], read: [["a", "\u{301}x"]]),
  ]

  @Test(arguments: rows)
  func `cookies are read one by one`(_ row: Row) async throws {
    let read = Notes<[[String]]>()
    let site = try Site(routes: { router in
      router.get("/") { request in
        let cookies = request.cookies
        read.add(cookies.names.map { [$0, cookies[$0] ?? "missing"] })
        return .text("")
      }
    })
    var fields = HeaderFields()
    for value in row.sent { fields.append(.cookie, value: value) }
    _ = await site.respond(.get, "/", fields)
    #expect(read.all == [row.read])
  }

  @Test func `a cookie is hidden and stays at home unless it is said otherwise`() throws {
    #expect("\(try ResponseCookie(name: "a", value: "1"))" == "a=1; Path=/; SameSite=Lax; HttpOnly")
    let cookie = try ResponseCookie(
      name: "a",
      value: "",
      path: nil,
      domain: "example.com",
      maxAge: .seconds(90),
      sameSite: ResponseCookie.SameSite.none,
      isSecure: true,
      isHTTPOnly: false
    )
    #expect("\(cookie)" == "a=; Domain=example.com; Max-Age=90; SameSite=None; Secure")
  }

  @Test(arguments: [
    ("a b", "1", "/"), ("", "1", "/"), ("a=", "1", "/"), ("a", "1 2", "/"), ("a", "1;2", "/"),
    ("a", "1\r\nX: y", "/"), ("a", "1,2", "/"), ("a", "\"1\"", "/"), ("a", "ü", "/"),
    ("a", "1", "/;Secure"), ("a", "1", "/\n"),
  ])
  func `what cannot stand in a cookie is refused`(_ name: String, _ value: String, _ path: String) {
    #expect(throws: ResponseCookieError.self) {
      try ResponseCookie(name: name, value: value, path: path)
    }
  }

  @Test func `an error says which part is wrong, and keeps a value to itself`() throws {
    let error = #expect(throws: ResponseCookieError.self) {
      try ResponseCookie(name: "a", value: "my secret")
    }
    #expect(
      error?.description == """
        The value of a cookie holds what cannot stand there. Encode it, as with base64: no spaces, quotes, commas, \
        semicolons or backslashes.
        """
    )
  }

  @Test func `a cookie takes the place of its namesake`() throws {
    var response = ServerResponse.text("")
    response.set(try ResponseCookie(name: "a", value: "1"))
    response.set(try ResponseCookie(name: "ab", value: "2"))
    response.set(try ResponseCookie(name: "a", value: "3"))
    #expect(response.fields[values: .setCookie].map { $0.prefix(4) } == ["ab=2", "a=3;"])
  }
}
