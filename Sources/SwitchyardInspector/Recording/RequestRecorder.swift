import Switchyard
import SwitchyardLocks

/// The last requests, as many as there is room for, and figures on routes.
final class RequestRecorder: Sendable {
  private struct State {
    /// The kept records; those before `first` have been given up.
    var records: [RequestRecord] = []
    var first = 0
    var size = 0
    var count = 0
    var figures: [RouteID: RouteFigures] = [:]
    /// The version of the routes by which figures were given up the last time.
    var listed: Int?
    /// The routes of the inspector itself.
    var own: Set<RouteID> = []
  }

  /// The routes of which figures are kept.
  private let routeLimit: Int
  private let limit: Int
  private let byteLimit: Int
  private let state = Locked(State())

  init(limit: Int, byteLimit: Int, routeLimit: Int = 20_000) {
    self.routeLimit = max(1, routeLimit)
    self.limit = max(1, limit)
    self.byteLimit = byteLimit
  }

  /// Leaves out what comes to some routes.
  func leaveOut(_ own: [RouteID]) { state.withLock { $0.own.formUnion(own) } }

  /// Adds a dispatch; returns whether it is one to be shown.
  func add(_ trace: RouteTrace) -> Bool {
    // What is given up is released after the lock.
    let (isAdded, released) = state.withLock { state -> (Bool, [RequestRecord]) in
      for leg in trace.legs where leg.steps.contains(where: { state.own.contains($0.route) }) {
        return (false, [])
      }
      state.count += 1
      let record = RequestRecord(state.count, trace)
      state.records.append(record)
      state.size += record.size
      for step in trace.legs.lazy.flatMap(\.steps) {
        guard let duration = step.duration,
          state.figures[step.route] != nil || state.figures.count < routeLimit
        else { continue }
        state.figures[step.route, default: RouteFigures()]
          .add(nanoseconds: duration, at: record.second)
      }
      return (true, makeRoom(&state))
    }
    withExtendedLifetime(released) {}
    return isAdded
  }

  /// Gives up the oldest; the array is moved only when half of it is given up.
  private func makeRoom(_ state: inout State) -> [RequestRecord] {
    while state.records.count - state.first > 1,
      state.records.count - state.first > limit || state.size > byteLimit
    {
      state.size -= state.records[state.first].size
      state.first += 1
    }
    guard state.first > limit || state.first * 2 > state.records.count, state.first > 16 else {
      return []
    }
    let released = Array(state.records[..<state.first])
    state.records.removeFirst(state.first)
    state.first = 0
    return released
  }

  /// The number of all that were recorded, with those that are kept no longer.
  var count: Int { state.withLock { $0.count } }

  /// The number of those that are kept.
  var keptCount: Int { state.withLock { $0.records.count - $0.first } }

  /// Returns the latest that are looked for, the latest first, whether there are more, and the
  /// number of all that were recorded up to then.
  func last(
    _ most: Int,
    _ filter: RequestFilter
  ) -> (records: [RequestRecord], hasMore: Bool, count: Int) {
    let (kept, count) = state.withLock { ($0.records[$0.first...], $0.count) }
    let found = kept.lazy.reversed().filter(filter.matches).prefix(most + 1)
    return (Array(found.prefix(most)), found.count > most, count)
  }

  /// Returns those behind a number, the latest first, as many as are wanted, and the number of
  /// those that are left out.
  func added(
    after number: Int,
    _ most: Int,
    _ filter: RequestFilter
  ) -> (records: [RequestRecord], lost: Int, last: Int) {
    let (kept, count) = state.withLock { ($0.records[$0.first...], $0.count) }
    let new = kept.reversed().prefix { $0.number > number }
    let gone = max(0, count - number - new.count)
    let found = new.filter(filter.matches)
    let isFiltered = filter.viewer != nil
    // Of those that are gone nobody knows whose they were: to whoever sees only their own it is not
    // said that they have missed any.
    return (Array(found.prefix(most)), max(0, found.count - most) + (isFiltered ? 0 : gone), count)
  }

  /// Returns a record, if it is kept still.
  func record(_ number: Int) -> RequestRecord? {
    state.withLock { state in
      state.records[state.first...].last { $0.number == number }
    }
  }

  /// Gives up the figures on routes that there are no longer, where there is no room for more.
  func keepFigures(on listing: RouteCatalog.Listing) {
    state.withLock { state in
      guard state.figures.count >= routeLimit, state.listed != listing.version else { return }
      state.listed = listing.version
      let known = Set(listing.routes.lazy.compactMap(\.id))
      state.figures = state.figures.filter { known.contains($0.key) }
    }
  }

  /// Returns the figures on some routes.
  func figures(_ routes: [RouteID]) -> [RouteID: RouteFigures] {
    state.withLock { state in
      Dictionary(
        routes.compactMap { id in state.figures[id].map { (id, $0) } },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  /// Returns the last commits of a proxy that were seen, each once.
  func commits(of proxy: RouteID, _ filter: RequestFilter) -> [(from: String, to: String)] {
    let kept = state.withLock { $0.records[$0.first...] }
    var found: [(from: String, to: String)] = []
    for record in kept.reversed() where filter.matches(record) {
      for leg in record.trace.legs {
        for step in leg.steps where step.route == proxy && step.hop != nil {
          let next = (record.trace.shown(leg.target), record.trace.shown(step.hop ?? ""))
          if !found.contains(where: { $0 == next }) { found.append(next) }
        }
      }
      if found.count >= 3 { break }
    }
    return found
  }
}
