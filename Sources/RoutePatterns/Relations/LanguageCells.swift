/// The parts into which some languages divide another, each with short targets that lie in it.
///
/// All languages are walked through at once, so that what several of them have in common, and what
/// none of them has, is found in one search.
package struct LanguageCells {
  /// The bytes that targets are made of where there is a choice.
  package enum Taste: CaseIterable, Sendable {
    case letters, digits, capitals

    fileprivate var kinds: [ASCIISet] {
      switch self {
      case .letters: [.lowercase, .digits, .uppercase]
      case .digits: [.digits, .lowercase, .uppercase]
      case .capitals: [.uppercase, .digits, .lowercase]
      }
    }
  }

  /// One target of a part.
  package struct Example: Sendable {
    /// The target.
    package let target: RouteTarget
    /// The places of the languages that the target may lie in.
    package let members: Set<Int>
  }

  /// The targets, the shortest first.
  package private(set) var examples: [Example] = []
  /// Whether there is no other part.
  package private(set) var isComplete = true
  private let whole: PatternLanguage
  /// The automaton of the language, those that divide it, and that of what is left out.
  private let automata: [LanguageAutomaton]
  /// The place among the members of what is left out.
  private let hiddenPlace: Int?
  private let kinds: [ASCIISet]

  /// Divides a language.
  ///
  /// - Parameters:
  ///   - whole: the language that is divided.
  ///   - others: the languages that divide it, of the same slash policy.
  ///   - hidden: a language whose targets are left out, as far as they surely lie in it.
  ///   - count: the most parts to be found.
  ///   - taste: the bytes that targets are made of where there is a choice.
  package init(
    of whole: PatternLanguage,
    dividedBy others: [PatternLanguage],
    without hidden: PatternLanguage? = nil,
    atMost count: Int,
    taste: Taste = .letters
  ) {
    self.whole = whole
    automata = [whole.upper] + others.map(\.upper) + [hidden?.lower].compactMap(\.self)
    hiddenPlace = hidden.map { _ in others.count }
    kinds = taste.kinds
    guard !whole.upper.isNothing else { return }
    do {
      let all = others + [hidden].compactMap(\.self)
      try run(atMost: count, pathsOnly: whole.isOfPaths && all.allSatisfy(\.isOfPaths))
    } catch {
      isComplete = false
    }
  }

  private mutating func run(
    atMost count: Int,
    pathsOnly: Bool
  ) throws(LanguageAutomaton.TooLarge) {
    var walk = try ProductWalk(through: automata, pathsOnly: pathsOnly)
    var known: Set<Set<Int>> = []
    var index = 0
    while index < walk.count {
      let places = walk[index]
      if walk.accepts(0, places) {
        let members = Set((1..<automata.count).filter { walk.accepts($0, places) }.map { $0 - 1 })
        let isHidden = hiddenPlace.map(members.contains) ?? false
        if !isHidden, known.insert(members).inserted,
          let target = whole.target(of: walk.text(upTo: index))
        {
          examples.append(Example(target: target, members: members))
        }
      }
      guard known.count < count else { throw LanguageAutomaton.TooLarge() }
      try walk.checkLimits()
      var pieces = try walk.pieces(from: places)
      for other in 1..<automata.count {
        let isSomewhere = places[other] != ProductWalk.nowhere
        let edges = isSomewhere ? try automata[other].edges(of: Int(places[other])) : []
        automata[0].budget?.spend(4 + edges.count * pieces.count)
        ProductWalk.split(&pieces, other, by: edges)
      }
      for piece in pieces {
        walk.visit(piece.places, from: index, by: piece.set.plainest(of: kinds))
      }
      index += 1
    }
  }
}
