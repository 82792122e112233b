/// Languages by the bytes that their matches begin with: of many few may share a target with one.
///
/// It rules out most pairs of many before they are compared one by one, and only those.
package struct LanguageBeginnings {
  /// Languages that begin alike up to a depth.
  private struct Node {
    /// Those of which no more is looked at, with their beginnings.
    var places: [Int: [ASCIISet]] = [:]
    /// The others, by the bytes that come next.
    var next: [ASCIISet: Int] = [:]
    /// Whether those that come are told apart.
    var isSplit = false

    var isEmpty: Bool { places.isEmpty && next.isEmpty }
  }

  /// The number of languages that are so few that they are not told apart.
  private static let few = 8

  private var nodes = [Node(), Node()]
  /// The nodes that are used no more.
  private var free: [Int] = []
  /// Those that look at a scheme or host for some of their targets only.
  private var mixed: Set<Int> = []

  /// Takes languages of one slash policy.
  ///
  /// - Complexity: linear in the lengths of what they begin with.
  package init(_ languages: [PatternLanguage] = []) {
    for (place, language) in languages.enumerated() { insert(language, at: place) }
  }

  /// Returns the places of the languages that do not surely begin in other ways than one of the
  /// same slash policy, in order: it shares no target with any that is left out.
  package func places(near language: PatternLanguage) -> [Int] {
    let seesScheme = language.seesScheme
    var places = Array(mixed)
    // Where only one of two looks at schemes they begin in ways that are not compared.
    let depth = seesScheme == nil ? Int.max : 0
    var open =
      seesScheme == true
      ? [(node: 1, depth: depth), (node: 0, depth: Int.max)]
      : [(node: 0, depth: depth), (node: 1, depth: Int.max)]
    while let (node, depth) = open.popLast() {
      places += nodes[node].places.keys
      if depth < language.beginning.count {
        let set = language.beginning[depth]
        for (other, next) in nodes[node].next where !other.isDisjoint(with: set) {
          open.append((next, depth + 1))
        }
      } else {
        open += nodes[node].next.values.map { ($0, Int.max) }
      }
    }
    return places.sorted()
  }
}

// MARK: - Changes

extension LanguageBeginnings {
  /// Takes in a language at a place that no other has.
  ///
  /// - Complexity: linear in the length of what it begins with.
  package mutating func insert(_ language: PatternLanguage, at place: Int) {
    guard let seesScheme = language.seesScheme else {
      mixed.insert(place)
      return
    }
    // A loop, as beginnings may be long and alike.
    var open = [(place: place, beginning: language.beginning, node: seesScheme ? 1 : 0, depth: 0)]
    while let (place, beginning, start, begun) = open.popLast() {
      var (node, depth) = (start, begun)
      while nodes[node].isSplit, depth < beginning.count {
        node = child(of: node, beginning[depth])
        depth += 1
      }
      nodes[node].places[place] = beginning
      guard !nodes[node].isSplit, nodes[node].places.count > Self.few else { continue }
      open += nodes[node].places.map { ($0.key, $0.value, node, depth) }
      nodes[node].places = [:]
      nodes[node].isSplit = true
    }
  }

  private mutating func child(of node: Int, _ set: ASCIISet) -> Int {
    if let next = nodes[node].next[set] { return next }
    let next = free.popLast() ?? nodes.count
    if next == nodes.count { nodes.append(Node()) }
    nodes[node].next[set] = next
    return next
  }

  /// Takes out the language at a place, which is the one that was taken in there.
  ///
  /// - Complexity: linear in the length of what it begins with.
  package mutating func remove(_ language: PatternLanguage, at place: Int) {
    guard let seesScheme = language.seesScheme else {
      mixed.remove(place)
      return
    }
    let beginning = language.beginning
    var path = [seesScheme ? 1 : 0]
    while let node = path.last, nodes[node].isSplit, path.count <= beginning.count,
      let next = nodes[node].next[beginning[path.count - 1]]
    {
      path.append(next)
    }
    nodes[path[path.count - 1]].places[place] = nil
    // What is left empty goes, or beginnings that come and go would be kept for ever.
    while path.count > 1, let last = path.last, nodes[last].isEmpty {
      path.removeLast()
      nodes[last] = Node()
      free.append(last)
      nodes[path[path.count - 1]].next[beginning[path.count - 1]] = nil
    }
  }
}
