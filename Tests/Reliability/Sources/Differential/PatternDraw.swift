import TestSupport
import RoutePatterns
import Trials

/// A pattern that was drawn, piece by piece, so that paths can be made that it matches.
struct PatternDraw {
  /// A part of a pattern's text.
  struct Piece {
    /// The text, in which `:v` stands for a parameter with a name of its own.
    let text: String
    /// What it can match.
    let samples: [String]
    /// The text of a piece that matches no less and needs few steps, where this one may need very many.
    var easier: String?

    init(_ text: String, _ samples: [String], easier: String? = nil) {
      self.text = text
      self.samples = samples
      self.easier = easier
    }
  }

  /// The pattern's text.
  let text: String
  /// The text of a pattern that matches no less, of one whose match may hit a limit.
  let easier: String?
  /// The value that a closure looks at, if there is one.
  let checked: String?
  private let pieces: [Piece]

  private init(_ pieces: [Piece], names: String, checked: Bool) {
    self.pieces = pieces
    var (text, easier) = ("", "")
    for (index, piece) in pieces.enumerated() {
      text += piece.text.naming("\(names)\(index)")
      easier += (piece.easier ?? piece.text).naming("\(names)\(index)")
    }
    self.text = text
    self.easier = text == easier ? nil : easier
    let named = pieces.indices.first { pieces[$0].text.contains(":v") }
    self.checked = checked ? named.map { "\(names)\($0)" } : nil
  }

  /// Makes the pattern.
  func compiled(_ options: RoutePattern.Options) -> RoutePattern? {
    guard let checked else { return try? RoutePattern(parsing: text, options: options) }
    let check = RouteValidation.check { $0.utf8.count != 1 || $0 == "a" }
    return try? RoutePattern(parsing: text, where: [checked: check], options: options)
  }

  /// A text that the pattern may well match.
  func sample(_ random: inout SeededGenerator) -> String {
    pieces.reduce(into: "") { $0 += random.pick($1.samples) }
  }
}

// MARK: - Those that there are

extension PatternDraw {
  /// What a set of patterns is there for.
  enum Manner {
    /// To be met by the same targets.
    case alike
    /// To have as many shapes as there are patterns.
    case spread
    /// To need more steps than there are.
    case costly
  }

  /// Draws a pattern.
  static func draw(_ manner: Manner, _ random: inout SeededGenerator) -> PatternDraw {
    // Patterns that differ by their names alone are seldom.
    let names = random.below(10) == 0 ? "q" : "p"
    switch manner {
    case .spread where random.below(20) > 0:
      return PatternDraw(spread(&random), names: names, checked: false)
    case .costly where random.below(4) == 0:
      return PatternDraw(costly(&random), names: names, checked: false)
    default:
      let pieces = random.below(30) == 0 ? long(&random) : alike(&random)
      return PatternDraw(pieces, names: names, checked: random.below(16) == 0)
    }
  }

  private static func alike(_ random: inout SeededGenerator) -> [Piece] {
    var pieces = [random.pick(origins)]
    for _ in 0..<(1 + random.below(4)) {
      pieces.append(random.below(3) == 0 ? random.pick(odd) : random.pick(common))
    }
    if random.below(5) == 0 { pieces.append(random.pick(tails)) }
    return pieces
  }

  private static func spread(_ random: inout SeededGenerator) -> [Piece] {
    (0..<(9 + random.below(3))).map { _ in
      random.below(2) == 0 ? literal("/a") : Piece("/:v", ["/a", "/b", "/1"])
    }
  }

  /// More values than ranges have room for, or more segments than are looked at one by one.
  private static func long(_ random: inout SeededGenerator) -> [Piece] {
    let count = random.pick([5, 14, 17, 20, 62])
    let pieces = (0..<count).map { index in
      index % 16 > 3 && count > 20 ? literal("/a") : Piece("/:v", ["/a", "/b", "/1"])
    }
    return random.below(2) == 0 ? pieces : pieces + [random.pick(tails)]
  }

  private static func costly(_ random: inout SeededGenerator) -> [Piece] {
    let many = "/" + String(repeating: "a", count: 64)
    let evil = random.pick(["(?:a|aa)+b", "(?:a+)+b", "(?:[ab]|a)*1"])
    var pieces = [Piece("/:v(\(evil))", [many + "bb", many + "b1b", "/ab", "/b"], easier: "/:v")]
    if random.below(2) == 0 { pieces.insert(random.pick(common), at: 0) }
    if random.below(2) == 0 { pieces.append(random.pick(common)) }
    return pieces
  }

  private static func literal(_ text: String) -> Piece { Piece(text, [text]) }

  private static let origins =
    Array(repeating: Piece("", ["", "", "", "", "https://h.com", "app:/"]), count: 20) + [
      Piece("app:/", ["app:/"]), Piece("https://h.com", ["https://h.com"]),
      Piece("https://:v.com", ["https://h.com", "https://g.com"]),
      Piece("https://h.com:1", ["https://h.com:1"]), Piece("https://*", ["https://h.com"]),
      Piece("//h.com", ["https://h.com", "http://h.com:1"]), Piece("//:v.com", ["wss://g.com"]),
      Piece("http://{:v.}?h.com", ["http://h.com", "http://a.h.com"]),
    ]

  private static let common = [
    literal("/a"), literal("/a"), literal("/b"), literal("/ab"), literal("/1"),
    Piece("/:v", ["/a", "/b", "/1", "/ab"]), Piece("/:v", ["/a", "/b", "/12", "/a.b"]),
    Piece("/:v(\\d+)", ["/1", "/12", "/a"]), Piece("/:v([a-b]+)", ["/a", "/b", "/ab"]),
  ]

  private static let odd = [
    literal("/A"), literal("/%2F"), literal("/é"), literal("a"), literal("/a.b"), literal("//b"),
    literal("/"), Piece("/:_", ["/a", "/1"]), Piece("/:_(\\d+)", ["/1", "/21"]),
    Piece("/:v(\\d*)", ["/", "/1"]), Piece("/:v([^\\/]+)", ["/a", "/%2F"]),
    Piece("/:v([a-z]{2})", ["/ab", "/bb"]), Piece("/:v(\\w+)", ["/a", "/a1"]),
    Piece("/:v(a?b?)", ["/", "/a", "/ab"]), Piece("/:v([a-b]+\\d*)", ["/a1", "/b"]),
    Piece("/:v(a|b)", ["/a", "/b"]), Piece("/:v(a|ab)", ["/a", "/ab"]),
    Piece("/:v((?!b)\\w+)", ["/a", "/1b", "/b"]), Piece("/:v([a-z]+b)", ["/ab", "/bbb"]),
    Piece("/:v(.*)", ["/", "/a", "/a/b"]), Piece("/:v(.+)", ["/a", "/a/b"]),
    Piece("/:v?", ["", "/a"]), Piece("/:v+", ["/a", "/a/b"]), Piece("/:v*", ["", "/a/b/1"]),
    Piece("/:v(\\d+)?", ["", "/1"]), Piece("{/a}?", ["", "/a"]), Piece("{/a}*", ["", "/a/a"]),
    Piece("{/a/:v}?", ["", "/a/1"]), Piece("{/b/:v(\\d*)}+", ["/b/1", "/b//b/1"]),
    Piece("{/:v/}", ["/a/", "/1/"]), Piece("{:v(a?)}", ["", "a"]), Piece("/x:v", ["/xa", "/x1"]),
    Piece("/{:v.}?b", ["/b", "/a.b"]), Piece("/*", ["/", "/a", "/a/b"]),
    Piece("/a*", ["/a", "/ab", "/a/b"]), Piece("/*/b", ["/a/b", "//b", "/a/1/b"]),
  ]

  private static let tails = [
    Piece("/*", ["", "/", "/a", "/1/b"]), Piece("/...", ["/a", "/a/1"]), literal("/"),
    Piece("{/*}?", ["", "/a/b"]),
  ]
}

extension String {
  /// The text with a name in place of each `:v`.
  fileprivate func naming(_ name: String) -> String {
    var out: [UInt8] = []
    let bytes = Array(utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ":"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "v")
      {
        out += ":\(name)".utf8
        index += 2
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
