/// The order of two patterns by how specific they are.
public enum SpecificityOrder: Int, Hashable, Sendable {
  /// The first is less specific than the second.
  case lessSpecific = -1
  /// Neither is more specific than the other.
  case same = 0
  /// The first is more specific than the second.
  case moreSpecific = 1

  /// The order of two patterns that have these keys.
  init(_ first: [UInt8], _ second: [UInt8]) {
    self =
      first.lexicographicallyPrecedes(second)
      ? .lessSpecific : first == second ? .same : .moreSpecific
  }
}
