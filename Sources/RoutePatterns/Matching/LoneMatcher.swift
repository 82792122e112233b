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

  /// Matches a subject that ends where offsets of 16 bits reach.
  @inline(__always)
  func match(_ subject: Span<UInt8>) -> MatchOutcome {
    var ranges = CaptureRanges()
    switch form {
    case .other: return .unmatched
    case .anything: ranges.set(0, 0, subject.count)
    case .text(let text):
      guard text.count == subject.count else { return .unmatched }
      for index in text.indices where text[index] != subject[index] { return .unmatched }
    }
    return .matched(ranges)
  }
}
