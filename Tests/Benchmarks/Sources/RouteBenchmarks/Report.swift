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
  /// Resident bytes of a registered route.
  var bytesPerRoute: [Double]

  init(
    _ standings: Standings,
    _ criteria: [Criterion],
    absences: [Absence],
    bytes: [Double]
  ) {
    self.absences = absences.map { "\($0.name): \($0.reason)" }
    groups = standings.groups.map { group in
      Group(
        name: group,
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
    self.criteria = criteria.map {
      Check(name: $0.name, measured: $0.measured, limit: $0.limit)
    }
    bytesPerRoute = bytes
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}
