import Foundation
import Measuring
import RouteTables

@main
struct RouteBenchmarks {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "register", arguments.count == 3, let count = Int(arguments[1]) {
      return try Registration.run(count, limit: Double(arguments[2]) ?? 60)
    }
    guard let arguments = RouteArguments(arguments) else {
      print(RouteArguments.usage)
      exit(2)
    }
    // A peer that has ended is an error of a write, and not the end of this program.
    signal(SIGPIPE, SIG_IGN)
    try run(arguments)
  }

  private static func run(_ arguments: RouteArguments) throws {
    let progress = Progress()
    let most = arguments.sizes.max() ?? 0
    let terms = Contest.Terms(
      rounds: arguments.rounds,
      time: arguments.isQuick ? 5_000_000 : 20_000_000
    )
    let registration = Registration(count: most, limit: arguments.limit, progress: progress)
    let live = LiveRows(count: most, limit: arguments.limit, progress: progress)

    var contest = Contest(terms: terms, progress: progress)
    for name in ["github"] + arguments.sizes.map(String.init) {
      let rows = TableRows(
        table: table(name, arguments),
        limit: arguments.limit,
        peers: arguments.peers,
        progress: progress
      )
      contest.add(try rows.contestants())
    }
    progress.say("making the other rows")
    contest.add(try OtherRows().contestants())
    contest.add(try DispatchRows(table: .gitHub()).contestants())
    contest.add(try WorstCaseRows().contestants())
    contest.add(try WorstDispatchRows().contestants())
    contest.add(try ScalingRows().contestants())
    contest.add(try live.contestants())
    contest.add(registration.contestants())

    let standings = try contest.standings()
    let (criteria, again) = try judged(standings, contest, arguments) { standings in
      Criteria(
        standings: standings,
        registration: registration,
        live: live.group,
        sizes: arguments.sizes
      )
      .all()
    }
    print(Machine.name)
    for group in standings.groups { standings.report(group, as: group) }
    // What was measured again counts, for the bars that were missed at first: both are shown.
    for group in again?.groups ?? [] { again?.report(group, as: "\(group), measured again") }
    print("")
    for absence in progress.absences { print("left out: \(absence.name): \(absence.reason)") }
    for criterion in criteria { print(criterion.line(tolerance: arguments.tolerance)) }
    let missing = criteria.filter { !$0.isReached }.map(\.name)
    print(
      "\(missing.count) of \(criteria.count) bars are missed: \(missing.joined(separator: "; "))"
    )
    if let path = arguments.json {
      try Report(
        standings,
        again: again,
        criteria,
        absences: progress.absences,
        registration: registration.group
      )
      .write(to: path)
    }
    if let path = arguments.plot {
      let plot = LookupPlot(standings, sizes: arguments.sizes, peers: arguments.peers.map(\.name))
      try plot.svg().write(toFile: path, atomically: true, encoding: .utf8)
    }
    let isMissed =
      progress.absences.contains(where: \.isOurs)
      || !criteria.allSatisfy { $0.holds(tolerance: arguments.tolerance) }
    if arguments.checks && isMissed { exit(1) }
  }

  /// What holds of what was measured; what fails is measured once more, and then counts.
  ///
  /// Returns that, too, if there was something.
  private static func judged(
    _ standings: Standings,
    _ contest: Contest,
    _ arguments: RouteArguments,
    by criteria: (Standings) -> [Criterion]
  ) throws -> (criteria: [Criterion], again: Standings?) {
    let all = criteria(standings)
    let failed = all.filter { !$0.holds(tolerance: arguments.tolerance) }
    guard arguments.checks, !failed.isEmpty else { return (all, nil) }
    for criterion in failed {
      contest.progress.say("measured again: \(criterion.line(tolerance: arguments.tolerance))")
    }
    let second = try contest.standings(of: Set(failed.flatMap(\.groups)))
    let again = criteria(second)
    let counted = all.map { criterion in
      guard failed.contains(where: { $0.name == criterion.name }) else { return criterion }
      return again.first { $0.name == criterion.name } ?? criterion
    }
    return (counted, second)
  }

  private static func table(_ name: String, _ arguments: RouteArguments) -> RouteTable {
    if let folder = arguments.tables, let table = RouteTable(name: name, from: folder) {
      print("the table \(name) is that of \(folder)")
      return table
    }
    return Int(name).map(RouteTable.synthetic) ?? .gitHub()
  }
}
