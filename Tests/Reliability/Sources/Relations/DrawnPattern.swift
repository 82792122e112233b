import TestSupport
import RoutePatterns
import Trials

/// A pattern that was made piece by piece, of which it is known without asking it what it matches.
struct DrawnPattern: Sendable {
  private(set) var text: String
  private let origins: [String]
  private var pieces: [Language] = []
  /// Whether the last piece is a slash behind others.
  private var endsInSlash = false
  private var names = 0

  /// Whether it is all within what can be decided.
  var isDecided: Bool { pieces.allSatisfy(\.isDecided) }

  /// What reads it beside others; nothing where it is too long.
  func automaton(
    _ setting: Population.Setting,
    _ reading: TokenAutomaton.Reading = .exact
  ) -> TokenAutomaton? {
    var pieces = pieces
    // Under the lenient policy a slash at the end means nothing.
    if setting.slashes == .lenient, endsInSlash { pieces.removeLast() }
    return TokenAutomaton(
      origins: origins.isEmpty ? TokenSet(Token.origins) : TokenSet(of: origins),
      .sequence(pieces),
      reading,
      setting
    )
  }

  /// A target that the pattern may well match, or one a little beside it.
  func sample(_ random: inout SeededGenerator) -> String {
    var path = ""
    for piece in pieces { piece.write(to: &path, &random) }
    if random.below(3) == 0 { path = Self.withOtherLetters(path, &random) }
    return random.pick(origins.isEmpty ? Self.commonOrigins : origins) + path
  }

  /// What those match that make no difference between upper and lower case.
  private static func withOtherLetters(
    _ path: String,
    _ random: inout SeededGenerator
  ) -> String {
    String(path.flatMap { random.below(2) == 0 ? $0.uppercased() : $0.lowercased() })
  }
}

// MARK: - Draws

extension DrawnPattern {
  private typealias Value = (regex: String, language: Language)

  private static let word = wordExcept("")

  private static func wordExcept(_ others: String) -> Language {
    .set(of: "abcABC12_", except: others)
  }

  private static let values: [Value] = [
    ("\\d+", .oneOrMore(.set(of: "12"))),
    ("[ab]+", .oneOrMore(.set(of: "ab"))),
    ("[ab]*", .repetition(.set(of: "ab"), 0, nil)),
    ("[ab]{2}", .repetition(.set(of: "ab"), 2, 2)),
    ("a|b", .any(of: "a", "b")),
    ("a|ab", .any(of: "a", "ab")),
    ("[^a\\/]+", .oneOrMore(.set(TokenSet(Token.paths), except: TokenSet(of: ["a", "/"])))),
    ("(?:ab)+", .oneOrMore(.text("ab"))),
    ("\\w", word),
    ("[a-z]++", .oneOrMore(.set(of: "abc"))),
    ("[ab1\\/]+", .oneOrMore(.set(of: "ab1/"))),
    ("1?b", .any(of: "1b", "b")),
    ("(?!a)\\w+", .sequence([wordExcept("a"), .repetition(word, 0, nil)])),
    (".*", .anything),
  ]
  private static let undecidedValues: [Value] = [
    (
      "(?!ab)\\w+",
      .beyond(
        .choice([
          .sequence([wordExcept("a"), .repetition(word, 0, nil)]), .text("a"),
          .sequence([.text("a"), wordExcept("b"), .repetition(word, 0, nil)]),
        ]),
        atMost: .oneOrMore(word)
      )
    ),
    (
      "(?>a|ab)b?",
      .beyond(
        .any(of: "a", "ab"),
        atMost: .sequence([.any(of: "a", "ab"), .optional(.text("b"))])
      )
    ),
  ]
  /// A pattern of each expression that goes beyond what is decided, of which drawn ones may have none.
  static let undecided = undecidedValues.map { value in
    var pattern = DrawnPattern()
    let name = pattern.name()
    pattern.add("/:\(name)(\(value.regex))", .sequence([.slash, value.language]))
    return pattern
  }
  private static let literals = ["a", "a", "b", "b", "ab", "1", "A", "%C3%A9", "b1"]
  private static let modifiers: [(text: String, least: Int, most: Int?)] = [
    ("", 1, 1), ("", 1, 1), ("", 1, 1), ("", 1, 1), ("?", 0, 1), ("+", 1, nil), ("*", 0, nil),
  ]

  /// Where the targets are from that patterns of paths alone are tried with.
  private static let commonOrigins = ["", "", "", "", "app://", "https://h"]
  /// Origins, and which of the small alphabet each matches; those of hosts match any port but where one is given.
  private static let drawnOrigins: [(text: String, matches: [String])] = [
    ("app://", ["app://"]),
    ("https://h", ["https://h", "https://h:8080", "https://h:81", "https://h:808"]),
    ("https://h:808", ["https://h:808"]),
    ("https://b.h:8080", ["https://b.h:8080"]),
    ("https://*.h", ["https://b.h", "https://b.h:8080", "https://a.b.h", "https://c.h"]),
    ("http://:host.h", ["http://b.h", "http://b.h:81"]),
    (
      "https://:host",
      [
        "https://h", "https://h:8080", "https://h:81", "https://h:808", "https://ha",
        "https://ha:81", "https://h1",
      ]
    ),
    (
      "https://{:sub.}?h",
      [
        "https://h", "https://h:8080", "https://h:81", "https://h:808", "https://b.h",
        "https://b.h:8080", "https://c.h",
      ]
    ),
    (
      "https://h{a}?",
      [
        "https://h", "https://h:8080", "https://h:81", "https://h:808", "https://ha",
        "https://ha:81",
      ]
    ),
  ]

  /// A pattern of nothing yet.
  private init() { (text, origins) = ("", []) }

  init(_ random: inout SeededGenerator) {
    let hasOrigin = random.below(8) == 0
    let origin = hasOrigin ? random.pick(Self.drawnOrigins) : (text: "", matches: [])
    (text, origins) = (origin.text, origin.matches)
    if random.below(hasOrigin ? 2 : 16) == 0 { addOptionalStart(&random) }
    for _ in 0..<random.pick([0, 1, 1, 2, 2, 2, 3]) { addSegment(&random) }
    switch random.below(12) {
    case 0: add("/...", .oneOrMore(.sequence([.slash, .segment])))
    case 1: add("/*", .sequence([.slash, .anything]))
    case 2 where !pieces.isEmpty:
      add(literal: "/")
      endsInSlash = true
    case 3 where pieces.isEmpty: add(literal: "/")
    default: if pieces.isEmpty { add(literal: "/" + random.pick(Self.literals)) }
    }
  }

  private mutating func add(_ text: String, _ language: Language) {
    self.text += text
    pieces.append(language)
  }

  private mutating func add(literal: String) { add(literal, .text(literal)) }

  /// Adds a first part of the path that may be absent, and what could then be taken for more of the host.
  private mutating func addOptionalStart(_ random: inout SeededGenerator) {
    let rest = random.pick(Self.literals)
    switch random.below(5) {
    case 0: add("{/:\(name())}?\(rest)", Self.start(.segment, then: .text(rest)))
    case 1: add("{/\(rest)}?\(rest)", Self.start(.text(rest), then: .text(rest)))
    case 2: add("{/}?\(rest)", Self.start(.text(""), then: .text(rest)))
    case 3: add("{/}?*", Self.start(.text(""), then: .anything))
    default: add("{/\(rest)}?*", Self.start(.text(rest), then: .anything))
    }
  }

  private static func start(_ segment: Language, then rest: Language) -> Language {
    .sequence([.optional(.sequence([.slash, segment])), rest])
  }

  private mutating func addSegment(_ random: inout SeededGenerator) {
    let literal = random.pick(Self.literals)
    let modifier = random.pick(Self.modifiers)
    let times = { (part: Language) -> Language in
      .repetition(part, modifier.least, modifier.most)
    }
    switch random.below(10) {
    case 0...2: add(literal: "/" + literal)
    case 3, 4: add("/:\(name())\(modifier.text)", times(.sequence([.slash, .segment])))
    case 5, 6:
      let value = random.pick(random.below(12) == 0 ? Self.undecidedValues : Self.values)
      add(
        "/:\(name())(\(value.regex))\(modifier.text)",
        times(.sequence([.slash, value.language]))
      )
    case 7:
      let hasValue = random.below(2) == 0
      let value: [Language] = hasValue ? [.slash, .segment] : []
      add(
        "{/\(literal)\(hasValue ? "/:\(name())" : "")}\(modifier.text)",
        times(.sequence([.text("/" + literal)] + value))
      )
    case 8: add("/{:\(name())}\(literal)", .sequence([.slash, .segment, .text(literal)]))
    default: add("/\(literal):\(name())", .sequence([.text("/" + literal), .segment]))
    }
  }

  private mutating func name() -> String {
    names += 1
    return "p\(names)"
  }
}
