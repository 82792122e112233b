import Measuring

extension Criteria {
  /// Routes that come and go, and those who read beside.
  func changes() -> [Criterion] {
    let most = sizes.max() ?? 0
    let bareTable = "\(most) synthetic routes"
    // The bare call takes longer on a larger table.
    let isLarge = most > 1_000
    var criteria: [Criterion?] = [
      bare(
        "map and dispose",
        (live, LiveRows.alone),
        of: bareTable,
        atMost: 15,
        record: isLarge ? nil : 24
      ),
      bare(
        "map and dispose beside two readers",
        (live, LiveRows.beside),
        of: bareTable,
        atMost: 15,
        record: isLarge ? nil : 32
      ),
      standings.criterion(
        "map and dispose, to that among 100 routes",
        (live, LiveRows.alone),
        to: (live, LiveRows.few),
        atMost: 1.5
      ),
      readers(2, beside: .writer, to: .nobody, .own),
      readers(2, beside: .writer, to: .spin, .wall),
      readers(1, beside: .writer, to: .spin, .wall),
      sleeps(),
    ]
    // Of few routes the memory is that of whatever is made once.
    if let registration, registration.count >= 10_000,
      let figure = standings[registration.group, Registration.name]
    {
      let seconds = figure.median * Double(registration.count) / 1e9
      // What 100,000 routes may take, for as many as there are.
      let part = Double(registration.count) / 100_000
      criteria.append(
        Criterion(
          name: "\(registration.group), seconds",
          measured: seconds,
          limit: 1.5 * part,
          groups: [registration.group]
        )
      )
      let entry = standings.entries.first { $0.group == registration.group }
      criteria.append(
        entry?.medianBytes.map { bytes in
          Criterion(
            name: "\(registration.group), resident bytes a route",
            measured: bytes,
            limit: 1_024,
            groups: [registration.group]
          )
        }
      )
    }
    return criteria.compactMap(\.self)
  }

  /// How much slower readers are in some company than in another.
  private func readers(
    _ count: Int,
    beside company: LiveRows.Company,
    to other: LiveRows.Company,
    _ watch: Watch
  ) -> Criterion? {
    let name = LiveRows.readers(count, company)
    return standings.criterion(
      "\(name), to\(other == .nobody ? " without" : other.rawValue), \(watch.rawValue)",
      (live, LiveRows.match(name, watch)),
      to: (live, LiveRows.match(LiveRows.readers(count, other), watch)),
      atMost: 1 / 0.9,
      isOfTheMachine: watch == .wall
    )
  }

  /// No reader sleeps until a writer is done.
  ///
  /// With a lock it would thousands of times. A page of memory that a writer has just been given may
  /// make one wait for the system.
  private func sleeps() -> Criterion? {
    let readers = standings.entries.filter { $0.group == live && $0.isLookup }
    let counts = readers.compactMap(\.sleeps)
    guard !counts.isEmpty else { return nil }
    return Criterion(
      name: "how often a reader slept, beside a writer or not",
      measured: Double(counts.reduce(0, +)),
      limit: 5,
      groups: [live]
    )
  }
}
