/// An aspect of a target that a pattern can restrict.
package enum TargetAspect: String, Hashable, Sendable, Codable, CaseIterable {
  case scheme, host, port
  /// The path, apart from doubled slashes and slashes at the end.
  case path
  /// Only doubled slashes and slashes at the end.
  case slashes
  /// Values that closures look at.
  case validation
}

extension RoutePattern {
  /// Returns the aspects in which this pattern may ask for more than another, each examined apart
  /// from the others.
  ///
  /// If it overlaps the other and does not surely cover it, these are the reasons.
  package func narrowerAspects(
    than other: RoutePattern,
    budget: RelationBudget? = nil
  ) -> [TargetAspect] {
    let (mine, theirs) = (storage.parts, other.storage.parts)
    var aspects: [TargetAspect] = []
    if mine.scheme != nil, mine.scheme != theirs.scheme { aspects.append(.scheme) }
    // Where no scheme is named, any host at all is more than none.
    let asksForAny = mine.scheme == nil && theirs.host == nil
    if mine.host != nil,
      asksForAny || !hostLanguage(budget).covers(other.hostLanguage(budget)).isYes
    {
      aspects.append(.host)
    }
    if mine.port != nil, mine.port != theirs.port { aspects.append(.port) }
    let slashes = options.slashes
    let coversPaths = { (slashes: RouteTarget.SlashPolicy) in
      self.pathLanguage(slashes, budget).covers(other.pathLanguage(slashes, budget)).isYes
    }
    if !coversPaths(slashes) {
      // If no path is missed among targets without such slashes, only slashes differ.
      let isPath = !coversPaths(.lenient)
      aspects.append(isPath ? .path : .slashes)
    }
    if hasOpaqueValidations { aspects.append(.validation) }
    return aspects
  }

  /// The targets that match by the host alone.
  private func hostLanguage(_ budget: RelationBudget?) -> PatternLanguage {
    let parts = RouteParts(
      scheme: "https",
      host: storage.parts.host ?? [Self.anything(behind: "")],
      path: [Self.anything(behind: "/")]
    )
    return language(of: parts, options.slashes, budget)
  }

  static func anything(behind prefix: String) -> PatternPart {
    PatternPart(
      kind: .fullWildcard,
      value: "",
      modifier: .none,
      name: .unnamed,
      prefix: prefix,
      suffix: "",
      place: .init(part: 0, regex: 0)
    )
  }

  /// The paths that match, among those of a slash policy.
  private func pathLanguage(
    _ slashes: RouteTarget.SlashPolicy,
    _ budget: RelationBudget?
  ) -> PatternLanguage {
    language(of: RouteParts(path: storage.parts.path), slashes, budget)
  }

  private func language(
    of parts: RouteParts,
    _ slashes: RouteTarget.SlashPolicy,
    _ budget: RelationBudget?
  ) -> PatternLanguage {
    var expression = PatternExpression(
      ignoresCase: options.letterCase == .insensitive,
      limits: options.limits
    )
    // Parts that were compiled once can be written again.
    let isWritten = (try? parts.write(to: &expression, slashes: options.slashes)) != nil
    let node = isWritten ? LanguageNode(expression) : nil
    return PatternLanguage(
      [.init(node: node, seesScheme: parts.seesScheme)],
      slashes: slashes,
      budget: budget
    )
  }
}

extension Certainty {
  fileprivate var isYes: Bool { self == .yes }
}
