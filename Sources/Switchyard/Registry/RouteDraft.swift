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
struct RouteDraft {
  /// The version that is read.
  let version: UInt64
  /// The steps that are left.
  var budget: MatchBudget
  private(set) var entries: [RouteEntry] = []
  private(set) var matches: [MatchedRoutes.Match] = []
  var guardCount = 0
  var proxyCount = 0
  var rarities: FoundRoutes.Rarities?
  var open: OpenQuestions?

  init(version: UInt64, budget: MatchBudget, capacity: Int) {
    self.version = version
    self.budget = budget
    entries.reserveCapacity(capacity)
    matches.reserveCapacity(capacity)
  }

  mutating func append(_ candidate: RouteCandidate) {
    let entry = candidate.entry
    entries.append(entry)
    matches.append(MatchedRoutes.Match(matched: entry.matched, captures: candidate.captures))
    guard let error = candidate.error else { return }
    rarities = rarities ?? FoundRoutes.Rarities()
    rarities?.failures[entry.id] = error
  }

  mutating func add(tags: [RouteTag]) {
    rarities = rarities ?? FoundRoutes.Rarities()
    rarities?.tagsOfMaps.formUnion(tags)
  }

  /// Whether the last is a map or fallback that has matched.
  var hasMatchedEnd: Bool {
    guard entries.count > guardCount + proxyCount, let last = entries.last else { return false }
    return rarities?.failures[last.id] == nil
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
    (0..<entries.count).map { place in
      if let error = rarities?.failures[entries[place].id] {
        return RouteCandidate(entries[place], failed: error)
      }
      return RouteCandidate(entries[place], matches[place].captures)
    }
  }

  /// Puts others in the place of all.
  mutating func replaceAll(by candidates: [RouteCandidate]) {
    (entries, matches) = ([], [])
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
