import RoutePatterns
import Testing

/// Two patterns and what is known of them.
struct RelationCase: Sendable, CustomTestStringConvertible {
  var one: String
  var other: String
  var covers: Certainty
  var overlaps: Certainty
  var options = RoutePattern.Options()

  init(
    _ one: String,
    _ other: String,
    covers: Certainty,
    overlaps: Certainty,
    _ slashes: RouteTarget.SlashPolicy = .lenient,
    _ letterCase: RoutePattern.Options.LetterCase = .sensitive
  ) {
    (self.one, self.other, self.covers, self.overlaps) = (one, other, covers, overlaps)
    options = .init(slashes: slashes, letterCase: letterCase)
  }

  /// One that covers another.
  static func covering(
    _ one: String,
    _ other: String,
    _ slashes: RouteTarget.SlashPolicy = .lenient
  ) -> RelationCase {
    RelationCase(one, other, covers: .yes, overlaps: .yes, slashes)
  }

  /// One that meets another, and does not cover it.
  static func meeting(
    _ one: String,
    _ other: String,
    _ slashes: RouteTarget.SlashPolicy = .lenient
  ) -> RelationCase {
    RelationCase(one, other, covers: .no, overlaps: .yes, slashes)
  }

  /// One that has nothing in common with another.
  static func apart(
    _ one: String,
    _ other: String,
    _ slashes: RouteTarget.SlashPolicy = .lenient
  ) -> RelationCase {
    RelationCase(one, other, covers: .no, overlaps: .no, slashes)
  }

  var testDescription: String {
    "\(one) and \(other), \(options.slashes), \(options.letterCase)"
  }
}
