internal import Dispatch
internal import RouteIndex
internal import SwitchyardLocks
internal import Synchronization

/// The patterns of a list, whatever their values, in an index of hosts and paths.
final class PatternTable: Sendable {
  /// Whether the more specific is asked before the others.
  private let isRanked: Bool
  let index: LiveIndex
  let places = UsedPlaces()
  private let working = Locked(Working())

  private struct Working {
    var routes: [UInt64: (listed: ListedPattern, route: IndexedRoute)] = [:]
    var numbers: [URLPattern: Set<UInt64>] = [:]
    var isCollecting = false
  }

  /// The number of bytes of a rank that the index compares; where there are more, what it finds is
  /// sorted here.
  private static let comparedCount = Int(UInt16.max)

  /// The last number that was given to a pattern of any list.
  private static let last = Atomic<UInt64>(0)

  init(isRanked: Bool) {
    self.isRanked = isRanked
    index = LiveIndex(order: isRanked ? .mostSpecificAsAdded : .asAdded, ignoresCase: false)
  }

  // MARK: - Changes

  /// Adds patterns in one step.
  ///
  /// - Parameters:
  ///   - patterns: the patterns.
  ///   - listed: makes what is found of a number, the index of a pattern, and its rank.
  /// - Returns: the numbers.
  func add(
    _ patterns: [URLPattern],
    _ listed: (UInt64, Int, [UInt8]) -> ListedPattern
  ) -> [UInt64] {
    let drafts = patterns.map { pattern in
      let place = ListPlace(pattern)
      places.use(place)
      // That of each component says itself where it ends.
      let rank = isRanked ? pattern.storage.components.flatMap(\.specificityKey) : []
      if rank.count > Self.comparedCount { places.useSeveral() }
      return (place: place, rank: rank)
    }
    return change { working in
      var routes: [IndexedRoute] = []
      var numbers: [UInt64] = []
      for (position, draft) in drafts.enumerated() {
        let number = Self.last.add(1, ordering: .relaxed).newValue
        let listed = listed(number, position, draft.rank)
        let route = IndexedRoute(
          draft.place.reading(listed.pattern, rank: Array(draft.rank.prefix(Self.comparedCount))),
          payload: listed,
          lane: draft.place.lane
        )
        working.routes[number] = (listed, route)
        working.numbers[listed.pattern, default: []].insert(number)
        routes.append(route)
        numbers.append(number)
      }
      index.apply(adding: routes)
      return numbers
    }
  }

  /// Removes patterns by their numbers, in one step.
  ///
  /// - Returns: how many of them were there.
  func remove(_ numbers: [UInt64]) -> Int { change { remove(numbers, &$0) } }

  /// Removes all that are equal to a pattern.
  func remove(_ pattern: URLPattern) -> Int {
    change { remove(Array($0.numbers[pattern] ?? []), &$0) }
  }

  /// Removes all patterns.
  func removeAll() { _ = change { remove(Array($0.routes.keys), &$0) } }

  private func remove(_ numbers: [UInt64], _ working: inout Working) -> Int {
    var gone: [IndexedRoute] = []
    for number in numbers {
      guard let (listed, route) = working.routes.removeValue(forKey: number) else { continue }
      gone.append(route)
      working.numbers[listed.pattern]?.remove(number)
      if working.numbers[listed.pattern]?.isEmpty == true { working.numbers[listed.pattern] = nil }
    }
    if !gone.isEmpty { index.apply(adding: [], removing: gone) }
    return gone.count
  }

  // MARK: - Contents

  var count: Int { working.withLock { $0.routes.count } }

  /// All patterns, in the order in which they are asked.
  var all: [ListedPattern] {
    working.withLock { $0.routes.values.map(\.listed) }.sorted { $0.precedes($1) }
  }

  // MARK: - What is removed

  /// Makes a change, and lets go of what no reader sees any more, whose ends may call the list: not
  /// under the lock.
  private func change<Result>(_ body: (inout Working) -> Result) -> Result {
    let (result, payloads, isLater) = working.withLock { working in
      let result = body(&working)
      let (payloads, isLater) = collect(&working)
      return (result, payloads, isLater)
    }
    payloads.release()
    if isLater { collectLater() }
    return result
  }

  private func collect(_ working: inout Working) -> (payloads: RetiredPayloads, isLater: Bool) {
    let (payloads, isDone) = index.collect()
    guard !isDone, !working.isCollecting else { return (payloads, false) }
    working.isCollecting = true
    return (payloads, true)
  }

  /// Tries again when those who were asking at that moment are done, which is soon.
  ///
  /// - Parameter delay: how long that is waited for, in milliseconds.
  private func collectLater(in delay: Int = 1) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(delay)) {
      [weak self] in
      guard let self else { return }
      let (payloads, isLater) = working.withLock { working in
        working.isCollecting = false
        return self.collect(&working)
      }
      payloads.release()
      if isLater { collectLater(in: min(delay * 2, 1_000)) }
    }
  }
}
