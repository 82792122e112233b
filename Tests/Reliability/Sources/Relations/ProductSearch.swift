import RoutePatterns

/// Looks for a target that some automata match and some others do not, among all of the small alphabet.
///
/// They are followed side by side through all that can be matched, the shortest targets first.
struct ProductSearch {
  private let automata: [TokenAutomaton]
  /// How many of them, which come first, shall match.
  private let matching: Int
  private let isLenient: Bool
  /// The words of all automata for each place that was come to, one place after the other.
  private var states: [UInt64] = []
  private var visits: [Visit] = []
  /// Which of the automata can be under the origin that is tried.
  private var takesOrigin: [Bool] = []
  /// Places by their hash; zero where there is none.
  private var table: [Int32]

  private struct Visit {
    var parent: Int
    var token: Token
  }

  /// More places than the patterns of any set have together: whoever comes to it does not know whether there is more.
  private static let limit = 1_000_000

  init(
    of matching: [TokenAutomaton],
    outside others: [TokenAutomaton] = [],
    _ slashes: RouteTarget.SlashPolicy
  ) {
    automata = matching + others
    self.matching = matching.count
    isLenient = slashes == .lenient
    table = Array(repeating: 0, count: 512)
  }

  /// The first target that is matched as it shall be, if there is one.
  mutating func target() -> RouteTarget? {
    let origins = automata.contains { !$0.takes(.noOrigin) } ? Token.origins : [.noOrigin]
    for origin in origins where automata[..<matching].allSatisfy({ $0.takes(origin) }) {
      begin(origin)
      var place = 0
      while place < visits.count {
        if place > 0, isEnd(place) { return target(at: place) }
        guard visits.count < Self.limit else {
          fatalError("\(Self.limit) places of \(automata.count) patterns, and no end of them")
        }
        visitNext(to: place)
        place += 1
      }
    }
    return nil
  }

  private mutating func begin(_ origin: Token) {
    visits = [Visit(parent: -1, token: origin)]
    takesOrigin = automata.map { $0.takes(origin) }
    states = automata.map { $0.takes(origin) ? $0.start : 0 }
    for index in table.indices { table[index] = 0 }
  }

  /// Whether what ends at a place is matched as it shall be.
  private func isEnd(_ place: Int) -> Bool {
    let isRoot = visits[place].parent == 0
    // Under the lenient policy the root alone ends in a slash.
    if isLenient, !isRoot, visits[place].token == .slash { return false }
    let width = automata.count
    for index in 0..<width {
      let isMatched =
        takesOrigin[index] && automata[index].accepts(states[place * width + index], isRoot: isRoot)
      if isMatched != (index < matching) { return false }
    }
    return true
  }

  private mutating func visitNext(to place: Int) {
    let width = automata.count
    for token in Token.paths {
      // Under the lenient policy slashes are one; every path begins with one.
      if token == .slash ? isLenient && visits[place].token == .slash : place == 0 { continue }
      let start = states.count
      var isPossible = true
      for index in 0..<width where isPossible {
        let next = automata[index].next(states[place * width + index], token)
        isPossible = next != 0 || index >= matching || place == 0
        states.append(next)
      }
      if isPossible, isNew(start, after: token) {
        visits.append(Visit(parent: place, token: token))
        growTable()
      } else {
        states.removeSubrange(start...)
      }
    }
  }

  private func target(at place: Int) -> RouteTarget {
    var tokens: [Token] = []
    var place = place
    while place >= 0 {
      tokens.append(visits[place].token)
      place = visits[place].parent
    }
    let text = tokens.reversed().map(\.text).joined()
    do {
      return try RouteTarget(text, options: .init(slashes: isLenient ? .lenient : .strict))
    } catch {
      fatalError("\(text) is no target: \(error)")
    }
  }
}

// MARK: - Places

extension ProductSearch {
  private func slot(of start: Int, after token: Token) -> Int {
    // What may come behind a slash is less than behind other tokens.
    var hash: UInt64 = token == .slash ? 1 : 2
    for word in states[start..<(start + automata.count)] {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash & UInt64(table.count - 1))
  }

  /// Whether the words at the end were not come to before; they are known from then on.
  private mutating func isNew(_ start: Int, after token: Token) -> Bool {
    // The root can be matched in ways of its own.
    if visits.count == 1 { return true }
    let width = automata.count
    var slot = slot(of: start, after: token)
    while table[slot] != 0 {
      let known = Int(table[slot])
      if (visits[known].token == .slash) == (token == .slash),
        states[(known * width)..<((known + 1) * width)].elementsEqual(states[start...])
      {
        return false
      }
      slot = (slot + 1) & (table.count - 1)
    }
    table[slot] = Int32(visits.count)
    return true
  }

  /// Keeps half of the table empty.
  private mutating func growTable() {
    guard visits.count * 2 > table.count else { return }
    table = Array(repeating: 0, count: table.count * 2)
    let width = automata.count
    for place in visits.indices.dropFirst(2) {
      var slot = slot(of: place * width, after: visits[place].token)
      while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = Int32(place)
    }
  }
}
