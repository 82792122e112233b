/// A pattern of a list, as the index holds it; the value is that of a subclass, so that looking for
/// patterns is the same code for values of all types.
class ListedPattern: @unchecked Sendable {
  /// The number that nothing else in the program has.
  let number: UInt64
  let pattern: URLPattern
  /// The bytes that say how specific the pattern is; none in a list that does not compare.
  let rank: [UInt8]
  /// A bit for each component that asks for something.
  let demands: UInt8
  /// The demands on scheme and port, where they are simple and the rest is host and path alone.
  let origin: PlainOrigin?
  /// The part of the pattern that decides about the path.
  let pathname: ComponentMatcher

  init(_ number: UInt64, _ pattern: URLPattern, rank: [UInt8]) {
    self.number = number
    self.pattern = pattern
    self.rank = rank
    demands = pattern.storage.demands
    origin = PlainOrigin(pattern.storage)
    pathname = pattern.storage.matchers[URLPatternComponent.pathname.index]
  }

  /// Whether nothing is asked for besides a path.
  final var asksForPathAlone: Bool { demands & ~URLPatternComponent.pathname.bit == 0 }

  /// Whether it is asked before another.
  final func precedes(_ other: ListedPattern) -> Bool {
    if rank != other.rank { return other.rank.lexicographicallyPrecedes(rank) }
    return number < other.number
  }
}

/// A pattern of a list, with its value.
///
/// `@unchecked` as the class above it: nothing of either changes.
final class ListedValue<Value: Sendable>: ListedPattern, @unchecked Sendable {
  let value: Value

  init(_ number: UInt64, _ pattern: URLPattern, rank: [UInt8], _ value: Value) {
    self.value = value
    super.init(number, pattern, rank: rank)
  }
}
