/// Looks for patterns that cover others.
package struct ShadowSearch {
  private let patterns: [RoutePattern]
  /// Returns the patterns that may match a target, in order.
  private let candidates: (RouteTarget) -> [Int]
  private let shapes: [PatternShape?]
  /// Of patterns that others are compared with; many are with the same.
  private var languages: [Int: PatternLanguage] = [:]
  /// The number of pairs that have been compared, and of those compared as languages.
  package private(set) var comparisons = 0
  package private(set) var languageComparisons = 0

  package init(_ patterns: [RoutePattern], candidates: @escaping (RouteTarget) -> [Int]) {
    self.patterns = patterns
    self.candidates = candidates
    shapes = patterns.map { PatternShape($0.storage.outline) }
  }

  /// The first of the earlier patterns that covers the one at a position.
  package mutating func firstCover(of position: Int) -> Int? {
    if let shape = shapes[position],
      let sample = patterns[position].plainTarget(of: shape)
    {
      var language: PatternLanguage?
      return firstCover(of: position, shape, sample, &language)
    }
    var language: PatternLanguage? = PatternLanguage(patterns[position])
    if let sample = language?.possibleTarget {
      return firstCover(of: position, nil, sample, &language)
    }
    // What matches nothing is covered by anything; of the rest nothing is known.
    return (0..<position).first { isCover($0, of: position, &language) }
  }

  /// Only what matches the sample, which may be matched by the pattern, can cover the pattern.
  private mutating func firstCover(
    of position: Int,
    _ shape: PatternShape?,
    _ sample: RouteTarget,
    _ language: inout PatternLanguage?
  ) -> Int? {
    for candidate in candidates(sample) {
      guard candidate < position else { return nil }
      comparisons += 1
      // Of what a closure accepts nothing is sure.
      if patterns[candidate].hasOpaqueValidations { continue }
      if let isCover = isPlainCover(candidate, of: position, shape) {
        if isCover { return candidate }
      } else if mayMatch(candidate, sample), isCover(candidate, of: position, &language) {
        return candidate
      }
    }
    return nil
  }

  private mutating func isCover(
    _ candidate: Int,
    of position: Int,
    _ language: inout PatternLanguage?
  ) -> Bool {
    let (one, other) = (patterns[candidate], patterns[position])
    guard one.options.slashes == other.options.slashes else { return false }
    languageComparisons += 1
    let known = languages[candidate] ?? PatternLanguage(one)
    let covered = language ?? PatternLanguage(other)
    languages[candidate] = known
    language = covered
    return known.covers(covered) == .yes
  }

  private func mayMatch(_ candidate: Int, _ target: RouteTarget) -> Bool {
    do {
      return try patterns[candidate].match(target) != nil
    } catch {
      return true
    }
  }
}

// MARK: - Plain patterns

extension ShadowSearch {
  /// Whether a pattern covers another, which matches all of a shape, if their shapes tell.
  private func isPlainCover(
    _ candidate: Int,
    of position: Int,
    _ covered: PatternShape?
  ) -> Bool? {
    let (one, other) = (patterns[candidate], patterns[position])
    guard one.options.slashes == other.options.slashes else { return false }
    let (mine, theirs) = (one.storage.parts, other.storage.parts)
    let isSameOrigin =
      mine.scheme == theirs.scheme && mine.host == theirs.host && mine.port == theirs.port
    guard !mine.seesScheme || isSameOrigin, let shape = shapes[candidate], let covered else {
      return nil
    }
    let ignoresCase = (
      outer: one.options.letterCase == .insensitive,
      inner: other.options.letterCase == .insensitive
    )
    return shape.covers(covered, .init(slashes: one.options.slashes, ignoresCase: ignoresCase))
  }
}

extension RoutePattern {
  /// A target that the pattern matches, closures aside, whose path is of a shape; `nil` if there
  /// may be none.
  fileprivate func plainTarget(of shape: PatternShape) -> RouteTarget? {
    let path = shape.sample
    guard let origin = plainOrigin,
      let target = try? RouteTarget(
        origin + path,
        options: .init(slashes: options.slashes, targetLength: .max)
      )
    else { return nil }
    // Literal text that no canonical target has has been changed.
    return target.path == path ? target : nil
  }

  /// The text before the path of a target that matches, if that is literal.
  private var plainOrigin: String? {
    let parts = storage.parts
    guard let host = parts.host else { return parts.scheme.map { "\($0)://" } ?? "" }
    guard host.count == 1, host[0].kind == .fixed, host[0].modifier == .none else { return nil }
    return "\(parts.scheme ?? "http")://\(host[0].value)" + (parts.port.map { ":\($0)" } ?? "")
  }
}
