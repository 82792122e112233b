import Testing

@testable import RoutePatterns

@Suite struct RegexMatchTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var regex: String
    var matches: [String]
    var others: [String]

    init(_ regex: String, _ matches: [String], not others: [String]) {
      self.regex = regex
      self.matches = matches
      self.others = others
    }

    var testDescription: String { regex }
  }

  @Test(arguments: rows, [nil, ASCIISet()])
  func `PCRE2 matches what JavaScript matches`(row: Row, follow: ASCIISet?) throws {
    let result = try RegexTranslator.translate(Array(row.regex.utf8))
    let text = result.text(follow: follow)
    let compiled = try CompiledText("(?:\(text))")
    for subject in row.matches {
      #expect(compiled.matches(subject.utf8) == true, "\(text) on \(subject)")
      #expect(subject.utf8.allSatisfy(result.consumes.contains))
      #expect(!subject.isEmpty || result.canBeEmpty)
      if let byte = subject.utf8.first, let first = result.first { #expect(first.contains(byte)) }
    }
    for subject in row.others {
      #expect(compiled.matches(subject.utf8) == false, "\(text) on \(subject)")
    }
  }

  static let rows = [
    Row(#"\d+"#, ["42", "007"], not: ["x", "4x", ""]),
    Row(#"[a-z0-9\-]{1,3}"#, ["abc", "a-1"], not: ["abcd", "", "A"]),
    Row(".", ["a", "/", "%"], not: ["ab", ""]),
    Row(".*", ["", "a/b", "~ ~"], not: []),
    Row(#"[^\/]+"#, ["abc", "%2F"], not: ["a/b", ""]),
    Row(#"[^\/]+?"#, ["abc"], not: ["/"]),
    Row(#"\w+"#, ["a_1"], not: ["a-1"]),
    Row(#"\W"#, ["-"], not: ["a", "_"]),
    Row(#"\s?x"#, [" x", "x"], not: ["  x"]),
    Row(#"\S+"#, ["ab"], not: ["a b"]),
    Row(#"[\w.\-]+@[\w.\-]+"#, ["a@b", "a.b-c@d"], not: ["@", "a@"]),
    Row("[[a-z]--[aeiou]]+", ["xyz"], not: ["xay"]),
    Row("[[a-z]&&[d-f]]+", ["def"], not: ["abc"]),
    Row(#"[\w--\d]+"#, ["abc"], not: ["a1"]),
    Row("[^[a-z]--[aeiou]]+", ["aei", "A1"], not: ["xyz"]),
    Row(#"[\q{a|b}]c"#, ["ac", "bc"], not: ["cc"]),
    Row(#"[\q{a|}]b"#, ["ab", "b"], not: ["aab"]),
    Row("(?:a|ab)(?:c|bcd)", ["ac", "abc", "abcd"], not: ["acd", "abcbcd"]),
    Row("(?:a*)*b", ["aaab", "b"], not: ["aac"]),
    Row("(?:|a)*b", ["aab", "b"], not: ["c"]),
    Row("a{2,3}", ["aa", "aaa"], not: ["a", "aaaa"]),
    Row("a{0}b", ["b"], not: ["ab"]),
    Row("a+?a", ["aa", "aaa"], not: ["a"]),
    Row("a*?b?a", ["a", "ba", "aba"], not: ["b"]),
    Row("(?:ab?)+", ["ab", "aab"], not: ["abb"]),
    Row(#"(?=.*\d)[a-z0-9]+"#, ["ab1", "1"], not: ["abc"]),
    Row("(?!admin)[a-z]+", ["adm", "user"], not: ["admin", "administrator"]),
    Row("(?!admin$)[a-z]+", ["administrator", "x"], not: ["admin"]),
    Row("[a-z]+(?<!s)", ["cat"], not: ["cats"]),
    Row("(?<=a)b", [], not: ["b", "ab"]),
    Row("a(?<=a)b", ["ab"], not: ["b"]),
    Row("x(?<!y)z", ["xz"], not: ["yz"]),
    Row(#"\bab\b"#, ["ab"], not: ["abc"]),
    Row(#"a\Bb"#, ["ab"], not: ["b"]),
    Row(#"\b"#, [], not: ["", "a"]),
    Row(#"(?<q>["'])[^"']*\k<q>"#, [#""a""#, "'a'", #""""#], not: [#""a'"#]),
    Row(#"(?<a>.)(?<b>.)\k<b>\k<a>"#, ["abba", "aaaa"], not: ["abab"]),
    Row(#"\k<n>(?<n>a)"#, ["a"], not: ["aa"]),
    Row(#"(?:(?<n>a)|b)\k<n>"#, ["aa", "b"], not: ["ab", "ba"]),
    Row(#"(?:(?<q>["'])x\k<q>)+"#, [#""x""#, #""x"'x'"#], not: [#""x'"#]),
    Row(#"(?=(?<n>ab))\k<n>"#, ["ab"], not: ["abab"]),
    Row(#"(?!(?<n>a))\k<n>b"#, ["b"], not: ["ab"]),
    Row("^a$", ["a"], not: ["b", "aa"]),
    Row("^a|b$", ["a", "b"], not: ["ab"]),
    Row("$^", [""], not: ["a"]),
    Row(#"\x41\u0042\u{43}"#, ["ABC"], not: ["abc"]),
    Row(#"[\x30-\x39]"#, ["5"], not: ["a"]),
    Row(#"\p{Lu}\p{Ll}+"#, ["Abc"], not: ["abc", "ABC"]),
    Row(#"\P{L}+"#, ["12-"], not: ["a1"]),
    Row(#"\p{Nd}{2}"#, ["12"], not: ["1"]),
    Row(#"\p{Script=Latin}+"#, ["aZ"], not: ["a1"]),
    Row(#"\p{ASCII_Hex_Digit}{2}"#, ["fF"], not: ["g0"]),
    Row(#"\p{Emoji}"#, ["1", "#"], not: ["a"]),
    Row(#"\u{1F600}?a"#, ["a"], not: ["b"]),
    Row(#"\.\*\+\?\(\)\[\]\{\}\|\/\^\$\\"#, [#".*+?()[]{}|/^$\"#], not: ["a"]),
    Row(#"[\^\-\]\[\\]+"#, [#"^-][\"#], not: ["a"]),
    Row("[!#%,:;<=>@`~&]+", ["!#%,:;<=>@`~&"], not: ["a"]),
    Row("[]|a", ["a"], not: ["", "b"]),
    Row(#"[^\d\s]+"#, ["a-b"], not: ["1", "a b"]),
    Row("en|de|fr", ["en", "fr"], not: ["xx", "end"]),
    Row(#"v\d{1,3}(?:\.\d{1,3}){0,2}"#, ["v1", "v1.2.3"], not: ["v1.2.3.4", "v"]),
    Row(#"\d{4}-\d{2}-\d{2}"#, ["2026-01-31"], not: ["2026-1-31"]),
    Row(#"(?:[a-z]+\.)*[a-z]+"#, ["a", "a.b.c"], not: ["a.", ".a"]),
    Row("[A-F0-9]{8}(?:-[A-F0-9]{4}){3}", ["DEADBEEF-0000-1111-2222"], not: ["DEADBEEF"]),
    Row("(?:(?:a|b)+c)+", ["abcac"], not: ["abca"]),
    Row("(?:a|b|)+c", ["abc", "c"], not: ["d"]),
    Row("(?:a?){3}a{3}", ["aaa", "aaaaaa"], not: ["aaaaaaa", "aa"]),
    Row("(?=a)b?a", ["a"], not: ["ba"]),
    Row("(?=a)b?a?b", ["ab"], not: ["b"]),
  ]
}
