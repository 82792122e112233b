import Switchyard

/// What a target meets, by asking the pattern of each route in the order of the design.
struct Scan {
  /// What becomes of a target.
  enum End {
    /// A map or fallback runs.
    case handled(Yard.Route)
    case notFound
    /// A guard denies, or cannot be decided.
    case denied(Yard.Route)
    /// A proxy, map or fallback cannot be decided.
    case failed(Yard.Route)
  }

  /// What a route says of a target.
  enum Answer {
    case matches, fails, limited
  }

  /// The routes that are called, in order.
  private(set) var called: [Yard.Route] = []
  private(set) var end = End.notFound
  /// The routes of those that hit a limit which the index has asked, though they match nothing.
  private var asked: Set<RouteID>?

  /// Forgets all that is known of a target.
  mutating func begin() { asked = nil }

  /// Looks what is called for a target, by its place in the table, and how that ends.
  mutating func run(_ target: Int, tags: UInt64, _ yard: Yard, _ table: inout MatchTable) {
    called.removeAll(keepingCapacity: true)
    end = .notFound
    for route in yard.routes where Self.fits(route, tags) {
      switch answer(of: route, target, yard, &table) {
      case .fails: continue
      case .limited:
        end = route.kind == .guard ? .denied(route) : .failed(route)
        return
      case .matches: called.append(route)
      }
      if route.denies {
        end = .denied(route)
        return
      }
      if route.kind == .map || route.kind == .fallback {
        end = .handled(route)
        return
      }
    }
  }

  /// The map, or else the fallback, that a target comes to where no guard and no proxy has a say.
  mutating func map(_ target: Int, tags: UInt64, _ yard: Yard, _ table: inout MatchTable) -> End {
    for route in yard.routes {
      guard route.kind == .map || route.kind == .fallback, Self.fits(route, tags) else { continue }
      switch answer(of: route, target, yard, &table) {
      case .matches: return .handled(route)
      case .fails: continue
      case .limited: return .failed(route)
      }
    }
    return .notFound
  }

  /// Whether a lookup through some tags, or none, finds a route.
  static func fits(_ route: Yard.Route, _ tags: UInt64) -> Bool {
    switch route.kind {
    case .guard: true
    // None is drawn: it is around the map that a scan ends with.
    case .middleware: false
    case .proxy: tags == 0 || route.tags == 0 || route.tags & tags != 0
    case .map, .fallback: tags == 0 || route.tags & tags != 0
    }
  }

  /// What the pattern of a route says by itself; where it hits a limit, and cannot match, what the index makes of it.
  mutating func answer(
    of route: Yard.Route,
    _ target: Int,
    _ yard: Yard,
    _ table: inout MatchTable
  ) -> Answer {
    switch table.verdict(route.pattern, target) {
    case .matches: return .matches
    case .fails, .unknown: return .fails
    case .limited, .unclear:
      // A pattern that matches more says no: so may the index, and need not ask this one.
      guard !table.mayMatch(route.pattern, target) else { return .limited }
      let asked = asked ?? Self.undecided(table.targets[target], yard)
      self.asked = asked
      return asked.contains(route.id) ? .limited : .fails
    }
  }

  private static func undecided(_ target: RouteTarget, _ yard: Yard) -> Set<RouteID> {
    let candidates = yard.router.explain(target).candidates
    return Set(candidates.filter { $0.verdict == .undecided }.compactMap { $0.route.id })
  }
}
