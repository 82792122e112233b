/// All places of an automaton, as few as there can be: the bytes that lead from each to others.
struct LanguageTable {
  struct Place: Hashable {
    var edges: [Edge] = []
    var isAccepting = false
  }

  struct Edge: Hashable {
    var set: ASCIISet
    var target: Int
  }

  private(set) var places: [Place]
  private(set) var start: Int

  /// The most places that are looked at.
  private static let limit = 600

  /// Finds the places of an automaton, from that of targets or of paths on.
  init(_ automaton: LanguageAutomaton, ofPaths: Bool) throws(LanguageAutomaton.TooLarge) {
    start = try automaton.start(ofPaths: ofPaths)
    var numbers = [start: 0]
    var open = [start]
    var found: [Place] = []
    while found.count < open.count {
      guard open.count <= Self.limit else { throw LanguageAutomaton.TooLarge() }
      let state = open[found.count]
      var place = Place(isAccepting: automaton.accepts(state))
      for edge in try automaton.edges(of: state) {
        let number = numbers[edge.target] ?? open.count
        if number == open.count {
          numbers[edge.target] = number
          open.append(edge.target)
        }
        place.edges.append(Edge(set: edge.set, target: number))
      }
      found.append(place)
    }
    places = found
    start = 0
    dropDeadEnds()
    merge()
  }

  /// Leaves out the edges to places from which no end is reached.
  private mutating func dropDeadEnds() {
    var isAlive = places.map(\.isAccepting)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (number, place) in places.enumerated()
      where !isAlive[number] && place.edges.contains(where: { isAlive[$0.target] }) {
        isAlive[number] = true
        hasChanged = true
      }
    }
    for number in places.indices { places[number].edges.removeAll { !isAlive[$0.target] } }
  }

  /// Makes one place of all that have the same texts behind them.
  private mutating func merge() {
    var classes = places.map { $0.isAccepting ? 1 : 0 }
    var count = 0
    while true {
      var numbers: [Place: Int] = [:]
      var next: [Int] = []
      for (number, place) in places.enumerated() {
        // Places that were told apart before stay apart.
        var signature = Self.joined(place, classes)
        signature.edges.append(Edge(set: ASCIISet(), target: -1 - classes[number]))
        let known = numbers[signature] ?? numbers.count
        numbers[signature] = known
        next.append(known)
      }
      guard numbers.count > count else { break }
      count = numbers.count
      classes = next
    }
    var merged = [Place](repeating: Place(), count: count)
    for (number, place) in places.enumerated() {
      merged[classes[number]] = Self.joined(place, classes)
    }
    places = merged
    start = classes[start]
  }

  private static func joined(_ place: Place, _ classes: [Int]) -> Place {
    var sets: [Int: ASCIISet] = [:]
    for edge in place.edges { sets[classes[edge.target], default: ASCIISet()].formUnion(edge.set) }
    let edges = sets.sorted { $0.key < $1.key }.map { Edge(set: $0.value, target: $0.key) }
    return Place(edges: edges, isAccepting: place.isAccepting)
  }
}
