import Foundation
import RoutePatterns
import TestSupport
import Testing

@Suite struct `Back references` {
  struct Row: Sendable, CustomTestStringConvertible {
    var regex: String
    var value: String
    var isMatched: Bool

    init(_ regex: String, _ value: String, _ isMatched: Bool) {
      (self.regex, self.value, self.isMatched) = (regex, value, isMatched)
    }

    var testDescription: String { "\(regex) on \(value)" }
  }

  /// What JavaScript says.
  static let rows = [
    Row(#"(?<n>x)?-\k<n>"#, "-", true),
    Row(#"(?<n>x)?-\k<n>+"#, "-", true),
    Row(#"(?<n>x)?-\k<n>+"#, "x-xx", true),
    Row(#"(?<n>x)?-\k<n>+"#, "x-", false),
    Row(#"(?<n>x)?-\k<n>+?"#, "-", true),
    Row(#"(?<n>x)?-\k<n>++"#, "-", true),
    Row(#"(?<n>x)?-\k<n>{1,2}"#, "-", true),
    Row(#"(?<n>x)?-\k<n>{3}"#, "-", true),
    Row(#"(?<n>x)?-\k<n>{3}"#, "x-xx", false),
    Row(#"(?<n>x)?-\k<n>*"#, "-", true),
    Row(#"(?<n>x)?-(?:\k<n>)+"#, "-", true),
    Row(#"(?:(?<n>a)|b)\k<n>+"#, "b", true),
    Row(#"(?:(?<n>a)|b)\k<n>+"#, "ba", false),
    Row(#"\k<n>+(?<n>a)"#, "a", true),
  ]

  @Test(arguments: rows, [true, false])
  func `a group without a value is the empty text for a repeated reference`(
    row: Row,
    usesJIT: Bool
  ) throws {
    let pattern = try RoutePattern(
      parsing: "/a/:id(\(row.regex))",
      options: .init(usesJIT: usesJIT)
    )
    // What the first match does can differ from what machine code does later.
    for _ in 0..<3 {
      #expect(try (pattern.match(RouteTarget("/a/\(row.value)")) != nil) == row.isMatched)
    }
  }

  /// Groups are numbered as in the standard's one expression for the whole path, in which the
  /// parameter is the first.
  @Test(arguments: [
    ("/:v((?<x>[^\\/]+)\\2(?<y>))", "/ab", false), ("/:v((?<x>[^\\/]+)\\2(?<y>))", "/abab", true),
    ("/admin/:v((?<x>\\d)\\2(?<y>\\d))", "/admin/112", true),
    ("/admin/:v((?<x>\\d)\\2(?<y>\\d))", "/admin/12", false),
    ("/:a/:v((?<x>\\d)\\3(?<y>\\d))", "/b/112", true),
    ("/:a/:v((?<x>\\d)\\3(?<y>\\d))", "/b/12", false),
  ])
  func `a number counts the group of the parameter`(
    text: String,
    path: String,
    isMatched: Bool
  ) throws {
    let pattern = try RoutePattern(parsing: text)
    #expect(try (pattern.match(RouteTarget(path)) != nil) == isMatched)
  }

  @Test(.busy) func `machine code matches what the interpreter matches`() throws {
    let pairs = PropertyRun.cases(default: 20_000)
    var draw = Draw(PropertyRun.generator(for: "machine code", cases: pairs))
    var found = 0
    var matched = 0
    while found < pairs {
      let expression = draw.expression()
      guard let one = expression.pattern(usesJIT: true),
        let other = expression.pattern(usesJIT: false)
      else { continue }
      for value in expression.values {
        let target = try RouteTarget("/\(value)")
        let (left, right) = (Answer(one, target), Answer(other, target))
        #expect(left == right, "\(expression.regex) on \(value)")
        found += 1
        if case .matched = left { matched += 1 }
      }
    }
    #expect(matched >= PropertyRun.least(oneIn: 50, of: found))
    print("machine code: \(found) pairs, \(matched) matched")
  }

  @Test(.busy) func `drawn expressions read no more than their segment`() throws {
    let pairs = PropertyRun.cases(default: 20_000)
    var draw = Draw(PropertyRun.generator(for: "segments", cases: pairs))
    var (found, matched) = (0, 0)
    while found < pairs {
      let expression = draw.expression()
      guard let alone = expression.pattern(), let before = expression.pattern(before: "/:rest+")
      else { continue }
      for (value, other) in zip(expression.values, expression.values.reversed()) {
        let answer = try Answer(alone, RouteTarget("/\(value)"))
        let target = try RouteTarget("/\(value)/\(other)")
        let answers = [answer, Answer(before, target)]
        guard !answers.contains(.undecided) else { continue }
        #expect(answers[0] == answers[1], "\(expression.regex) on \(target)")
        guard !expression.takesAnyText else { continue }
        #expect(Answer(alone, target).isMatched != true, "\(expression.regex) on \(target)")
        found += 1
        if case .matched = answer { matched += 1 }
      }
    }
    #expect(matched >= PropertyRun.least(oneIn: 50, of: found))
    print("segments: \(found) pairs, \(matched) matched")
  }

  @Test(.busy, .enabled(if: Node.isInstalled, "Node.js is not installed"))
  func `drawn expressions match what Node matches`() throws {
    let pairs = PropertyRun.cases(default: 20_000)
    var draw = Draw(PropertyRun.generator(for: "Node", cases: pairs))
    var (found, matched, refused) = (0, 0, 0)
    while found < pairs {
      let expressions = (0..<2_000).map { _ in draw.expression() }
      for (expression, answers) in zip(expressions, try Node.answers(to: expressions)) {
        guard let pattern = expression.pattern(before: "/b") else {
          refused += answers.isEmpty ? 0 : 1
          continue
        }
        // What JavaScript refuses is refused here as well.
        #expect(!answers.isEmpty, "\(expression.regex)")
        for (value, answer) in zip(expression.values, answers.utf8) {
          let target = try RouteTarget("/\(value)/b")
          guard let isMatched = Answer(pattern, target).isMatched else { continue }
          #expect(isMatched == (answer == UInt8(ascii: "1")), "\(expression.regex) on \(value)")
          found += 1
          matched += isMatched ? 1 : 0
        }
      }
    }
    print("Node: \(found) pairs, \(matched) matched; \(refused) expressions refused here alone")
  }
}

private enum Answer: Equatable {
  case matched(String?)
  case unmatched
  case undecided

  init(_ pattern: RoutePattern, _ target: RouteTarget) {
    do {
      self = try pattern.match(target).map { .matched($0["id"]) } ?? .unmatched
    } catch {
      self = .undecided
    }
  }

  var isMatched: Bool? {
    switch self {
    case .matched: true
    case .unmatched: false
    case .undecided: nil
    }
  }
}

/// An expression, and values to match it against.
private struct Expression: Encodable {
  var regex: String
  var flags: String
  var values: [String]

  /// Whether it is a dot that repeats, in groups or not.
  var takesAnyText: Bool {
    var text = regex[...]
    while let opening = ["(?:", "(?<m>", "(?<n>"].first(where: text.hasPrefix),
      text.hasSuffix(")")
    {
      text = text.dropFirst(opening.count).dropLast()
    }
    guard let sign = ["*?", "+?", "*", "+"].first(where: text.hasSuffix) else { return false }
    return text.dropLast(sign.count).filter { !"(?:)".contains($0) } == "."
  }

  func pattern(usesJIT: Bool = true, before rest: String = "") -> RoutePattern? {
    let ignoresCase = flags.contains("i")
    return try? RoutePattern(
      parsing: "/:id((?:\(regex)))\(rest)",
      options: .init(letterCase: ignoresCase ? .insensitive : .sensitive, usesJIT: usesJIT)
    )
  }
}

/// Draws expressions with groups and references to them, in which no slash is written.
///
/// No group with a name is repeated where it can be empty: JavaScript refuses an empty round, and
/// PCRE2 stops at one.
private struct Draw {
  private var numbers: SeededGenerator
  private var names: [String] = []

  init(_ numbers: SeededGenerator) { self.numbers = numbers }

  private static let atoms = [
    "a", "b", "x", "-", "ab", ".", #"\d"#, #"\w"#, "[ab]", "[^a]", "[a-c1]", "(?=a)", "(?!b)",
    #"\b"#, #"\D"#, #"\W"#, #"[^\d\-]"#, "(?![^a])", "(?=.b)", "(?<=a)", "(?<![^b])",
  ]
  private static let quantifiers = ["*", "+", "?", "{2}", "{0,2}", "{1,3}", "*?", "+?", "??"]

  mutating func expression() -> Expression {
    names = ["m", "n"]
    let regex = alternatives(3).text
    let letters = Array("aaabbxA-1")
    let values = (0..<16).map { _ in
      String((0...numbers.below(6)).map { _ in numbers.pick(letters) })
    }
    return Expression(regex: regex, flags: numbers.below(5) == 0 ? "iu" : "u", values: values)
  }

  private typealias Piece = (text: String, isNullable: Bool, captures: Bool)

  private mutating func alternatives(_ depth: Int) -> Piece {
    var whole: Piece = ("", false, false)
    repeat {
      var branch: Piece = ("", true, false)
      for _ in 0...numbers.below(3) {
        let next = repeated(depth)
        branch.text += next.text
        branch.isNullable = branch.isNullable && next.isNullable
        branch.captures = branch.captures || next.captures
      }
      whole.text += (whole.text.isEmpty ? "" : "|") + branch.text
      whole.isNullable = whole.isNullable || branch.isNullable
      whole.captures = whole.captures || branch.captures
    } while numbers.below(4) == 0
    return whole
  }

  private mutating func repeated(_ depth: Int) -> Piece {
    var piece = atom(depth)
    let canRepeat = !["(?=", "(?!", "(?<=", "(?<!"].contains(where: piece.text.hasPrefix)
    guard canRepeat, piece.text != #"\b"#, numbers.below(3) == 0 else { return piece }
    let quantifier = numbers.pick(Self.quantifiers)
    guard !(piece.isNullable && piece.captures) || quantifier == "{2}" else { return piece }
    piece.text = (piece.text == "ab" ? "(?:ab)" : piece.text) + quantifier
    piece.isNullable = piece.isNullable || "*?{".contains(quantifier.first ?? "*")
    return piece
  }

  private mutating func atom(_ depth: Int) -> Piece {
    switch numbers.below(depth > 0 ? 8 : 5) {
    case 0, 1: return ("\\k<\(numbers.pick(["m", "n"]))>", true, false)
    case 5, 6:
      guard let name = names.popLast() else { fallthrough }
      let body = alternatives(depth - 1)
      return ("(?<\(name)>\(body.text))", body.isNullable, true)
    case 7:
      let body = alternatives(depth - 1)
      return ("(?:\(body.text))", body.isNullable, body.captures)
    default:
      let text = numbers.pick(Self.atoms)
      return (text, text.hasPrefix("(") || text == #"\b"#, false)
    }
  }
}

/// JavaScript's own regular expressions.
///
/// By the interpreter of V8, as its compiler makes mistakes: `/^(?:(?=a)a)*xx$/` matches "axx" once, and then no more.
private enum Node {
  static let isInstalled = (try? ChildProgram.output(of: ["node", "--version"])) ?? nil != nil

  private static let program = """
    for (const {regex, flags, values} of JSON.parse(require("fs").readFileSync(process.argv[1]))) {
      let line = "";
      try {
        const compiled = new RegExp("^(?:" + regex + ")$", flags);
        line = values.map((value) => (compiled.test(value) ? "1" : "0")).join("");
      } catch {}
      console.log(line);
    }
    """

  /// A line for each expression: 1 or 0 for each value, nothing where it is refused.
  static func answers(to expressions: [Expression]) throws -> [Substring] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try JSONEncoder().encode(expressions).write(to: file)
    let output = try ChildProgram.output(of: [
      "node", "--regexp-interpret-all", "-e", program, file.path,
    ])
    return try #require(output).split(separator: "\n", omittingEmptySubsequences: false)
  }
}
