import Measuring
import RouteTables
import Switchyard

/// Paths that are looked up in a router again and again, one after the other.
final class Lookups: @unchecked Sendable {
  /// A path in both forms.
  ///
  /// Its properties are lent to a lookup; an element of an array would be copied for each, which counts references
  /// and costs as much as a small lookup.
  private final class Path {
    let text: String
    let target: RouteTarget

    init(_ text: String) throws {
      self.text = text
      target = try RouteTarget(text)
    }
  }

  // One thread uses one of these.
  private let paths: [Path]
  private let lent: [Unmanaged<Path>]
  private var next = 0

  init(_ paths: [String]) throws {
    self.paths = try paths.map(Path.init)
    lent = self.paths.map(Unmanaged.passUnretained)
  }

  /// From the bytes of a canonical path to the route and the place of its first value.
  func match(in router: some RouteLookup, _ times: Int) throws {
    try each(times) { path in
      guard let found = try router.match(path.target) else { return 0 }
      return found.range(at: 0)?.lowerBound ?? 1
    }
  }

  /// From a text, through its canonical form.
  func matchTexts(in router: some RouteLookup, _ times: Int) throws {
    try each(times) { path in
      guard let found = try router.match(RouteTarget(path.text)) else { return 0 }
      return found.range(at: 0)?.lowerBound ?? 1
    }
  }

  @inline(__always)
  private func each(_ times: Int, _ body: (Path) throws -> Int) rethrows {
    var sum = 0
    var next = next
    for _ in 0..<times {
      sum &+= try lent[next]._withUnsafeGuaranteedRef(body)
      next += 1
      if next == lent.count { next = 0 }
    }
    self.next = next
    consume(sum)
  }

  func open(in router: Router, _ times: Int) {
    for _ in 0..<times {
      router.open(paths[next].target)
      next += 1
      if next == paths.count { next = 0 }
    }
  }

  func dispatch(in router: Router, _ times: Int) async {
    for _ in 0..<times {
      guard case .handled = await router.dispatch(paths[next].target) else {
        fatalError("\(paths[next].target) was not handled")
      }
      next += 1
      if next == paths.count { next = 0 }
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
