/// Languages by the bytes that their matches begin with: of many few may share a target with one.
///
/// It rules out most pairs of many before they are compared one by one, and only those.
package struct LanguageBeginnings {
  /// Languages that begin alike up to a depth.
  private struct Node {
    /// Those of which no more is looked at.
    var places: [Int] = []
    /// The others, by the bytes that come next.
    var next: [ASCIISet: Int] = [:]
  }

  /// The number of languages that are so few that they are not told apart.
  private static let few = 8

  private let count: Int
  private var nodes = [Node(), Node()]
  /// Those that look at a scheme or host for some of their targets only.
  private var mixed: [Int] = []

  /// Takes languages of one slash policy.
  ///
  /// - Complexity: linear in the lengths of what they begin with.
  package init(_ languages: [PatternLanguage]) {
    count = languages.count
    var roots: [[Int]] = [[], []]
    for (place, language) in languages.enumerated() {
      if let seesScheme = language.seesScheme {
        roots[seesScheme ? 1 : 0].append(place)
      } else {
        mixed.append(place)
      }
    }
    var open = roots.enumerated().map { (node: $0, depth: 0, places: $1) }
    while let (node, depth, places) = open.popLast() {
      guard places.count > Self.few else {
        nodes[node].places = places
        continue
      }
      var groups: [ASCIISet: [Int]] = [:]
      for place in places {
        let beginning = languages[place].beginning
        if depth < beginning.count {
          groups[beginning[depth], default: []].append(place)
        } else {
          nodes[node].places.append(place)
        }
      }
      for (set, group) in groups {
        nodes[node].next[set] = nodes.count
        open.append((nodes.count, depth + 1, group))
        nodes.append(Node())
      }
    }
  }

  /// Returns the places of the languages that do not surely begin in other ways than one of the
  /// same slash policy, in order: it shares no target with any that is left out.
  package func places(near language: PatternLanguage) -> [Int] {
    guard let seesScheme = language.seesScheme else { return Array(0..<count) }
    var places = mixed
    // Where only one of two looks at schemes they begin in ways that are not compared.
    var open = [(node: seesScheme ? 1 : 0, depth: 0), (node: seesScheme ? 0 : 1, depth: Int.max)]
    while let (node, depth) = open.popLast() {
      places += nodes[node].places
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
