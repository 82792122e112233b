import RoutePatterns

@testable import RouteIndex

/// An index of maps for tests, each of which is told apart by a number.
struct IndexSample {
  final class Payload {
    let pattern: RoutePattern

    init(_ pattern: RoutePattern) { self.pattern = pattern }
  }

  let index: LiveIndex

  init(_ order: IndexOrder = .mostSpecificFirst) {
    index = LiveIndex(order: order, ignoresCase: false)
  }

  func route(_ text: String, _ number: Int, lane: IndexLane = .maps, tags: [IndexTag] = []) throws
    -> IndexedRoute
  {
    let pattern = try RoutePattern(parsing: text)
    return IndexedRoute(
      pattern,
      payload: Payload(pattern),
      lane: lane,
      tags: .max,
      tagKeys: tags,
      id: (UInt64(number), 0),
      isOwned: false,
      for: index
    )
  }

  @discardableResult
  func add(_ text: String, _ number: Int, lane: IndexLane = .maps, tags: [IndexTag] = []) throws
    -> IndexedRoute
  {
    let route = try route(text, number, lane: lane, tags: tags)
    index.apply(adding: [route])
    return route
  }

  /// The number of the map that is found first.
  func first(_ path: String, _ tag: IndexTag = .all) throws -> Int? {
    try index.reader.first(at: RouteTarget(path), tag: tag).map { Int($0.id.0) }
  }

  /// The numbers of all routes of a lane that are found.
  func all(_ path: String, _ lanes: IndexLane.Set = .maps) throws -> [Int] {
    let look = index.reader.look(at: try RouteTarget(path), lanes: lanes, tags: nil)
    return (0..<look.count).map { Int(look.id($0).0) }
  }
}
