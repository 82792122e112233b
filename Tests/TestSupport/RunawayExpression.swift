/// A regular expression that is known to run away, with a subject that makes it, from
/// `backtracking.tsv` of the attacks.
package struct RunawayExpression: Sendable {
  /// The expression as it stands in the file.
  package let regex: String
  /// The parts of the subject, each with how often it stands there.
  private let parts: [(text: String, count: Int)]

  /// All expressions of the file.
  package static func all() throws -> [RunawayExpression] {
    try AttackFile.lines(of: "backtracking.tsv").compactMap { line in
      guard let tab = line.firstIndex(of: "\t") else { return nil }
      return RunawayExpression(
        regex: String(line[..<tab]),
        subject: line[line.index(after: tab)...]
      )
    }
  }

  /// A few more.
  package static let others: [RunawayExpression] = [
    ("^(a|b|ab)*c$", #""ab"*2000+"xc""#), ("^(x+x+)+y$", #""x"*60"#),
    ("^/(.*)/(.*)/(.*)/end$", #""/a"*1000"#), ("(?:b|bb)+[cd]", #""b"*60"#),
  ]
  .map { RunawayExpression(regex: $0, subject: $1[...]) }

  private init(regex: String, subject: Substring) {
    self.regex = regex
    parts = Self.parts(of: subject)
  }

  /// The subject with what stands there many times standing there another number of times.
  package func subject(times factor: Double = 1) -> String {
    parts.map { part in
      let count = part.count > 1 ? Int((Double(part.count) * factor).rounded()) : part.count
      return String(repeating: part.text, count: count)
    }
    .joined()
  }

  /// The subject as one segment's text, with its slashes as they are or as data.
  package func segment(times factor: Double = 1, keepingSlashes keepsSlashes: Bool) -> String {
    var text = ""
    for byte in subject(times: factor).utf8 {
      // A newline cannot stand in a target; another character takes its place.
      let byte = byte == 0x0A ? UInt8(ascii: " ") : byte
      let isPlain = (0x21..<0x7F).contains(byte) && !"\"#%?[]\\^`{|}<>".utf8.contains(byte)
      if isPlain, keepsSlashes || byte != UInt8(ascii: "/") {
        text.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  /// The expression without its captures, and with what a class must escape escaped.
  package var withoutCaptures: String {
    var out = ""
    var isInClass = false
    var rest = regex[...]
    while let character = rest.popFirst() {
      switch character {
      case "[": isInClass = true
      case "]": isInClass = false
      case "/" where isInClass, "(" where isInClass, ")" where isInClass: out.append("\\")
      case "-" where isInClass && (rest.first == "]" || out.last == "["): out.append("\\")
      default: break
      }
      out.append(character)
      if character == "\\", let next = rest.popFirst() { out.append(next) }
      if character == "(", !isInClass, rest.first != "?" { out += "?:" }
    }
    return out
  }

  /// The parts of an expression of string literals, `*` and `+`.
  private static func parts(of expression: Substring) -> [(text: String, count: Int)] {
    var parts: [(text: String, count: Int)] = []
    var rest = expression
    while let character = rest.popFirst() {
      switch character {
      case "\"": parts.append((literal(&rest), 1))
      case "*":
        let digits = rest.prefix { $0.isNumber }
        rest = rest.dropFirst(digits.count)
        if let last = parts.indices.last { parts[last].count = Int(digits) ?? 0 }
      default: break
      }
    }
    return parts
  }

  private static func literal(_ rest: inout Substring) -> String {
    var out = ""
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\", let escaped = rest.popFirst() else {
        out.append(character)
        continue
      }
      out.append(escaped == "n" ? "\n" : escaped)
    }
    return out
  }
}
