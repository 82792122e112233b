/// Matches what most components of a URL's pattern are: an asterisk, or literal text.
struct LoneMatcher: Sendable {
  private enum Form {
    case other, anything
    case text([UInt8])
  }

  private let form: Form

  init(_ parts: [PatternPart], ignoresCase: Bool) {
    guard let part = parts.first else {
      form = .text([])
      return
    }
    switch part.kind {
    case _ where parts.count > 1 || part.modifier != .none || part.hasAffixes: form = .other
    case .fullWildcard: form = .anything
    case .fixed where !ignoresCase: form = .text(Array(part.value.utf8))
    default: form = .other
    }
  }

  /// Whether it can stand in for the expression.
  @inline(__always)
  var isUsable: Bool { if case .other = form { false } else { true } }

  /// Whether it matches any text, of any length.
  var isAnything: Bool { if case .anything = form { true } else { false } }

  /// The text that alone matches.
  var literal: [UInt8]? { if case .text(let text) = form { text } else { nil } }

  /// Whether a subject matches.
  @inline(__always)
  func matches(_ subject: Span<UInt8>) -> Bool {
    switch form {
    case .other: return false
    case .anything: return true
    case .text(let text):
      guard text.count == subject.count else { return false }
      for index in subject.indices where text[index] != subject[index] { return false }
      return true
    }
  }

  /// Matches a subject, which ends where offsets of 16 bits reach unless anything matches.
  @inline(__always)
  func match(_ subject: Span<UInt8>) -> MatchOutcome {
    guard matches(subject) else { return .unmatched }
    let count = subject.count
    return .matched(isAnything ? CaptureRanges(count: 1) { _ in 0..<count } : CaptureRanges())
  }
}
