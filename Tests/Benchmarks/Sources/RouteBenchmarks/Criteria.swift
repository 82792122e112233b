import Measuring

/// What must hold of what was measured.
///
/// Times are ratios to the bare call of PCRE2 of the same run: on the same table where a table is looked up, else on the
/// 130 routes. Where a bar is missed, the row is held at its `record`: what it took in several runs at their best, or in
/// their middle where they differ by a tenth. The record goes when the bar is reached.
struct Criteria {
  let standings: Standings
  let registration: Registration?
  /// The group of the routes that come and go.
  let live: String
  let sizes: [Int]

  static let gitHub = TableRows.group(.gitHub())

  func all() -> [Criterion] {
    lookups() + others() + dispatches() + changes() + worstCases() + worstDispatches()
      + allocations()
  }

  private func lookups() -> [Criterion] {
    table(Self.gitHub, "130 routes", match: 0.85, records: (match: 1.09, text: 1.67))
      + sizes.flatMap { size in
        let bar =
          switch size {
          case ..<1_000: 0.85
          case ..<10_000: 0.45
          default: 0.5
          }
        return table(
          "\(size) synthetic routes",
          "\(size)",
          match: bar,
          records: (match: size < 100_000 ? nil : 0.54, text: nil)
        )
      }
  }

  /// Hits, texts and misses of a table.
  private func table(
    _ group: String,
    _ name: String,
    match: Double,
    records: (match: Double?, text: Double?) = (nil, nil)
  ) -> [Criterion] {
    [
      bare(
        "\(name), match",
        (group, TableRows.match),
        of: group,
        atMost: match,
        record: records.match
      ),
      bare(
        "\(name), from a String",
        (group, TableRows.text),
        of: group,
        atMost: 1.5,
        record: records.text
      ),
      bare("\(name), misses", (group, TableRows.misses), of: group, atMost: 1.1),
    ]
    .compactMap(\.self)
  }

  private func others() -> [Criterion] {
    [
      standings.criterion(
        "a tag view to the whole router",
        (OtherRows.tagged, OtherRows.view),
        to: (OtherRows.tagged, OtherRows.whole),
        atMost: 1,
        record: 1.08
      ),
      other("regular expressions", OtherRows.constrained, atMost: 1.6, record: 1.67),
      other("paths in random order", OtherRows.shuffled, atMost: 1),
      other("paths of 64 to 200 bytes", OtherRows.long, atMost: 1.5),
    ]
    .compactMap(\.self) + Watch.allCases.compactMap(scaling)
  }

  private func other(
    _ name: String,
    _ group: String,
    atMost limit: Double,
    record: Double? = nil
  ) -> Criterion? {
    bare(name, (group, TableRows.match), of: group, atMost: limit, record: record)
  }

  /// A row to the bare call on a table.
  func bare(
    _ name: String,
    _ row: (group: String, name: String),
    of group: String = gitHub,
    atMost limit: Double,
    record: Double? = nil
  ) -> Criterion? {
    standings.criterion(
      "\(name), to the bare regex",
      row,
      to: (group, TableRows.regex),
      atMost: limit,
      record: record
    )
  }

  private func dispatches() -> [Criterion] {
    let group = DispatchRows.group
    return [
      bare("open with a guard and a proxy", (group, DispatchRows.open), atMost: 10, record: 19.6),
      bare(
        "dispatch with a guard and a proxy",
        (group, DispatchRows.dispatch),
        atMost: 10,
        record: 25.4
      ),
      bare(
        "dispatch, async handlers",
        (group, DispatchRows.dispatchAsync),
        atMost: 40,
        record: 56.9
      ),
      furtherHandlers(),
    ]
    .compactMap(\.self)
  }

  /// What each handler costs that a dispatch has more.
  private func furtherHandlers() -> Criterion? {
    let group = WorstCaseRows.proxies
    guard let few = standings[group, "20, of which 10 match"],
      let many = standings[group, "200, of which 100 match"],
      let bare = standings[Self.gitHub, TableRows.regex]
    else { return nil }
    let ratios = bare.rounds.indices.map { round in
      (many.rounds[round] - few.rounds[round]) / 90 / bare.rounds[round]
    }
    return Criterion(
      name: "each further handler, to the bare regex",
      measured: ratios.sorted()[ratios.count / 2],
      limit: 2,
      record: 3.75,
      groups: [group, Self.gitHub]
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
      limit: 1 / 0.95,
      groups: [group],
      isOfTheMachine: watch == .wall
    )
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
    return [
      Criterion(
        name: "allocations of any lookup",
        measured: allocations,
        limit: 0,
        groups: [most.group]
      )
    ]
  }
}
