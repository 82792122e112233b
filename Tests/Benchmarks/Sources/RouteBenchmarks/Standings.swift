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
  }

  private(set) var entries: [Entry]

  init(_ contestants: [Contestant]) {
    entries = contestants.map {
      Entry(group: $0.group, isLookup: $0.isLookup, figure: Figure(name: $0.name))
    }
  }

  mutating func add(_ spent: Spent, times: Int, at index: Int) {
    entries[index].figure.rounds.append(spent.nanoseconds / Double(times))
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
