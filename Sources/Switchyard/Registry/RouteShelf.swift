import RouteIndex

/// The routes of a registry by their identifiers.
///
/// A table in which a route stands at the first free place from the one on that its identifier
/// names. Identifiers are drawn at random: a part of one does as its hash, and nobody can choose
/// many that name one place, as those that come from elsewhere are only looked for.
struct RouteShelf {
  /// A part of the identifier at each place, and 0 where it is free.
  ///
  /// Most of what stands elsewhere need not be looked at then. There are as many places as a power
  /// of two, of which at least a quarter are free.
  private var marks: [UInt32] = Array(repeating: 0, count: 16)
  private var routes: [IndexedRoute?] = Array(repeating: nil, count: 16)
  private var count = 0

  /// The route with an identifier.
  subscript(id: RouteID) -> IndexedRoute? { routes[place(of: id)] }

  /// All of them.
  var entries: [RouteEntry] { routes.compactMap { $0?.entry } }

  /// Adds a route, which is not among them.
  mutating func insert(_ route: IndexedRoute, _ id: RouteID) {
    if (count + 1) * 4 > marks.count * 3 { grow() }
    put(route, Self.mark(id))
    count += 1
  }

  /// Removes the route with an identifier.
  /// - Returns: the route, if it was there.
  mutating func remove(_ id: RouteID) -> IndexedRoute? {
    var hole = place(of: id)
    guard let route = routes[hole] else { return nil }
    count -= 1
    // Those behind it that could stand there move up: no search ends before what it looks for.
    var place = next(hole)
    while marks[place] != 0 {
      if distance(from: first(marks[place]), to: place) >= distance(from: hole, to: place) {
        marks[hole] = marks[place]
        routes.swapAt(hole, place)
        hole = place
      }
      place = next(place)
    }
    marks[hole] = 0
    routes[hole] = nil
    return route
  }

  private mutating func grow() {
    let (oldMarks, oldRoutes) = (marks, routes)
    marks = Array(repeating: 0, count: 2 * oldMarks.count)
    routes = Array(repeating: nil, count: 2 * oldMarks.count)
    for (mark, route) in zip(oldMarks, oldRoutes) where mark != 0 { put(route, mark) }
  }

  private mutating func put(_ route: IndexedRoute?, _ mark: UInt32) {
    var place = first(mark)
    while marks[place] != 0 { place = next(place) }
    marks[place] = mark
    routes[place] = route
  }

  // MARK: - Places

  /// The place of a route, or the free one that a search for it ends at.
  private func place(of id: RouteID) -> Int {
    let mark = Self.mark(id)
    var place = first(mark)
    while marks[place] != 0, marks[place] != mark || routes[place]?.entry.id != id {
      place = next(place)
    }
    return place
  }

  private static func mark(_ id: RouteID) -> UInt32 {
    UInt32(truncatingIfNeeded: id.words.0) | 0x8000_0000
  }

  private func first(_ mark: UInt32) -> Int { Int(mark) & (marks.count &- 1) }

  private func next(_ place: Int) -> Int { (place &+ 1) & (marks.count &- 1) }

  private func distance(from start: Int, to place: Int) -> Int {
    (place &- start) & (marks.count &- 1)
  }
}
