/// The parts of a path and of a pattern that agree, where the whole does not match, with the reason
/// in words.
package struct PartialMatch: Hashable, Sendable {
  /// A text, in two parts.
  package struct Halves: Hashable, Sendable {
    /// The part that agrees.
    package let matched: String
    /// The rest.
    package let rest: String

    init(_ text: String, after length: Int) {
      let bytes = Array(text.utf8)
      let length = min(length, bytes.count)
      matched = String(decoding: bytes[..<length], as: UTF8.self)
      rest = String(decoding: bytes[length...], as: UTF8.self)
    }
  }

  /// The pattern.
  package let pattern: Halves
  /// The path of the target.
  package let path: Halves
  /// The regular expression of the pattern.
  package let regex: Halves
  /// The reason that the rest does not match, as a clause without a full stop.
  package let reason: String

  /// Compares a candidate that does not match with the target; `nil` where it matches, or asks for
  /// a scheme or a host.
  package init?(_ candidate: RouteExplanation.Candidate, _ target: RouteTarget) {
    let text = candidate.route.pattern
    guard candidate.verdict == .mismatch, text.hasPrefix("/"),
      (try? RoutePattern(parsing: text))?.seesSite != true
    else { return nil }
    let (parts, path) = (Self.segments(of: text), String(target.path))
    let values = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var found = (parts: 1, values: 1)
    var expression = ""
    search: for count in stride(from: parts.count - 1, through: 2, by: -1) {
      let beginning = parts[..<count].joined(separator: "/")
      guard let pattern = try? RoutePattern(parsing: beginning) else { continue }
      for length in stride(from: values.count, through: 2, by: -1) {
        let part = values[..<length].joined(separator: "/")
        guard let target = try? RouteTarget(part), (try? pattern.match(target)) ?? nil != nil
        else { continue }
        found = (count, length)
        expression = pattern.regex
        break search
      }
    }
    pattern = Halves(text, after: Self.length(of: parts, found.parts))
    let whole = candidate.route.regex ?? ""
    regex = Halves(whole, after: zip(whole.utf8, expression.utf8).prefix { $0 == $1 }.count)
    let (next, value) = (parts.dropFirst(found.parts).first, values.dropFirst(found.values).first)
    if let next, let value, candidate.mismatch == .path,
      let taken = Self.taken(of: value, by: next)
    {
      let length = Self.length(of: values, found.values) + 1 + taken.utf8.count
      self.path = Halves(path, after: length)
      reason = "\(next) takes \(taken), and not \(value.dropFirst(taken.count)) behind it"
      return
    }
    self.path = Halves(path, after: Self.length(of: values, found.values))
    reason = Self.reason(candidate.mismatch ?? .path, next, value)
  }

  /// Returns the longest beginning of a value that a part with a parameter would take.
  private static func taken(
    of value: String,
    by part: String
  ) -> Substring? {
    guard part.contains(":"), let pattern = try? RoutePattern(parsing: "/\(part)") else {
      return nil
    }
    return (1..<max(1, min(value.count, 100))).reversed().lazy.map { value.prefix($0) }
      .first { beginning in
        guard let target = try? RouteTarget("/\(beginning)") else { return false }
        return (try? pattern.match(target)) ?? nil != nil
      }
  }

  private static func length(of parts: [String], _ count: Int) -> Int {
    parts[..<count].reduce(max(0, count - 1)) { $0 + $1.utf8.count }
  }

  private static func reason(
    _ mismatch: RouteExplanation.Mismatch,
    _ part: String?,
    _ value: String?
  ) -> String {
    switch mismatch {
    case .letterCase: return "only the case of letters differs"
    case .slashes: return "only slashes differ"
    case .scheme: return "the scheme is another"
    case .host: return "the host is another"
    case .port: return "the port is another"
    case .validation: return "a closure refuses a value"
    case .path: break
    }
    switch (part, value) {
    case (nil, let value?): return "/\(value) is more than it has"
    case (let part?, nil): return "/\(part) is missing"
    case (let part?, let value?) where part.contains { ":(*{".contains($0) }:
      return "\(part) does not take \(value.isEmpty ? "nothing" : value)"
    case (let part?, let value?): return "it has \(part) where the path has \(value)"
    case (nil, nil): return "the path is another"
    }
  }

  /// The parts of a pattern between slashes that stand in no group and no expression.
  private static func segments(of pattern: String) -> [String] {
    var (parts, part, depth, isEscaped) = ([String](), "", 0, false)
    for character in pattern {
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if "({[".contains(character) {
        depth += 1
      } else if ")}]".contains(character) {
        depth -= 1
      } else if character == "/", depth <= 0 {
        parts.append(part)
        part = ""
        continue
      }
      part.append(character)
    }
    return parts + [part]
  }
}
