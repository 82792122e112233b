extension RegexNode {
  /// Whether it may match the empty text, lookarounds and back references taken as able to.
  var isNullable: Bool {
    switch self {
    case .set, .literal: false
    case .empty, .look, .assertion, .backreference: true
    case .sequence(let items): items.allSatisfy(\.isNullable)
    case .alternation(let branches): branches.contains(where: \.isNullable)
    case .group(let body), .capture(_, let body), .atomic(let body): body.isNullable
    case .repetition(let body, let quantifier): quantifier.minimum == 0 || body.isNullable
    }
  }

  /// Every byte a match that is not empty may begin with; `nil` if a back reference may come first.
  var first: ASCIISet? { edge(atEnd: false) }

  /// Every byte a match that is not empty may end with; `nil` if a back reference may come last.
  var last: ASCIISet? { edge(atEnd: true) }

  private func edge(atEnd: Bool) -> ASCIISet? {
    switch self {
    case .set(let set): return set
    case .literal(let text):
      return (atEnd ? text.utf8.last : text.utf8.first).map { ASCIISet($0) }
    case .empty, .look, .assertion: return ASCIISet()
    case .backreference: return nil
    case .group(let body), .capture(_, let body), .atomic(let body):
      return body.edge(atEnd: atEnd)
    case .repetition(let body, let quantifier):
      return quantifier.maximum == 0 ? ASCIISet() : body.edge(atEnd: atEnd)
    case .sequence(let items):
      var result = ASCIISet()
      for index in items.indices {
        let item = items[atEnd ? items.count - 1 - index : index]
        guard let edge = item.edge(atEnd: atEnd) else { return nil }
        result.formUnion(edge)
        if !item.isNullable { break }
      }
      return result
    case .alternation(let branches):
      var result = ASCIISet()
      for branch in branches {
        guard let edge = branch.edge(atEnd: atEnd) else { return nil }
        result.formUnion(edge)
      }
      return result
    }
  }

  /// Every byte it may consume.
  ///
  /// Lookarounds must count where a back reference may consume what a group within one has seen.
  func consumes(countingLooks: Bool) -> ASCIISet {
    switch self {
    case .set(let set): return set
    case .literal(let text):
      return text.utf8.reduce(into: ASCIISet()) { $0.formUnion(ASCIISet($1)) }
    case .empty, .assertion, .backreference: return ASCIISet()
    case .look(_, let body):
      return countingLooks ? body.consumes(countingLooks: true) : ASCIISet()
    case .group(let body), .capture(_, let body), .atomic(let body):
      return body.consumes(countingLooks: countingLooks)
    case .repetition(let body, let quantifier):
      return quantifier.maximum == 0 ? ASCIISet() : body.consumes(countingLooks: countingLooks)
    case .sequence(let items), .alternation(let items):
      var result = ASCIISet()
      for item in items { result.formUnion(item.consumes(countingLooks: countingLooks)) }
      return result
    }
  }
}

// MARK: - Lookbehinds

extension RegexNode {
  /// Whether each alternative has a fixed length, as PCRE2 before 10.43 requires of a lookbehind.
  var fitsLookbehind: Bool {
    switch self {
    case .group(let body): body.fitsLookbehind
    case .alternation(let branches): branches.allSatisfy { $0.fixedLength != nil }
    default: fixedLength != nil
    }
  }

  /// The number of bytes that every match has; `nil` if that varies or is too much for PCRE2.
  var fixedLength: Int? {
    switch self {
    // An empty set is written as a failing assertion.
    case .set(let set): return set.isEmpty ? 0 : 1
    case .literal(let text): return Self.lookbehindLength((text.utf8.count, false))
    // A reference is refused later, by a name of its own.
    case .empty, .look, .assertion, .backreference: return 0
    case .group(let body), .capture(_, let body), .atomic(let body): return body.fixedLength
    case .repetition(let body, let quantifier):
      guard quantifier.isExact, let length = body.fixedLength else { return nil }
      return Self.lookbehindLength(length.multipliedReportingOverflow(by: quantifier.minimum))
    case .sequence(let items):
      var sum = 0
      for item in items {
        guard let length = item.fixedLength,
          let longer = Self.lookbehindLength(sum.addingReportingOverflow(length))
        else { return nil }
        sum = longer
      }
      return sum
    case .alternation(let branches):
      guard let length = branches.first?.fixedLength,
        branches.dropFirst().allSatisfy({ $0.fixedLength == length })
      else { return nil }
      return length
    }
  }

  private static func lookbehindLength(_ result: (partialValue: Int, overflow: Bool)) -> Int? {
    result.overflow || result.partialValue > 65_535 ? nil : result.partialValue
  }
}

// MARK: - Size

extension RegexNode {
  /// An upper estimate of the number of code units that PCRE2 compiles it to; saturating.
  ///
  /// PCRE2 writes a group out as often as its bounds say, so nested bounds multiply. Named groups
  /// count as they are written, capturing or not.
  var expandedSize: Int {
    switch self {
    case .empty: return 0
    case .set(let set): return set.count == 1 || set.complement.count <= 1 ? 2 : 34
    case .literal(let text): return 2 * text.utf8.count
    case .assertion: return 2
    case .backreference: return 4
    case .group(let body): return Self.sum(body.expandedSize, 6)
    case .capture(_, let body): return Self.sum(body.expandedSize, 8)
    case .atomic(let body): return Self.sum(body.expandedSize, 6)
    case .look(_, let body): return Self.sum(body.expandedSize, 12)
    case .sequence(let items):
      return items.reduce(0) { Self.sum($0, $1.expandedSize) }
    case .alternation(let branches):
      return branches.reduce(6) { Self.sum($0, Self.sum($1.expandedSize, 6)) }
    case .repetition(let body, let quantifier):
      let core = body.core
      let size = core.expandedSize
      switch core {
      case .set: return Self.sum(size, 10)
      default:
        let copies = max(quantifier.maximum ?? quantifier.minimum, 1)
        let (product, overflow) = Self.sum(size, 16).multipliedReportingOverflow(by: copies)
        return overflow ? .max : product
      }
    }
  }

  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (result, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : result
  }

  /// The node without the groups around it that need not be written.
  var core: RegexNode { if case .group(let body) = self { body.core } else { self } }

  /// Whether it is nothing but runs of bytes, each out of a set, one behind the other.
  var isOfRuns: Bool {
    switch self {
    case .empty, .set, .literal: true
    case .sequence(let items): items.allSatisfy(\.isOfRuns)
    case .group(let body): body.isOfRuns
    case .repetition(let body, _): if case .set = body.core { true } else { false }
    case .alternation, .capture, .look, .atomic, .assertion, .backreference: false
    }
  }

  /// Whether no text is written for a node, so that a quantifier would stand alone.
  var isNothing: Bool {
    switch self {
    case .empty: true
    case .group(let body): body.isNothing
    case .sequence(let items): items.allSatisfy(\.isNothing)
    case .repetition(let body, let quantifier):
      body.core.isNothing || body.core == .set(ASCIISet()) && quantifier.minimum == 0
    case .set, .literal, .alternation, .capture, .look, .atomic, .assertion, .backreference: false
    }
  }
}

// MARK: - References

extension RegexNode {
  /// The expression with the numbers that PCRE2 gives to its groups, from the first one on; without
  /// a number for that none of them need capture.
  ///
  /// The targets are the groups that back references mean, `nil` for one that always reads the
  /// empty text.
  func numbered(_ targets: [Int?], from first: Int?) -> RegexNode {
    switch self {
    case .backreference(let index):
      if let target = targets[index], let first { .backreference(first + target) } else { .empty }
    case .capture(let index, let body):
      if let first {
        .capture(first + index, body.numbered(targets, from: first))
      } else {
        .group(body.numbered(targets, from: nil))
      }
    default: mapChildren { $0.numbered(targets, from: first) }
    }
  }
}
