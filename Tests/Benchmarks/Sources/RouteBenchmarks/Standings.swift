import Measuring

/// What was measured.
struct Standings {
  /// One thing that was measured, and what it is set beside.
  struct Entry {
    var group: String
    var isLookup: Bool
    var figure: Figure
    /// How often its threads slept, in all rounds.
    var sleeps: Int?
    /// The bytes that stay in memory for one operation, in each round in which they were counted.
    var bytes: [Double] = []
    /// The middle of them.
    var medianBytes: Double? { bytes.isEmpty ? nil : bytes.sorted()[bytes.count / 2] }
  }

  private(set) var entries: [Entry]

  init(_ contestants: [Contestant]) {
    entries = contestants.map {
      Entry(group: $0.group, isLookup: $0.isLookup, figure: Figure(name: $0.name))
    }
  }

  mutating func add(_ spent: Spent, times: Int, at index: Int) {
    entries[index].figure.rounds.append(spent.nanoseconds / Double(times))
    if let bytes = spent.bytes { entries[index].bytes.append(bytes) }
    if let sleeps = spent.sleeps { entries[index].sleeps = (entries[index].sleeps ?? 0) + sleeps }
    // The most of all rounds: what happens once has happened when everything was warmed up.
    if let allocations = spent.allocations.map({ $0 / Double(times) }) {
      let most = entries[index].figure.allocations
      entries[index].figure.allocations = max(most ?? allocations, allocations)
    }
  }

  subscript(group: String, name: String) -> Figure? {
    entries.first { $0.group == group && $0.figure.name == name }?.figure
  }

  /// Prints a group as a table, with what its rows keep in memory where that was counted.
  func report(_ group: String, as title: String) {
    Measuring.report(title, figures(of: group))
    for entry in entries where entry.group == group {
      guard let bytes = entry.medianBytes else { continue }
      print("  \(entry.figure.name), resident bytes  \(padded(bytes))")
    }
  }

  /// The groups in their order.
  var groups: [String] {
    entries.map(\.group).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  func figures(of group: String) -> [Figure] {
    entries.filter { $0.group == group }.map(\.figure)
  }

  /// A ratio of two that must not be above a limit; nothing where one of them was left out.
  func criterion(
    _ name: String,
    _ figure: (group: String, name: String),
    to other: (group: String, name: String),
    atMost limit: Double,
    record: Double? = nil,
    isOfTheMachine: Bool = false
  ) -> Criterion? {
    guard let first = self[figure.group, figure.name], let second = self[other.group, other.name]
    else { return nil }
    return Criterion(
      name: name,
      measured: first.ratio(to: second),
      limit: limit,
      record: record,
      groups: [figure.group, other.group],
      isOfTheMachine: isOfTheMachine
    )
  }
}
