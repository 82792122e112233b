import Foundation

/// Routes, paths that are looked up among them, and what has to be found.
package struct RouteTable: Sendable {
  /// A path, with what has to be found for it.
  package struct Lookup: Sendable {
    package var path: String
    /// The place of the route that it belongs to; nothing where there is none.
    package var route: Int?
    package var values: [String]

    package init(path: String, route: Int?, values: [String]) {
      self.path = path
      self.route = route
      self.values = values
    }
  }

  /// The name in tables and files: `github`, or the number of routes.
  package var name: String
  package var patterns: [String]
  package var lookups: [Lookup]

  /// What is found.
  package var hits: [Lookup] { lookups.filter { $0.route != nil } }
  /// What is not.
  package var misses: [Lookup] { lookups.filter { $0.route == nil } }

  package init(name: String, patterns: [String], lookups: [Lookup]) {
    self.name = name
    self.patterns = patterns
    self.lookups = lookups
  }
}

extension RouteTable {
  /// The 130 routes, a path for each, and paths that belong to none.
  package static func gitHub() -> RouteTable {
    let patterns = GitHubRoutes.patterns
    return RouteTable(
      name: "github",
      patterns: patterns,
      lookups: patterns.indices.map { hit(patterns[$0], $0) } + strayed(from: patterns)
    )
  }

  /// The 130 routes, where every parameter of 65 of them has a regular expression, half of them `\d+`.
  package static func constrainedGitHub() -> RouteTable {
    var constrained = 0
    let patterns = GitHubRoutes.patterns.enumerated().map { index, pattern in
      // Two of three of those that have parameters, until there are enough.
      guard pattern.contains(":"), index % 4 != 0, constrained < 65 else { return pattern }
      constrained += 1
      let regex = constrained % 2 == 0 ? "(\\d+)" : "([a-z]+\\d*)"
      return pattern.split(separator: "/")
        .reduce(into: "") { $0 += $1.hasPrefix(":") ? "/\($1)\(regex)" : "/\($1)" }
    }
    let lookups = patterns.indices.map { index in
      hit(patterns[index], index)
    }
    return RouteTable(name: "constrained", patterns: patterns, lookups: lookups)
  }

  /// The 130 routes, whose paths are looked up in an order that nothing learns.
  package static func shuffledGitHub() -> RouteTable {
    var random = SeededRandom(seed: 20_261_122)
    let hits = gitHub().hits
    return RouteTable(
      name: "shuffled",
      patterns: GitHubRoutes.patterns,
      lookups: (0..<4_096).map { _ in hits[Int.random(in: hits.indices, using: &random)] }
    )
  }

  /// The 130 routes, and for each that has parameters a path of 64 to 200 bytes.
  package static func longGitHub() -> RouteTable {
    var random = SeededRandom(seed: 20_261_123)
    let lookups = gitHub().hits.filter { !$0.values.isEmpty }.map { lookup in
      let length = Int.random(in: 64...200, using: &random)
      var (path, values) = (lookup.path, lookup.values)
      // The last parameter takes what is lacking.
      let long = values[values.count - 1] + String(repeating: "v", count: length - path.utf8.count)
      if let place = path.range(of: "/" + values[values.count - 1], options: .backwards) {
        path.replaceSubrange(place, with: "/" + long)
        values[values.count - 1] = long
      }
      return Lookup(path: path, route: lookup.route, values: values)
    }
    return RouteTable(name: "long", patterns: GitHubRoutes.patterns, lookups: lookups)
  }

  /// A path of a pattern whose parameters are segments.
  private static func hit(_ pattern: String, _ route: Int) -> Lookup {
    var values: [String] = []
    let segments = pattern.split(separator: "/")
      .map { segment -> String in
        guard segment.hasPrefix(":") else { return String(segment) }
        let number = values.count + 1
        values.append(segment.hasSuffix("(\\d+)") ? "\(40 + number)" : "p\(number)")
        return values[number - 1]
      }
    return Lookup(path: "/" + segments.joined(separator: "/"), route: route, values: values)
  }

  /// Paths that leave the routes: at the first segment, at the last literal, before the end, and after it.
  private static func strayed(from patterns: [String]) -> [Lookup] {
    let known = Set(patterns.map(shape))
    return patterns.flatMap { pattern -> [Lookup] in
      let segments = pattern.split(separator: "/").map { $0.hasPrefix(":") ? "p1" : String($0) }
      guard let literal = pattern.split(separator: "/").lastIndex(where: { !$0.hasPrefix(":") })
      else { return [] }
      var inside = segments
      inside[literal] += "-else"
      let strays = [
        ["nothing"] + segments.dropFirst(), inside, Array(segments.dropLast()),
        segments + ["further", "still"],
      ]
      return strays.map { "/" + $0.joined(separator: "/") }
        .filter { path in !known.contains { matches($0, path) } }
        .map { Lookup(path: $0, route: nil, values: []) }
    }
  }

  private static func shape(_ pattern: String) -> [Substring] {
    pattern.split(separator: "/").map { $0.hasPrefix(":") ? ":" : $0 }
  }

  private static func matches(_ shape: [Substring], _ path: String) -> Bool {
    let segments = path.split(separator: "/")
    return segments.count == shape.count
      && zip(shape, segments).allSatisfy { $0 == ":" || $0 == $1 }
  }
}
