import RoutePatterns

/// A map or fallback that a dispatch can end with.
struct PossibleEnd {
  enum Role { case map, rival, fallback }

  let role: Role
  let route: UnaskedRoute
}

/// A route whose closures are asked when the index is left.
struct UnaskedRoute {
  let entry: RouteEntry
  /// The values, where the index decides what the pattern would say.
  let captures: CaptureRanges?
}

/// The routes that a search has read, before the closures of their patterns are asked.
struct RouteDraft: ~Copyable {
  /// The version that is read.
  let version: UInt64
  /// The steps that are left.
  var budget: MatchBudget
  var entries = FewElements<RouteEntry>()
  var matches: [MatchedRoutes.Match] = []
  var guardCount = 0
  var proxyCount = 0
  var middlewareCount = 0
  /// The middleware that matches, which waits for the map that it may be around.
  var middleware: [RouteCandidate] = []
  var rarities: FoundRoutes.Rarities?
  var open: OpenQuestions?
  /// Whether the map or fallback, where there is one, and all middleware are functions that run
  /// wherever they are called.
  var isOfFunctions = true
  /// The time limit that the innermost middleware sets which sets one.
  var timeLimit: Duration?
  /// Whether one of the guards has exceptions.
  var hasExceptions = false

  init(version: UInt64, budget: MatchBudget, capacity: Int) {
    self.version = version
    self.budget = budget
    matches.reserveCapacity(capacity)
  }

  mutating func append(_ entry: RouteEntry, _ captures: CaptureRanges) {
    switch entry.kind {
    case .guard:
      guardCount += 1
      if !entry.exceptions.isEmpty { hasExceptions = true }
    case .proxy: proxyCount += 1
    case .middleware: return middleware.append(RouteCandidate(entry, captures))
    case .map, .fallback: isOfFunctions = entry.isFunction
    }
    place(entry, captures)
  }

  mutating func append(_ entry: RouteEntry, failed error: MatchError) {
    guard entry.kind != .middleware else {
      return middleware.append(RouteCandidate(entry, failed: error))
    }
    madeRarities.failures[entry.id] = error
    append(entry, CaptureRanges())
  }

  mutating func append(_ candidate: RouteCandidate) {
    if let error = candidate.error {
      append(candidate.entry, failed: error)
    } else {
      append(candidate.entry, candidate.captures)
    }
  }

  private mutating func place(_ entry: RouteEntry, _ captures: CaptureRanges) {
    entries.append(entry)
    matches.append(MatchedRoutes.Match(matched: entry.matched, captures: captures))
  }

  /// Places the middleware that is around the map or fallback before that, when it is known.
  mutating func placeMiddleware() {
    guard !middleware.isEmpty else { return }
    let last = entries.count - 1
    let end = last < guardCount + proxyCount ? nil : (entries[last], matches[last].captures)
    if end != nil {
      entries.removeLast()
      matches.removeLast()
    }
    for candidate in middleware where candidate.entry.isAround(end?.0) {
      if let error = candidate.error { madeRarities.failures[candidate.entry.id] = error }
      if !candidate.entry.isFunction { isOfFunctions = false }
      if let limit = candidate.entry.middlewareFunction?.timeLimit { timeLimit = limit }
      place(candidate.entry, candidate.captures)
      middlewareCount += 1
    }
    if let (entry, captures) = end { place(entry, captures) }
  }

  mutating func note(excepting guards: [RouteEntry]) { madeRarities.excepting = guards }

  mutating func add(tags: [RouteTag]) { madeRarities.tagsOfMaps.formUnion(tags) }

  /// The rarities, made when there is the first.
  private var madeRarities: FoundRoutes.Rarities {
    mutating get {
      let made = rarities ?? FoundRoutes.Rarities()
      rarities = made
      return made
    }
  }

  /// Whether the last is a map or fallback that has matched.
  var hasMatchedEnd: Bool {
    guard entries.count > guardCount + proxyCount + middlewareCount else { return false }
    return rarities?.failures[entries[entries.count - 1].id] == nil
  }

  /// The things that are left to be asked, made when there is the first.
  var questions: OpenQuestions {
    mutating get {
      let made = open ?? OpenQuestions()
      open = made
      return made
    }
  }

  /// All of them, with their matches.
  var candidates: [RouteCandidate] {
    var candidates: [RouteCandidate] = []
    for place in 0..<entries.count {
      if let error = rarities?.failures[entries[place].id] {
        candidates.append(RouteCandidate(entries[place], failed: error))
      } else {
        candidates.append(RouteCandidate(entries[place], matches[place].captures))
      }
    }
    return candidates
  }

  /// Puts others in the place of all.
  mutating func replaceAll(by candidates: [RouteCandidate]) {
    entries = FewElements()
    matches = []
    (guardCount, proxyCount, isOfFunctions) = (0, 0, true)
    rarities?.failures = [:]
    for candidate in candidates { append(candidate) }
  }
}

/// The things that can be asked only when the index is left.
final class OpenQuestions {
  /// Whether closures have a say.
  var hasClosures = false
  /// The possible ends from the first on that has closures, in order; they are matched when these
  /// can be asked.
  var ends: [PossibleEnd] = []
  /// The maps with closures, whatever their tags.
  var tagged: [UnaskedRoute] = []
  /// The routes whose owners are gone.
  var orphans: [RouteEntry] = []
  /// The owners that were found alive.
  ///
  /// They are released when the index is left: the last release of an object runs
  /// its `deinit`.
  var owners = RetainedOwners()
}
