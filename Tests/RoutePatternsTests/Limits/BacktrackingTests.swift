import RoutePatterns
import TestSupport
import Testing

/// The shared list of expressions that are known to run away, each with a subject that makes them.
enum BacktrackingData {
  struct Line: Sendable {
    var regex: String
    var subject: String
  }

  static func load() -> [Line]? {
    SharedFolder.text(of: "security/backtracking.tsv")?.split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#"), let tab = line.firstIndex(of: "\t") else { return nil }
      return Line(
        regex: String(line[..<tab]),
        subject: value(of: line[line.index(after: tab)...])
      )
    }
  }

  /// The value of an expression of string literals, `*` and `+`.
  static func value(of expression: Substring) -> String {
    var sum = ""
    var term = ""
    var rest = expression[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"": term = literal(&rest)
      case "*":
        let digits = rest.prefix { $0.isNumber }
        rest = rest.dropFirst(digits.count)
        term = String(repeating: term, count: Int(digits) ?? 0)
      case "+":
        sum += term
        term = ""
      default: break
      }
    }
    return sum + term
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

@Suite struct `Expressions that run away` {
  /// The expression without its captures, and with what a class must escape escaped.
  private func withoutCaptures(_ regex: String) -> String {
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

  /// Every pattern that a line makes: inline and as a validation, as it stands and without its captures.
  private func patterns(of regex: String) -> [RoutePattern] {
    var patterns: [RoutePattern] = []
    for text in [regex, withoutCaptures(regex)] {
      let validation: [String: RouteValidation] = ["x": .regex(text)]
      if let made = try? RoutePattern(parsing: "/:x(\(text))") { patterns.append(made) }
      if let made = try? RoutePattern(parsing: "/:x", where: validation) { patterns.append(made) }
    }
    return patterns
  }

  /// The subject as a segment, with its slashes as they are and as data.
  private func targets(of subject: String) throws -> [RouteTarget] {
    let options = RouteTarget.Options(slashes: .strict, maximumLength: 1 << 20)
    return try [true, false].map { keepsSlashes in
      var text = "/"
      for byte in subject.utf8 {
        // A newline cannot stand in a target; another character takes its place.
        let byte = byte == 0x0A ? UInt8(ascii: " ") : byte
        let isPlain = (0x21..<0x7F).contains(byte) && !"\"#%?[]\\^`{|}<>".utf8.contains(byte)
        if isPlain, keepsSlashes || byte != UInt8(ascii: "/") {
          text.unicodeScalars.append(UnicodeScalar(byte))
        } else {
          text += "%" + String(byte, radix: 16, uppercase: true)
        }
      }
      return try RouteTarget(text, options: options)
    }
  }

  @Test(.busy) func `each is refused, or answers or throws at once`() throws {
    guard let lines = BacktrackingData.load() else { return }
    // Sanitizers take many times as long; they are not what is measured here.
    let bound: Duration = PropertyRun.isSlow ? .milliseconds(250) : .milliseconds(5)
    var made = 0
    var worst = Duration.zero
    for line in lines {
      let patterns = patterns(of: line.regex)
      guard !patterns.isEmpty else {
        print("refused: \(line.regex)")
        continue
      }
      made += 1
      var times = try measure(patterns, targets(of: line.subject))
      times.sort()
      let p999 = times[min(times.count - 1, times.count * 999 / 1000)]
      worst = max(worst, p999)
      #expect(p999 < bound, "\(line.regex)")
    }
    print(
      "backtracking: \(made) of \(lines.count) lines make patterns, the worst p99.9 is \(worst)"
    )
    #expect(lines.count == 34)
    #expect(made == 31)
  }

  private func measure(_ patterns: [RoutePattern], _ targets: [RouteTarget]) -> [Duration] {
    var times: [Duration] = []
    for pattern in patterns {
      for target in targets {
        _ = try? pattern.match(target)
        for _ in 0..<(PropertyRun.isSlow ? 2 : 25) {
          let start = threadTime()
          _ = try? pattern.match(target)
          times.append(threadTime() - start)
        }
      }
    }
    return times
  }
}
