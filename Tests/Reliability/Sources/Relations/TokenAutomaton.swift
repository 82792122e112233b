/// A reader of paths of the small alphabet, written for the trial: it has nothing in common with what is tried.
///
/// Each token of a language is a place, of which there are fewer than bits in a word: what may come next is a word
/// (the construction of Glushkov). The last bit stands for the end.
struct TokenAutomaton: Sendable {
  /// What languages that go beyond what is decided are taken for.
  enum Reading {
    /// What they are.
    case exact
    /// All that they may be, and what they surely are, where that is not decided.
    case most, least
  }

  /// What may come first, behind the origin.
  private(set) var start: UInt64 = 0
  private let origins: TokenSet
  /// What comes behind each place.
  private var followers: [UInt64] = []
  /// The places that each token of a path can be at.
  private var places: [UInt64]
  /// The places of slashes that are no part of a value.
  private var slashes: UInt64 = 0
  private let reading: Reading
  private let ignoresCase: Bool
  private let isLenient: Bool

  private static let end: UInt64 = 1 << 63

  /// Of a path under some origins; nothing where it has too many places.
  init?(
    origins: TokenSet,
    _ path: Language,
    _ reading: Reading,
    _ setting: Population.Setting
  ) {
    self.origins = origins
    self.reading = reading
    ignoresCase = setting.letterCase == .insensitive
    isLenient = setting.slashes == .lenient
    places = Array(repeating: 0, count: Token.paths.count)
    let whole = add(path)
    guard followers.count < 63 else { return nil }
    connect(whole.last, to: Self.end)
    start = whole.first | (whole.canBeEmpty ? Self.end : 0)
  }

  /// Whether it can be under an origin.
  func takes(_ origin: Token) -> Bool { origins.contains(origin) }

  /// What may come behind a token of a path where some may come.
  func next(_ state: UInt64, _ token: Token) -> UInt64 {
    followers(of: state & places[token.index])
  }

  private func followers(of some: UInt64) -> UInt64 {
    var taken = some
    var next: UInt64 = 0
    while taken != 0 {
      next |= followers[taken.trailingZeroBitCount]
      taken &= taken &- 1
    }
    return next
  }

  /// Whether a path may end there.
  ///
  /// A path that is absent altogether is the root. Under the lenient policy the last slash of a pattern is one that
  /// targets do not have, where what comes behind it is empty.
  func accepts(_ state: UInt64, isRoot: Bool) -> Bool {
    var ends = state
    if isRoot { ends |= start }
    if isLenient { ends |= followers(of: state & slashes) }
    return ends & Self.end != 0
  }

  /// Whether it matches the tokens of a canonical target.
  func matches(_ target: [Token]) -> Bool {
    guard let origin = target.first, takes(origin) else { return false }
    var state = start
    for token in target.dropFirst() { state = next(state, token) }
    return accepts(state, isRoot: target.count == 2)
  }
}

// MARK: - Construction

extension TokenAutomaton {
  private struct Fragment {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var canBeEmpty = true
    /// Whether there is no such text at all.
    var isNothing = false
  }

  private mutating func connect(_ last: UInt64, to next: UInt64) {
    for place in followers.indices where place < 64 && last >> UInt64(place) & 1 == 1 {
      followers[place] |= next
    }
  }

  private mutating func add(_ language: Language) -> Fragment {
    switch language {
    case .set(let set, let others):
      let (set, others) = ignoresCase ? (set.folded, others.folded) : (set, others)
      return add(set.withoutCharacters(of: others))
    case .sequence(let parts):
      return parts.reduce(Fragment()) { joined($0, add($1)) }
    case .choice(let parts):
      var whole = Fragment(canBeEmpty: false, isNothing: true)
      for part in parts {
        let part = add(part)
        if part.isNothing { continue }
        whole.first |= part.first
        whole.last |= part.last
        whole.canBeEmpty = whole.canBeEmpty || part.canBeEmpty
        whole.isNothing = false
      }
      return whole
    case .repetition(let part, let minimum, let maximum):
      return addRepetition(of: part, minimum, maximum)
    case .beyond(let exact, let atMost):
      switch reading {
      case .exact: return add(exact)
      case .most: return add(atMost)
      case .least: return Fragment(canBeEmpty: false, isNothing: true)
      }
    }
  }

  private mutating func add(_ set: TokenSet) -> Fragment {
    let place = followers.count
    followers.append(0)
    guard place < 63 else { return Fragment() }
    if set == TokenSet([.slash]) { slashes |= 1 << UInt64(place) }
    for token in Token.paths where set.contains(token) { places[token.index] |= 1 << UInt64(place) }
    return Fragment(first: 1 << UInt64(place), last: 1 << UInt64(place), canBeEmpty: false)
  }

  private mutating func joined(_ one: Fragment, _ other: Fragment) -> Fragment {
    if one.isNothing || other.isNothing { return Fragment(canBeEmpty: false, isNothing: true) }
    connect(one.last, to: other.first)
    return Fragment(
      first: one.first | (one.canBeEmpty ? other.first : 0),
      last: other.last | (other.canBeEmpty ? one.last : 0),
      canBeEmpty: one.canBeEmpty && other.canBeEmpty
    )
  }

  private mutating func addRepetition(
    of part: Language,
    _ minimum: Int,
    _ maximum: Int?
  ) -> Fragment {
    var whole = Fragment()
    // Without an upper bound the last one is what comes again.
    for index in 0..<(maximum ?? max(1, minimum)) {
      var piece = add(part)
      if maximum == nil, index == max(1, minimum) - 1 { connect(piece.last, to: piece.first) }
      if index >= minimum { piece = optional(piece) }
      whole = joined(whole, piece)
    }
    return whole
  }

  private func optional(_ fragment: Fragment) -> Fragment {
    if fragment.isNothing { return Fragment() }
    var fragment = fragment
    fragment.canBeEmpty = true
    return fragment
  }
}
