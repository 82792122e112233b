import Measuring

/// What must hold of what was measured.
struct Criteria {
  let standings: Standings
  let registration: Registration?
  /// The group of the routes that come and go.
  let live: String
  let sizes: [Int]

  func all() -> [Criterion] {
    lookups() + others() + changes() + worstCases() + worstDispatches() + allocations()
  }

  private func lookups() -> [Criterion] {
    let gitHub = TableRows.group(.gitHub())
    let groups = [(gitHub, "130 routes")] + sizes.map { ("\($0) synthetic routes", "\($0)") }
    return groups.flatMap { group, name in
      [
        standings.criterion(
          "\(name), match to the bare regex",
          (group, TableRows.match),
          to: (group, TableRows.regex),
          atMost: 1
        ),
        standings.criterion(
          "\(name), misses to hits",
          (group, TableRows.misses),
          to: (group, TableRows.match),
          atMost: 1
        ),
        standings.criterion(
          "\(name), from a String to from bytes",
          (group, TableRows.text),
          to: (group, TableRows.match),
          atMost: 1.6
        ),
      ]
      .compactMap(\.self)
    }
  }

  private func others() -> [Criterion] {
    let dispatch = DispatchRows.group
    return [
      standings.criterion(
        "open with a guard and a proxy, to match",
        (dispatch, DispatchRows.open),
        to: (dispatch, DispatchRows.match),
        atMost: 8
      ),
      standings.criterion(
        "dispatch with a guard and a proxy, to match",
        (dispatch, DispatchRows.dispatch),
        to: (dispatch, DispatchRows.match),
        atMost: 8
      ),
      standings.criterion(
        "a tag view to the whole router",
        (OtherRows.tagged, OtherRows.view),
        to: (OtherRows.tagged, OtherRows.whole),
        atMost: 1
      ),
      bare("regular expressions", OtherRows.constrained, atMost: 1.6),
      bare("paths in random order", OtherRows.shuffled, atMost: 1),
      bare("paths of 64 to 200 bytes", OtherRows.long, atMost: 1),
    ]
    .compactMap(\.self) + Watch.allCases.compactMap(scaling)
  }

  private func bare(_ name: String, _ group: String, atMost limit: Double) -> Criterion? {
    standings.criterion(
      "\(name), to the bare regex",
      (group, TableRows.match),
      to: (group, TableRows.regex),
      atMost: limit
    )
  }

  /// How much more two threads do than one: of a spin loop, and of lookups.
  private func scaling(_ watch: Watch) -> Criterion? {
    let names = ScalingRows.names
    let group = ScalingRows.group(watch)
    guard let one = standings[group, names.one], let two = standings[group, names.two],
      let spin = standings[group, names.spin], let spins = standings[group, names.spins]
    else { return nil }
    let ratios = one.rounds.indices.map { round in
      (spin.rounds[round] / spins.rounds[round]) / (one.rounds[round] / two.rounds[round])
    }
    return Criterion(
      name: "two threads, a spin loop's gain to that of match, \(watch.rawValue)",
      measured: ratios.sorted()[ratios.count / 2],
      limit: 1 / 0.9
    )
  }

  private func changes() -> [Criterion] {
    var criteria: [Criterion?] = [
      standings.criterion(
        "map and dispose to match",
        (live, LiveRows.alone),
        to: (live, LiveRows.match),
        atMost: 20
      ),
      standings.criterion(
        "map and dispose beside two readers, to match",
        (live, LiveRows.beside),
        to: (live, LiveRows.match),
        atMost: 20
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
        Criterion(name: "\(registration.group), seconds", measured: seconds, limit: 1.5 * part)
      )
      let bytes = registration.bytes.sorted()
      criteria.append(
        Criterion(
          name: "\(registration.group), resident bytes a route",
          measured: bytes[bytes.count / 2],
          limit: 1_024
        )
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
      atMost: 1 / 0.9
    )
  }

  /// No reader sleeps until a writer is done.
  private func sleeps() -> Criterion? {
    let readers = standings.entries.filter { $0.group == live && $0.isLookup }
    let counts = readers.compactMap(\.sleeps)
    guard !counts.isEmpty else { return nil }
    let name = "how often a reader slept, beside a writer or not"
    return Criterion(name: name, measured: Double(counts.reduce(0, +)), limit: 0)
  }

  /// Whatever routes and targets are made to take long, a dispatch ends in time.
  private func worstDispatches() -> [Criterion] {
    let group = WorstDispatchRows.group
    return WorstDispatchRows.names.compactMap { name in
      standings.criterion(
        "\(name), in bare calls of PCRE2",
        (group, name),
        to: (group, WorstDispatchRows.bare),
        atMost: 500_000
      )
    }
  }

  /// No lookup takes a block from the heap, in any round.
  private func allocations() -> [Criterion] {
    let lookups = standings.entries.filter(\.isLookup)
    let most = lookups.max { $0.figure.allocations ?? 0 < $1.figure.allocations ?? 0 }
    guard let most, let allocations = most.figure.allocations else { return [] }
    let name = "allocations of any lookup (\(most.group), \(most.figure.name))"
    return [Criterion(name: name, measured: allocations, limit: 0)]
  }
}
