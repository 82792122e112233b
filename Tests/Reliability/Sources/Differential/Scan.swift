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
  /// How many guards were left out.
  private(set) var excepted = 0
  /// The routes of those that hit a limit which the index has asked, though they match nothing.
  private var asked: Set<RouteID>?

  /// Forgets all that is known of a target.
  mutating func begin() { asked = nil }

  /// Looks what is called for a target, by its place in the table, and how that ends.
  mutating func run(_ target: Int, tags: UInt64, _ yard: Yard, _ table: inout MatchTable) {
    called.removeAll(keepingCapacity: true)
    end = .notFound
    excepted = 0
    var middleware: [Yard.Route] = []
    for route in yard.routes where Self.fits(route, tags) {
      let answer = answer(of: route, target, yard, &table)
      if answer == .fails { continue }
      if Self.isExcepted(route, target, answer, &table) {
        excepted += 1
        continue
      }
      switch route.kind {
      case .middleware: middleware.append(route)
      case .guard where answer == .limited:
        end = .denied(route)
        return
      case .proxy where answer == .limited, .map where answer == .limited,
        .fallback where answer == .limited:
        end = .failed(route)
        return
      case .guard, .proxy:
        called.append(route)
        guard route.denies else { continue }
        end = .denied(route)
        return
      case .map, .fallback: return run(route, within: middleware)
      }
    }
  }

  /// Adds the middleware that is around a map or fallback, and that, as far as it comes.
  private mutating func run(_ route: Yard.Route, within middleware: [Yard.Route]) {
    for one in middleware where one.tags == 0 || one.tags & route.tags != 0 {
      called.append(one)
      guard one.denies else { continue }
      end = .handled(one)
      return
    }
    called.append(route)
    end = .handled(route)
  }

  /// Whether a guard that matches is not asked, as its exception surely matches.
  static func isExcepted(
    _ route: Yard.Route,
    _ target: Int,
    _ answer: Answer,
    _ table: inout MatchTable
  ) -> Bool {
    guard answer == .matches, let exception = route.exception else { return false }
    return table.verdict(exception, target) == .matches
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

  /// The verdict on middleware that matches.
  static func verdict(
    ofMiddleware route: Yard.Route,
    around end: End
  ) -> RouteExplanation.Verdict {
    guard case .handled(let end) = end else { return .aroundNothing }
    return route.tags == 0 || route.tags & end.tags != 0 ? .runs : .skippedByTag
  }

  /// Whether a lookup through some tags, or none, finds a route.
  static func fits(_ route: Yard.Route, _ tags: UInt64) -> Bool {
    switch route.kind {
    // Middleware is found by all, and is around what has one of its tags.
    case .guard, .middleware: true
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
