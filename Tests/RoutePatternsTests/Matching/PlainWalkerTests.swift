@testable import RoutePatterns
import TestSupport
import Testing

@Suite struct `Plain patterns` {
  @Test(arguments: [
    ("/", true), ("/books", true), ("/books/:id", true), ("/:_/a.b", true), ("/files/*", true),
    ("*", true), ("app://push/:x", true), ("/a-text-of-many-bytes/:x/in-several-words", true),
    ("/books/:id(\\d+)", false), ("/:a-:b", false), ("/books/:id?", false), ("/a{b}?", false),
    ("/:a/:b/:c/:d/:e/:f/:g/:h/:i/:j/:k/:l/:m/:n/:o/:p", true),
    ("/:a/:b/:c/:d/:e/:f/:g/:h/:i/:j/:k/:l/:m/:n/:o/:p/:q", false), ("https://h.example/a", false),
    ("/*/info", true), ("/a/*/b", true), ("/a*x", true), ("/a/:_(.*)/b", true),
    ("app://a/*/b", true),
    ("/a*b", false), ("/*/a/*", false), ("/:x/*/b", false), ("/*/:x", false), ("/*?/b", false),
    ("/a/*/", true), ("https://h.example/*/a", false),
  ])
  func `are those of text and whole segments`(_ text: String, _ isPlain: Bool) throws {
    #expect(try RoutePattern(parsing: text).storage.walker.isUsable == isPlain)
    let options = RoutePattern.Options(letterCase: .insensitive)
    #expect(try !RoutePattern(parsing: text, options: options).storage.walker.isUsable)
  }

  @Test(arguments: [
    ("/a/*/a", "/a/a"), ("/a/*/a", "/a//a"), ("/a/*/a", "/a/b/a/a"), ("/a/*/a", "/a/"),
    ("/a/*/a", "/a"), ("/*/info", "/info"), ("/*/info", "/"), ("/*/info", "/a/b/info/info"),
    ("/a*aa", "/aa"), ("/a*xaxa", "/axa"), ("/a*xaxa", "/axaxa"),
  ])
  func `tell what stands before an asterisk from what stands behind it`(
    _ text: String,
    _ subject: String
  ) throws {
    for slashes in [RouteTarget.SlashPolicy.lenient, .strict] {
      let storage = try RoutePattern(parsing: text, options: .init(slashes: slashes)).storage
      let (walked, decided) = outcomes(of: storage, Array(subject.utf8), 3)
      #expect(walked == decided)
    }
  }

  @Test(.busy, arguments: [RouteTarget.SlashPolicy.lenient, .strict])
  func `match what their expressions match`(_ slashes: RouteTarget.SlashPolicy) throws {
    let count = PropertyRun.cases(default: 120_000)
    var random = PropertyRun.generator(for: "plain patterns, \(slashes)", cases: count)
    var (matched, matchedAround) = (0, 0)
    var patterns = 0
    while patterns < count / 40 {
      let pieces = (0...random.below(6)).map { _ in random.pick(Self.pieces) }
      let text = pieces.joined() + random.pick(["", "", "/", "*", "/*", "/..."])
      let options = RoutePattern.Options(slashes: slashes)
      guard let pattern = try? RoutePattern(parsing: text, options: options) else { continue }
      let storage = pattern.storage
      guard storage.walker.isUsable else { continue }
      patterns += 1
      for _ in 0..<40 {
        let subject = Self.subject(like: text, &random)
        let base = random.below(4) == 0 ? random.below(70_000) : random.below(9)
        let (walked, decided) = outcomes(of: storage, subject, base)
        matched += decided.isEmpty ? 0 : 1
        // The text behind an asterisk is no end of the outline, and the expression decides.
        matchedAround += decided.isEmpty || storage.outline.end != .open ? 0 : 1
        if walked == decided { continue }
        Issue.record("\(text) on \(subject) at \(base): \(walked), not \(decided)")
      }
    }
    #expect(matched >= PropertyRun.least(oneIn: 20, of: count))
    #expect(matchedAround >= PropertyRun.least(oneIn: 200, of: count))
  }

  /// What the walk finds and what the expression finds: nothing, or the ranges of all values and one more.
  private func outcomes(
    of storage: RoutePattern.Storage,
    _ subject: [UInt8],
    _ base: Int
  ) -> (walked: [Range<Int>?], decided: [Range<Int>?]) {
    func ranges(_ outcome: MatchOutcome) -> [Range<Int>?] {
      switch outcome {
      case .matched(let ranges): (0...storage.captures.count).map { ranges[$0] }
      case .unmatched: []
      case .failed(let error): [0..<Int(error.magnitude)]
      }
    }
    var budget = MatchBudget()
    let decided = storage.withDetails {
      $0.compiled.match(subject.span, offset: base, budget: &budget)
    }
    // Beyond what offsets of 16 bits reach nobody walks.
    let walked =
      base + subject.count < CaptureRanges.inlineEnd
      ? storage.walker.match(subject.span, base: base) : decided
    return (ranges(walked), ranges(decided))
  }

  private static let pieces = [
    "/a", "/books", "/:x", "/:y", "/:_", "/v1.2", "/a\\+b", "/\\(x\\)$", "/longer-than-a-word", "/",
    "/12345678", "/é", "/:_/:_", "b", "/*", "/*/", "*x",
  ]

  private static let strayBytes: [UInt8] = [
    0x2F, 0x2F, 0x61, 0xAF, 0x2E, 0x30, 0x00, 0x0A, 0x80, 0xFF,
  ]

  /// A subject that follows the pattern more or less.
  private static func subject(like text: String, _ random: inout SeededGenerator) -> [UInt8] {
    var subject: [UInt8] = []
    var isName = false
    for byte in text.replacing("é", with: "%C3%A9").utf8 where byte != UInt8(ascii: "\\") {
      if byte == UInt8(ascii: "/") { isName = false }
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "*") {
        isName = byte == UInt8(ascii: ":")
        let length = random.below(20)
        let bytes = Array((isName ? "abcxyz0.-%" : "abcxyz0.-%//").utf8)
        subject += (0..<length).map { _ in random.pick(bytes) }
      } else if !isName {
        subject.append(byte)
      }
    }
    guard random.below(3) == 0 else { return subject }
    for _ in 0...random.below(2) {
      let byte = random.pick(Self.strayBytes)
      let place = random.below(subject.count + 1)
      switch random.below(4) {
      case 0: subject.insert(byte, at: place)
      case 1 where place < subject.count: subject[place] = byte
      case 2 where place < subject.count: subject.remove(at: place)
      default: subject.removeLast(min(subject.count, random.below(3)))
      }
    }
    return subject
  }
}
