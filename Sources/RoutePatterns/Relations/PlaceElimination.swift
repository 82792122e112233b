/// Makes a regular expression of an automaton, by taking away one of its places after the other.
///
/// A text is read in one way only by what is made, as it was by the automaton: an engine that goes
/// back over what it has seen comes to each byte a bounded number of times.
struct PlaceElimination {
  private struct Way {
    var node: RegexNode
    var size: Int
  }

  /// The ways from each place to others; two places of its own stand before and behind all.
  private var ways: [[Int: Way]]
  private var origins: [Set<Int>]
  private let start: Int
  private let end: Int

  /// Returns the expression; `nil` for one that is longer than so many elements.
  static func expression(of table: LanguageTable, limit: Int) -> RegexNode? {
    var elimination = PlaceElimination(table)
    return elimination.run(limit)
  }

  private init(_ table: LanguageTable) {
    let count = table.places.count
    start = count
    end = count + 1
    ways = Array(repeating: [:], count: count + 2)
    origins = Array(repeating: [], count: count + 2)
    for (number, place) in table.places.enumerated() {
      for edge in place.edges { add(Way(node: .set(edge.set), size: 1), number, edge.target) }
      if place.isAccepting { add(Way(node: .empty, size: 0), number, end) }
    }
    add(Way(node: .empty, size: 0), start, table.start)
  }

  private mutating func run(_ limit: Int) -> RegexNode? {
    var left = Set(0..<start)
    while !left.isEmpty {
      guard let place = left.min(by: { (weight($0), $0) < (weight($1), $1) }) else { break }
      left.remove(place)
      eliminate(place)
      let size = ways.reduce(0) { sum, ways in sum + ways.values.reduce(0) { $0 + $1.size } }
      guard size <= limit else { return nil }
    }
    return ways[start][end]?.node ?? .set(ASCIISet())
  }

  /// The size of what takes the place of a place.
  private func weight(_ place: Int) -> Int {
    let loop = ways[place][place]?.size ?? 0
    let before = origins[place].filter { $0 != place }
    let behind = ways[place].filter { $0.key != place }
    let sizeBefore = before.reduce(0) { $0 + (ways[$1][place]?.size ?? 0) }
    let sizeBehind = behind.values.reduce(0) { $0 + $1.size }
    return sizeBefore * behind.count + sizeBehind * before.count
      + loop * before.count * behind.count - sizeBefore - sizeBehind - loop
  }

  private mutating func eliminate(_ place: Int) {
    let loop = ways[place][place].map { way in
      Way(
        node: .repetition(Self.grouped(way.node), RegexQuantifier(minimum: 0)),
        size: way.size + 1
      )
    }
    let before = origins[place].filter { $0 != place }.sorted()
    let behind = ways[place].filter { $0.key != place }.sorted { $0.key < $1.key }
    for origin in before {
      guard let first = ways[origin].removeValue(forKey: place) else { continue }
      for (target, last) in behind {
        var items = Self.items(first.node)
        if let loop { items.append(loop.node) }
        items += Self.items(last.node)
        add(
          Way(node: Self.sequence(items), size: first.size + (loop?.size ?? 0) + last.size),
          origin,
          target
        )
      }
    }
    for (target, _) in behind { origins[target].remove(place) }
    ways[place] = [:]
    origins[place] = []
  }

  private mutating func add(_ way: Way, _ origin: Int, _ target: Int) {
    origins[target].insert(origin)
    guard let known = ways[origin][target] else {
      ways[origin][target] = way
      return
    }
    let node = Self.either(known.node, way.node)
    ways[origin][target] = Way(node: node, size: node.elementCount)
  }

  // MARK: - Nodes

  private static func items(_ node: RegexNode) -> [RegexNode] {
    switch node {
    case .empty: []
    case .sequence(let items): items
    default: [node]
    }
  }

  private static func sequence(_ items: [RegexNode]) -> RegexNode {
    items.isEmpty ? .empty : items.count == 1 ? items[0] : .sequence(items)
  }

  private static func grouped(_ node: RegexNode) -> RegexNode {
    switch node {
    case .sequence, .alternation, .repetition: .group(node)
    default: node
    }
  }

  /// Returns what matches the texts of either, with what they begin and end with alike once.
  private static func either(_ one: RegexNode, _ other: RegexNode) -> RegexNode {
    if case .set(let first) = one, case .set(let second) = other {
      return .set(first.union(second))
    }
    var (first, second) = (items(one)[...], items(other)[...])
    var (head, tail): ([RegexNode], [RegexNode]) = ([], [])
    while let item = first.first, item == second.first {
      head.append(item)
      (first, second) = (first.dropFirst(), second.dropFirst())
    }
    while let item = first.last, item == second.last {
      tail.append(item)
      (first, second) = (first.dropLast(), second.dropLast())
    }
    guard head.isEmpty, tail.isEmpty else {
      let middle = either(sequence(Array(first)), sequence(Array(second)))
      return sequence(head + items(middle) + tail.reversed())
    }
    if first.isEmpty { return optional(other) }
    if second.isEmpty { return optional(one) }
    return alternation(branches(one) + branches(other))
  }

  private static func optional(_ node: RegexNode) -> RegexNode {
    node.isNullable
      ? node : .repetition(grouped(node), RegexQuantifier(minimum: 0, maximum: 1))
  }

  private static func branches(_ node: RegexNode) -> [RegexNode] {
    if case .alternation(let branches) = node { branches } else { [node] }
  }

  /// Makes one alternative of all that are one byte each, and of those with the same end.
  private static func alternation(_ branches: [RegexNode]) -> RegexNode {
    var result: [RegexNode] = []
    for branch in branches {
      let place = result.firstIndex { known in
        if case .set = known, case .set = branch { return true }
        let (one, other) = (items(known), items(branch))
        return one.first == other.first || one.last == other.last
      }
      if let place {
        result[place] = either(result[place], branch)
      } else {
        result.append(branch)
      }
    }
    return result.count == 1 ? result[0] : .alternation(result)
  }
}

extension RegexNode {
  /// The number of elements that it is written with.
  var elementCount: Int {
    switch self {
    case .empty: 0
    case .set, .assertion, .backreference: 1
    case .literal(let text): text.utf8.count
    case .sequence(let items), .alternation(let items):
      items.reduce(0) { $0 + $1.elementCount }
    case .group(let body), .capture(_, let body), .look(_, let body), .atomic(let body):
      body.elementCount
    case .repetition(let body, _): body.elementCount + 1
    }
  }
}
