/// Searches for a text that one automaton matches, and another does or does not.
///
/// Almost all that is compared are two, whose places are one number here: by `ProductWalk`, whose
/// places are arrays, `validate` takes 1.2 times as long for 10,000 routes.
struct LanguageSearch {
  enum Outcome {
    case found([UInt8])
    case none
    /// The search would exceed its limit.
    case tooLarge

    var isFound: Bool { if case .found = self { true } else { false } }
    var isNone: Bool { if case .none = self { true } else { false } }
  }

  /// The side of the second automaton on which the text shall lie.
  enum Wish {
    case within, outside
  }

  private struct Visit {
    var first: Int
    /// The place in the second, or `nowhere` when it can no longer match.
    var second: Int
    var parent: Int
    var byte: UInt8
  }

  private static let limit = 20_000
  /// The place of an automaton that can no longer match.
  private static let nowhere = -1

  private let first: LanguageAutomaton
  private let second: LanguageAutomaton?
  private let wish: Wish
  private var visits: [Visit] = []
  private var seen: Set<UInt64> = []

  /// Returns the shortest text that the first matches, and that lies within or outside what the
  /// second matches; an absent second matches nothing.
  static func text(
    of first: LanguageAutomaton,
    _ wish: Wish,
    _ second: LanguageAutomaton?,
    pathsOnly: Bool
  ) -> Outcome {
    let second = second.flatMap { $0.isNothing ? nil : $0 }
    if first.isNothing || wish == .within && second == nil { return .none }
    var search = LanguageSearch(first: first, second: second, wish: wish)
    do {
      return try search.run(pathsOnly: pathsOnly)
    } catch {
      return .tooLarge
    }
  }

  private init(first: LanguageAutomaton, second: LanguageAutomaton?, wish: Wish) {
    self.first = first
    self.second = second
    self.wish = wish
  }

  private mutating func run(pathsOnly: Bool) throws(LanguageAutomaton.TooLarge) -> Outcome {
    let start = try first.start(ofPaths: pathsOnly)
    visit(start, try second?.start(ofPaths: pathsOnly) ?? Self.nowhere, from: -1, by: 0)
    var index = 0
    while index < visits.count {
      let place = visits[index]
      if first.accepts(place.first) {
        let isMatched =
          place.second != Self.nowhere && (second?.accepts(place.second) ?? false)
        if isMatched == (wish == .within) { return .found(text(upTo: index)) }
      }
      guard visits.count <= Self.limit, first.budget?.isSpent != true else {
        throw LanguageAutomaton.TooLarge()
      }
      try visitNext(to: place, at: index)
      index += 1
    }
    return .none
  }

  private mutating func visitNext(
    to place: Visit,
    at index: Int
  ) throws(LanguageAutomaton.TooLarge) {
    var others: [LanguageAutomaton.Edge] = []
    if let second, place.second != Self.nowhere { others = try second.edges(of: place.second) }
    for edge in try first.edges(of: place.first) {
      first.budget?.spend(4 + others.count)
      var rest = edge.set
      for other in others {
        let common = edge.set.intersection(other.set)
        guard !common.isEmpty else { continue }
        rest = rest.subtracting(common)
        visit(edge.target, other.target, from: index, by: common.plainest)
      }
      if wish == .outside, !rest.isEmpty {
        visit(edge.target, Self.nowhere, from: index, by: rest.plainest)
      }
    }
  }

  private mutating func visit(_ one: Int, _ other: Int, from parent: Int, by byte: UInt8) {
    let key = UInt64(one) << 32 | UInt64(UInt32(truncatingIfNeeded: other))
    guard seen.insert(key).inserted else { return }
    visits.append(Visit(first: one, second: other, parent: parent, byte: byte))
  }

  private func text(upTo index: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = index
    while visits[index].parent >= 0 {
      bytes.append(visits[index].byte)
      index = visits[index].parent
    }
    return bytes.reversed()
  }
}

extension ASCIISet {
  /// The byte that reads best.
  var plainest: UInt8 { plainest(of: [.lowercase, .digits, .uppercase]) }

  /// The byte that reads best, where those of some kinds do before others.
  func plainest(of kinds: [ASCIISet]) -> UInt8 {
    for kind in kinds {
      if let byte = intersection(kind).first { return byte }
    }
    return first ?? 0
  }
}
