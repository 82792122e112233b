import Testing

@testable import RoutePatterns

@Suite struct RegexTextTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var regex: String
    var text: String
    var dialect: RegexTranslator.Dialect
    var ignoreCase: Bool

    init(
      _ regex: String,
      _ text: String,
      _ dialect: RegexTranslator.Dialect = .standard,
      ignoreCase: Bool = false
    ) {
      self.regex = regex
      self.text = text
      self.dialect = dialect
      self.ignoreCase = ignoreCase
    }

    var testDescription: String { regex }
  }

  @Test(arguments: rows)
  func `a regex is written as PCRE2 text, which compiles`(row: Row) throws {
    let options = RegexTranslator.Options(dialect: row.dialect, ignoreCase: row.ignoreCase)
    let result = try RegexTranslator.translate(Array(row.regex.utf8), options: options)
    #expect(result.text(ignoreCase: row.ignoreCase) == row.text)
    let compiled = try CompiledText(
      result.text(ignoreCase: row.ignoreCase),
      ignoreCase: row.ignoreCase
    )
    #expect(compiled.captureCount == result.captureCount)
  }

  @Test(arguments: rows.filter { $0.dialect == .standard })
  func `the extended dialect reads what the standard one does`(row: Row) throws {
    let options = RegexTranslator.Options(dialect: .extended, ignoreCase: row.ignoreCase)
    let result = try RegexTranslator.translate(Array(row.regex.utf8), options: options)
    #expect(result.text(ignoreCase: row.ignoreCase) == row.text)
  }

  static let rows = [
    Row(#"\d+"#, #"\d+"#),
    Row("abc", "abc"),
    Row("", ""),
    Row(".", "."),
    Row(".*", ".*"),
    Row("[^]", "."),
    Row("[]", "(?!)"),
    Row("[]*", ""),
    Row("[]+", "(?!)"),
    Row("a[]?b", "ab"),
    Row(#"\d\D\w\W\s\S"#, #"\d\D\w\W\s\S"#),
    Row("[0-9]", #"\d"#),
    Row("[A-Za-z0-9_]", #"\w"#),
    Row(#"[^\d]"#, #"\D"#),
    Row(#"[\s\S]"#, "."),
    Row(#"[^\/]"#, "[^/]"),
    Row(#"[^\/]+"#, "[^/]+"),
    Row(#"[^\/]+?"#, "[^/]+?"),
    Row(#"[\w.\-]+"#, #"[\w\-.]+"#),
    Row(#"[\-a]"#, "[a-]"),
    Row(#"[+-\/]"#, "[+-/]"),
    Row("[,-.]", "[,-.]"),
    Row(#"[a\]\[\^\\]"#, #"[\[-\^a]"#),
    Row("[^a^]", #"[^\^a]"#),
    Row("[ab]", "[ab]"),
    Row("[abc]", "[a-c]"),
    Row("[cab]", "[a-c]"),
    Row("[a]", "a"),
    Row("[aA]", "[Aa]"),
    Row("[aA]", "a", ignoreCase: true),
    Row("a", "a", ignoreCase: true),
    Row("A", "a", ignoreCase: true),
    Row("[A-F]", "[a-f]", ignoreCase: true),
    Row("[^a]", "[^a]", ignoreCase: true),
    Row("[^A]", "[^a]", ignoreCase: true),
    Row(#"[\w--a]"#, "[0-9_b-z]", ignoreCase: true),
    Row("[[a-z]&&[A-C]]", "[a-c]", ignoreCase: true),
    Row(#"\u{17F}"#, "s", ignoreCase: true),
    Row(#"\u{212A}"#, "k", ignoreCase: true),
    Row(#"\u{17F}"#, "(?!)"),
    Row(#"[^\u{100}-\u{200}]"#, "[^s]", ignoreCase: true),
    Row(#"\p{Lu}"#, "[a-z]", ignoreCase: true),
    Row(#"\p{Lu}"#, "[A-Z]"),
    Row(#"\P{Lu}"#, "[^A-Z]"),
    Row(#"\P{Lu}"#, "[^a-z]", ignoreCase: true),
    Row(#"\p{L}"#, "[A-Za-z]"),
    Row(#"\p{Letter}"#, "[A-Za-z]"),
    Row(#"\p{gc=Nd}"#, #"\d"#),
    Row(#"\p{General_Category=Decimal_Number}"#, #"\d"#),
    Row(#"\p{Script=Greek}"#, "(?!)"),
    Row(#"\P{Script=Greek}"#, "."),
    Row(#"\p{sc=Latn}"#, "[A-Za-z]"),
    Row(#"\p{scx=Common}"#, "[^A-Za-z]"),
    Row(#"\p{ASCII_Hex_Digit}+"#, "[0-9A-Fa-f]+"),
    Row(#"\p{White_Space}"#, #"\s"#),
    Row(#"\p{Any}"#, "."),
    Row(#"\p{Emoji}"#, "[#*0-9]"),
    Row(#"\p{RGI_Emoji}"#, "(?!)"),
    Row(#"\p{ASCII}"#, "."),
    Row(#"[\p{L}--[aeiou]]"#, "[A-Zb-df-hj-np-tv-z]"),
    Row("[[a-z]--[aeiou]]", "[b-df-hj-np-tv-z]"),
    Row("[[a-z]&&[aeiou]]", "[aeiou]"),
    Row(#"[\w--\d]"#, "[A-Z_a-z]"),
    Row(#"[\w--\d--_]"#, "[A-Za-z]"),
    Row("[[a-f]&&[d-z]&&[e]]", "e"),
    Row("[^[a-z]--[aeiou]]", "[^b-df-hj-np-tv-z]"),
    Row("[a[b-d]e]", "[a-e]"),
    Row("[[^a-z]0]", "[^a-z]"),
    Row(#"[\q{a|b|c}]"#, "[a-c]"),
    Row(#"[\q{a|}]"#, "a|"),
    Row(#"[\q{a|}]+"#, "(?:a|)+"),
    Row(#"[\q{}]"#, ""),
    Row(#"[\q{}]*"#, ""),
    Row(#"[\q{a|}--a]"#, ""),
    Row(#"[\q{a|}--\q{}]"#, "a"),
    Row(#"\x41\x7f\x00"#, #"A\x7F\x00"#),
    Row(#"\u0041\u{42}\u{000043}"#, "ABC"),
    Row(#"\ud83d\ude00"#, "(?!)"),
    Row(#"[\ud83d\ude00a]"#, "a"),
    Row(#"\t\n\v\f\r\0\cA"#, #"\t\n\x0B\f\r\x00\x01"#),
    Row(#"[\b]"#, #"\x08"#),
    Row(#"\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/"#, #"\^\$\\\.\*\+\?\(\)\[\]\{\}\|/"#),
    Row("a#b c", "a#b c"),
    Row("-_~", "-_~"),
    Row("a|b", "a|b"),
    Row("(?:a|b)", "a|b"),
    Row("(?:a|b)c", "(?:a|b)c"),
    Row("(?:a)", "a"),
    Row("(?:a)+", "a+"),
    Row("(?:ab)+", "(?:ab)+"),
    Row("(?:a+)+", "(?:a+)+"),
    Row("(?:(?:(?:a)))", "a"),
    Row("(?:)", ""),
    Row("(?:)*", ""),
    Row("|", "|"),
    Row("a||b", "a||b"),
    Row("(?:|a)b", "(?:|a)b"),
    Row("a?b", "a?b"),
    Row("a*b", "a*+b"),
    Row("a+b", "a++b"),
    Row("a*a", "a*a"),
    Row("a{3}", "a{3}"),
    Row("a{3}?", "a{3}"),
    Row("a{2,}b", "a{2,}+b"),
    Row("a{2,4}b", "a{2,4}+b"),
    Row("a{0,1}", "a?"),
    Row("a{1}", "a"),
    Row("a{0,}", "a*"),
    Row("a{1,}", "a+"),
    Row("a{0}", "a{0}"),
    Row("a+?b", "a++b"),
    Row("a+?a", "a+?a"),
    Row("a*?b?a", "a*?b?a"),
    Row("a*b?c", "a*+b?c"),
    Row(#"\d+(?:-\d+)*"#, #"\d+(?:-\d+)*"#),
    Row(#"(?:\d+-)*x"#, #"(?:\d++-)*x"#),
    Row(#"(?:\d+x?)*y"#, #"(?:\d+x?)*y"#),
    Row(#"\w+\b-"#, #"\w++\b-"#),
    Row(#"\w+$"#, #"\w++$"#),
    Row(#"^\w+$"#, #"^\w++$"#),
    Row("a(?=b)", "a(?=b)"),
    Row("a(?!b)", "a(?!b)"),
    Row("(?<=a)b", "(?<=a)b"),
    Row("(?<!a|bc)d", "(?<!a|bc)d"),
    Row("(?<=(?:a|bc))d", "(?<=a|bc)d"),
    Row("(?<=[ab]{2})", "(?<=[ab]{2})"),
    Row(#"\bfoo\B"#, #"\bfoo\B"#),
    Row("(?<n>a)", "a"),
    Row("(?<n>a|b)c", "(?:a|b)c"),
    Row("(?<n>a|b)+", "(?:a|b)+"),
    Row(#"(?<n>a)\k<n>"#, #"(a)\g{1}"#),
    Row(#"(?<n>a)\1"#, #"(a)\g{1}"#),
    Row(#"(?<n>a)\1\d"#, #"(a)\g{1}\d"#),
    Row(#"(?<n>a)\0"#, #"a\x00"#),
    Row(#"(?<q>["'])[^"']*\k<q>"#, #"(["'])[^"']*\g{1}"#),
    Row(#"(?<a>x)(?<b>y)\2\1"#, #"(x)(y)\g{2}\g{1}"#),
    Row(#"\k<n>(?<n>a)"#, "a"),
    Row(#"(?<n>a\k<n>)"#, "a"),
    Row(#"(?:(?<n>a)|\k<n>b)"#, "a|b"),
    Row(#"(?:(?<n>a)|b)\k<n>"#, #"(?:(a)|b)\g{1}"#),
    Row(#"(?!(?<n>a))\k<n>b"#, "(?!a)b"),
    Row(#"(?=(?<n>a))\k<n>"#, #"(?=(a))\g{1}"#),
    Row(#"(?:(?<q>["'])x\k<q>)+"#, #"(?:(["'])x\g{1})+"#),
    Row(#"(?<n>a)+\k<n>"#, #"(a)+\g{1}"#),
    Row(#"\1*(?<n>a)"#, "a"),
    Row("(?<$a_1>x)", "x"),
    Row(#"(?<\u0061b>x)\k<ab>"#, #"(x)\g{1}"#),
    Row("[!#%&*]", "[!#%&*]"),
    Row("[[.]a]", "[.a]"),
    Row("en|de|fr", "en|de|fr"),
    Row(#"\d{4}-\d{2}-\d{2}"#, #"\d{4}-\d{2}-\d{2}"#),
    Row(
      "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
      "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    ),
    Row(#"(?!admin$)[^\/]+"#, "(?!admin$)[^/]+"),
    Row("a++", "a++", .extended),
    Row("a*+a", "a*+a", .extended),
    Row("a?+", "a?+", .extended),
    Row("a{1,3}+b", "a{1,3}+b", .extended),
    Row("a{3}+", "a{3}", .extended),
    Row("a{1}+", "(?>a)", .extended),
    Row("(?:ab|a)++", "(?:ab|a)++", .extended),
    Row("(?:ab|a){2}+", "(?:ab|a){2}+", .extended),
    Row("(?:ab|a){1}+", "(?>ab|a)", .extended),
    Row("(?>a|ab)c", "(?>a|ab)c", .extended),
    Row("(?>a+)", "(?>a+)", .extended),
    Row("(?>a+)*", "(?>a+)*", .extended),
    Row("(?>a*b?)++c", "(?>a*b?)++c", .extended),
    Row(#"[a-z0-9\-]{1,32}"#, "[0-9a-z-]{1,32}"),
  ]
}
