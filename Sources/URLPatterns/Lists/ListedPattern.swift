internal import RoutePatterns
internal import Synchronization

extension URLPatternList {
  /// A pattern of the list, as the index holds it.
  final class Listed: Sendable {
    let entry: Entry
    /// The bytes that say how specific the pattern is; none in a list that does not compare.
    private let rank: [UInt8]

    init(_ id: ID, _ pattern: URLPattern, _ value: Value, _ order: Order) {
      entry = Entry(id: id, pattern: pattern, value: value)
      // That of each component says itself where it ends.
      rank = order == .specificity ? pattern.storage.components.flatMap(\.specificityKey) : []
    }

    /// Whether it is asked before another.
    func precedes(_ other: Listed) -> Bool {
      if rank != other.rank { return other.rank.lexicographicallyPrecedes(rank) }
      return entry.id.number < other.entry.id.number
    }
  }
}

/// The numbers of what is added to lists.
enum ListNumber {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
