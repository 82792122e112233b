import Measuring
import RouteTables
import Switchyard

/// Paths that are looked up in a router again and again, one after the other.
struct Lookups {
  private let paths: LentPaths

  init(_ paths: [String]) throws { self.paths = try LentPaths(paths) }

  /// From the bytes of a canonical path to the route and the place of its first value.
  func match(in router: some RouteLookup, _ times: Int) throws {
    let sum = try paths.each(times) { path in
      guard let found = try router.match(path.target) else { return 0 }
      return found.range(at: 0)?.lowerBound ?? 1
    }
    consume(sum)
  }

  /// From a text, through its canonical form.
  func matchTexts(in router: some RouteLookup, _ times: Int) throws {
    let sum = try paths.each(times) { path in
      guard let found = try router.match(RouteTarget(path.text)) else { return 0 }
      return found.range(at: 0)?.lowerBound ?? 1
    }
    consume(sum)
  }

  func open(in router: Router, _ times: Int) {
    consume(paths.each(times) { router.open($0.target) ? 1 : 0 })
  }

  func dispatch(in router: Router, _ times: Int) async {
    for _ in 0..<times {
      let target = paths.take().target
      guard case .handled = await router.dispatch(target) else {
        fatalError("\(target) was not handled")
      }
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
  func register(_ table: RouteTable, limit seconds: Double = .infinity) throws -> [RouteID]? {
    let clock = ContinuousClock()
    let start = clock.now
    var routes: [RouteID] = []
    for pattern in table.patterns {
      routes.append(
        map(try RoutePattern(parsing: pattern)) { _, completed in completed() }
      )
      if routes.count % 256 == 0, nanoseconds(clock.now - start) > seconds * 1e9 { return nil }
    }
    return routes
  }
}
