internal import Dispatch
internal import RouteIndex
internal import RoutePatterns

/// A list of patterns, each with a value, that finds those that a URL matches.
///
///     let list = URLPatternList<String>(order: .specificity)
///     try list.add(URLPattern(parsing: "https://*.example.com/books/:id"), value: "a book")
///     let id = try list.add(URLPattern(.init(pathname: "/books/new")), value: "a new book")
///     try list.first(in: "https://shop.example.com/books/42")?.value       // "a book"
///     list.dispose(id)
///
/// It gives what a loop over its patterns would, and asks few of them: an index of hosts and paths
/// tells which. It can be asked on any number of threads while others change it, who wait for each
/// other; each answer is about the patterns of one moment.
public final class URLPatternList<Value: Sendable>: Sendable {
  /// The orders in which the patterns of a list are asked.
  public enum Order: Hashable, Sendable {
    /// As they were added.
    case insertion
    /// The most specific first, component by component as `URLPattern.specificity(comparedTo:)`
    /// says; of those alike the one that was added first.
    case specificity
  }

  /// The identifier of what was added, which nothing else in the program has.
  public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  /// A pattern of a list, with its value.
  public struct Entry: Sendable, Identifiable {
    /// The identifier to dispose of it by.
    public let id: ID
    /// The pattern.
    public let pattern: URLPattern
    /// The value that was added with it.
    public let value: Value
  }

  /// The order in which the patterns are asked.
  public let order: Order
  let index = LiveIndex(order: .latestFirst, ignoresCase: false)
  let anchors = UsedAnchors()
  private let working = Locked(Working())

  private struct Working {
    var routes: [ID: (listed: Listed, route: IndexedRoute)] = [:]
    var ids: [URLPattern: [ID]] = [:]
    var isCollecting = false
  }

  /// Makes a list without patterns.
  public init(order: Order = .insertion) { self.order = order }

  // MARK: - Changes

  /// Adds a pattern; one that is there already is there once more.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - value: what is found with it.
  /// - Returns: the identifier to dispose of it by.
  @discardableResult
  public func add(_ pattern: URLPattern, value: Value) -> ID {
    let id = ListNumber.next()
    add([Listed(ID(number: id), pattern, value, order)])
    return ID(number: id)
  }

  /// Adds patterns in one step: who asks meanwhile sees all of them, or none.
  ///
  /// - Returns: the identifiers, in the same order.
  @discardableResult
  public func add(contentsOf patterns: some Sequence<(URLPattern, Value)>) -> [ID] {
    let added = patterns.map { Listed(ID(number: ListNumber.next()), $0, $1, order) }
    add(added)
    return added.map(\.entry.id)
  }

  private func add(_ added: [Listed]) {
    let routes = added.map { listed in
      let anchor = PatternAnchor(listed.entry.pattern)
      anchors.use(anchor)
      let path = listed.entry.pattern.compiled(.pathname)
      return IndexedRoute(PatternReading(path, behind: anchor.bytes), payload: listed)
    }
    change { working in
      for (listed, route) in zip(added, routes) {
        working.routes[listed.entry.id] = (listed, route)
        working.ids[listed.entry.pattern, default: []].append(listed.entry.id)
      }
      index.apply(adding: routes)
    }
  }

  /// Removes what was added under an identifier.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  public func dispose(_ id: ID) -> Bool { dispose([id]) == 1 }

  /// Removes what was added under identifiers, in one step.
  ///
  /// - Returns: how many of them were there.
  @discardableResult
  public func dispose(_ ids: some Sequence<ID>) -> Int {
    change { working in remove(ids, &working) }
  }

  /// Removes all patterns that are equal to one, in one step.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func remove(_ pattern: URLPattern) -> Int {
    change { working in remove(working.ids[pattern] ?? [], &working) }
  }

  /// Removes all patterns, in one step.
  public func removeAll() {
    change { working in _ = remove(Array(working.routes.keys), &working) }
  }

  private func remove(_ ids: some Sequence<ID>, _ working: inout Working) -> Int {
    var gone: [IndexedRoute] = []
    for id in ids {
      guard let (listed, route) = working.routes.removeValue(forKey: id) else { continue }
      gone.append(route)
      let pattern = listed.entry.pattern
      working.ids[pattern]?.removeAll { $0 == id }
      if working.ids[pattern]?.isEmpty == true { working.ids[pattern] = nil }
    }
    if !gone.isEmpty { index.apply(adding: [], removing: gone) }
    return gone.count
  }

  // MARK: - Contents

  /// The number of patterns.
  public var count: Int { working.withLock { $0.routes.count } }

  /// Whether there are no patterns.
  public var isEmpty: Bool { count == 0 }

  /// The patterns with their values, in the order in which they are asked.
  public var entries: [Entry] {
    let all = working.withLock { working in working.routes.values.map(\.listed) }
    return all.sorted { $0.precedes($1) }.map(\.entry)
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
