/// A regular expression, read and checked.
///
/// Sequences and alternatives are arrays, so the depth of a tree is bounded by the nesting of its
/// groups, which the parser limits; the functions over it may therefore recur.
enum RegexNode: Hashable, Sendable {
  case empty
  /// One byte out of a set; an empty set never matches.
  case set(ASCIISet)
  /// Bytes one after the other, at least one, which users' expressions have as sets.
  case literal(String)
  case sequence([RegexNode])
  case alternation([RegexNode])
  indirect case group(RegexNode)
  /// A named group; the index counts the groups of this regex from 0.
  indirect case capture(Int, RegexNode)
  indirect case look(RegexLook, RegexNode)
  case assertion(RegexAssertion, offset: Int)
  /// A back reference; the index counts the references of this regex from 0.
  case backreference(Int)
  indirect case repetition(RegexNode, RegexQuantifier)
  /// `(?>…)`, of the extended dialect alone.
  indirect case atomic(RegexNode)
}

extension RegexNode {
  /// The node with each of its children replaced; one without children as it is.
  ///
  /// - Complexity: linear in the number of children, so that a function over a whole tree is linear
  ///   in its size, and recurs as deep as groups are nested, which is limited.
  func mapChildren(_ transform: (RegexNode) -> RegexNode) -> RegexNode {
    switch self {
    case .empty, .set, .literal, .assertion, .backreference: self
    case .sequence(let items): .sequence(items.map(transform))
    case .alternation(let branches): .alternation(branches.map(transform))
    case .group(let body): .group(transform(body))
    case .atomic(let body): .atomic(transform(body))
    case .capture(let index, let body): .capture(index, transform(body))
    case .look(let look, let body): .look(look, transform(body))
    case .repetition(let body, let quantifier): .repetition(transform(body), quantifier)
    }
  }
}

/// The kind of a lookaround.
struct RegexLook: Hashable, Sendable {
  var isBehind: Bool
  var isNegative: Bool
}

enum RegexAssertion: Hashable, Sendable {
  case start, end, wordBoundary, notWordBoundary
  /// A place neither within an escape nor within the escapes of one character; users cannot write
  /// it.
  case outsideEscape
}

/// The bounds of a repetition, and the order in which the numbers are tried.
struct RegexQuantifier: Hashable, Sendable {
  enum Mode: Hashable, Sendable {
    case greedy, lazy, possessive
  }

  var minimum: Int
  /// The upper bound, or `nil` without one.
  var maximum: Int?
  var mode: Mode = .greedy

  var isExact: Bool { maximum == minimum }

  /// Whether there may be a second round.
  var isLoop: Bool { maximum.map { $0 > 1 } ?? true }
}
