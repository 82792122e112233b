import RoutePatterns
import TestSupport

/// A pattern as a list of pieces, matched by trying everything: what the compiled form is held against.
struct NaivePattern {
  enum Modifier: String, CaseIterable {
    case once = ""
    case optional = "?"
    case oneOrMore = "+"
    case zeroOrMore = "*"

    var allowsNone: Bool { self == .optional || self == .zeroOrMore }
    var allowsMany: Bool { self == .oneOrMore || self == .zeroOrMore }
  }

  enum Value {
    case none
    /// As few characters as will do, no slash.
    case segment
    /// As many characters as there are.
    case anything
    /// As many characters of a class as there are, at least some number.
    case run(of: Set<UInt8>, atLeast: Int, regex: String)
  }

  struct Piece {
    var prefix: String
    var value: Value
    var suffix: String
    var modifier: Modifier
    /// The number of its value among all, nothing when it has none.
    var index: Int?
    var text: String
  }

  private(set) var pieces: [Piece] = []
  private(set) var valueCount = 0
  /// Beyond it stands the twin's last slash, which no value holds.
  private var limit = 0
  /// Trying everything can take for ever.
  private let steps = Steps()

  private final class Steps {
    var left = 0
  }

  var text: String { pieces.map(\.text).joined() }

  // MARK: - Matching

  /// The values of each way to see the path that matches: as it is, and leniently as its twin.
  ///
  /// Nothing when that takes too many steps.
  func matches(_ path: String, slashes: RouteTarget.SlashPolicy) -> [[String]]? {
    steps.left = 3_000
    let found = matchesOfSights(path, slashes)
    return steps.left > 0 ? found : nil
  }

  private func matchesOfSights(_ path: String, _ slashes: RouteTarget.SlashPolicy) -> [[String]] {
    var sights = [path]
    if path == "/" { sights.append("") }
    if slashes == .lenient { sights.append(path + "/") }
    return sights.compactMap { sight in
      let bytes = Array(sight.utf8)
      var values = [Range<Int>?](repeating: nil, count: valueCount)
      var matcher = self
      matcher.limit = path.utf8.count
      guard matcher.match(0, bytes, at: 0, &values) else { return nil }
      return values.map { range in
        // The twin's last slash is not in the path.
        range.map { range in
          let range = range.clamped(to: 0..<path.utf8.count)
          return String(decoding: bytes[range], as: UTF8.self)
        } ?? ""
      }
    }
  }

  private typealias Rest = (_ position: Int, _ values: inout [Range<Int>?]) -> Bool

  private func match(
    _ index: Int,
    _ path: [UInt8],
    at position: Int,
    _ values: inout [Range<Int>?]
  ) -> Bool {
    guard index < pieces.count else { return position == path.count }
    let piece = pieces[index]
    let rest: Rest = { position, values in match(index + 1, path, at: position, &values) }
    if once(piece, path, at: position, from: nil, &values, rest) { return true }
    return piece.modifier.allowsNone && rest(position, &values)
  }

  /// The piece, and where it may repeat as often again as it can.
  private func once(
    _ piece: Piece,
    _ path: [UInt8],
    at position: Int,
    from first: Int?,
    _ values: inout [Range<Int>?],
    _ rest: Rest
  ) -> Bool {
    steps.left -= 1
    guard steps.left > 0, let start = skip(piece.prefix, path, at: position) else { return false }
    for end in ends(of: piece.value, path, from: start) {
      guard let next = skip(piece.suffix, path, at: end) else { continue }
      let saved = values
      if let index = piece.index { values[index] = (first ?? start)..<end }
      if piece.modifier.allowsMany, next > position,
        once(piece, path, at: next, from: first ?? start, &values, rest)
      {
        return true
      }
      if rest(next, &values) { return true }
      values = saved
    }
    return false
  }

  private func skip(_ text: String, _ path: [UInt8], at position: Int) -> Int? {
    path[position...].starts(with: text.utf8) ? position + text.utf8.count : nil
  }

  /// Where a value can end, in the order in which it is tried.
  private func ends(of value: Value, _ path: [UInt8], from start: Int) -> [Int] {
    switch value {
    case .none: return [start]
    case .segment:
      let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
      return Array(start..<end).map { $0 + 1 }
    case .anything: return (start...max(start, limit)).reversed()
    case .run(let set, let minimum, _):
      let run = path[start...].firstIndex { !set.contains($0) } ?? path.count
      let end = max(start, min(run, limit))
      return end - start >= minimum ? ((start + minimum)...end).reversed() : []
    }
  }
}

// MARK: - Random ones

extension NaivePattern {
  private static let runs: [Value] = [
    .run(of: Set("0123456789".utf8), atLeast: 1, regex: "\\d+"),
    .run(of: Set("ab".utf8), atLeast: 0, regex: "[ab]*"),
    .run(of: Set("ab/".utf8), atLeast: 1, regex: "[ab\\/]+"),
    .run(of: Set("abcdefghijklmnopqrstuvwxyz-".utf8), atLeast: 1, regex: "[a-z\\-]+"),
    // No slash is written, and none is taken.
    .run(of: others(than: "/b"), atLeast: 1, regex: "[^b]+"),
    .run(of: others(than: "/"), atLeast: 2, regex: ".{2,}"),
  ]

  private static func others(than text: String) -> Set<UInt8> {
    Set(UInt8.min...UInt8.max).subtracting(text.utf8)
  }

  static func random(_ random: inout SeededGenerator) -> NaivePattern {
    var pattern = NaivePattern()
    pattern.add(literal: "/" + random.pick(["", "a", "b", "ab", "1"]))
    for _ in 0..<(1 + random.below(4)) {
      switch random.below(7) {
      case 0: pattern.add(literal: random.pick(["a", "/b", "/a", "-", "1"]))
      case 1:
        let text = random.pick(pattern.mayEndInSlash ? ["a", "-a"] : ["a", "/b", "-a", "b/a"])
        let modifier = random.pick(Modifier.allCases)
        pattern.append(
          Piece(
            prefix: text,
            value: .none,
            suffix: "",
            modifier: modifier,
            // Escaped, as a name in braces would be taken for a parameter of another library.
            text: "{\\\(text)}\(modifier.rawValue)"
          )
        )
      default: pattern.addValue(&random)
      }
    }
    if random.below(10) == 0 { pattern.addTail() }
    return pattern
  }

  private mutating func add(literal: String) {
    // Slashes that meet are merged in lenient patterns, which is another test's subject.
    guard !(mayEndInSlash && literal.hasPrefix("/")) else { return }
    // A letter behind a name would belong to it.
    let text = literal.hasPrefix("/") ? literal : "\\" + literal
    append(Piece(prefix: literal, value: .none, suffix: "", modifier: .once, text: text))
  }

  private mutating func addValue(_ random: inout SeededGenerator) {
    let prefix = mayEndInSlash ? random.pick(["", "a"]) : random.pick(["/", "/", "-", "", "/a"])
    let suffix = random.pick(["", "", "", "b", "-"])
    let modifier = random.pick([Modifier.once, .once] + Modifier.allCases)
    let name = "p\(valueCount)"
    let value: Value
    let body: String
    switch random.below(5) {
    case 0: (value, body) = (.anything, ":\(name)(.*)")
    case 1:
      value = random.pick(Self.runs)
      guard case .run(_, _, let regex) = value else { return }
      body = ":\(name)(\(regex))"
    default: (value, body) = (.segment, ":\(name)")
    }
    // A letter behind a name would belong to it.
    let separator = suffix == "b" ? "\\" : ""
    let isBare = prefix == "/" && suffix.isEmpty && random.below(2) == 0
    // A word before a parameter would be taken for one of another library.
    let escape = prefix == "a" ? "\\" : ""
    append(
      Piece(
        prefix: prefix,
        value: value,
        suffix: suffix,
        modifier: modifier,
        index: valueCount,
        text: (isBare ? "/\(body)" : "{\(escape)\(prefix)\(body)\(separator)\(suffix)}")
          + modifier.rawValue
      )
    )
    valueCount += 1
  }

  /// Whether the text before the next piece may end in a slash, whatever is absent.
  private var mayEndInSlash: Bool {
    for piece in pieces.reversed() {
      let isText = if case .none = piece.value { true } else { false }
      let last = piece.suffix.isEmpty && isText ? piece.prefix : piece.suffix
      if last.hasSuffix("/") { return true }
      if !piece.modifier.allowsNone { return false }
    }
    return false
  }

  private mutating func addTail() {
    guard !mayEndInSlash else { return }
    append(
      Piece(prefix: "/", value: .segment, suffix: "", modifier: .oneOrMore, text: "/...")
    )
  }

  private mutating func append(_ piece: Piece) { pieces.append(piece) }

  /// A path that the pattern may well match.
  func randomPath(
    _ random: inout SeededGenerator,
    slashes: RouteTarget.SlashPolicy
  ) -> String {
    var out = ""
    for piece in pieces {
      var times = piece.modifier.allowsNone ? random.below(2) : 1
      if times > 0, piece.modifier.allowsMany { times += random.below(2) }
      for _ in 0..<times {
        out += piece.prefix
        switch piece.value {
        case .none: break
        case .segment: out += random.pick(["a", "b", "1", "ab-", "x"])
        case .anything: out += random.pick(["", "a", "b/a", "-"])
        case .run: out += random.pick(["a", "1", "ab", "12", "a/b"])
        }
        out += piece.suffix
      }
    }
    switch random.below(6) {
    case 0: out += random.pick(["a", "/", "/b", "-"])
    case 1: out = String(out.dropLast())
    default: break
    }
    return out
  }
}
