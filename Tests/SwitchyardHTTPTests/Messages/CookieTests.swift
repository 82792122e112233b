import HTTPTestSupport
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
      sameSite: .unrestricted,
      isSecure: true,
      isHTTPOnly: false,
      isPartitioned: true
    )
    #expect("\(cookie)" == "a=; Domain=example.com; Max-Age=90; SameSite=None; Secure; Partitioned")
    // Zero would delete it.
    let short = try ResponseCookie(name: "a", value: "1", maxAge: .milliseconds(500))
    #expect("\(short)" == "a=1; Path=/; Max-Age=1; SameSite=Lax; HttpOnly")
    let past = try ResponseCookie(name: "a", value: "1", maxAge: .milliseconds(-500))
    #expect("\(past)" == "a=1; Path=/; Max-Age=0; SameSite=Lax; HttpOnly")
    let host = try ResponseCookie(name: "__Host-a", value: "1", isSecure: true)
    #expect("\(host)" == "__Host-a=1; Path=/; SameSite=Lax; Secure; HttpOnly")
  }

  struct Dropped: Sendable, CustomTestStringConvertible {
    var name = "a"
    var value = "1"
    var path: String? = "/"
    var domain: String?
    var sameSite: ResponseCookie.SameSite?
    var isSecure = false
    var isHTTPOnly = true
    var isPartitioned = false
    let error: String?
    var testDescription: String { error ?? "\(name.prefix(40)), \(value.count): nothing" }
  }

  static let dropped = [
    Dropped(name: "__Secure-a", error: #"name "__Secure-a" of a cookie needs a secure one"#),
    Dropped(name: "__Host-a", error: #"name "__Host-a" of a cookie needs a secure one"#),
    Dropped(name: "__host-a", error: #"name "__host-a" of a cookie needs a secure one"#),
    Dropped(
      name: "__Host-a",
      domain: "example.com",
      isSecure: true,
      error: #"name "__Host-a" of a cookie needs the path "/" and no domain"#
    ),
    Dropped(
      name: "__HOST-a",
      path: "/a",
      isSecure: true,
      error: #"name "__HOST-a" of a cookie needs the path "/" and no domain"#
    ),
    Dropped(
      name: "__Host-a",
      path: nil,
      isSecure: true,
      error: #"name "__Host-a" of a cookie needs the path "/" and no domain"#
    ),
    Dropped(name: "__Http-a", error: #"name "__Http-a" of a cookie needs a secure one"#),
    Dropped(
      name: "__HTTP-a",
      isSecure: true,
      isHTTPOnly: false,
      error: #"name "__HTTP-a" of a cookie needs one that scripts cannot read"#
    ),
    Dropped(
      name: "__Host-Http-a",
      isSecure: true,
      isHTTPOnly: false,
      error: #"name "__Host-Http-a" of a cookie needs one that scripts cannot read"#
    ),
    Dropped(
      name: "__Host-Http-a",
      path: "/a",
      isSecure: true,
      error: #"name "__Host-Http-a" of a cookie needs the path "/" and no domain"#
    ),
    Dropped(name: "__Http-a", path: "/a", domain: "example.com", isSecure: true, error: nil),
    Dropped(name: "__Host-Http-a", isSecure: true, error: nil),
    Dropped(name: "__Host-a", isSecure: true, isHTTPOnly: false, error: nil),
    Dropped(
      sameSite: .unrestricted,
      error: #"sameSite "None" of a cookie needs a secure one"#
    ),
    Dropped(
      isPartitioned: true,
      error: #"isPartitioned "Partitioned" of a cookie needs a secure one"#
    ),
    Dropped(domain: "exa mple.com", error: #"domain "exa mple.com" of a cookie holds what"#),
    Dropped(domain: "", error: #"domain "" of a cookie holds what"#),
    Dropped(domain: "a..b", error: #"domain "a..b" of a cookie holds what"#),
    Dropped(domain: "example.com:80", error: #"domain "example.com:80" of a cookie holds what"#),
    Dropped(domain: ".example.com", error: #"domain ".example.com" of a cookie holds what"#),
    Dropped(path: "x", error: #"path "x" of a cookie holds what"#),
    Dropped(path: "", error: #"path "" of a cookie holds what"#),
    Dropped(value: String(repeating: "x", count: 4096), error: "value of a cookie makes it longer"),
    Dropped(
      domain: String(repeating: "x", count: 1025),
      error: #"of a cookie is longer than 1,024 bytes"#
    ),
    Dropped(
      path: "/" + String(repeating: "x", count: 1024),
      error: #"of a cookie is longer than 1,024 bytes"#
    ),
    Dropped(value: String(repeating: "x", count: 4095), error: nil),
    Dropped(path: "/" + String(repeating: "x", count: 1023), domain: "A-1_.example", error: nil),
    Dropped(name: "__Secure-a", path: "/a", domain: "127.0.0.1", isSecure: true, error: nil),
  ]

  @Test(arguments: dropped)
  func `what browsers drop is an error`(_ row: Dropped) throws {
    func make() throws -> ResponseCookie {
      try ResponseCookie(
        name: row.name,
        value: row.value,
        path: row.path,
        domain: row.domain,
        sameSite: row.sameSite,
        isSecure: row.isSecure,
        isHTTPOnly: row.isHTTPOnly,
        isPartitioned: row.isPartitioned
      )
    }
    guard let text = row.error else {
      _ = try make()
      return
    }
    let error = #expect(throws: ResponseCookieError.self) { try make() }
    #expect(error?.description.contains(text) == true)
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
