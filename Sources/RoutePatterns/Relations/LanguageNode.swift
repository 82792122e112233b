/// A compiled pattern's expression as the texts it matches, without regard to how they are found.
indirect enum LanguageNode {
  case empty
  /// One byte out of a set; an empty set never matches.
  case set(ASCIISet)
  case sequence([LanguageNode])
  case alternation([LanguageNode])
  case repetition(LanguageNode, minimum: Int, maximum: Int?)
  /// As many bytes out of a set as there are, without giving any of them back.
  case run(ASCIISet, minimum: Int, maximum: Int?)
  /// A place that is neither within an escape nor within the escapes of one character.
  case boundary
  /// The end of the subject.
  case end
  /// A place before a byte out of a set, or perhaps before the end.
  case next(ASCIISet, orEnd: Bool)
  /// A node that matches some of the texts of another, and no others.
  case atMost(LanguageNode)
}

extension LanguageNode {
  /// The number of bytes that every match has, or `nil` if that varies.
  var fixedLength: Int? {
    switch self {
    case .set: return 1
    case .empty, .boundary, .end, .next: return 0
    case .sequence(let items):
      var sum = 0
      for item in items {
        guard let length = item.fixedLength else { return nil }
        sum += length
      }
      return sum
    case .alternation(let branches):
      guard let length = branches.first?.fixedLength,
        branches.dropFirst().allSatisfy({ $0.fixedLength == length })
      else { return nil }
      return length
    case .repetition(let body, let minimum, let maximum):
      guard minimum == maximum, let length = body.fixedLength else { return nil }
      let (product, overflow) = length.multipliedReportingOverflow(by: minimum)
      return overflow || product > 1 << 20 ? nil : product
    case .run(_, let minimum, let maximum): return minimum == maximum ? minimum : nil
    case .atMost(let body): return body.fixedLength
    }
  }

  /// At least the number of steps that it is made of in a network, saturating.
  var size: Int {
    switch self {
    case .empty: 0
    case .set, .boundary, .end, .next: 1
    case .sequence(let items): items.reduce(0) { Self.sum($0, $1.size) }
    case .alternation(let branches): branches.reduce(1) { Self.sum($0, $1.size) }
    case .repetition(let body, let minimum, let maximum):
      Self.product(Self.sum(body.size, 1), Self.copies(minimum, maximum))
    case .run(_, let minimum, let maximum): Self.product(2, Self.copies(minimum, maximum))
    case .atMost(let body): body.size
    }
  }

  /// Returns the number of copies that a repeat is written out to.
  private static func copies(_ minimum: Int, _ maximum: Int?) -> Int { maximum ?? minimum + 1 }

  private static func sum(_ one: Int, _ other: Int) -> Int { min(one + other, 1 << 30) }

  private static func product(_ one: Int, _ other: Int) -> Int {
    let (product, overflow) = one.multipliedReportingOverflow(by: other)
    return overflow ? 1 << 30 : min(product, 1 << 30)
  }

  /// The sets of the bytes that each match begins with, as far as there is one way to begin.
  var beginning: [ASCIISet] {
    guard case .sequence(let items) = self else { return [] }
    return Self.sets(of: items)
  }

  /// The sets of the bytes that each match ends with, the last one first.
  var ending: [ASCIISet] {
    guard case .sequence(let items) = self, case .end? = items.last else { return [] }
    return Self.sets(of: items.dropLast().reversed())
  }

  private static func sets(of items: some Sequence<LanguageNode>) -> [ASCIISet] {
    var sets: [ASCIISet] = []
    for case .set(let set) in items.prefix(while: { if case .set = $0 { true } else { false } }) {
      sets.append(set)
    }
    return sets
  }
}
