import RoutePatterns
import Testing

/// The twelve reject rules of Jakarta Servlet 6 for suspicious request paths, and what becomes of each
/// here: refused, or made so plain that nothing can be misread.
@Suite struct ServletRuleTests {
  @Test(arguments: cases)
  func `a suspicious sequence is refused or loses its ambiguity`(row: TargetCase) {
    #expect(row.outcome == row.expected)
  }

  @Test func `all twelve rules have rows`() {
    #expect(Set(Self.cases.map(\.rule)).count == 12)
  }

  static let cases: [TargetCase] = [
    .server("/foo#bar", .fragmentNotAllowed, at: 4, "1 fragment"),
    .server("/foo?x#bar", .fragmentNotAllowed, at: 6, "1 fragment"),
    .server("foo/bar", .missingLeadingSlash, at: 0, "2 no slash first"),
    .server("%2Ffoo", .missingLeadingSlash, at: 0, "2 no slash first"),
    .server("/../foo", .aboveRoot, at: 1, "3 dot-dot first"),
    .server("/./../foo", .aboveRoot, at: 3, "3 dot-dot first"),
    .server("/foo%2Fbar", "/foo%2Fbar", "4 encoded slash"),
    .server("/foo%2f..%2fbar", "/foo%2F..%2Fbar", "4 encoded slash"),
    .server("/foo/..;/bar", "/foo/..;/bar", "5 dot segment with parameter"),
    .server("/foo/.;x=1/bar", "/foo/.;x=1/bar", "5 dot segment with parameter"),
    .server("/foo/%2e%2e/bar", "/bar", "6 encoded dot segment"),
    .server("/%2E%2e/bar", .aboveRoot, at: 1, "6 encoded dot segment"),
    .server("/foo/.%2E", "/", "6 encoded dot segment"),
    .server("/foo//../bar", "/bar", "7 empty segment before dot-dot"),
    .server("/foo//../bar", "/foo/bar", "7 empty segment before dot-dot", .strict),
    .server("/;param/foo", "/;param/foo", "8 empty segment with parameter"),
    .server("/foo/;/bar", "/foo/;/bar", "8 empty segment with parameter"),
    .server("/foo\\bar", .backslashNotAllowed, at: 4, "9 backslash"),
    .server("/foo%5Cbar", "/foo%5Cbar", "9 backslash"),
    .server("/foo/..\\..\\bar", .backslashNotAllowed, at: 7, "9 backslash"),
    .server("/foo%00", .controlByte, at: 4, "10 control character"),
    .server("/foo\u{7F}", .controlByte, at: 4, "10 control character"),
    .server("/foo%0a", .controlByte, at: 4, "10 control character"),
    .server("/foo%2", .badEscape, at: 4, "11 bad escape"),
    .server("/foo%xx", .badEscape, at: 4, "11 bad escape"),
    .server("/foo%C0%AF", .invalidUTF8, at: 4, "12 bad UTF-8"),
    .server("/foo%E2%82", .invalidUTF8, at: 4, "12 bad UTF-8"),
    .bytes([0x2F, 0x80], .server, .rejected(.invalidUTF8, at: 1), "12 bad UTF-8"),
  ]
}
