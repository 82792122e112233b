/// The names that the parameters of one pattern have, each once.
struct PatternNames {
  /// The parts of a text before, whose names are taken.
  var parts: [PatternPart] = []
  private var nextNumber = 0
  /// The number of parts that may be absent or repeat, counted over host and path as the names are.
  var optionalGroups = 0

  /// The name of the next value that has none of its own.
  mutating func takeNumber() -> PatternPart.Name {
    defer { nextNumber += 1 }
    return .numeric(nextNumber)
  }
}

extension [PatternPart] {
  /// Whether one of the parts has a name.
  func have(_ name: String) -> Bool {
    // A pattern has a handful of names: a scan beats a set.
    let parts = span
    for index in parts.indices {
      if case .custom(let other) = parts[index].name, other == name { return true }
    }
    return false
  }
}
