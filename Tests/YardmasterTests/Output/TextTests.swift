import Foundation
import Testing

@testable import yardmaster

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct `Text of the tool` {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("🚂", 2), ("🇩🇪", 2), ("…", 1), ("א", 1), ("Ω", 1), ("𠀀", 2),
    ("คำ", 2), ("™", 1),
  ])
  func `takes the columns that a terminal gives it`(_ text: String, _ columns: Int) {
    #expect(text.columns == columns)
  }

  #if canImport(Glibc)
    /// Where the C library and Swift know the same version of Unicode they agree.
    @Test func `has the columns that the C library says`() throws {
      let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "wcwidth"))
      let width = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
      let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
      let before = uselocale(locale)
      defer {
        uselocale(before)
        freelocale(locale)
      }
      var (asked, differing): (Int, [UInt32]) = (0, [])
      for scalar in (UInt32(0x20)...0x3FFFF).compactMap(Unicode.Scalar.init) {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
          .surrogate:
          continue
        default: break
        }
        let expected = width(Int32(scalar.value))
        guard expected >= 0, (scalar.properties.age?.major ?? 99) <= 13 else { continue }
        asked += 1
        if String(scalar).columns != Int(expected) { differing.append(scalar.value) }
      }
      #expect(asked > 130_000)
      let shown = differing.prefix(40).map { String($0, radix: 16) }
      #expect(differing.count < 40, "\(differing.count): \(shown)")
    }
  #endif

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("abc", 1, "…"),
  ])
  func `is cut to columns`(_ text: String, _ columns: Int, _ cut: String) {
    #expect(text.cut(to: columns) == cut)
  }

  @Test(arguments: [
    ("a b c", 3, ["a b", "c"]), ("", 5, []), ("abcdefgh i", 4, ["abcdefgh", "i"]),
    ("日本 語", 4, ["日本", "語"]),
  ])
  func `is wrapped between words`(_ text: String, _ columns: Int, _ lines: [String]) {
    #expect(text.wrapped(to: columns) == lines)
  }

  @Test(arguments: [
    ("/a", "/a"), ("/a%20b", "/a%20b"), ("/caf%C3%A9", "/caf%C3%A9 (/café)"),
    ("/%e6%97%a5%2F", "/%e6%97%a5%2F (/日%2F)"), ("/%F0%9F%9A%82", "/%F0%9F%9A%82 (/🚂)"),
    ("/%FF", "/%FF"), ("/%C3", "/%C3"), ("/%C3%A", "/%C3%A"), ("/%", "/%"),
    // From right to left, overriding, joining, a space, a slash, a private character, an unassigned one.
    ("/%D7%90", "/%D7%90"), ("/%E2%80%AE", "/%E2%80%AE"), ("/%E2%80%8D", "/%E2%80%8D"),
    ("/%E3%80%80", "/%E3%80%80"), ("/%EF%BC%8F", "/%EF%BC%8F"), ("/%EE%80%80", "/%EE%80%80"),
    ("/%E2%81%A5", "/%E2%81%A5"), ("/%E6%97%A5%D7%90", "/%E6%97%A5%D7%90"),
    ("/%E3%85%A4", "/%E3%85%A4"),
  ])
  func `is shown decoded where that is safe`(_ text: String, _ shown: String) {
    #expect(text.withDecoded == shown)
  }

  @Test(
    arguments: [
      (nil, 80, 80), ("100", 80, 100), ("", 80, 80), ("x", 72, 72), ("5", 80, nil), (nil, 0, nil),
      ("-1", 80, nil), ("99999999999999999999", 80, 80),
    ] as [(String?, Int, Int?)]
  )
  func `has the width of the terminal`(_ variable: String?, _ terminal: Int, _ width: Int?) {
    #expect(TerminalWidth.columns(variable, terminal: terminal) == width)
  }

  @Test(
    arguments: [
      ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["CLICOLOR": "0"], false),
      (["CLICOLOR": "1"], true), (["TERM": "dumb"], false),
      (["CLICOLOR_FORCE": "1", "TERM": "dumb"], true),
      (["CLICOLOR_FORCE": "0", "TERM": "dumb"], false),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
      (["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], true),
    ] as [([String: String], Bool)]
  )
  func `has the colour that the environment asks for`(
    _ environment: [String: String],
    _ isColoured: Bool
  ) {
    let terminal = Styling(output: true, errors: false) { environment[$0] }
    #expect(terminal.output == isColoured)
    let isForced = isColoured && environment["CLICOLOR_FORCE"] == "1"
    #expect(terminal.errors == isForced)
    #expect(Styling(output: false, errors: false) { environment[$0] }.output == isForced)
    #expect(terminal.chosen(.always) == .all)
    #expect(terminal.chosen(.never) == .none)
    #expect(terminal.chosen(.auto) == terminal)
  }
}
