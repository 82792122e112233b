import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct RegexPropertyTests {
  private static let cases = PropertyRun.cases(default: 100_000)

  @Test(.busy) func `a generated regex is refused or its text compiles`() throws {
    _ = PropertyRun.generator(for: "regexes", cases: Self.cases)
    var generator = RegexGenerator(seed: PropertyRun.seed)
    var accepted = 0
    for _ in 0..<Self.cases / 2 {
      let regex = generator.regex()
      let ignoreCase = Bool.random(using: &generator.numbers)
      let options = RegexTranslator.Options(dialect: .extended, ignoreCase: ignoreCase)
      let follow = Bool.random(using: &generator.numbers) ? ASCIISet() : nil
      guard let result = try? RegexTranslator.translate(Array(regex.utf8), options: options),
        result.expandedSize < 50_000
      else { continue }
      accepted += 1
      let text = result.text(ignoreCase: ignoreCase, follow: follow)
      let compiled = try #require(
        try? CompiledText("(?:\(text))", ignoreCase: ignoreCase),
        "\(regex) as \(text)"
      )
      #expect(compiled.captureCount == result.captureCount, "\(regex)")
      // The head of the compiled form, and the group put around it.
      #expect(compiled.size <= result.expandedSize + 160, "\(regex)")
    }
    #expect(accepted >= PropertyRun.least(oneIn: 20, of: Self.cases))
  }

  @Test func `possessive runs match what the others do`() throws {
    var generator = RegexGenerator(seed: PropertyRun.seed &+ 1)
    for _ in 0..<Self.cases / 10 {
      let regex = Array(generator.regex().utf8)
      guard let result = try? RegexTranslator.translate(regex), result.expandedSize < 50_000
      else { continue }
      let (plain, atEnd) = (result.text, result.text(follow: ASCIISet()))
      guard plain != atEnd else { continue }
      let left = try CompiledText("(?:\(plain))")
      let right = try CompiledText("(?:\(atEnd))")
      for _ in 0..<8 {
        let subject = generator.subject()
        #expect(left.matches(subject) == right.matches(subject), "\(plain) \(atEnd)")
      }
    }
  }

  @Test func `random bytes never trap`() {
    var numbers = SeededGenerator(seed: PropertyRun.seed &+ 2)
    let special = Array(#"()[]{}|\^$.*+?<>=!:-&~,dwspPqkuxc019abz/"#.utf8)
    for round in 0..<Self.cases * 4 / 10 {
      let bytes = (0..<Int.random(in: 0...24, using: &numbers)).map { _ in
        round % 4 == 0
          ? UInt8.random(in: 0...255, using: &numbers)
          : special[Int.random(in: 0..<special.count, using: &numbers)]
      }
      let options = RegexTranslator.Options(
        dialect: round % 2 == 0 ? .standard : .extended,
        anchors: round % 3 == 0 ? .value : .keep
      )
      do {
        let result = try RegexTranslator.translate(bytes, options: options)
        guard result.expandedSize < 50_000 else { continue }
        #expect(throws: Never.self, "\(bytes)") { try CompiledText("(?:\(result.text))") }
      } catch {
        #expect((0...bytes.count).contains(error.offset), "\(bytes)")
      }
    }
  }

  @Test func `the regexes that backtrack are refused or compile`() throws {
    let lines = try RunawayExpression.all()
    for line in lines {
      do {
        let result = try RegexTranslator.translate(
          Array(line.regex.utf8),
          options: RegexTranslator.Options(dialect: .extended)
        )
        _ = try CompiledText("(?:\(result.text))")
      } catch is RegexSyntaxError {
        continue
      }
    }
    #expect(lines.count == 37)
  }
}

/// Makes regexes out of the pieces of the grammar, sound ones and nearly sound ones.
private struct RegexGenerator {
  var numbers: SeededGenerator

  init(seed: UInt64) {
    numbers = SeededGenerator(seed: seed)
  }

  private static let atoms = [
    "a", "b", "A", "0", "-", "/", "s", "k", ".", #"\d"#, #"\W"#, #"\s"#, #"\."#, #"\x41"#,
    #"\u{62}"#,
    #"\p{Lu}"#, #"\P{L}"#, "[ab]", "[^a]", "[]", "[^]", "[a-z]", #"[\w--a]"#, "[[a-c]&&[b]]",
    #"[\q{a|}]"#, "[^0-9]", #"[\]\-]"#, "^", "$", #"\b"#, #"\B"#, #"\k<n>"#, #"\1"#, #"\u{1F600}"#,
  ]
  private static let quantifiers = [
    "", "", "", "", "*", "+", "?", "{2}", "{0,3}", "{1,}", "{0}", "{1}", "*?", "+?", "++", "{2,3}+",
  ]
  private static let openings = ["(?:", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>"]

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &numbers) }

  mutating func regex() -> String {
    var names = ["n", "m", "o"]
    return alternatives(3, &names)
  }

  private mutating func alternatives(_ depth: Int, _ names: inout [String]) -> String {
    var result = ""
    repeat {
      for _ in 0..<below(4) {
        result += atom(depth, &names)
        result += Self.quantifiers[below(Self.quantifiers.count)]
      }
      guard below(4) == 0 else { return result }
      result += "|"
    } while true
  }

  private mutating func atom(_ depth: Int, _ names: inout [String]) -> String {
    guard depth > 0, below(3) == 0 else { return Self.atoms[below(Self.atoms.count)] }
    if below(4) == 0, let name = names.popLast() {
      return "(?<\(name)>\(alternatives(depth - 1, &names)))"
    }
    return Self.openings[below(Self.openings.count)] + alternatives(depth - 1, &names) + ")"
  }

  mutating func subject() -> [UInt8] {
    let letters = Array("aabbA0-/sk".utf8)
    return (0..<below(7)).map { _ in letters[below(letters.count)] }
  }
}
