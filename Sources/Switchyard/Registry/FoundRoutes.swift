import RoutePatterns

/// All that a target meets in one version of the routes, in the order in which it is asked.
final class FoundRoutes: Sendable {
  /// Some things that most searches do not come to.
  ///
  /// `@unchecked` because only the search changes them.
  final class Rarities: @unchecked Sendable {
    /// The reasons that some could not be matched.
    var failures: [RouteID: MatchError] = [:]
    var tagsOfMaps: Set<RouteTag> = []
    /// The guards that are not asked, as they have exceptions for the target.
    var excepting: [RouteEntry] = []
  }

  /// The version.
  let version: UInt64
  /// The guards, the proxies, the middleware, and the map or fallback if there is one.
  private let entries: FewElements<RouteEntry>
  /// The same, as their handlers know them.
  let matches: MatchedRoutes
  let guardCount: Int
  let proxyCount: Int
  let middlewareCount: Int
  /// Whether the map or fallback, where there is one, and all middleware are functions that run
  /// wherever they are called.
  let isOfFunctions: Bool
  /// The time limit that the innermost middleware sets which sets one.
  private let ownTimeLimit: Duration?
  private let rarities: Rarities?

  init(_ draft: consuming RouteDraft) {
    version = draft.version
    guardCount = draft.guardCount
    proxyCount = draft.proxyCount
    middlewareCount = draft.middlewareCount
    isOfFunctions = draft.isOfFunctions
    ownTimeLimit = draft.timeLimit
    rarities = draft.rarities
    matches = MatchedRoutes(draft.matches, hasEnd: draft.hasMatchedEnd)
    entries = draft.entries
  }

  /// Leaves out proxies that need not be asked.
  init(_ other: FoundRoutes, without proxies: Set<RouteID>) {
    let proxyPlaces = other.guardCount..<(other.guardCount + other.proxyCount)
    let places = (0..<other.count).filter {
      !proxyPlaces.contains($0) || !proxies.contains(other.entries[$0].id)
    }
    version = other.version
    guardCount = other.guardCount
    proxyCount = other.proxyCount - (other.count - places.count)
    middlewareCount = other.middlewareCount
    isOfFunctions = other.isOfFunctions
    ownTimeLimit = other.ownTimeLimit
    rarities = other.rarities
    var entries = FewElements<RouteEntry>()
    for place in places { entries.append(other.entries[place]) }
    self.entries = entries
    matches = other.matches.only(at: places)
  }

  /// Whether one could not be matched.
  var hasFailures: Bool { rarities?.failures.isEmpty == false }

  /// The reason that the one at a place could not be matched.
  func error(at place: Int) -> MatchError? {
    rarities.flatMap { $0.failures[entries[place].id] }
  }

  /// The tags of all maps that match, where there is neither map nor fallback and the search was to
  /// find them.
  var tagsOfMaps: Set<RouteTag> { rarities?.tagsOfMaps ?? [] }

  /// The number of routes.
  var count: Int { entries.count }

  func entry(at place: Int) -> RouteEntry { entries[place] }

  func entry(of id: RouteID) -> RouteEntry? {
    (0..<count).first { entries[$0].id == id }.map { entries[$0] }
  }

  /// The routes that have to be there when the map starts: the guards that have allowed it or
  /// except it, and the middleware around it.
  var neededByEnd: [RouteEntry] {
    guards + middlewarePlaces.map { entries[$0] }
  }

  /// The guards that have allowed the map when it starts, and those that except it: what takes the
  /// place of one of them may deny.
  var guards: [RouteEntry] {
    (0..<guardCount).map { entries[$0] } + (rarities?.excepting ?? [])
  }

  /// The number of routes before the middleware.
  var beforeMiddleware: Int { guardCount + proxyCount }

  /// Whether there is a map or fallback.
  var hasEnd: Bool { entries.count > beforeMiddleware + middlewareCount }

  /// The place at which a dispatch ends: of the map or fallback, or where there is none of the
  /// outermost middleware.
  var endPlace: Int { hasEnd ? entries.count - 1 : beforeMiddleware }

  /// The map or fallback that runs where no guard and no proxy leads elsewhere.
  var map: RouteCandidate? {
    guard hasEnd else { return nil }
    let place = entries.count - 1
    if let error = error(at: place) { return RouteCandidate(entries[place], failed: error) }
    return RouteCandidate(entries[place], matches[place].captures)
  }

  /// Whether a map that is no fallback matches; not where a limit was hit before that was known.
  var hasMap: Bool { matches.end.map { entries[$0].kind == .map } ?? false }

  /// The first guard that is gone, or else the first middleware, if one is.
  var goneBeforeEnd: RouteEntry? {
    for place in 0..<guardCount where entries[place].isDisposed { return entries[place] }
    if let gone = rarities?.excepting.first(where: \.isDisposed) { return gone }
    for place in middlewarePlaces where !entries[place].isLive { return entries[place] }
    return nil
  }

  /// The time limit of the map or fallback: the innermost that middleware sets, or the router's.
  var timeLimit: TimeLimits.Limit { ownTimeLimit.map { .own($0) } ?? .handlers }

  /// Whether the map and all middleware may start, and have matched.
  var isLiveAndDecided: Bool {
    !hasFailures && (beforeMiddleware..<count).allSatisfy { entries[$0].isLive }
  }

  var middlewarePlaces: Range<Int> {
    beforeMiddleware..<(beforeMiddleware + middlewareCount)
  }
}
