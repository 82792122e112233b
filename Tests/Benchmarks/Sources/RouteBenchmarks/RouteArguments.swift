import Foundation

/// What the benchmark of routes is asked for.
///
///     RouteBenchmarks [--rounds 9] [--quick] [--sizes 100,1000] [--limit 60] [--check[=0.1]] [--json FILE]
///       [--plot FILE] [--tables FOLDER] [--peer NAME=COMMAND …]
struct RouteArguments {
  static let usage = """
    usage: RouteBenchmarks [--rounds 9] [--quick] [--sizes 100,1000,10000,100000] [--limit SECONDS]
      [--check[=TOLERANCE]] [--json FILE] [--plot FILE] [--tables FOLDER] [--peer NAME=COMMAND]
    """

  var rounds = 9
  var isQuick = false
  var sizes = [100, 1_000, 10_000, 100_000]
  /// How long anything may take to be made ready, in seconds.
  var limit = 60.0
  var checks = false
  var tolerance = 0.0
  var json: String?
  var plot: String?
  /// Where tables are read from that are there; all others are made.
  var tables: String?
  var peers: [(name: String, command: [String])] = []

  /// Reads arguments; nothing when one of them is none.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--quick":
        isQuick = true
        sizes = [100, 1_000]
        limit = 20
      case "--check": checks = true
      default:
        if option.hasPrefix("--check=") {
          guard let part = Double(option.dropFirst(8)), part >= 0 else { return nil }
          (checks, tolerance) = (true, part)
        } else {
          guard let value = rest.popFirst(), take(option, value) else { return nil }
        }
      }
    }
  }

  private mutating func take(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--rounds":
      guard let number = Int(value), number > 0 else { return false }
      rounds = number
    case "--limit":
      guard let seconds = Double(value), seconds > 0 else { return false }
      limit = seconds
    case "--sizes":
      sizes = value.split(separator: ",").compactMap { Int($0) }
      return !sizes.isEmpty && sizes.allSatisfy { (1...100_000).contains($0) }
    case "--json": json = value
    case "--plot": plot = value
    case "--tables": tables = value
    case "--peer":
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return false }
      peers.append((parts[0], parts[1].split(separator: " ").map(String.init)))
    default: return false
    }
    return true
  }
}
