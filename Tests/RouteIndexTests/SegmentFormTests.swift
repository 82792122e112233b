import TestSupport
import Testing

@testable import RouteIndex
@testable import RoutePatterns

@Suite struct `Forms of segments` {
  struct Row: Sendable, CustomTestStringConvertible {
    var expression: String
    /// Whether the index decides.
    var hasForm: Bool
    var fits: [String]
    var strays: [String]

    init(_ expression: String, _ hasForm: Bool, _ fits: [String], not strays: [String]) {
      (self.expression, self.hasForm) = (expression, hasForm)
      (self.fits, self.strays) = (fits, strays)
    }

    var testDescription: String { expression }
  }

  private static let uuid = "0f8fad5b-d9cd-469f-a165-70867728950e"
  private static let uuidForms = [
    "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
  ]

  static let rows =
    [
      Row(
        #"\d+"#,
        true,
        ["0", "42", "0123456789"],
        not: ["a", "4a", "a4", "-1", "%34%C3%A9", "4-"]
      ),
      Row("[0-9]+", true, ["0", "42"], not: ["a", "4a", "/", ":"]),
      Row(#"^\d+$"#, true, ["7"], not: ["a"]),
      Row(#"\d{4}"#, true, ["2026"], not: ["202", "20266", "202a"]),
      Row(#"\d{2,}"#, true, ["20", "20266"], not: ["2"]),
      Row("[a-z]+", true, ["a", "az"], not: ["A", "a1", "`", "{", "%C3%A9"]),
      Row(#"[a-z0-9\-]+"#, true, ["a-1", "-"], not: ["a_1", "A", "a.b"]),
      Row(#"\w+"#, true, ["a_1Z"], not: ["a-b", "%20", "a.b", "%C3%A9"]),
      Row(
        #"[A-Za-z0-9_\-]{1,32}"#,
        true,
        ["a-_9", many("x", 32)],
        not: [many("x", 33), "a.b", "%21"]
      ),
      Row(
        #"\d{4}-\d{2}-\d{2}"#,
        true,
        ["2026-11-21"],
        not: ["2026-11-1", "2026-11-211", "20261121"]
      ),
      Row("[a-z]+7", true, ["a7", "zz7"], not: ["7", "a", "a77", "a7a", "A7"]),
      Row(#"[a-z]+\d*"#, true, ["a", "a1", "ab12"], not: ["1", "a1b", "1a"]),
      Row(#"v\d+(?:)\.\d+"#, true, ["v1.0"], not: ["v1", "v1.", "1.0", "v1x0"]),
      Row("(?:ab){2}", true, ["abab"], not: ["ab", "ababab"]),
      Row("abc", true, ["abc"], not: ["ab", "abcd", "abd"]),
      Row("a?b+", true, ["ab", "bb"], not: ["a", "aab"]),
      Row("a{1,2}a?b", true, ["ab", "aaab"], not: ["b", "aaaab"]),
      Row(#"\d\d*"#, true, ["1", "12"], not: ["a"]),
      Row(#"\d+?"#, true, ["1", "12"], not: ["1a"]),
      Row(#"[^\/]+"#, true, ["a.b", "%C3%A9", "~"], not: []),
      Row(#"[^\/.]+"#, true, ["a", "%C3%A9"], not: ["a.b"]),
      // A slash that is not written is not taken.
      Row("[^.]+", true, ["a", "%C3%A9", "a-1"], not: ["a.b"]),
      Row(#"\D+"#, true, ["a", "a.b"], not: ["1", "a1"]),
      Row(#"[^\d]+\d{2}"#, true, ["a12"], not: ["12", "a1", "a/b12"]),
      Row(".{2}", true, ["ab", "-1"], not: ["a", "abc", "a/b"]),
      Row("a[^]", true, ["ab"], not: ["a", "abc", "a/"]),
      Row("[]x", true, [], not: ["x", "a"]),
      Row("(?<year>\\d{4})", true, ["2026"], not: ["x"]),
      // What an escape is of is an expression's affair.
      Row("%[0-9A-F]{2}", true, ["%2F", "%20"], not: ["2F", "%20a"]),
      // What a run took may have to be given back.
      Row("[a-z]+z", false, ["az", "zz"], not: ["z", "a"]),
      Row("[a-z0-9]+[a-z]", false, ["aa", "1a"], not: ["a1"]),
      Row("a?b?a", false, ["a", "ba", "aba"], not: ["b"]),
      // Choices, lookarounds, empty texts, back references, slashes.
      Row("a|b", false, ["a", "b"], not: ["c"]),
      Row("(?:a|b)c", false, ["ac"], not: ["c"]),
      Row("(?:-a)*b", false, ["b", "-a-ab"], not: ["-b"]),
      Row(#"(?!new)\w+"#, false, ["old"], not: ["new", "newer"]),
      Row(#"\bab"#, false, ["ab"], not: ["b"]),
      Row(#"\d*"#, false, ["1"], not: ["a"]),
      Row(#"(?<x>\d)\k<x>"#, false, ["11"], not: ["12"]),
      Row(".+", false, ["a"], not: []),
      Row(#"[^.]+\/-"#, false, ["a/-"], not: ["a", "a.b/-"]),
    ]
    + uuidForms.map {
      Row(
        $0,
        true,
        [uuid],
        not: [String(uuid.dropLast()), uuid + "0", "x" + uuid.dropFirst(), "-"]
      )
    }

  private static func many(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test func `a segment of any text is told from those of some texts`() {
    func form(_ set: ASCIISet, _ least: Int, _ most: Int?) -> SegmentForm {
      var form = SegmentForm()
      form.append(SegmentForm.Run(set: set, least: least, most: most))
      return form
    }
    let any = ASCIISet(UInt8(ascii: "/")).complement
    #expect(form(any, 1, nil).isAny)
    #expect(!form(any, 0, nil).isAny)
    #expect(!form(any, 2, nil).isAny)
    #expect(!form(any, 1, 2).isAny)
    #expect(!form(ASCIISet(UInt8(ascii: "a")), 1, nil).isAny)
    #expect(!SegmentForm().isAny)
  }

  @Test(arguments: rows)
  func `the index says what the expression says`(_ row: Row) throws {
    for slashes in [RouteTarget.SlashPolicy.lenient, .strict] {
      for (before, after) in Self.places {
        let index = try DecidedIndex("\(before)/:x(\(row.expression))\(after.pattern)", slashes)
        for (text, isFound) in row.fits.map({ ($0, true) }) + row.strays.map({ ($0, false) }) {
          let answer = try index.answer("\(before)/\(text)\(after.path)")
          #expect((answer.expected != nil) == isFound, "\(text)")
          #expect(answer.isAsRight, "\(text)")
          #expect(row.hasForm ? !answer.isAsked : answer.isAsked || !isFound, "\(text)")
        }
      }
    }
  }

  /// What stands before and behind; with some of it a path is longer than the quick way reaches, or shorter than a
  /// word.
  private static let places: [(String, after: (pattern: String, path: String))] = [
    ("", ("", "")), ("/a", ("", "")), ("", ("/b", "/b")), ("/a", ("/*", "/c/d")),
    ("/" + many("long", 20), ("/:y(\\d)", "/1")),
  ]

  @Test(arguments: [
    "[a-z]{1,2}+[a-z]", "[a-z]*+[a-z]", "[0-9]?+[0-9]", "(?:[a-z]{1,2}+){2}",
    "[a-z]{1,2}[a-z]{1,2}+[a-z]", "[a-z]{1,2}+", "[a-z]{1,2}+[0-9]?+", "[a-z]++7",
  ])
  func `what is not given back is not taken twice`(_ expression: String) throws {
    for slashes in [RouteTarget.SlashPolicy.lenient, .strict] {
      let index = try DecidedIndex("/:id(\(expression))", slashes)
      for text in ["a", "ab", "abc", "abcd", "1", "12", "123", "ab7", "a1", "ab12", "7"] {
        #expect(try index.answer("/" + text).isAsRight, "\(text)")
      }
    }
  }

  @Test func `an empty segment fits no form`() throws {
    for path in ["/a//b", "/a/", "/a", "/a/1", "/a/1/", "//", "/a/1/b", "/a//"] {
      for pattern in ["/a/:x(\\d+)", "/a/:x(\\d+)/b", "/a/:x(\\d+)/", "/:x(a)/:y([^\\/]+)/*"] {
        for slashes in [RouteTarget.SlashPolicy.lenient, .strict] {
          let answer = try DecidedIndex(pattern, slashes).answer(path)
          #expect(answer.isAsRight && !answer.isAsked, "\(path) \(pattern) \(slashes)")
        }
      }
    }
  }

  @Test(arguments: [
    "https://h.com/:x(\\d+)", "/a{/:x(\\d+)}?", "/:x(\\d+)b", "/:x(\\d+)?",
    "/*/:x(\\d+)",
  ])
  func `what is more than whole segments is asked`(_ pattern: String) throws {
    let index = try DecidedIndex(pattern, .lenient)
    for path in ["https://h.com/1", "/a/1", "/a", "/1b", "/1", "/x"] {
      let answer = try index.answer(path)
      #expect(answer.isAsRight && (answer.expected == nil || answer.isAsked), "\(path)")
    }
  }

  @Test func `letters of either case are asked`() throws {
    let index = try DecidedIndex("/a/:x([a-z]+)", .lenient, ignoresCase: true)
    let answer = try index.answer("/A/Xy")
    #expect(answer.isAsRight && answer.isAsked && answer.expected != nil)
  }

  @Test func `a closure is asked besides`() throws {
    let index = try DecidedIndex("/a/:x(\\d+)", .lenient, where: ["x": .check { $0 != "7" }])
    #expect(try index.answer("/a/7").isAsRight)
    let answer = try index.answer("/a/8")
    #expect(answer.isAsRight && answer.expected != nil)
  }

  @Test func `a validation by an expression is as good as one in the text`() throws {
    let index = try DecidedIndex("/a/:x", .lenient, where: ["x": "\\d+"])
    let answer = try index.answer("/a/8")
    #expect(answer.isAsRight && !answer.isAsked && answer.expected != nil)
  }

  @Test(arguments: 1...18) func `values stand where they are, however many there are`(
    _ count: Int
  ) throws {
    let pattern = (0..<count).map { "/:x\($0)" }.joined()
    let path = (1...count).map { "/" + Self.many("v", $0 % 3 + 1) }.joined()
    for (before, after, rest) in [("", "", ""), ("/a", "", ""), ("", "/*", "/b/c")] {
      for slashes in [RouteTarget.SlashPolicy.lenient, .strict] {
        let answer = try DecidedIndex(before + pattern + after, slashes)
          .answer(before + path + rest)
        #expect(answer.isAsRight)
        #expect(!answer.isAsked || count > 8)
        #expect(answer.expected?.count == count + (rest.isEmpty ? 0 : 1))
      }
    }
  }

  @Test(arguments: [1, 7, 8, 9, 15, 16, 17, 23, 24, 25, 32, 33, 50])
  func `what follows a literal is found, however long that is`(_ length: Int) throws {
    let index = try DecidedIndex("/\(Self.many("a", length))/bc/:x", .lenient)
    for (path, isFound) in [
      ("/\(Self.many("a", length))/bc/7", true), ("/\(Self.many("a", length))/bd/7", false),
      ("/\(Self.many("a", length - 1))b/bc/7", false),
    ] {
      let answer = try index.answer(path)
      #expect(answer.isAsRight)
      #expect((answer.expected != nil) == isFound)
    }
  }

  @Test(arguments: [65_533, 65_534, 65_535, 65_536, 70_000])
  func `values stand where they are also beyond what 16 bits say`(_ length: Int) throws {
    for (pattern, rest) in [("/:x", ""), ("/:x/:y", "/b"), ("/a/:x", ""), ("/*", "")] {
      let before = pattern.hasPrefix("/a") ? "/a/" : "/"
      let path = before + Self.many("v", length - before.count - rest.count) + rest
      let answer = try DecidedIndex(pattern, .lenient).answer(path)
      #expect(path.utf8.count == length)
      #expect(answer.isAsRight && answer.expected?.last??.upperBound == length)
    }
  }

  // MARK: - At random

  @Test(.busy) func `forms say what their expressions say, for any of them`() throws {
    let count = PropertyRun.cases(default: 1_500)
    var random = PropertyRun.generator(for: "forms", cases: count)
    var (formed, found, checked) = (0, 0, 0)
    for _ in 0..<count {
      var (text, sample) = ("", "")
      for number in 0..<(1 + random.below(3)) {
        let segment = FormCase(&random, random.below(4) == 0 ? "a" : nil)
        text += "/" + (segment.literal ?? ":x\(number)(\(segment.expression))")
        sample += "/" + segment.sample(&random)
      }
      if random.below(4) == 0 { text += "/*" }
      let slashes = random.pick([RouteTarget.SlashPolicy.lenient, .strict])
      guard let index = try? DecidedIndex(text, slashes) else { continue }
      for _ in 0..<30 {
        let path = FormCase.mutation(of: sample, &random)
        guard let answer = try? index.answer(path) else { continue }
        guard answer.isAsRight else {
          Issue.record("\(path) of \(text), \(slashes): \(answer)")
          return
        }
        checked += 1
        if answer.expected != nil {
          found += 1
          formed += answer.isAsked ? 0 : 1
        }
      }
    }
    print("forms: \(checked) checked, \(found) found, \(formed) of them by their forms")
    #expect(formed >= PropertyRun.least(oneIn: 10, of: count))
    #expect(found - formed >= PropertyRun.least(oneIn: 1, of: count))
  }
}

/// A segment that is made of what forms are made of, and of little else.
private struct FormCase {
  private static let sets: [(text: String, members: [String])] = [
    ("\\d", ["0", "7"]), ("[a-c]", ["a", "b", "c"]), ("a", ["a"]), ("-", ["-"]),
    ("\\w", ["a", "7", "_"]),
    ("[^\\/a]", ["-", "7", "~", "."]), ("[^a]", ["-", "7", "."]), (".", ["a", "~"]),
    ("\\D", ["a", "-"]), ("\\.", ["."]), ("[b-d7]", ["c", "7"]), ("(?:ab)", ["ab"]),
    ("[A-Z]", ["Q"]), ("(?:a|b)", ["a", "b"]), ("%", ["%20", "%C3%A9"]), ("[0-9A-F]", ["F", "0"]),
  ]
  private static let counts: [(text: String, counts: [Int])] = [
    ("", [1]), ("", [1]), ("", [1]), ("+", [1, 2, 3]), ("+", [1, 9]), ("*", [0, 1, 2]),
    ("?", [0, 1]),
    ("{2}", [2]), ("{1,3}", [1, 2, 3]), ("{0}", [0]), ("{2,}", [2, 4]), ("+?", [1, 2]),
    ("{0,2}", [0, 2]),
  ]

  let literal: String?
  private(set) var expression = ""
  private var items: [(members: [String], counts: [Int])] = []

  init(_ random: inout SeededGenerator, _ literal: String?) {
    self.literal = literal
    for _ in 0..<(1 + random.below(4)) {
      let (set, count) = (random.pick(Self.sets), random.pick(Self.counts))
      expression += set.text + count.text
      items.append((set.members, count.counts))
    }
  }

  func sample(_ random: inout SeededGenerator) -> String {
    if let literal { return literal }
    return items.reduce(into: "") { text, item in
      for _ in 0..<random.pick(item.counts) { text += random.pick(item.members) }
    }
  }

  private static let pieces = [
    "a", "b", "d", "7", "-", ".", "/", "%20", "%C3%A9", "Q", "_", "~", "//", "ab",
    String(repeating: "a", count: 70),
  ]

  /// A text with a few changes, or none.
  static func mutation(of text: String, _ random: inout SeededGenerator) -> String {
    var bytes = Array(text)
    for _ in 0..<random.below(4) {
      let place = 1 + random.below(bytes.count)
      switch random.below(3) {
      case 0 where place < bytes.count: bytes.remove(at: place)
      case 1 where place < bytes.count:
        bytes.replaceSubrange(place...place, with: random.pick(pieces))
      default: bytes.insert(contentsOf: random.pick(pieces), at: min(place, bytes.count))
      }
    }
    return String(bytes)
  }
}

/// One route in an index, which is asked in both ways that there are.
private struct DecidedIndex {
  struct Answer {
    var expected: [Range<Int>?]?
    var looked: [Range<Int>?]?
    var first: [Range<Int>?]?
    /// Whether the pattern was asked.
    var isAsked: Bool

    var isAsRight: Bool { looked == expected && first == expected }
  }

  private final class Payload {}

  private let index: LiveIndex
  private let pattern: RoutePattern

  init(
    _ text: String,
    _ slashes: RouteTarget.SlashPolicy,
    ignoresCase: Bool = false,
    where validations: [String: RouteValidation] = [:]
  ) throws {
    let options = RoutePattern.Options(
      slashes: slashes,
      letterCase: ignoresCase ? .insensitive : .sensitive
    )
    pattern = try RoutePattern(parsing: text, where: validations, options: options)
    index = LiveIndex(order: .latestFirst, ignoresCase: ignoresCase)
    let route = IndexedRoute(
      pattern,
      payload: Payload(),
      lane: .maps,
      tags: .max,
      tagKeys: [IndexTag(first: 5, second: 5)],
      id: (1, 0),
      isOwned: false,
      for: index
    )
    index.apply(adding: [route])
  }

  func answer(_ path: String) throws -> Answer {
    let options = RouteTarget.Options(slashes: pattern.options.slashes, targetLength: 1 << 20)
    let target = try RouteTarget(path, options: options)
    let expected = try pattern.match(target).map { match in
      pattern.parameterNames.indices.map { match.range(at: $0) }
    }
    let look = index.reader.look(at: target, lanes: .all, tags: nil)
    var budget = MatchBudget()
    var looked: CaptureRanges?
    for position in 0..<look.count {
      looked = try look.captures(position, of: target, budget: &budget)
      // Whoever looks asks the closures, as long as nobody else does.
      if look.hit(position).hasChecks, let found = looked {
        #expect(throws: FirstObstacle.self) { try index.reader.first(at: target, tag: .all) }
        return Answer(
          expected: expected,
          looked: pattern.accepts(found, of: target) ? ranges(found) : nil,
          first: expected,
          isAsked: false
        )
      }
    }
    let first = try index.reader.first(at: target, tag: .all)
    return Answer(
      expected: expected,
      looked: looked.map(ranges),
      first: first.map { first in pattern.parameterNames.indices.map { first.range(at: $0) } },
      isAsked: look.count > 0 && look.decidedCaptures(0, of: target) == nil
    )
  }

  private func ranges(_ captures: CaptureRanges) -> [Range<Int>?] {
    pattern.parameterNames.indices.map { captures[$0] }
  }
}
