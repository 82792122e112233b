/// A table of routes, ready to be asked what a target meets by the patterns that match it.
struct ComparedTable {
  /// A route with its pattern and exceptions as numbers.
  struct Entry {
    let route: SurveyedRoute
    /// Its place among the entries of the table.
    let place: Int
    /// The handler behind it, where one of the tables says it of its routes.
    let handler: ComparedHandler?
    let pattern: Int
    let exceptions: [Int]
    /// Whether each lookup finds it.
    let isFound: [Bool]
    /// Whether it keeps fallbacks from running in each lookup.
    let isRival: [Bool]
    /// For each lookup, the exceptions that are for it.
    let isExcepted: [[Int]]

    var isEnd: Bool { route.kind == .map || route.kind == .fallback }
  }

  let routes: ListedRoutes
  /// In the order in which a dispatch asks.
  let entries: [Entry]
  /// The entries of each pattern.
  private let standing: [[Int]]
  private let ranks: [RouteID: Int]
  let lookups: [DifferenceLookup]

  init(
    _ routes: ListedRoutes,
    _ survey: [SurveyedRoute],
    _ lookups: [DifferenceLookup],
    _ numbers: PatternNumbers,
    hasHandlers: Bool
  ) {
    self.routes = routes
    self.lookups = lookups
    var standing = [[Int]](repeating: [], count: numbers.patterns.count)
    var ranks: [RouteID: Int] = [:]
    var entries: [Entry] = []
    for (rank, route) in survey.enumerated() {
      let place = routes.place(of: route.id) ?? 0
      let pattern = numbers.number(of: route.pattern)
      let exceptions = route.exceptions.map { numbers.number(of: $0.pattern) }
      standing[pattern].append(rank)
      ranks[route.id] = rank
      entries.append(
        Entry(
          route: route,
          place: place,
          handler: hasHandlers ? ComparedHandler(routes.listing[place]) : nil,
          pattern: pattern,
          exceptions: exceptions,
          isFound: lookups.map { route.isFound(by: $0.tags) },
          isRival: lookups.map { $0.isRival(route) },
          isExcepted: lookups.map { lookup in
            exceptions.indices.filter { route.isExcepted(at: $0, in: lookup.tags) }
              .map { exceptions[$0] }
          }
        )
      )
    }
    self.standing = standing
    self.ranks = ranks
    self.entries = entries
  }

  /// Returns the entries that some patterns bring in, in the order in which a dispatch asks.
  func standing(_ patterns: [Int]) -> [Int] { patterns.flatMap { standing[$0] }.sorted() }

  /// Returns what a target meets in a lookup, of the entries whose patterns match.
  func meeting(_ standing: [Int], _ patterns: Set<Int>, in lookup: Int) -> TableMeeting {
    var meeting = TableMeeting()
    var middleware: [Int] = []
    var hasRival = false
    for rank in standing {
      let entry = entries[rank]
      guard entry.isFound[lookup] else {
        hasRival = hasRival || entry.isRival[lookup]
        continue
      }
      switch entry.route.kind {
      case .guard:
        let isExcepted = entry.isExcepted[lookup].contains(where: patterns.contains)
        if entry.route.decides, !isExcepted { meeting.guards.append(rank) }
      case .proxy: meeting.others.append(rank)
      case .middleware: middleware.append(rank)
      case .map: meeting.end = meeting.end ?? rank
      case .fallback: if meeting.end == nil, !hasRival { meeting.end = rank }
      }
    }
    let end = meeting.end.map { entries[$0].route }
    meeting.others += middleware.filter { entries[$0].route.isAround(end) }
    return meeting
  }

  /// Returns what a target meets in a lookup when the router looks for it; `nil` where it cannot be
  /// decided.
  func meeting(_ target: RouteTarget, in lookup: Int) -> TableMeeting? {
    let lookup = lookups[lookup]
    let met = routes.router[lookup.tags].meet(target, rivalTags: lookup.rivalTags)
    guard !met.isUndecided else { return nil }
    var meeting = TableMeeting()
    meeting.end = met.end.flatMap { ranks[$0] }
    meeting.guards = met.guards.compactMap { ranks[$0] }.filter { entries[$0].route.decides }
    let end = meeting.end.map { entries[$0].route }
    let middleware = met.middleware.compactMap { ranks[$0] }
    meeting.others =
      met.proxies.compactMap { ranks[$0] }
      + middleware.filter { entries[$0].route.isAround(end) }
    return meeting
  }

  /// The listed route of an entry.
  func listed(_ rank: Int) -> RouteDescription { routes.listing[entries[rank].place] }

  /// The entries of some kinds.
  func ranks(_ kind: RouteKind) -> [Int] {
    entries.indices.filter { entries[$0].route.kind == kind }
  }
}
