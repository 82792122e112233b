import HTTPTestSupport
import TestSupport
import Testing

@testable import SwitchyardHTTP

/// A letter with so many marks.
private func letter(_ count: Int, _ mark: String = "\u{301}") -> String {
  "a" + String(repeating: mark, count: count)
}

private func part(_ name: String, _ value: String) -> String {
  "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n--x--"
}

@Suite struct CrowdedMarkTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let target: String
    let type: String
    /// The body with so many marks.
    let body: @Sendable (Int) -> String
    var testDescription: String { name }
  }

  private static let form = "application/x-www-form-urlencoded"
  private static let multipart = "multipart/form-data; boundary=x"
  private static let json = "application/json"

  static let cases: [Case] = [
    Case(name: "text", target: "/text", type: "text/plain") { letter($0) },
    Case(name: "astral marks", target: "/text", type: "text/plain") { letter($0, "\u{1D165}") },
    Case(name: "a value", target: "/form", type: form) { "b=\(letter($0))" },
    Case(name: "a name", target: "/form", type: form) { "\(letter($0))=1" },
    Case(name: "escapes", target: "/form", type: form) { "b=\(letter($0, "%CC%81"))" },
    Case(name: "a value of a part", target: "/parts", type: multipart) { part("b", letter($0)) },
    Case(name: "a name of a part", target: "/parts", type: multipart) { part(letter($0), "1") },
    Case(name: "a key", target: "/json", type: json) { #"{"\#(letter($0))":""}"# },
    Case(name: "an escaped key", target: "/json", type: json) {
      #"{"\n\\\#(letter($0, #"\u0301"#))":""}"#
    },
    Case(name: "escapes in turn", target: "/json", type: json) { count in
      #"{"\#(letter(count / 2, "\u{323}\\u0301"))\#(count % 2 == 1 ? "\u{301}" : "")":""}"#
    },
    Case(name: "escaped pairs", target: "/json", type: json) {
      #"{"\#(letter($0, #"\uD834\udd65"#))":""}"#
    },
  ]

  private static func site() throws -> Site {
    try Site(routes: { router in
      router.post("/text") { request in .text(try await request.body.text()) }
      router.post("/form") { request in .text(try await request.body.form()["b"] ?? "") }
      router.post("/parts") { request in
        .text("\(try await request.body.multipartForm().fields)")
      }
      router.post("/json") { request in
        .text("\(try await request.body.decode([String: String].self).count)")
      }
    })
  }

  @Test(arguments: cases)
  func `a letter has at most 100 marks`(_ row: Case) async throws {
    let site = try Self.site()
    let fields: HeaderFields = [.contentType: row.type]
    for (count, status) in [(100, ResponseStatus.ok), (101, .badRequest), (5000, .badRequest)] {
      // Parts have short headers.
      guard count < 4000 || row.name != "a name of a part" else { continue }
      let body = Array(row.body(count).utf8)
      #expect(await site.respond(.post, row.target, fields, body: body).status == status)
    }
    #expect(site.failures.all.isEmpty)
  }

  @Test func `marks are counted wherever they stand`() {
    for place in 0..<401 {
      let before = String(repeating: "b", count: place)
      #expect(!(before + letter(100) + "b").hasCrowdedMarks)
      #expect((before + letter(101) + "b").hasCrowdedMarks)
    }
    #expect(!String(repeating: letter(100), count: 50).hasCrowdedMarks)
    #expect(!String(repeating: "\u{4e2d}", count: 5000).hasCrowdedMarks)
  }

  @Test func `JSON is UTF-8`() async throws {
    let site = try Self.site()
    let units = Array(#"{"a":"b"}"#.utf16)
    let bodies: [[UInt8]] = [
      units.flatMap { [UInt8($0 & 0xFF), 0] }, units.flatMap { [0, UInt8($0 & 0xFF)] },
      [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), 0] }, Array("{\"a\":\"".utf8) + [0xFF],
    ]
    for body in bodies {
      let response = await site.respond(.post, "/json", [.contentType: Self.json], body: body)
      #expect(response.status == .badRequest)
      #expect(try await response.text.contains("The JSON is not UTF-8, or has a zero byte."))
    }
  }

  @Test(arguments: [
    ("\\\\u0301", "\\\\u0301"), ("\\ud834x\\uDD65", "\u{FFFD}x\u{FFFD}"),
    ("\\uD834\\uDD65", "\u{1D165}"),
    ("a\\", "a\\"), ("\\u03", "\\u03"), ("\\n\\u0061\\u0062\\t", "\\nab\\t"), ("", ""), ("a", "a"),
  ])
  func `escapes of JSON are read as it means them`(_ text: String, _ read: String) {
    #expect(text.readingJSONEscapes == read)
  }

  @Test func `a key of marks is answered as quickly as one of letters`() async throws {
    let site = try Self.site()
    func time(_ name: String) async -> Duration {
      let body = Array(#"{"\#(name)":""}"#.utf8)
      var least = Duration.seconds(100)
      for _ in 0..<3 {
        let time = await ContinuousClock().measure {
          _ = await site.respond(.post, "/json", [.contentType: Self.json], body: body)
        }
        least = min(least, time)
      }
      return least
    }
    _ = await time("warm")
    let marks = letter(30_000, "\u{301}\u{323}")
    let bound = await time(String(repeating: "a", count: marks.utf8.count)) * 10
    #expect(await time(marks) < bound + .milliseconds(150))
  }

  @Test func `a file is found by the bytes of its name`() async throws {
    let site = try Site(routes: { router in
      router.post("/upload") { request in
        .text("\(try await request.body.multipartForm().file(named: "K") != nil)")
      }
    })
    for (name, isFound) in [("K", "true"), ("\u{212A}", "false")] {
      let head = "Content-Disposition: form-data; name=\"\(name)\"; filename=\"a\""
      let body = Array("--x\r\n\(head)\r\n\r\n1\r\n--x--".utf8)
      let response = await site.respond(
        .post,
        "/upload",
        [.contentType: Self.multipart],
        body: body
      )
      #expect(try await response.text == isFound)
    }
  }

  @Test func `cookies and keys of limits are compared by their bytes`() {
    func time(_ text: String) -> Duration {
      let start = threadTime()
      let cookies = RequestCookies([.cookie: "\(text)=1"])
      for _ in 0..<4 { #expect(cookies["abc"] == nil) }
      _ = cookies.hashValue
      _ = RateKeySeed().key(text)
      return threadTime() - start
    }
    let marks = "a" + String(repeating: "\u{301}\u{323}", count: 1 << 14)
    let bound = time(String(repeating: "a", count: marks.utf8.count)) * 10 + .milliseconds(100)
    #expect(time(marks) < bound)
    #expect(RequestCookies([.cookie: "\u{212A}EY=1"])["KEY"] == nil)
    let seed = RateKeySeed()
    #expect(seed.key("K") == seed.key("K"))
    #expect(seed.key("K") != seed.key("\u{212A}"))
  }
}
