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
  /// What can come directly behind the part, and whether all that follows can be absent.
  private(set) var follow = ASCIISet()
  private(set) var restCanBeEmpty = true

  static func analyses(
    of parts: [PatternPart],
    regexes: [Int: TranslatedRegex],
    delimiter: UInt8?,
    endsWithSubject: Bool
  ) -> [PartAnalysis] {
    var analyses = parts.indices.map {
      PartAnalysis(part: parts[$0], regex: regexes[$0], delimiter: delimiter)
    }
    // Behind a component that the subject goes on after stands something not known here.
    var follow = endsWithSubject ? ASCIISet() : .all
    var restCanBeEmpty = endsWithSubject
    for index in analyses.indices.reversed() {
      analyses[index].follow = follow
      analyses[index].restCanBeEmpty = restCanBeEmpty
      let (first, canBeEmpty) = analyses[index].beginning
      follow = canBeEmpty ? follow.union(first) : first
      restCanBeEmpty = restCanBeEmpty && canBeEmpty
    }
    return analyses
  }

  private init(part: PatternPart, regex: TranslatedRegex?, delimiter: UInt8?) {
    self.part = part
    self.regex = regex
    switch part.kind {
    case .fixed:
      valueFirst = Self.first(of: part.value)
      valueCanBeEmpty = part.value.isEmpty
    case .segmentWildcard:
      valueFirst = delimiter.map { ASCIISet.all.subtracting(ASCIISet($0)) } ?? .all
      valueCanBeEmpty = false
    case .fullWildcard:
      valueFirst = .all
      valueCanBeEmpty = true
    case .regex:
      valueFirst = regex?.first ?? .all
      valueCanBeEmpty = regex?.canBeEmpty ?? true
    }
  }

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

  private var beginning: (first: ASCIISet, canBeEmpty: Bool) {
    var first = Self.first(of: part.prefix)
    var canBeEmpty = part.prefix.isEmpty
    if canBeEmpty {
      first = first.union(valueFirst)
      canBeEmpty = valueCanBeEmpty
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
