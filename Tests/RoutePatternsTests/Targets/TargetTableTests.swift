import RoutePatterns
import Testing

/// Each row of the contract, several times.
@Suite struct TargetTableTests {
  @Test(arguments: roots + schemes + hosts)
  func `scheme, host and root`(row: TargetCase) { #expect(row.outcome == row.expected) }

  @Test(arguments: escapes + dots + faults + unicode)
  func `bytes and dot segments`(row: TargetCase) { #expect(row.outcome == row.expected) }

  @Test(arguments: slashes + backslashes + tails + queries)
  func `slashes, queries and fragments`(row: TargetCase) { #expect(row.outcome == row.expected) }

  static let roots: [TargetCase] = [
    .text("books/1", "/books/1"), .text("/books/1", "/books/1"), .text("", "/"),
    .text("/", "/"), .text("?x", "/?x"), .text("#x", "/#x"), .text(".", "/"), .text("..", "/"),
    .text("*", "/*"), .text("1:2", "/1:2"), .text("a/b:c", "/a/b:c"), .text(":x", "/:x"),
    .text("%61:b", "/a:b"), .text("é:b", "/%C3%A9:b"), .text(" app://x", "/%20app:/x"),
    .server("/books/1", "/books/1"), .server("/", "/"),
    .server("books/1", .missingLeadingSlash, at: 0), .server("", .missingLeadingSlash, at: 0),
    .server("?x", .missingLeadingSlash, at: 0), .server("\\x", .backslashNotAllowed, at: 0),
    .server("*", .asteriskNotAllowed, at: 0), .server("*/x", .missingLeadingSlash, at: 0),
    .bytes(Array("*".utf8), .options, .canonical("http://h/")),
    .bytes(Array("**".utf8), .options, .rejected(.missingLeadingSlash, at: 0)),
    .server("localhost:443", .opaqueScheme, at: 9),
  ]

  static let schemes: [TargetCase] = [
    .text("app://push/info", "app://push/info"), .text("APP://Push/Info", "app://push/Info"),
    .text("app:///push/info", "app://push/info"), .text("app:///Push", "app:///Push"),
    .text("app://", "app://"), .text("app:///", "app://"), .text("app://push", "app://push"),
    .text("app://push/", "app://push"), .text("app://push/", "app://push/", "", .strict),
    .text("app://push?x#y", "app://push?x#y"), .text("app://push/..", "app://push"),
    .text("app://push/../../x", "app://push/x"), .text("app://push/..", "app://push/", "", .strict),
    .text("app:///push/../x", "app://x"), .text("app:////x", "app://x"),
    .text("app:////x", "app:////x", "", .strict), .text("app:///a%2Fb", "app:///a%2Fb"),
    .text("app:///a:1", "app:///a:1"), .text("app:///u@h", "app:///u@h"),
    .text("app://push./x", "app://push./x"), .text("app:///...", "app://..."),
    .text("a+b-c.1://x", "a+b-c.1://x"), .text("application://x/y", "application://x/y"),
    .text("app://h:80/x", .portNotAllowed, at: 7), .text("app://h:/x", .portNotAllowed, at: 7),
    .text("app://../x", .badHost, at: 6), .text("app://./x", .badHost, at: 6),
    .text("app://a%62/x", .badHost, at: 7), .text("app://é/x", .badHost, at: 6),
    .text("app://a\\b", .badHost, at: 7), .text("app://u@h/x", .userInfo, at: 7),
    .text("app:/x", .opaqueScheme, at: 3), .text("app:x", .opaqueScheme, at: 3),
    .text("http:/x", .opaqueScheme, at: 4), .text("http:\\\\x", .opaqueScheme, at: 4),
    .text("mailto:a@b", .opaqueScheme, at: 6), .text("a:", .opaqueScheme, at: 1),
    .server("app://h/x", .unsupportedScheme, at: 0),
    .server("ftp://h/x", .unsupportedScheme, at: 0),
    .server("ws://h/x", .unsupportedScheme, at: 0), .server("http:/x", .opaqueScheme, at: 4),
  ]

  static let hosts: [TargetCase] = [
    .text("http://h/x", "http://h/x"), .text("HTTP://H.Example/X", "http://h.example/X"),
    .text("http://h", "http://h/"), .text("http://h?x", "http://h/?x"),
    .text("http://h#x", "http://h/#x"), .text("http://h:80/x", "http://h/x"),
    .text("http://h:0000000080/x", "http://h/x"), .text("http://h:/x", "http://h/x"),
    .text("http://h:8080/x", "http://h:8080/x"), .text("http://h:08080/x", "http://h:8080/x"),
    .text("https://h:443/x", "https://h/x"), .text("https://h:80/x", "https://h:80/x"),
    .text("ws://h:80/x", "ws://h/x"), .text("wss://h:443/x", "wss://h/x"),
    .text("ftp://h:21/x", "ftp://h/x"), .text("http://h./x", "http://h/x"),
    .text("http://h.:80/x", "http://h/x"), .text("http://[::1]/x", "http://[::1]/x"),
    .text("http://[FE80::A]:80/x", "http://[fe80::a]/x"), .text("http://a_b/x", "http://a_b/x"),
    .text("http://h:0/", "http://h:0/"), .text("http://h:65535/", "http://h:65535/"),
    .text("http://h:65536/", .badPort, at: 9), .text("http://h:8a/", .badPort, at: 10),
    .text("http://h:1:2/", .badPort, at: 10), .text("http://h:-1/", .badPort, at: 9),
    .text("http:///x", .badHost, at: 7), .text("http://:80/x", .badHost, at: 7),
    .text("http://./x", .badHost, at: 7), .text("http://a..b/x", .badHost, at: 9),
    .text("http://h../x", .badHost, at: 9), .text("http://.h/x", .badHost, at: 7),
    .text("http://a,b/x", .badHost, at: 8), .text("http://a;b/x", .badHost, at: 8),
    .text("http://a%62/x", .badHost, at: 8), .text("http://é/x", .badHost, at: 7),
    .text("http://a b/x", .badHost, at: 8), .text("http://u@h/x", .userInfo, at: 8),
    .text("http://u:p@h/x", .userInfo, at: 10), .text("http://@h/x", .userInfo, at: 7),
    .text("http://[::1/x", .badHost, at: 7), .text("http://[]/x", .badHost, at: 7),
    .text("http://[::g]/x", .badHost, at: 10), .text("http://[::1]x/", .badHost, at: 12),
    .server("http://V/x", "http://v/x"), .server("https://v/x", "https://v/x"),
    .server("HTTP://v:80", "http://v/"), .server("http:///x", .badHost, at: 7),
    .server("http://u@v/x", .userInfo, at: 8), .server("http://v:99999/", .badPort, at: 9),
  ]

  static let escapes: [TargetCase] = [
    .text("/%61dmin", "/admin"), .text("/%41", "/A"), .text("/%7e%2D%5f%2e", "/~-_."),
    .text("/%2561", "/%2561"), .text("/%25%36%31", "/%2561"), .text("/%3b%3B", "/%3B%3B"),
    .text("/a%2fb", "/a%2Fb"), .text("/a%5cb", "/a%5Cb"), .text("/%2f%2F", "/%2F%2F"),
    .text("/a;b=1,c+d", "/a;b=1,c+d"), .text("/!$&'()*+,;=:@", "/!$&'()*+,;=:@"),
    .text("/a b", "/a%20b"), .text("/\"<>[]^`{|}", "/%22%3C%3E%5B%5D%5E%60%7B%7C%7D"),
    .server("/%61%2f%5c", "/a%2F%5C"), .server("/[x]", "/%5Bx%5D"), .server("/a b", "/a%20b"),
    .server("/%252e%252e/x", "/%252e%252e/x"), .text("/a%2B+", "/a%2B+"),
  ]

  static let dots: [TargetCase] = [
    .text("/a/./b", "/a/b"), .text("/a/../b", "/b"), .text("/a/%2e%2E/b", "/b"),
    .text("/a/.%2e/b", "/b"), .text("/a/%2e/b", "/a/b"), .text("/../x", "/x"),
    .text("/a/../../x", "/x"), .text("/a/b/..", "/a"), .text("/a/.", "/a"), .text("/...", "/..."),
    .text("/.a/b.", "/.a/b."), .text("/a/..%2fb", "/a/..%2Fb"), .text("/a..", "/a.."),
    .text("/a/b/.", "/a/b/", "", .strict), .text("/a/..", "/", "", .strict),
    .text("/a//../b", "/a/b", "", .strict), .text("/a//../b", "/b"),
    .text("/.//b", "//b", "", .strict), .text("..", "/", "", .strict),
    .server("/a/../b", "/b"), .server("/a/..", "/"), .server("/a/b/%2e%2e", "/a/", "", .strict),
    .server("/..", .aboveRoot, at: 1), .server("/a/../../x", .aboveRoot, at: 6),
    .server("http://v/../x", .aboveRoot, at: 9), .text("http://v/../x", "http://v/x"),
    .server("//../x", .aboveRoot, at: 2), .server("//../x", "/x", "", .strict),
  ]

  static let faults: [TargetCase] = [
    .text("/%zz", .badEscape, at: 1), .text("/a%", .badEscape, at: 2),
    .text("/a%2", .badEscape, at: 2), .text("/%u0041", .badEscape, at: 1),
    .text("/%%61", .badEscape, at: 1),
    .text("/#%zz", .badEscape, at: 2), .text("/a%2/b", .badEscape, at: 2),
    .text("/%00", .controlByte, at: 1), .text("/%0A", .controlByte, at: 1),
    .text("/%1f", .controlByte, at: 1), .text("/a%7F", .controlByte, at: 2),
    .text("/\u{0}", .controlByte, at: 1), .text("/a\n", .controlByte, at: 2),
    .text("/a\t/b", .controlByte, at: 2), .text("/\u{7F}", .controlByte, at: 1),
    .text("/?\r", .controlByte, at: 2), .text("/#%09", .controlByte, at: 2),
    .server("/\u{1}", .controlByte, at: 1), .server("/x?%00", .controlByte, at: 3),
    .text("/a/%00/../b", .controlByte, at: 3),
  ]

  static let unicode: [TargetCase] = [
    .text("/é", "/%C3%A9"), .text("/%c3%a9", "/%C3%A9"), .text("/日本", "/%E6%97%A5%E6%9C%AC"),
    .text("/😀", "/%F0%9F%98%80"), .text("/%C2%85", "/%C2%85"), .text("/?é#é", "/?%C3%A9#%C3%A9"),
    .text("/\u{FF0F}", "/%EF%BC%8F"), .text("/\u{FEFF}", "/%EF%BB%BF"),
    .text("/%c0%af", .invalidUTF8, at: 1), .text("/%e0%80%af", .invalidUTF8, at: 1),
    .text("/%f0%80%80%af", .invalidUTF8, at: 1), .text("/%ed%a0%80", .invalidUTF8, at: 1),
    .text("/%f4%90%80%80", .invalidUTF8, at: 1), .text("/%ff", .invalidUTF8, at: 1),
    .text("/%80", .invalidUTF8, at: 1), .text("/%c3", .invalidUTF8, at: 1),
    .text("/%c3/%a9", .invalidUTF8, at: 1), .text("/#x=%c3", .invalidUTF8, at: 4),
    .text("/%c3#%a9", .invalidUTF8, at: 1), .text("/%c3é", .invalidUTF8, at: 1),
    .bytes([0x2F, 0xC3, 0xA9], .server, .canonical("http://h/%C3%A9")),
    .bytes([0x2F, 0xFF], .text, .rejected(.invalidUTF8, at: 1)),
    .bytes([0x2F, 0xC0, 0xAF], .server, .rejected(.invalidUTF8, at: 1)),
    .bytes(Array("/%C3".utf8) + [0xA9], .text, .rejected(.invalidUTF8, at: 1)),
    .bytes([0x2F, 0xC3] + Array("%A9".utf8), .text, .rejected(.invalidUTF8, at: 1)),
    .bytes([0x2F, 0x61, 0xE2, 0x82], .server, .rejected(.invalidUTF8, at: 2)),
  ]

  static let slashes: [TargetCase] = [
    .text("//host/x", "/host/x"), .text("//host/x", "//host/x", "", .strict),
    .text("/a//b///", "/a/b"), .text("/a//b/", "/a//b/", "", .strict), .text("///", "/"),
    .text("//", "//", "", .strict), .text("/a/?x", "/a?x"), .text("/a/?x", "/a/?x", "", .strict),
    .text("a/", "/a/", "", .strict), .text("http://h//x/", "http://h//x/", "", .strict),
    .server("//host/x", "/host/x"), .server("//host/x", "//host/x", "", .strict),
    .server("http://v//x", "http://v/x"), .server("/a/", "/a/", "", .strict),
  ]

  static let backslashes: [TargetCase] = [
    .text("a\\b", "/a%5Cb"), .text("/a\\..\\b", "/a%5C..%5Cb"),
    .text("app://h/a\\b", "app://h/a%5Cb"),
    .text("http://h\\a\\b", "http://h/a/b"), .text("http://h/a\\..\\b", "http://h/b"),
    .text("/?\\", "/?%5C"), .text("http://h/?\\", "http://h/?%5C"),
    .server("/a\\b", .backslashNotAllowed, at: 2), .server("/\\h", .backslashNotAllowed, at: 1),
    .server("/a\\", .backslashNotAllowed, at: 2), .server("\\a", .backslashNotAllowed, at: 0),
    .server("http://v\\x", .backslashNotAllowed, at: 8),
    .server("http:\\\\v/x", .backslashNotAllowed, at: 5),
    .server("/a%5Cb", "/a%5Cb"), .server("/?a\\b", "/?a%5Cb"),
  ]

  static let tails: [TargetCase] = [
    .text("/a?b?c/d#e#f", "/a?b?c/d#e%23f", "a number sign in a fragment"),
    .text("/a?", "/a?"), .text("/a#", "/a#"), .text("/a?#", "/a?#"), .text("/a#b?c", "/a#b?c"),
    .text("/?a/../b", "/?a/../b"), .text("/?%61%3d%2b+", "/?a%3D%2B+"), .text("/?//", "/?//"),
    .text("/%3Fx", "/%3Fx"), .text("/%23x", "/%23x"), .text("/?x=a b", "/?x=a%20b"),
    .server("/a?x=1", "/a?x=1"), .server("/a#b", .fragmentNotAllowed, at: 2),
    .server("/a?x#", .fragmentNotAllowed, at: 4), .server("http://v#x", .fragmentNotAllowed, at: 8),
  ]

  /// In a query all is data that can be: no link is refused for what somebody has typed.
  static let queries: [TargetCase] = [
    .text("/?a=100%", "/?a=100%25"), .text("/?%zz", "/?%25zz"), .text("/?%%41", "/?%25A"),
    .text("/?a%2", "/?a%252"), .text("/?%&%=%", "/?%25&%25=%25"), .text("/?%25", "/?%25"),
    .text("/?%u0041#x", "/?%25u0041#x"), .server("/x?q=100%&r=%e9", "/x?q=100%25&r=%E9"),
    .text("/?a=%e9", "/?a=%E9"), .text("/?%c3é", "/?%C3%C3%A9"), .text("/?%C0%AF", "/?%C0%AF"),
    .text("/?%ed%a0%80", "/?%ED%A0%80"), .bytes([0x2F, 0x3F, 0xFF], .text, .canonical("/?%FF")),
    .bytes([0x2F, 0x3F, 0xE9], .server, .canonical("http://h/?%E9")),
    .text("/?a%0d%0ab%09", "/?a%0D%0Ab%09"), .server("/?a%0D%0A", "/?a%0D%0A"),
    .text("/?a\n", .controlByte, at: 3), .text("/?a\t", .controlByte, at: 3),
    .text("/?%00", .controlByte, at: 2), .server("/?%1b", .controlByte, at: 2),
    .text("/?%7F", .controlByte, at: 2), .text("/?%0b", .controlByte, at: 2),
    .text("/%0D%0A?x", .controlByte, at: 1), .text("/100%?x", .badEscape, at: 4),
    .text("/%e9?x", .invalidUTF8, at: 1),
  ]
}
