import Measuring

extension Criteria {
  /// More of the same beside less of it.
  private struct Growth {
    var name: String
    var group: String
    var more: String
    var less: String
    var limit: Double
    var record: Double?
  }

  /// No more times the time than there are times the patterns that match, or that have to be asked.
  ///
  /// Lookups of some 25 nanoseconds differ from themselves by 5 from one process to the next, as memory is laid out: the
  /// records of such rows are the upper ones of several runs.
  func worstCases() -> [Criterion] {
    (shapes + proxies + tags + long).compactMap { growth in
      standings.criterion(
        growth.name,
        (growth.group, growth.more),
        to: (growth.group, growth.less),
        atMost: growth.limit,
        record: growth.record
      )
    }
  }

  private var shapes: [Growth] {
    let group = WorstCaseRows.shape
    return [
      Growth(
        name: "1,000 patterns of one shape to 100",
        group: group,
        more: "1000, other literals",
        less: "100, other literals",
        limit: 1,
        record: 1.1
      ),
      Growth(
        name: "1,000 patterns with one end to 100",
        group: group,
        more: "1000, one end",
        less: "100, one end",
        limit: 1.5
      ),
      Growth(
        name: "1,000 equal patterns to 100",
        group: group,
        more: "1000, equal",
        less: "100, equal",
        limit: 10
      ),
      Growth(
        name: "1,000 regexes of one shape to the same bare",
        group: group,
        more: "1000, other regexes",
        less: "1000, the regexes bare (C)",
        limit: 1.6
      ),
    ]
  }

  private var proxies: [Growth] {
    let group = WorstCaseRows.proxies
    let less = "20, of which 10 match"
    return [
      Growth(
        name: "200 wildcard proxies of which 100 match, to 20 of which 10 do",
        group: group,
        more: "200, of which 100 match",
        less: less,
        limit: 10
      ),
      Growth(
        name: "200 wildcard proxies of which 10 match, to 20 of which 10 do",
        group: group,
        more: "200, of which 10 match",
        less: less,
        limit: 1,
        record: 1.15
      ),
    ]
  }

  private var tags: [Growth] {
    let group = WorstCaseRows.tags
    return [64, 500].map { count in
      Growth(
        name: "a view of one of \(count) tags to one of 1",
        group: group,
        more: "\(count), a view of one",
        less: "1, a view of one",
        limit: 1,
        record: 1.13
      )
    } + [
      Growth(
        name: "a view of 500 tags to one of 64",
        group: group,
        more: "500, a view of all",
        less: "64, a view of all",
        limit: 500.0 / 64
      )
    ]
  }

  private var long: [Growth] {
    ["a hit", "a miss at the end"].map { name in
      Growth(
        name: "32 segments, \(name), 1,000 routes to 10",
        group: WorstCaseRows.deep,
        more: "1000, \(name)",
        less: "10, \(name)",
        limit: 1
      )
    }
      + ["one segment", "4,090 segments"].map { name in
        Growth(
          name: "8 KiB, \(name), 1,000 routes to 130",
          group: WorstCaseRows.long,
          more: "1000 routes, \(name)",
          less: "130 routes, \(name)",
          limit: 1
        )
      }
  }
}
