import Testing

@testable import RoutePatterns

@Suite struct RegexTranslatorTests {
  private func translate(
    _ regex: String,
    _ options: RegexTranslator.Options = RegexTranslator.Options()
  ) throws(RegexSyntaxError) -> TranslatedRegex {
    try RegexTranslator.translate(Array(regex.utf8), options: options)
  }

  @Test(arguments: [
    ("^a$", "a"), ("^a|b$", "a|b"), ("^(?:a|b)$", "a|b"), ("(?:^a|^b)$", "a|b"), ("^$", ""),
    ("(?:^a$)", "a"), ("^^a$$", "a"), ("(?:^a|b)c", "(?:a|b)c"), ("^", ""), ("a", "a"),
  ])
  func `anchors at the edges of a value are dropped`(regex: String, text: String) throws {
    #expect(try translate(regex, RegexTranslator.Options(anchors: .value)).text == text)
  }

  @Test(arguments: [
    ("a^b", 1), ("a$b", 1), ("(?=a$)a", 4), ("(?:^a)+", 3), ("$^", 0), ("a|b^", 3),
  ])
  func `anchors within a value are refused`(regex: String, offset: Int) {
    #expect(throws: RegexSyntaxError(code: .misplacedAnchor, offset: offset)) {
      try translate(regex, RegexTranslator.Options(anchors: .value))
    }
  }

  @Test func `groups are counted as the caller says`() throws {
    let options = RegexTranslator.Options(groupsBefore: 3, firstCapture: 7)
    let result = try translate(#"(?<a>x)(?<b>y)\k<b>\4"#, options)
    #expect(result.text == #"(x)(y)\g{8}\g{7}"#)
    #expect(result.captureCount == 2)
    #expect(result.groups == ["a", "b"])
    #expect(result.hasBackreferences)
    #expect(throws: RegexSyntaxError(code: .referenceOutside, offset: 7)) {
      try translate(#"(?<a>x)\3"#, options)
    }
    #expect(throws: RegexSyntaxError(code: .unknownReference, offset: 7)) {
      try translate(#"(?<a>x)\5"#, options)
    }
  }

  @Test func `what follows decides whether a run may give bytes back`() throws {
    #expect(try translate("[a-z]+").text(follow: .digits) == "[a-z]++")
    #expect(try translate(#"\w+"#).text(follow: .digits) == #"\w+"#)
    #expect(try translate(#"\w+?"#).text(follow: ASCIISet()) == #"\w++"#)
    #expect(try translate(#"(?:-\w+)*"#).text(follow: ASCIISet()) == #"(?:-\w++)*"#)
  }

  @Test func `facts about a regex`() throws {
    let result = try translate(#"(?=z)[a-c]?\d*(?!q)"#)
    #expect(result.canBeEmpty)
    #expect(result.consumes == ASCIISet(0x61...0x63).union(.digits))
    #expect(result.first == result.consumes)
    #expect(!result.hasBackreferences)
    #expect(try translate(#"(?=(?<n>z))\k<n>"#).consumes == ASCIISet(0x7A))
    #expect(try translate("(?:(?:(?:ab){1000}){1000}){65535}").expandedSize > 100_000_000)
    #expect(
      try translate(
        String(repeating: "(?:", count: 12) + "ab" + String(repeating: "){65535}", count: 12)
      ).expandedSize == .max
    )
  }

  @Test func `nesting is limited, however deep it goes`() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "a" + String(repeating: close, count: depth)
    }
    for (open, close) in [("(?:", ")"), ("[", "]"), ("(?=", ")"), ("(?<!", ")")] {
      _ = try translate(nested(32, open, close))
      let error = RegexSyntaxError(code: .nestingTooDeep, offset: 32 * open.utf8.count)
      #expect(throws: error) { try translate(nested(33, open, close)) }
      #expect(throws: error) { try translate(nested(100_000, open, close)) }
    }
  }

  @Test func `long regexes are read in linear time`() throws {
    for part in ["a?", "(?:a|b)", "[a-z]*", "a|", #"\d+"#] {
      _ = try translate(String(repeating: part, count: 20_000))
    }
  }

  @Test func `a slice counts its offsets from its own start`() {
    let bytes = Array("xx(a)".utf8)
    #expect(throws: RegexSyntaxError(code: .capturingGroup, offset: 0)) {
      try RegexTranslator.translate(bytes[2...])
    }
  }
}
