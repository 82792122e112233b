import TestSupport
import Testing

@testable import URLPatterns

/// URLs and their parts, as the URL standard reads them.
@Suite struct WebAddressTests {
  /// The parts one behind the other, with bars between them.
  private func parts(_ url: String, base: String? = nil) -> String? {
    WebAddress.resolving(url, base: base).map { address in
      WebPart.allCases.map { address.text(of: $0) }.joined(separator: "|")
    }
  }

  @Test(
    arguments: [
      ("https://example.com", "https|||example.com||/||"),
      (
        " HTTPS:\\\\Ada:x%20y@EXAMPLE.com:443\\a b?c'#d`\n",
        "https|Ada|x%20y|example.com||/a%20b|c%27|d%60"
      ),
      ("http:example.com:8080?", "http|||example.com|8080|/||"),
      ("http://a/b/../c/./d/..", "http|||a||/c/||"), ("http://a/%2e%2E/b/%2e", "http|||a||/b/||"),
      ("http://0x7f.1/", "http|||127.0.0.1||/||"), ("http://1.2.3.4./", "http|||1.2.3.4||/||"),
      ("http://[0:0::1]/", "http|||[::1]||/||"), ("http://ex%41mple/", "http|||example||/||"),
      ("http://é.com/é", "http|||xn--9ca.com||/%C3%A9||"),
      ("http://faß.de/", "http|||xn--fa-hia.de||/||"), ("http://🍅.x", "http|||xn--fi8h.x||/||"),
      ("http://a..b/", "http|||a..b||/||"), ("http://ab--c/", "http|||ab--c||/||"),
      ("http://日本。com/", "http|||xn--wgv71a.com||/||"), ("http://xn--/", "http|||xn--||/||"),
      ("data:a b ?c d#e", "data|||||a b%20|c%20d|e"), ("foo://A B/", nil),
      ("foo://Aé:80/x/../y'?'", "foo|||A%C3%A9|80|/y'|'|"), ("foo://", "foo|||||||"),
      ("foo:/a/../b", "foo|||||/b||"), ("file:c|/x/../..", "file|||||/c:/||"),
      ("file://localhost/x", "file|||||/x||"), ("file://h/x", "file|||h||/x||"),
      ("a\tb:c\nd", "ab|||||cd||"),
      ("/x", nil), ("http://", nil), ("http://a:b/", nil), ("http://a:65536", nil),
      ("http://@/", nil),
      ("http://a b/", nil), ("http://1.2.3.4.5/", nil), ("http://[1]/", nil), ("http://%zz/", nil),
      ("http://a%00b/", nil), ("http://%ff/", nil), ("http://\u{AD}/", nil), ("1a://b", nil),
    ] as [(String, String?)]
  )
  func `a URL has these parts`(_ url: String, _ expected: String?) {
    #expect(parts(url) == expected)
  }

  @Test(
    arguments: [
      ("x", "http://u:p@h:81/a/b?q#f", "http|u|p|h|81|/a/x||"),
      ("?y", "http://h/a/b?q#f", "http|||h||/a/b|y|"),
      ("#y", "http://h/a?q#f", "http|||h||/a|q|y"), ("", "http://h/a?q#f", "http|||h||/a|q|"),
      ("/x", "http://u@h/a", "http|u||h||/x||"), ("//x/y", "http://h/a", "http|||x||/y||"),
      ("../../x", "http://h/a/b/c", "http|||h||/x||"),
      ("http:x", "http://h/a/b", "http|||h||/a/x||"),
      ("https:x", "http://h/a/b", "https|||x||/||"), ("#y", "data:x?q", "data|||||x|q|y"),
      ("y", "data:x", nil), ("x", "file:///c:/a/b", "file|||||/c:/a/x||"),
      ("/x", "file:///c:/a", "file|||||/c:/x||"), ("c|/x", "file:///d:/a", "file|||||/c:/x||"),
      ("..", "file:///c:/", "file|||||/c:/||"), ("x", "no URL", nil),
    ] as [(String, String, String?)]
  )
  func `a relative URL goes on from its base`(_ url: String, _ base: String, _ expected: String?) {
    #expect(parts(url, base: base) == expected)
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      ("http://", "a@", ""), ("http://h/", "a/../", ""), ("http://", "é", ""),
      ("http://[", "1:", "]"),
      ("http://", "1.", ""), ("", "http:", ""), ("data:", "  ", "#"), ("http://h/?", "#", ""),
      ("http://", "%41", ""), ("", "\\", ""), ("", "\t", "http://h/"), ("file:", "/..", ""),
    ]
  )
  func `a long URL is read at once`(_ start: String, _ piece: String, _ end: String) {
    // Made here, so that no log holds it. What takes quadratic time takes minutes for the shorter one
    // as well where a sanitizer makes each step fifty times as long.
    let url = start + String(repeating: piece, count: PropertyRun.isSlow ? 10_000 : 200_000) + end
    _ = parts(url)
    _ = parts(url, base: url)
    _ = parts(url, base: "http://h/a/b")
  }
}
