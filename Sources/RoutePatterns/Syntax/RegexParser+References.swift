extension RegexParser {
  /// Reads `\k<name>`.
  mutating func namedReference() throws(RegexSyntaxError) -> RegexNode {
    let start = position
    position += 2
    guard take("<"), let name = groupName() else { throw error(.malformedReference, at: start) }
    return reference(to: .name(name), at: start)
  }

  /// Reads `\1` and its like.
  mutating func numberedReference() -> RegexNode {
    let start = position
    position += 1
    return reference(to: .number(number() ?? 0), at: start)
  }

  private mutating func reference(to target: Reference.Target, at start: Int) -> RegexNode {
    references.append(
      Reference(target: target, offset: offset(of: start), isInLookbehind: isInLookbehind)
    )
    return .backreference(references.count - 1)
  }

  /// Returns the group that each back reference means, `nil` for one that always reads the empty
  /// text.
  ///
  /// In JavaScript each round of a quantifier forgets the texts that its groups have captured, in
  /// PCRE2 it does not. References that could see the difference are refused.
  func resolvedReferences(in root: RegexNode) throws(RegexSyntaxError) -> [Int?] {
    guard !references.isEmpty else { return [] }
    var paths = RegexPaths(groups: groups.count, references: references.count)
    paths.add(root)
    var result: [Int?] = []
    for (index, reference) in references.enumerated() {
      let group = try target(of: reference)
      switch paths.reading(of: group, by: index) {
      case .empty: result.append(nil)
      case .group: result.append(group)
      case .unclear:
        throw RegexSyntaxError(code: .referenceToResetGroup, offset: reference.offset)
      }
    }
    return result
  }

  private func target(of reference: Reference) throws(RegexSyntaxError) -> Int {
    let found: Int?
    switch reference.target {
    case .name(let name):
      found = groups.firstIndex { $0.name == name }
    case .number(let number):
      guard let before = options.groupsBefore, number > before else {
        throw RegexSyntaxError(code: .referenceOutside, offset: reference.offset)
      }
      found = number - before - 1
    }
    guard let group = found, groups.indices.contains(group) else {
      throw RegexSyntaxError(code: .unknownReference, offset: reference.offset)
    }
    if reference.isInLookbehind || groups[group].isInLookbehind {
      throw RegexSyntaxError(code: .referenceInLookbehind, offset: reference.offset)
    }
    return group
  }
}
