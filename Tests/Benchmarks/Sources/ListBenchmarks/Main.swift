import CBareSearch
import Foundation
import Measuring
import RouteTables
import URLPatterns

/// Lists of patterns of URLs, beside one bare call of PCRE2 on the path that is looked up.
///
///     ListBenchmarks [--rounds N] [--quick] [--check]
@main
struct ListBenchmarks {
  private static let sizes = [100, 1_000, 10_000, 100_000]

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    let rounds =
      words.firstIndex(of: "--rounds").flatMap { words.dropFirst($0 + 1).first }.flatMap { Int($0) }
      ?? 15
    let isQuick = words.contains("--quick")
    var figures: [Int: [Figure]] = [:]
    for size in isQuick ? Array(sizes.prefix(2)) : sizes {
      let table = RouteTable.synthetic(size)
      let rows = try ListRows(table)
      let measured = measure(rows.rows, Repeats(times: isQuick ? 20_000 : 100_000, rounds: rounds))
      report("\(size) patterns", measured)
      figures[size] = measured
    }
    print("")
    let criteria = criteria(figures)
    for criterion in criteria { print(criterion.line(tolerance: 0)) }
    let tolerance = words.contains("--check") ? 0.25 : .infinity
    if !criteria.allSatisfy({ $0.holds(tolerance: tolerance) }) { exit(1) }
  }

  private static func criteria(_ figures: [Int: [Figure]]) -> [Criterion] {
    func ratio(_ size: Int, _ row: Int) -> Double? {
      figures[size].map { $0[row].ratio(to: $0[0]) }
    }
    var criteria: [Criterion] = []
    for size in sizes {
      for (row, name, limit) in [(1, "a path", 2.5), (2, "a URL", 7)] {
        guard let bare = ratio(size, row), let read = ratio(size, row + 2) else { continue }
        criteria.append(.init(name: "\(name) among \(size)", measured: bare, limit: limit))
        criteria.append(
          .init(name: "\(name) among \(size), a group read", measured: read, limit: limit)
        )
      }
    }
    if let few = figures[100], let many = figures[100_000] {
      for (row, name) in [(1, "a path"), (2, "a URL")] {
        let growth = many[row].median / few[row].median
        criteria.append(.init(name: "\(name), from 100 to 100,000", measured: growth, limit: 4))
      }
    }
    return criteria
  }
}
