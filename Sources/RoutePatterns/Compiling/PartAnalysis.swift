/// The bytes that a part can begin with, and those that can come behind it.
///
/// From this follows where a repeat can be possessive, that is, where giving back what it took
/// could never help.
struct PartAnalysis {
  /// The group that captures the value, if one does.
  let group: Int
  /// The user's expression in the part.
  let regex: RegexNode
  /// The bytes that the value can begin with, and whether it can be empty.
  let valueFirst: ASCIISet
  let valueCanBeEmpty: Bool
  /// Whether the value can hold what parts segments.
  let valueHoldsDelimiter: Bool
  /// The first byte of the text before the value, and of that behind it; `nil` if there is none.
  private let prefixFirst: ASCIISet?
  private let suffixFirst: ASCIISet?
  private let modifier: PatternPart.Modifier
  /// The bytes that can come directly behind one value of the part.
  private(set) var followOfValue = ASCIISet()
  /// Whether all that follows the part can be absent.
  private(set) var restCanBeEmpty = false
  /// Whether all that comes behind the prefix can be empty, so that a slash before it is the last.
  private(set) var canEndAfterPrefix = false

  /// Looks at a part alone, with the user's expression in it.
  init(_ part: PatternPart, _ regex: TranslatedRegex?, _ syntax: PatternSyntax, group: Int) {
    self.group = group
    self.regex = regex?.root ?? .empty
    modifier = part.modifier
    prefixFirst = Self.first(of: part.prefix)
    suffixFirst = Self.first(of: part.suffix)
    switch part.kind {
    case .fixed:
      valueFirst = Self.first(of: part.value) ?? ASCIISet()
      valueCanBeEmpty = part.value.isEmpty
      valueHoldsDelimiter = false
    case .segmentWildcard:
      valueFirst = syntax.delimiter.map { ASCIISet($0).complement } ?? .all
      valueCanBeEmpty = false
      valueHoldsDelimiter = false
    case .fullWildcard:
      valueFirst = .all
      valueCanBeEmpty = true
      valueHoldsDelimiter = true
    case .regex:
      valueFirst = regex?.first ?? .all
      valueCanBeEmpty = regex?.canBeEmpty ?? true
      valueHoldsDelimiter = syntax.delimiter.map { regex?.consumes.contains($0) ?? true } ?? true
    }
  }

  /// Looks at what stands behind each of some parts.
  static func lookBehind(_ analyses: inout [PartAnalysis], endsWithSubject: Bool) {
    // Behind a component that the subject goes on after stands something not known here.
    var follow = endsWithSubject ? ASCIISet() : .all
    var restCanBeEmpty = endsWithSubject
    for index in analyses.indices.reversed() {
      let (first, canBeEmpty) = analyses[index].setRest(follow: follow, canBeEmpty: restCanBeEmpty)
      follow = canBeEmpty ? follow.union(first) : first
      restCanBeEmpty = restCanBeEmpty && canBeEmpty
    }
  }

  /// Takes what can come directly behind the part, and whether all of it can be absent.
  ///
  /// - Returns: the bytes that the part can begin with, and whether it can be empty or absent.
  private mutating func setRest(
    follow: ASCIISet,
    canBeEmpty: Bool
  ) -> (first: ASCIISet, canBeEmpty: Bool) {
    restCanBeEmpty = canBeEmpty
    canEndAfterPrefix = valueCanBeEmpty && suffixFirst == nil && canBeEmpty
    followOfValue = suffixFirst ?? follow
    if modifier.allowsMany {
      followOfValue.formUnion(suffixFirst ?? prefixFirst ?? valueFirst)
    }
    if let prefixFirst { return (prefixFirst, modifier.allowsNone) }
    guard valueCanBeEmpty else { return (valueFirst, modifier.allowsNone) }
    guard let suffixFirst else { return (valueFirst, true) }
    return (valueFirst.union(suffixFirst), modifier.allowsNone)
  }

  private static func first(of literal: String) -> ASCIISet? {
    literal.utf8.first.map { ASCIISet($0) }
  }
}
