import Measuring
import RouteTables
import Switchyard

/// Paths that are looked up in a router again and again, one after the other.
final class Lookups: @unchecked Sendable {
  // One thread uses one of these.
  private let targets: [RouteTarget]
  private let paths: [String]
  private var next = 0

  init(_ paths: [String]) throws {
    self.paths = paths
    targets = try paths.map { try RouteTarget($0) }
  }

  /// From the bytes of a canonical path to the route and the place of its first value.
  func match(in router: some RouteLookup, _ times: Int) throws {
    var sum = 0
    try targets.withUnsafeBufferPointer { targets in
      for _ in 0..<times {
        if let found = try router.match(targets[next]) {
          sum &+= found.range(at: 0)?.lowerBound ?? 1
        }
        next += 1
        if next == targets.count { next = 0 }
      }
    }
    consume(sum)
  }

  /// From a text, through its canonical form.
  func matchTexts(in router: some RouteLookup, _ times: Int) throws {
    var sum = 0
    try paths.withUnsafeBufferPointer { paths in
      for _ in 0..<times {
        if let found = try router.match(RouteTarget(paths[next])) {
          sum &+= found.range(at: 0)?.lowerBound ?? 1
        }
        next += 1
        if next == paths.count { next = 0 }
      }
    }
    consume(sum)
  }

  func open(in router: Router, _ times: Int) {
    for _ in 0..<times {
      router.open(targets[next])
      next += 1
      if next == targets.count { next = 0 }
    }
  }

  func dispatch(in router: Router, _ times: Int) async {
    for _ in 0..<times {
      guard case .handled = await router.dispatch(targets[next]) else {
        fatalError("\(targets[next]) was not handled")
      }
      next += 1
      if next == targets.count { next = 0 }
    }
  }
}

extension Router {
  /// A router for servers that has the routes of a table, each with a handler that answers at once.
  static func serving(_ table: RouteTable, limit seconds: Double = .infinity) throws -> Router? {
    let router = Router(.server)
    return try router.register(table, limit: seconds) == nil ? nil : router
  }

  /// Registers the routes of a table; nothing when that takes longer than a limit.
  func register(_ table: RouteTable, limit seconds: Double = .infinity) throws -> [RouteUUID]? {
    let clock = ContinuousClock()
    let start = clock.now
    var routes: [RouteUUID] = []
    for pattern in table.patterns {
      routes.append(
        map(try RoutePattern(parsing: pattern)) { _, _, _, completed in completed() }
      )
      if routes.count % 256 == 0, nanoseconds(clock.now - start) > seconds * 1e9 { return nil }
    }
    return routes
  }
}
