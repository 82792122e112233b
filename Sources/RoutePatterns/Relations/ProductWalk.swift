/// A walk through several automata at once, from the places at which targets begin: each place of
/// it is one of each automaton, and is come to on the shortest way.
struct ProductWalk {
  /// Bytes that lead to the same places.
  struct Piece {
    var set: ASCIISet
    var places: [Int32]
  }

  private struct Visit {
    let places: [Int32]
    let parent: Int
    let byte: UInt8
  }

  /// The place of an automaton that can no longer match.
  static let nowhere: Int32 = -1
  /// The places that are come to before a walk is too long.
  private static let limit = 20_000

  /// The automata, of which the first is always somewhere.
  let automata: [LanguageAutomaton]
  private var visits: [Visit] = []
  private var seen: Set<[Int32]> = []

  /// Begins a walk.
  init(
    through automata: [LanguageAutomaton],
    pathsOnly: Bool
  ) throws(LanguageAutomaton.TooLarge) {
    self.automata = automata
    var start: [Int32] = []
    for automaton in automata {
      start.append(
        automaton.isNothing ? Self.nowhere : Int32(try automaton.start(ofPaths: pathsOnly))
      )
    }
    visit(start, from: -1, by: 0)
  }

  /// The number of places that were come to.
  var count: Int { visits.count }

  /// The places of the automata, by the number of the place.
  subscript(index: Int) -> [Int32] { visits[index].places }

  /// Checks that the walk may go on.
  func checkLimits() throws(LanguageAutomaton.TooLarge) {
    guard visits.count <= Self.limit, automata[0].budget?.isSpent != true else {
      throw LanguageAutomaton.TooLarge()
    }
  }

  /// Whether an automaton accepts a text that ends at its place.
  func accepts(_ automaton: Int, _ places: [Int32]) -> Bool {
    places[automaton] != Self.nowhere && automata[automaton].accepts(Int(places[automaton]))
  }

  /// Returns the bytes that lead the first automaton on, with all others nowhere.
  func pieces(from places: [Int32]) throws(LanguageAutomaton.TooLarge) -> [Piece] {
    var pieces: [Piece] = []
    for edge in try automata[0].edges(of: Int(places[0])) {
      var next = Array(repeating: Self.nowhere, count: places.count)
      next[0] = Int32(edge.target)
      pieces.append(Piece(set: edge.set, places: next))
    }
    return pieces
  }

  /// Tells the bytes apart that lead one of the automata to different places.
  ///
  /// - Parameters:
  ///   - pieces: the bytes.
  ///   - automaton: the automaton.
  ///   - edges: the edges from where it is.
  ///   - other: an automaton without which this one does not matter: where that is nowhere, so is
  ///     this one.
  static func split(
    _ pieces: inout [Piece],
    _ automaton: Int,
    by edges: [LanguageAutomaton.Edge],
    within other: Int? = nil
  ) {
    var result: [Piece] = []
    result.reserveCapacity(pieces.count)
    for var piece in pieces {
      if let other, piece.places[other] == nowhere {
        result.append(piece)
        continue
      }
      for edge in edges {
        let common = piece.set.intersection(edge.set)
        guard !common.isEmpty else { continue }
        var part = piece
        part.set = common
        part.places[automaton] = Int32(edge.target)
        result.append(part)
        piece.set = piece.set.subtracting(common)
        if piece.set.isEmpty { break }
      }
      if !piece.set.isEmpty { result.append(piece) }
    }
    pieces = result
  }

  /// Notes a place, unless it was come to before.
  mutating func visit(_ places: [Int32], from parent: Int, by byte: UInt8) {
    guard seen.insert(places).inserted else { return }
    visits.append(Visit(places: places, parent: parent, byte: byte))
  }

  /// Returns the text that leads to a place.
  func text(upTo index: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = index
    while visits[index].parent >= 0 {
      bytes.append(visits[index].byte)
      index = visits[index].parent
    }
    return bytes.reversed()
  }
}
