/// Asks whether maps and fallbacks are reached without the guards that are to decide about them.
///
/// It asks for the lookups that tell guards and maps apart: those of requests by their methods, and
/// for a route with names those by each of these. A target that shows a hole is a canonical one
/// that surely comes to the route in such a lookup, and that no guard is asked about. It may have
/// any scheme, or none: a server is asked for http and https alone, but an app can open any target
/// by the tags of a request. One of a server is shown where it shows the same.
///
/// A lookup by the tag of a method alone is none of these: it is no request, which finds the maps
/// for any method as well, and would show what never comes to a server. Nor does it ask for routes
/// that may go: what an owner or a disposal takes away makes another version.
struct AccessCheck {
  /// The answer for one route.
  enum Verdict {
    /// A guard is surely asked about each target that comes to it.
    case covered
    /// A target comes to it in a lookup, and no guard is asked.
    case open(RouteTarget, Lookup)
    /// It cannot be decided.
    case unknown

    var isCovered: Bool {
      if case .covered = self { return true }
      return false
    }
  }

  /// The tags of a lookup, and the method of the request if it is one.
  struct Lookup {
    let tags: [RouteTag]
    var method: String?
  }

  /// The guards that are asked about.
  enum Deciders {
    case all
    case named(String)
    case one(RouteID)

    fileprivate func include(_ route: ComparedRoute) -> Bool {
      switch self {
      case .all: true
      case .named(let name): route.entry.name == name
      case .one(let id): route.entry.id == id
      }
    }
  }

  /// The guards that decide.
  private let guards: ComparedRoutes
  private let ends: ComparedRoutes
  private let budget: RelationBudget
  /// The methods that something among the routes names, in order.
  private let namedMethods: [String]
  /// The languages of the exceptions of each guard.
  private var exceptions: [RouteID: [PatternLanguage]] = [:]

  /// The number of times that a target is shown to the routes which may keep it away.
  private static let rounds = 64

  init(guards: ComparedRoutes, ends: ComparedRoutes, budget: RelationBudget) {
    self.guards = guards
    self.ends = ends
    self.budget = budget
    var named = Set(RouteTag.knownMethods.compactMap(\.methodToken))
    for route in guards.routes + ends.routes {
      named.formUnion(route.entry.tags.compactMap(\.methodToken))
      for exception in route.entry.exceptions {
        named.formUnion(exception.methods.compactMap(\.methodToken))
      }
    }
    let known = RouteTag.knownMethods.compactMap(\.methodToken)
    namedMethods = known + named.subtracting(known).sorted()
  }

  /// Asks whether guards decide about all targets that come to a route.
  ///
  /// - Parameters:
  ///   - place: the place of the route among the ends.
  ///   - deciders: the guards of which one has to be asked.
  /// - Returns: the answer, with a target where there is one that they are not asked about.
  mutating func verdict(of place: Int, by deciders: Deciders) -> Verdict {
    // Most are covered whatever else there is, and whatever the method.
    if search(place, Question(lookup: nil, deciders: deciders)).isCovered { return .covered }
    return lookedUp(place, deciders)
  }

  /// Asks whether guards decide about all targets that a route matches, whichever route wins.
  mutating func isCoveredAlone(_ place: Int) -> Bool {
    search(place, Question(lookup: nil, deciders: .all)).isCovered
  }

  private mutating func lookedUp(_ place: Int, _ deciders: Deciders) -> Verdict {
    var isUnknown = false
    for lookup in lookups(of: ends.routes[place]) {
      switch search(place, Question(lookup: lookup, deciders: deciders)) {
      case .covered: continue
      case .open(let target, _): return .open(target, lookup)
      case .unknown: isUnknown = true
      }
      if budget.isSpent { break }
    }
    return isUnknown || budget.isSpent ? .unknown : .covered
  }

  // MARK: - Lookups

  /// The lookups that find a route, of those that guards or other routes may tell apart.
  private func lookups(of end: ComparedRoute) -> [Lookup] {
    guard !end.tags.isEmpty else { return [Lookup(tags: [])] }
    var tokens = end.methods.compactMap(\.methodToken)
    if end.tags.contains(.anyMethod) { tokens = namedMethods + [otherMethod] }
    var lookups: [Lookup] = []
    for token in tokens {
      let tag = RouteTag(method: token)
      if tag == .head {
        lookups.append(Lookup(tags: [.head, .get, .anyMethod], method: token))
      } else {
        lookups.append(Lookup(tags: [tag, .anyMethod], method: token))
      }
    }
    // HEAD finds the maps of GET.
    if tokens.contains("GET"), !tokens.contains("HEAD") {
      lookups.append(Lookup(tags: [.head, .get, .anyMethod], method: "HEAD"))
    }
    let names = end.entry.tags.filter { $0.methodToken == nil && $0 != .anyMethod }
    return lookups + names.map { Lookup(tags: [$0]) }
  }

  /// A method that nothing names.
  private var otherMethod: String {
    let candidates = ["PROPFIND", "QUERY", "REPORT", "LOCK", "BREW"]
    return candidates.first { !namedMethods.contains($0) } ?? "X-OTHER-METHOD"
  }

  // MARK: - Searches

  private struct Question {
    /// The lookup; `nil` for all at once, in which no other map wins.
    let lookup: Lookup?
    let deciders: Deciders
  }

  private mutating func search(_ place: Int, _ question: Question) -> Verdict {
    let end = ends.routes[place]
    var covers: [LanguageCover] = []
    var known: Set<RouteID> = []
    // At first a target is enough that may be open, and where there is none the route is covered.
    var isSure = false
    for round in 0..<Self.rounds {
      if budget.isSpent { return .unknown }
      let hole: LanguageHole
      if round == 0, let sample = end.sample {
        hole = .found(sample)
      } else {
        hole =
          isSure ? end.language.sureHole(in: covers) : end.language.possibleHole(in: covers)
      }
      switch hole {
      case .none: return isSure ? .unknown : .covered
      case .unknown where isSure: return .unknown
      case .unknown: isSure = true
      case .found(let target):
        let keepers = keepers(of: target, from: place, question)
        let fresh = keepers.filter { known.insert($0.entry.id).inserted }
        covers += fresh.map { cover(by: $0, question) }
        guard fresh.isEmpty else { continue }
        if keepers.isEmpty, end.surelyMatches(target), let lookup = question.lookup {
          return .open(requested(target, place, question), lookup)
        }
        // The target is in doubt; or without a lookup it is enough to know that there is one.
        if isSure || question.lookup == nil { return .unknown }
        isSure = true
      }
    }
    return .unknown
  }

  /// Returns a hole with the scheme of a server instead of another one with a host, if it is one
  /// with that as well.
  private func requested(
    _ hole: RouteTarget,
    _ place: Int,
    _ question: Question
  ) -> RouteTarget {
    guard question.lookup?.method != nil, hole.host != nil, let scheme = hole.scheme,
      RouteTarget.ServerScheme(rawValue: scheme) == nil
    else { return hole }
    let end = ends.routes[place]
    let options = RouteTarget.Options(slashes: end.entry.pattern.options.slashes)
    let rest = hole.description.dropFirst(scheme.count)
    for server in [RouteTarget.ServerScheme.http, .https] {
      if let other = try? RouteTarget("\(server.rawValue)\(rest)", options: options),
        end.surelyMatches(other), keepers(of: other, from: place, question).isEmpty
      {
        return other
      }
    }
    return hole
  }

  /// The guards that may be asked about a target, and the routes that may win it.
  private func keepers(
    of target: RouteTarget,
    from place: Int,
    _ question: Question
  ) -> [ComparedRoute] {
    let deciding = guards.before(where: question.deciders.include)
    var keepers = deciding.matching(target).map { guards.routes[$0] }
    guard let lookup = question.lookup else {
      return keepers.filter { guardRoute in
        guardRoute.tags.isEmpty
          && !guardRoute.exceptions.contains { $0.surelyMatches(target) }
      }
    }
    keepers = keepers.filter { guardRoute in
      guardRoute.entry.fits(lookup.tags)
        && !guardRoute.exceptions.contains {
          $0.exception.isFor(lookup.tags) && $0.surelyMatches(target)
        }
    }
    guard keepers.isEmpty else { return keepers }
    return winners(over: place, in: lookup).matching(target).map { ends.routes[$0] }
  }

  /// The routes that run in the place of one where they match.
  private func winners(over place: Int, in lookup: Lookup) -> ComparedRoutes.Selection {
    let isOfFallback = ends.routes[place].entry.kind == .fallback
    let isRequest = lookup.method != nil
    return ends.before(place) { other in
      // A map for another method keeps fallbacks from a request.
      if isOfFallback, isRequest, other.entry.kind == .map, other.isForRequests { return true }
      return other.entry.fits(lookup.tags)
    }
  }

  /// Returns what a route keeps away in a lookup.
  private mutating func cover(by route: ComparedRoute, _ question: Question) -> LanguageCover {
    guard !route.exceptions.isEmpty else { return LanguageCover(route.language) }
    let languages =
      exceptions[route.entry.id]
      ?? route.exceptions.map { PatternLanguage($0.exception.pattern, budget: budget) }
    exceptions[route.entry.id] = languages
    let applying = zip(route.exceptions, languages).filter { exception, _ in
      question.lookup.map { exception.exception.isFor($0.tags) } ?? true
    }
    return LanguageCover(route.language, exceptions: applying.map(\.1))
  }
}

extension ComparedRoute {
  /// Whether a target surely matches, whatever closures say.
  func surelyMatches(_ target: RouteTarget) -> Bool {
    !isOpaque && budget.matches(target, entry.pattern) == true
  }
}

extension RouteFinding {
  /// Returns what there is to be said of a map or fallback by the verdict of a check.
  ///
  /// - Parameters:
  ///   - verdict: the verdict.
  ///   - end: the map or fallback, which is described where there is something.
  ///   - name: the guard that it requires; `nil` for any.
  /// - Returns: one finding, or none where it is covered.
  static func of(
    _ verdict: AccessCheck.Verdict,
    _ end: @autoclosure () -> RouteDescription,
    requiring name: String?
  ) -> [RouteFinding] {
    switch verdict {
    case .covered: return []
    case .unknown: return [.open(end(), requiring: name)]
    case .open(let target, let lookup):
      return [
        .open(
          end(),
          requiring: name,
          example: target.description,
          method: lookup.method,
          tags: lookup.tags
        )
      ]
    }
  }
}
