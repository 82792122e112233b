/// The differences between two tables of routes, by what they do with URLs and not by how they are
/// written.
///
///     let differences = RouteDifferences(from: old, to: new)
///     #expect(differences.isCompatible)
///     print(differences.table)
///
/// Both tables are compared for all URLs there can be, and all methods that one of them names. A
/// certain difference has a URL that shows it: it was found by asking both routers. What could not
/// be decided is a difference as well, and counts as breaking.
public struct RouteDifferences: Hashable, Sendable, Codable {
  /// The differences, those that break something first.
  public let differences: [RouteDifference]
  /// The number of routes of the old table.
  public let oldCount: Int
  /// The number of routes of the new table.
  public let newCount: Int

  /// Compares two tables.
  ///
  /// - Parameters:
  ///   - old: the table that others rely on.
  ///   - new: the table that is to take its place, with the same policy for slashes.
  /// - Complexity: mostly linear in the number of routes; the work is bounded, and counted rather
  ///   than timed.
  public init(from old: ListedRoutes, to new: ListedRoutes) {
    let count = old.entries.count + new.entries.count
    self.init(from: old, to: new, work: 40_000_000 + 40_000 * count)
  }

  init(from old: ListedRoutes, to new: ListedRoutes, work: Int) {
    oldCount = old.entries.count
    newCount = new.entries.count
    guard old.router.configuration.slashes == new.router.configuration.slashes else {
      differences = [.ofPolicies]
      return
    }
    var search = DifferenceSearch(old, new, work: work)
    search.run()
    differences = search.differences
  }

  /// Whether none breaks anything, as far as can be told.
  public var isCompatible: Bool { !differences.contains(where: \.isBreaking) }

  /// Whether there is none.
  public var isEmpty: Bool { differences.isEmpty }

  /// The differences of one kind.
  public func differences(_ kind: RouteDifference.Kind) -> [RouteDifference] {
    differences.filter { $0.kind == kind }
  }
}

extension RouteDifferences: CustomStringConvertible {
  /// The number of differences, on one line.
  public var description: String {
    let routes = "\(oldCount) and \(newCount) routes"
    guard !differences.isEmpty else { return "No difference between \(routes)." }
    let breaking = differences.count(where: \.isBreaking)
    let count = differences.count == 1 ? "1 difference" : "\(differences.count) differences"
    return "\(count) between \(routes), \(breaking == 0 ? "none" : "\(breaking)") breaking."
  }

  /// A line for each difference, and their number.
  public var table: String {
    (differences.map { difference in
      "\(difference.isBreaking ? "breaking" : "compatible")  \(difference)".printable
    } + [description]).joined(separator: "\n")
  }
}
