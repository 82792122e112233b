import Foundation
import Measuring

/// What was measured, as text and as JSON.
struct Report: Encodable {
  struct Row: Encodable {
    var name: String
    /// Nanoseconds for one operation: the median, and each round.
    var nanoseconds: Double
    var rounds: [Double]
    var allocations: Double?
  }

  struct Group: Encodable {
    var name: String
    var rows: [Row]
  }

  struct Check: Encodable {
    var name: String
    var measured: Double
    var limit: Double
  }

  var machine = Machine.name
  /// What was left out, and why.
  var absences: [String]
  var groups: [Group]
  var criteria: [Check]
  /// Resident bytes of a registered route, in each round of the run that counts.
  var bytesPerRoute: [Double]

  /// Makes a report of a run and of what was measured again, by the names of the groups.
  init(
    _ standings: Standings,
    again: Standings?,
    _ criteria: [Criterion],
    absences: [Absence],
    registration: String
  ) {
    self.absences = absences.map { "\($0.name): \($0.reason)" }
    groups =
      Self.groups(of: standings) { $0 }
      + (again.map { Self.groups(of: $0) { "\($0), measured again" } } ?? [])
    self.criteria = criteria.map {
      Check(name: $0.name, measured: $0.measured, limit: $0.limit)
    }
    let entries = (again?.entries ?? []) + standings.entries
    bytesPerRoute = entries.first { $0.group == registration }?.bytes ?? []
  }

  private static func groups(
    of standings: Standings,
    _ name: (String) -> String
  ) -> [Group] {
    standings.groups.map { group in
      Group(
        name: name(group),
        rows: standings.figures(of: group).map {
          Row(
            name: $0.name,
            nanoseconds: $0.median,
            rounds: $0.rounds,
            allocations: $0.allocations
          )
        }
      )
    }
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}
