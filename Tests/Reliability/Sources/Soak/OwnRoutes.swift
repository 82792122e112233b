import Switchyard

/// An owner whose routes go with it, and that uses the router in its end.
private final class Owner: RouteOwner {
  private weak var router: Router?
  private let mark: Mark
  private let tracked: Tracked
  var route: RouteID?

  init(_ mark: Mark, _ router: Router, _ tracked: Tracked) {
    self.mark = mark
    self.router = router
    self.tracked = tracked
  }

  deinit {
    mark.go()
    if let route, let router { router.dispose(of: route) }
  }
}

/// The routes that one thread registers in one router and lets go of, at a path that no other thread has.
struct OwnRoutes {
  private struct Route {
    let id: RouteID
    let mark: Mark
    let owner: Owner?
  }

  static let limit = 2

  let path: String
  let target: RouteTarget
  private(set) var registrations = 0
  private(set) var disposals = 0
  private(set) var deaths = 0
  private let station: Station
  private let text: String
  private let pattern: RoutePattern
  private var routes: [Route] = []
  /// Routes whose owners were let go of, while a router looked at them.
  private var lingering: [Mark] = []
  private var lastMark = 0

  init(_ thread: Int, at station: Station) {
    self.station = station
    path = "/own/t\(thread)x"
    let texts = [path, "/own/:name(t\(thread)x)", "\(path){/:id}?", "\(path)/*"]
    text = texts[thread % texts.count]
    do {
      target = try RouteTarget(path)
      pattern = try RoutePattern(parsing: text)
    } catch {
      Failure.stop("\(text): \(error)")
    }
  }

  /// The route that has to be found.
  var top: RouteID? { routes.last?.id }
  /// The mark of that, or that of a fallback.
  var topMark: Int { routes.last?.mark.number ?? 0 }

  /// Whether it is known which route has to be found.
  mutating func isCertain() -> Bool {
    if !lingering.isEmpty { lingering.removeAll { $0.gone != nil } }
    return lingering.isEmpty
  }

  /// Registers a route, if there are not too many.
  mutating func register(_ draw: Int) {
    guard routes.count < Self.limit else { return }
    lastMark += 1
    let mark = Mark(lastMark)
    let floor = station.floor
    let owner = draw & 1 == 0 ? nil : Owner(mark, station.router, Tracked(floor.lives))
    // One that was compiled before, or now and then one that is compiled now.
    let compiled = draw & 0x7C0 == 0 ? try? RoutePattern(parsing: text) : nil
    let pattern = compiled ?? pattern
    if owner != nil, draw & 24 == 0 {
      let captured = Tracked(floor.lives)
      station.router.proxy(pattern, owner: owner) { _, _, _, next in
        captured.use()
        next(nil)
      }
      registrations += 1
    }
    let captured = Tracked(floor.lives)
    let id = station.router.map(pattern, tags: ["All"], owner: owner) { _, _, passed, completed in
      captured.use()
      floor.begin(.own, passed).run(by: mark)
      floor.end()
      completed()
    }
    registrations += 1
    // Some dispose of theirs in their end, when it is gone with them already.
    if draw & 32 == 0 { owner?.route = id }
    routes.append(Route(id: id, mark: mark, owner: owner))
  }

  /// Disposes of a route, or lets its owner die.
  mutating func remove(_ draw: Int) {
    guard !routes.isEmpty else { return }
    let place = draw % routes.count
    guard routes[place].owner == nil else {
      let mark = routes[place].mark
      routes.remove(at: place)
      deaths += 1
      if mark.gone == nil { lingering.append(mark) }
      return
    }
    let route = routes.remove(at: place)
    if station.router.dispose(of: route.id) != 1 {
      Failure.stop("a route of \(path) in \(station.name) was gone before its disposal")
    }
    route.mark.go()
    disposals += 1
  }

  /// Removes all that are left.
  mutating func removeAll() { while !routes.isEmpty { remove(0) } }
}
