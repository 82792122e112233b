/// The targets that a pattern matches, or several together, ready to be compared with those of
/// others.
///
/// The results of comparisons are kept for the next ones, so make one language of each pattern when
/// many are compared. Use it from one task at a time.
package final class PatternLanguage {
  let slashes: RouteTarget.SlashPolicy
  /// The automaton of all that may be matched, and that of all that surely is; the same object when
  /// the two are equal.
  let upper: LanguageAutomaton
  let lower: LanguageAutomaton
  /// Whether all patterns look at a scheme or host, or none does; `nil` if they differ.
  let seesScheme: Bool?
  /// The bytes that each match begins with, and ends with, the last one first.
  let beginning: [ASCIISet]
  private let ending: [ASCIISet]
  private var knownSample: LanguageSearch.Outcome?

  /// The targets that one pattern matches.
  package convenience init(_ pattern: RoutePattern, budget: RelationBudget? = nil) {
    self.init([pattern], slashes: pattern.options.slashes, budget: budget)
  }

  /// The targets that any of some patterns match, all of which have a slash policy.
  package convenience init(
    _ patterns: [RoutePattern],
    slashes: RouteTarget.SlashPolicy,
    budget: RelationBudget? = nil
  ) {
    self.init(patterns.map { Source($0) }, slashes: slashes, budget: budget)
  }

  /// The expression of one pattern, and the facts a language needs of it.
  struct Source {
    var node: LanguageNode?
    var seesScheme: Bool
    var hasChecks = false
  }

  init(
    _ sources: [Source],
    slashes: RouteTarget.SlashPolicy,
    budget: RelationBudget? = nil
  ) {
    var most = LanguageNetwork(.upper)
    for source in sources { most.add(source.node, ofWholeTarget: source.seesScheme) }
    let upper = LanguageAutomaton(most, slashes: slashes, budget: budget)
    self.upper = upper
    self.slashes = slashes
    if most.isExact, !sources.contains(where: \.hasChecks) {
      lower = upper
    } else {
      var least = LanguageNetwork(.lower)
      // A value that a closure checks is never surely accepted.
      for source in sources where !source.hasChecks {
        least.add(source.node, ofWholeTarget: source.seesScheme)
      }
      lower = LanguageAutomaton(least, slashes: slashes, budget: budget)
    }
    let first = sources.first?.seesScheme
    seesScheme = sources.allSatisfy { $0.seesScheme == first } ? first : nil
    let only = sources.count == 1 ? sources[0].node : nil
    beginning = only?.beginning ?? []
    ending = only?.ending ?? []
  }

  /// Whether it is known of each target whether it lies in it.
  package var isExact: Bool { upper === lower }
}

extension PatternLanguage.Source {
  init(_ pattern: RoutePattern) {
    node = LanguageNode(pattern.storage.expression)
    seesScheme = pattern.storage.seesScheme
    hasChecks = pattern.hasOpaqueValidations
  }
}

// MARK: - Relations

extension PatternLanguage {
  /// Whether all targets of another language are in this one.
  package func covers(_ other: PatternLanguage) -> Certainty {
    guard slashes == other.slashes else { return .unknown }
    if isApart(from: other) {
      switch other.sample {
      case .found: return .no
      case .none: return .yes
      case .tooLarge: return .unknown
      }
    }
    let pathsOnly = areOfPaths(other)
    let outside = LanguageSearch.text(of: other.upper, .outside, lower, pathsOnly: pathsOnly)
    if outside.isNone { return .yes }
    let isSure = isExact && other.isExact
    if isSure { return outside.isFound ? .no : .unknown }
    return LanguageSearch.text(of: other.lower, .outside, upper, pathsOnly: pathsOnly).isFound
      ? .no : .unknown
  }

  /// Whether a target is in both languages.
  package func overlaps(_ other: PatternLanguage) -> Certainty {
    guard slashes == other.slashes else { return .unknown }
    if isApart(from: other) { return .no }
    let pathsOnly = areOfPaths(other)
    let common = LanguageSearch.text(of: upper, .within, other.upper, pathsOnly: pathsOnly)
    if common.isNone { return .no }
    let isSure = isExact && other.isExact
    if isSure { return common.isFound ? .yes : .unknown }
    return LanguageSearch.text(of: lower, .within, other.lower, pathsOnly: pathsOnly).isFound
      ? .yes : .unknown
  }

  /// A short target that is surely in another language and not in this one, if one can be found.
  package func targetMissed(of other: PatternLanguage) -> RouteTarget? {
    guard slashes == other.slashes else { return nil }
    return target(
      LanguageSearch.text(of: other.lower, .outside, upper, pathsOnly: areOfPaths(other))
    )
  }

  /// A short target that is surely in both languages, if one can be found.
  package func targetShared(with other: PatternLanguage) -> RouteTarget? {
    guard slashes == other.slashes else { return nil }
    return target(
      LanguageSearch.text(of: lower, .within, other.lower, pathsOnly: areOfPaths(other))
    )
  }

  /// A short target that may be in the language, so that any pattern that surely covers the
  /// language matches it.
  ///
  /// `nil` when there is none, or none is found.
  var possibleTarget: RouteTarget? {
    target(LanguageSearch.text(of: upper, .outside, nil, pathsOnly: seesScheme == false))
  }

  /// A short target that is surely matched, if one can be found.
  package var sampleTarget: RouteTarget? { target(sample) }

  /// The target of a canonical text.
  func target(_ outcome: LanguageSearch.Outcome) -> RouteTarget? {
    guard case .found(let bytes) = outcome else { return nil }
    return target(of: bytes)
  }

  /// The target of the bytes of a canonical text.
  func target(of bytes: [UInt8]) -> RouteTarget? {
    RouteTarget(canonicalText: bytes, slashes)
  }

  /// Something that is surely matched, if anything is.
  private var sample: LanguageSearch.Outcome {
    if let knownSample { return knownSample }
    let pathsOnly = seesScheme == false
    let any = LanguageSearch.text(of: upper, .outside, nil, pathsOnly: pathsOnly)
    var found = any
    if any.isFound || isTooLarge(any), !isExact {
      found = LanguageSearch.text(of: lower, .outside, nil, pathsOnly: pathsOnly)
      if !found.isFound { found = .tooLarge }
    }
    knownSample = found
    return found
  }

  private func isTooLarge(_ outcome: LanguageSearch.Outcome) -> Bool {
    if case .tooLarge = outcome { true } else { false }
  }

  /// Whether schemes and hosts have no say.
  var isOfPaths: Bool { seesScheme == false }

  /// Whether schemes and hosts can be left out of a comparison.
  func areOfPaths(_ other: PatternLanguage) -> Bool {
    seesScheme == false && other.seesScheme == false
  }

  /// Whether all matches begin, or end, in other ways than those of another language.
  ///
  /// Most pairs of patterns are told apart by this.
  private func isApart(from other: PatternLanguage) -> Bool {
    upper.budget?.spend(1)
    if let seesScheme, seesScheme == other.seesScheme,
      Self.areApart(beginning, other.beginning)
    {
      return true
    }
    return Self.areApart(ending, other.ending)
  }

  private static func areApart(_ one: [ASCIISet], _ other: [ASCIISet]) -> Bool {
    for index in 0..<min(one.count, other.count) where one[index].isDisjoint(with: other[index]) {
      return true
    }
    return false
  }
}

extension RouteTarget {
  /// Makes the target of a text that a canonical automaton has.
  init?(canonicalText bytes: [UInt8], _ slashes: SlashPolicy) {
    var text = String(decoding: bytes, as: UTF8.self)
    // Of a deep link's two slashes the second is the path's, behind a host that is empty.
    if let colon = TargetScheme.end(in: bytes),
      TargetScheme.defaultPort(of: bytes[..<colon]) == nil
    {
      let rest = bytes[(colon + 1)...]
      text = String(decoding: bytes[...colon] + [UInt8(ascii: "/")] + rest, as: UTF8.self)
    }
    guard
      let target = try? RouteTarget(text, options: .init(slashes: slashes, targetLength: .max))
    else { return nil }
    self = target
  }
}
