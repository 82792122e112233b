import RoutePatterns

/// A route that a target matches, or that could not be matched to the end.
struct RouteCandidate: Sendable {
  /// The reason that a route could not be matched, in a class: it is seldom, and candidates are handed on often.
  private final class Failure: Sendable {
    let error: MatchError

    init(_ error: MatchError) { self.error = error }
  }

  let entry: RouteEntry
  /// The ranges of the values; there are none where it could not be matched.
  let captures: CaptureRanges
  private let failure: Failure?

  init(_ entry: RouteEntry, _ captures: CaptureRanges) {
    self.entry = entry
    self.captures = captures
    failure = nil
  }

  init(_ entry: RouteEntry, failed error: MatchError) {
    self.entry = entry
    captures = CaptureRanges()
    failure = Failure(error)
  }

  var isMatched: Bool { failure == nil }

  /// The reason that it could not be matched.
  var error: MatchError? { failure?.error }
}

/// All that a target meets in one version of the routes, in the order in which it is asked.
struct FoundRoutes: Sendable {
  /// The version.
  var version: UInt64
  /// The guards, the proxies, and the map or fallback if there is one.
  var candidates: [RouteCandidate] = []
  var guardCount = 0
  var proxyCount = 0
  /// What is left of the steps for the searches to come of the same dispatch.
  var budget: MatchBudget
  /// The tags of all maps that match, where there is neither map nor fallback and the search was to find them.
  var tagsOfMaps: Set<RouteTag> = []

  var guards: ArraySlice<RouteCandidate> { candidates[..<guardCount] }
  var proxies: ArraySlice<RouteCandidate> {
    candidates[guardCount..<(guardCount + proxyCount)]
  }

  /// The map or fallback that runs where no guard and no proxy leads elsewhere.
  var map: RouteCandidate? {
    candidates.count > guardCount + proxyCount ? candidates[candidates.count - 1] : nil
  }

  /// Whether no handler comes before the map.
  var isOfMapAlone: Bool { guardCount + proxyCount == 0 }

  /// Whether a map that is no fallback matches; not where a limit was hit before that was known.
  var hasMap: Bool { map.map { $0.isMatched && $0.entry.kind == .map } ?? false }

  /// The handlers that come before one, as they stand in its trail.
  func entries(before index: Int) -> [MatchedEntry] {
    candidates[..<index].map { $0.entry.matched }
  }

  /// The first guard that is gone, if one is.
  var goneGuard: RouteEntry? { guards.first { $0.entry.isDisposed }?.entry }

  /// Leaves out proxies that need not be asked.
  mutating func removeProxies(_ ids: Set<RouteUUID>) {
    let places = guardCount..<(guardCount + proxyCount)
    let gone = places.filter { ids.contains(candidates[$0].entry.id) }
    for place in gone.reversed() { candidates.remove(at: place) }
    proxyCount -= gone.count
  }
}
