/// The names that the parameters of one pattern have, each once.
struct PatternNames {
  private var taken: [String] = []
  private var nextNumber = 0
  /// How many parts may be absent or repeat, which is counted over host and path as the names are.
  var optionalGroups = 0

  /// Takes a name.
  ///
  /// - Returns: whether it was free.
  mutating func insert(_ name: String) -> Bool {
    // A pattern has a handful of names: a scan beats a set.
    guard !taken.contains(name) else { return false }
    taken.append(name)
    return true
  }

  /// The name of the next value that has none of its own.
  mutating func takeNumber() -> PatternPart.Name {
    defer { nextNumber += 1 }
    return .numeric(nextNumber)
  }
}
