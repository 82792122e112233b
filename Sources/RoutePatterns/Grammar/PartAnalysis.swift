/// What a part can begin with, and what can come behind it.
///
/// From this follows where a repeat can be possessive, that is, where giving back what it took could never
/// help.
struct PartAnalysis {
  let part: PatternPart
  /// The user's expression in the part.
  let regex: TranslatedRegex?
  /// What the value can begin with, and whether it can be empty.
  let valueFirst: ASCIISet
  let valueCanBeEmpty: Bool
  private let surroundings: Surroundings

  /// What stands behind a part.
  struct Surroundings {
    /// What can come directly behind the part.
    var follow: ASCIISet
    /// Whether all that follows can be absent.
    var restCanBeEmpty: Bool
  }

  /// What stands behind each of some parts.
  static func surroundings(
    of parts: [PatternPart],
    regexes: [Int: TranslatedRegex],
    delimiter: UInt8?,
    endsWithSubject: Bool
  ) -> [Surroundings] {
    // Behind a component that the subject goes on after stands something not known here.
    var next = Surroundings(
      follow: endsWithSubject ? ASCIISet() : .all,
      restCanBeEmpty: endsWithSubject
    )
    var surroundings = Array(repeating: next, count: parts.count)
    for index in parts.indices.reversed() {
      surroundings[index] = next
      let (first, canBeEmpty) = beginning(
        of: parts[index],
        regexes.isEmpty ? nil : regexes[index],
        delimiter
      )
      next.follow = canBeEmpty ? next.follow.union(first) : first
      next.restCanBeEmpty = next.restCanBeEmpty && canBeEmpty
    }
    return surroundings
  }

  init(
    part: PatternPart,
    regex: TranslatedRegex?,
    delimiter: UInt8?,
    surroundings: Surroundings
  ) {
    self.part = part
    self.regex = regex
    self.surroundings = surroundings
    (valueFirst, valueCanBeEmpty) = Self.value(of: part, regex, delimiter)
  }

  /// What can come directly behind the part.
  var follow: ASCIISet { surroundings.follow }

  /// Whether all that follows the part can be absent.
  var restCanBeEmpty: Bool { surroundings.restCanBeEmpty }

  /// What can come directly behind one value of the part.
  var followOfValue: ASCIISet {
    var follow =
      part.suffix.isEmpty ? self.follow : Self.first(of: part.suffix)
    if part.modifier.allowsMany {
      let again = part.suffix + part.prefix
      follow = follow.union(again.isEmpty ? valueFirst : Self.first(of: again))
    }
    return follow
  }

  /// Whether all that comes behind the prefix can be empty, so that a slash before it is the last.
  var canEndAfterPrefix: Bool {
    valueCanBeEmpty && part.suffix.isEmpty && restCanBeEmpty
  }

  /// What a value can begin with, and whether it can be empty.
  private static func value(
    of part: PatternPart,
    _ regex: TranslatedRegex?,
    _ delimiter: UInt8?
  ) -> (first: ASCIISet, canBeEmpty: Bool) {
    switch part.kind {
    case .fixed: (first(of: part.value), part.value.isEmpty)
    case .segmentWildcard:
      (delimiter.map { ASCIISet.all.subtracting(ASCIISet($0)) } ?? .all, false)
    case .fullWildcard: (.all, true)
    case .regex: (regex?.first ?? .all, regex?.canBeEmpty ?? true)
    }
  }

  /// What a part can begin with, and whether it can be empty or absent.
  private static func beginning(
    of part: PatternPart,
    _ regex: TranslatedRegex?,
    _ delimiter: UInt8?
  ) -> (first: ASCIISet, canBeEmpty: Bool) {
    var first = first(of: part.prefix)
    var canBeEmpty = part.prefix.isEmpty
    if canBeEmpty {
      let value = value(of: part, regex, delimiter)
      first = first.union(value.first)
      canBeEmpty = value.canBeEmpty
      if canBeEmpty, !part.suffix.isEmpty {
        first = first.union(Self.first(of: part.suffix))
        canBeEmpty = false
      }
    }
    return (first, canBeEmpty || part.modifier.allowsNone)
  }

  private static func first(of literal: String) -> ASCIISet {
    literal.utf8.first.map { ASCIISet($0) } ?? ASCIISet()
  }
}
