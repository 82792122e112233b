import Testing

@testable import RoutePatterns

/// What is clean is found to be so at once: the slow path makes the same of it, so that nothing else would tell.
@Suite struct TargetScannerTests {
  @Test(
    arguments: [
      "/", "/a", "/users/12345/books/abc-def", "/a.b/c_d/~e/!$&()*+,;=:@", "/12345678/1234567/1",
      "/search?q=a&r=/x?y", "/search?q=a#top", "/a#b?c/d", "/?", "/#", "app://push/info",
      "app://a-b.c_d/1?x#y", "x-y+z.1://h/p", "https://api.example.com/v1/users?q=a",
      "http://127.0.0.1/", "ws://h/chat", "wss://a.b.c/d#e", "longscheme://host/path",
    ]
  )
  func `clean text is kept`(text: String) {
    for slashes in [RouteTarget.SlashPolicy.lenient, .strict] {
      #expect(TargetScanner.layout(of: Array(text.utf8).span, slashes: slashes) != nil)
    }
  }

  @Test func `clean text of any length is kept`() {
    for count in 1...70 {
      let path = "/" + String(repeating: "a", count: count)
      for text in [path, "/?" + path, "/#" + path, "app:/" + path, "http:/" + path + "/b"] {
        let bytes = Array(text.utf8)
        #expect(TargetScanner.layout(of: bytes.span, slashes: .lenient) != nil, "\(text)")
      }
    }
  }

  @Test(
    arguments: [
      "a", "h.example", "127.0.0.1", "x-y_z.a0", "0.10.255.99:1", "a:1", "a:8080", "h.example:443",
      "a:65535",
    ]
  )
  func `a clean request is taken at once`(host: String) throws {
    for target in ["/", "/a", "/users/12345/books?x=1", "/a/b/c?"] {
      let clean = RouteTarget(
        cleanRequest: Array(target.utf8),
        scheme: .http,
        host: host,
        options: .init()
      )
      #expect(clean?.text == "http://\(host)\(target)")
    }
  }

  @Test func `a clean request is taken at once up to the limit`() {
    func isTaken(_ limit: Int) -> Bool {
      let options = RouteTarget.Options(targetLength: limit)
      let target = Array("/12".utf8)
      return RouteTarget(cleanRequest: target, scheme: .https, host: "ex", options: options) != nil
    }
    #expect(isTaken(13))
    #expect(!isTaken(12))
  }

  @Test(arguments: 0x01...0x7F as ClosedRange<UInt8>)
  func `a byte of a host is clean only where it stays what it is`(byte: UInt8) {
    let host = "a\(Character(UnicodeScalar(byte)))b"
    let request = Array("/x".utf8)
    let mode = TargetCanonicalizer.Mode.server(
      scheme: .http,
      host: Array(host.utf8),
      allowsAsterisk: false
    )
    if let fast = RouteTarget(cleanRequest: request, scheme: .http, host: host, options: .init()) {
      #expect(fast == (try? RouteTarget(slow: request, mode: mode, options: .init())))
    }
    let text = "http://\(host)/x"
    if TargetScanner.layout(of: Array(text.utf8).span, slashes: .lenient) != nil {
      let slow = try? RouteTarget(slow: Array(text.utf8), mode: .text, options: .init())
      #expect(slow?.text == text)
    }
  }
}
