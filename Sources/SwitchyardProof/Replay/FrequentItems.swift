/// The items that occur most often among any number of them, in bounded memory.
///
/// When there is no room for one more, the median of all counts is taken from each, and those that
/// have nothing left go (Misra and Gries, in batches). A count is then too low by at most `error`,
/// which is never more than twice the number of all that came by the capacity; whoever is above
/// that is among them, whatever else comes and in which order.
struct FrequentItems<Item: Hashable & Comparable> {
  private var counts: [Item: Int] = [:]
  private let capacity: Int
  /// The most that a count is too low by.
  private(set) var error = 0

  init(capacity: Int = 2_048) { self.capacity = capacity }

  mutating func add(_ item: Item, times: Int = 1) {
    counts[item, default: 0] += times
    if counts.count > capacity { makeRoom() }
  }

  private mutating func makeRoom() {
    let sorted = counts.values.sorted()
    let median = sorted[sorted.count / 2]
    error += median
    counts = counts.compactMapValues { $0 > median ? $0 - median : nil }
  }

  /// Returns the most frequent items with the least that each may have occurred, the first of them
  /// in the order of counts and then of the items.
  func most(_ limit: Int) -> [(item: Item, count: Int)] {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.prefix(limit).map { (item: $0.key, count: $0.value) }
  }
}
