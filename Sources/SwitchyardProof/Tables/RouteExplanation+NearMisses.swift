extension RouteExplanation {
  /// The maps that match but for something small, the likeliest first.
  package func nearMisses(most: Int) -> [Candidate] {
    let maps = candidates.filter { $0.verdict == .mismatch && $0.route.kind == .map }
    let sure = maps.filter { $0.mismatch != .path }
    let path = target.map { String($0.path) } ?? ""
    let others = maps.filter { $0.mismatch == .path }
      .map { (map: $0, text: $0.route.pattern.with(valuesOf: path)) }
    let nearest = path.nearest(among: others.map(\.text))
    return Array((sure + others.filter { $0.text == nearest }.map(\.map)).prefix(most))
  }
}

extension String {
  /// Returns a pattern with the segments of a path where it has parameters.
  fileprivate func with(valuesOf path: String) -> String {
    let segments = split(separator: "/", omittingEmptySubsequences: false)
    let values = path.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.count == values.count else { return self }
    return zip(segments, values).map { segment, value in
      segment.contains { ":(*{".contains($0) } ? value : segment
    }
    .joined(separator: "/")
  }
}
