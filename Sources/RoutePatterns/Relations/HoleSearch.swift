/// Searches for a text that one automaton matches, and that none of some covers takes.
///
/// Each automaton keeps the places that were found of it, so that many searches with the same
/// covers find them once.
struct HoleSearch {
  /// An automaton that takes a text, unless one of its exceptions matches it.
  struct Cover {
    let automaton: LanguageAutomaton
    let exceptions: [LanguageAutomaton]
  }

  /// The walk through the automaton of the texts, and behind it those of each cover and its
  /// exceptions.
  private var walk: ProductWalk
  /// The place among these of each cover, and of its exceptions.
  private let covers: [(cover: Int, exceptions: Range<Int>)]

  /// Returns the shortest text that the first matches and that lies outside all covers.
  static func text(
    of first: LanguageAutomaton,
    outside covers: [Cover],
    pathsOnly: Bool
  ) -> LanguageSearch.Outcome {
    guard !first.isNothing else { return .none }
    do throws(LanguageAutomaton.TooLarge) {
      let covers = covers.filter { !$0.automaton.isNothing }
      var search = try HoleSearch(first, covers, pathsOnly: pathsOnly)
      return try search.run()
    } catch {
      return .tooLarge
    }
  }

  private init(
    _ first: LanguageAutomaton,
    _ all: [Cover],
    pathsOnly: Bool
  ) throws(LanguageAutomaton.TooLarge) {
    var automata = [first]
    var covers: [(cover: Int, exceptions: Range<Int>)] = []
    for cover in all {
      let place = automata.count
      automata.append(cover.automaton)
      automata += cover.exceptions.filter { !$0.isNothing }
      covers.append((place, place + 1..<automata.count))
    }
    self.covers = covers
    walk = try ProductWalk(through: automata, pathsOnly: pathsOnly)
  }

  private mutating func run() throws(LanguageAutomaton.TooLarge) -> LanguageSearch.Outcome {
    var index = 0
    while index < walk.count {
      let places = walk[index]
      if isHole(places) { return .found(walk.text(upTo: index)) }
      try walk.checkLimits()
      try visitNext(to: places, at: index)
      index += 1
    }
    return .none
  }

  private func isHole(_ places: [Int32]) -> Bool {
    walk.accepts(0, places)
      && !covers.contains { cover, exceptions in
        walk.accepts(cover, places) && !exceptions.contains { walk.accepts($0, places) }
      }
  }

  private mutating func visitNext(
    to places: [Int32],
    at index: Int
  ) throws(LanguageAutomaton.TooLarge) {
    var pieces = try walk.pieces(from: places)
    for (cover, exceptions) in covers where places[cover] != ProductWalk.nowhere {
      ProductWalk.split(&pieces, cover, by: try edges(of: cover, at: places))
      for exception in exceptions where places[exception] != ProductWalk.nowhere {
        // Where its cover takes nothing any more it does not matter.
        let edges = try edges(of: exception, at: places)
        ProductWalk.split(&pieces, exception, by: edges, within: cover)
      }
    }
    walk.automata[0].budget?.spend(4 + pieces.count * (1 + covers.count))
    for piece in pieces { walk.visit(piece.places, from: index, by: piece.set.plainest) }
  }

  private func edges(
    of automaton: Int,
    at places: [Int32]
  ) throws(LanguageAutomaton.TooLarge) -> [LanguageAutomaton.Edge] {
    try walk.automata[automaton].edges(of: Int(places[automaton]))
  }
}
