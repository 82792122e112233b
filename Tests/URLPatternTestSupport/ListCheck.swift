package import TestSupport
import URLPatterns

/// Holds lists of drawn patterns against a loop over their patterns.
package struct ListCheck {
  /// A list that does not say what the loop says.
  package struct Disagreement: Error, CustomStringConvertible {
    package let description: String
  }

  /// What was compared.
  package struct Counts {
    /// Pairs of a pattern and an input.
    package var pairs = 0
    /// Inputs that some pattern matches.
    package var found = 0
    /// Inputs of which the pattern that was added first is not the first.
    package var overtaken = 0
    package var disposed = 0
  }

  private typealias List = URLPatternList<Int>
  private typealias Listed = (id: List.ID, pattern: URLPattern, value: Int)

  package private(set) var draw: ListDraw
  package private(set) var counts = Counts()
  private var patterns: [URLPattern] = []

  package init(_ random: SeededGenerator) { draw = ListDraw(random) }

  /// The patterns that a list is made of: those of one kind are looked up in ways of their own.
  private enum Kind {
    case any, path, host, crowd, plainPath, plainURL

    func allows(_ pattern: URLPattern) -> Bool {
      switch self {
      case .any, .crowd, .plainPath, .plainURL: true
      case .path:
        !pattern.options.ignoreCase
          && URLPatternComponent.allCases.allSatisfy { $0 == .pathname || pattern[$0] == "*" }
      case .host:
        !pattern.options.ignoreCase
          && ["example.com", "shop.example.com", "localhost"].contains(pattern.hostname)
      }
    }
  }

  private var kind = Kind.any

  /// Makes a list, and asks it many times while it changes.
  package mutating func check(patternsUpTo limit: Int, inputs: Int) throws {
    let order: List.Order = draw.chance(50) ? .insertion : .specificity
    kind = draw.pick([.any, .any, .path, .host, .crowd, .plainPath, .plainURL])
    let list = List(order: order)
    var listed: [Listed] = []
    let most = 1 + Int.random(in: 0..<limit, using: &draw.random)
    add(most, to: list, &listed)
    for _ in 0..<inputs {
      if draw.chance(10) { change(list, &listed) }
      try compare(list, inOrder(listed, order))
    }
    guard list.count == listed.count, list.entries.map(\.id) == inOrder(listed, order).map(\.id)
    else { throw Disagreement(description: "\(list.entries) are not \(listed)") }
  }

  /// Patterns are drawn anew from time to time only: most of the time is theirs otherwise.
  private mutating func pattern() -> URLPattern {
    while true {
      let next =
        switch kind {
        case .crowd: draw.crowdedPattern()
        case .plainPath, .plainURL: draw.plainPattern(ofURL: kind == .plainURL)
        case .any, .path, .host: pooledPattern()
        }
      if let next, kind.allows(next) { return next }
    }
  }

  private mutating func pooledPattern() -> URLPattern {
    if patterns.count < 2_000 || draw.chance(2) {
      guard let pattern = draw.pattern() else { return pooledPattern() }
      if patterns.count < 2_000 {
        patterns.append(pattern)
      } else {
        patterns[Int.random(in: 0..<patterns.count, using: &draw.random)] = pattern
      }
      return pattern
    }
    return draw.pick(patterns)
  }

  private mutating func add(_ count: Int, to list: List, _ listed: inout [Listed]) {
    let added = (0..<count).map { List.Addition(pattern(), value: listed.count + $0) }
    let ids = list.add(contentsOf: added)
    for (id, added) in zip(ids, added) { listed.append((id, added.pattern, added.value)) }
  }

  private mutating func change(_ list: List, _ listed: inout [Listed]) {
    switch Int.random(in: 0..<6, using: &draw.random) {
    case 0..<2: add(1 + Int.random(in: 0..<3, using: &draw.random), to: list, &listed)
    case 2..<5 where !listed.isEmpty:
      let gone = listed.remove(at: Int.random(in: 0..<listed.count, using: &draw.random))
      list.dispose(gone.id)
      counts.disposed += 1
    case 5 where !listed.isEmpty:
      let pattern = draw.pick(listed).pattern
      counts.disposed += list.remove(pattern)
      listed.removeAll { $0.pattern == pattern }
    default: break
    }
  }

  private func inOrder(_ listed: [Listed], _ order: List.Order) -> [Listed] {
    guard order == .specificity else { return listed }
    // In order where they are alike: the sort of the library is stable, but does not promise it.
    return listed.enumerated().sorted { one, other in
      switch one.element.pattern.specificity(comparedTo: other.element.pattern) {
      case .moreSpecific: true
      case .lessSpecific: false
      case .same: one.offset < other.offset
      }
    }
    .map(\.element)
  }

  private mutating func compare(_ list: List, _ listed: [Listed]) throws {
    switch Int.random(in: 0..<10, using: &draw.random) {
    case 0..<5:
      let url = draw.url()
      try compare("\(url)", listed, try list.first(in: url), try list.all(in: url)) {
        try $0.exec(url)
      }
    case 5:
      let (url, base) = (draw.path(), draw.url())
      try compare(
        "\(url) at \(base)",
        listed,
        try list.first(in: url, base: base),
        try list.all(in: url, base: base)
      ) { try $0.exec(url, base: base) }
    case 6..<9:
      let path = draw.path()
      let components = URLPatternInit(pathname: path)
      try compare("the path \(path)", listed, try list.first(path: path), try list.all(path: path))
      { try $0.exec(components) }
    default:
      let components = draw.components()
      try compare(
        "\(components)",
        listed,
        try list.first(in: components),
        try list.all(in: components)
      ) { try $0.exec(components) }
    }
  }

  private mutating func compare(
    _ input: String,
    _ listed: [Listed],
    _ first: List.Match?,
    _ all: [List.Match],
    _ exec: (URLPattern) throws -> URLPattern.Match?
  ) throws {
    var expected: [(Listed, URLPattern.Match)] = []
    for entry in listed {
      if let match = try exec(entry.pattern) { expected.append((entry, match)) }
    }
    counts.pairs += listed.count
    counts.found += expected.isEmpty ? 0 : 1
    let earliest = expected.map(\.0.value).min()
    counts.overtaken += earliest != expected.first?.0.value ? 1 : 0
    guard first?.entry.id == expected.first?.0.id, all.map(\.entry.id) == expected.map(\.0.id),
      all.map(\.value) == expected.map(\.0.value)
    else {
      throw Disagreement(
        description: """
          \(input)
          first: \(first.map { "\($0.entry.pattern)" } ?? "none")
          all: \(all.map(\.entry.pattern))
          expected: \(expected.map(\.0.pattern))
          """
      )
    }
    for (found, (_, match)) in zip(all + (first.map { [$0] } ?? []), expected + expected.prefix(1))
    {
      guard found.match.inputs == match.inputs else {
        throw Disagreement(description: "\(input): inputs \(found.match.inputs)")
      }
      for component in URLPatternComponent.allCases where found[component] != match[component] {
        throw Disagreement(
          description: "\(input): \(component) \(found[component]) is not \(match[component])"
        )
      }
      for (name, value) in match.pathname.groups where found[.pathname, name] != value {
        throw Disagreement(description: "\(input): \(name) is not \(value ?? "none")")
      }
    }
  }
}
