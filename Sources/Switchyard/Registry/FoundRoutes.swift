import Synchronization

/// All that a target meets in one version of the routes, in the order in which it is asked.
///
/// `@unchecked` because a search alone fills it, for the one dispatch that has it.
final class FoundRoutes: @unchecked Sendable {
  /// Some things that most searches do not come to.
  ///
  /// `@unchecked` because only the search changes them.
  final class Rarities: @unchecked Sendable {
    /// The reasons that some could not be matched.
    var failures: [RouteID: MatchError] = [:]
    var tagsOfMaps: Set<RouteTag> = []
    /// The guards that are not asked, as they have exceptions for the target.
    var excepting: [RouteEntry] = []
    /// The steps that it took to match those which an expression was asked about, where they are
    /// counted.
    var steps: [RouteID: Int] = [:]
  }

  /// A route with its values.
  struct Met {
    let entry: RouteEntry
    let values: CapturedValues
  }

  /// The version.
  private(set) var version: UInt64 = 0
  /// The guards, the proxies, the middleware, and the map or fallback if there is one.
  private let routes = RefilledList<Met>()
  /// Whether there is something to be asked of middleware when it is known what it may be around.
  private var hasSpecialMiddleware = false
  private(set) var guardCount = 0
  private(set) var proxyCount = 0
  private(set) var middlewareCount = 0
  /// Whether the map or fallback, where there is one, and all middleware are functions that run
  /// wherever they are called.
  private(set) var isOfFunctions = true
  /// Whether middleware that is a function has a part that runs first.
  private(set) var hasFirstParts = false
  /// The time limit that the innermost middleware sets which sets one.
  private var ownTimeLimit: Duration?
  private var rarities: Rarities?
  /// All values that regular expressions have found, in the order in which they were asked; made
  /// when there are some, and kept empty for the next.
  private var asked: RefilledList<CaptureRanges>?
  /// The steps that matches may still take; changed as a whole, for in place they would be looked
  /// at for others that change them.
  var budget: MatchBudget
  /// The things that are left to be asked while it is searched for, where there are some.
  var open: OpenQuestions?
  /// Whether one of the guards has exceptions.
  private(set) var hasExceptions = false
  /// Whether nothing was looked for since all was let go of.
  private(set) var isClear = true
  /// Whether the steps of each route are counted.
  var countsSteps = false

  init(_ budget: MatchBudget) { self.budget = budget }

  /// Leaves out proxies that need not be asked.
  init(_ other: FoundRoutes, without proxies: Set<RouteID>) {
    budget = other.budget
    isClear = false
    version = other.version
    isOfFunctions = other.isOfFunctions
    hasFirstParts = other.hasFirstParts
    ownTimeLimit = other.ownTimeLimit
    rarities = other.rarities
    asked = other.asked
    guardCount = other.guardCount
    middlewareCount = other.middlewareCount
    for place in 0..<other.count {
      let met = other.met(at: place)
      if met.entry.kind == .proxy {
        if proxies.contains(met.entry.id) { continue }
        proxyCount += 1
      }
      routes.append(met)
    }
  }

  // MARK: - Searching

  /// Lets go of all, and keeps the room for others and the steps that are left.
  func clear() {
    routes.removeAll()
    (guardCount, proxyCount, middlewareCount) = (0, 0, 0)
    isOfFunctions = true
    isClear = true
    hasExceptions = false
    hasSpecialMiddleware = false
    hasFirstParts = false
    ownTimeLimit = nil
    if rarities != nil { rarities = nil }
    if open != nil { open = nil }
    if hasAskedValues { clearAskedValues() }
  }

  /// Lets go of what regular expressions have found; whoever has kept a leg keeps that of it.
  @inline(never)
  private func clearAskedValues() {
    guard isKnownUniquelyReferenced(&asked) else { return asked = nil }
    // To let go of it was a release, of which the count is not read as an acquisition everywhere.
    atomicMemoryFence(ordering: .acquiring)
    asked?.removeAll()
  }

  /// Begins with the routes of another version; nothing is let go of while that is looked at.
  func begin(in version: UInt64) {
    assert(isClear, "What was found before is let go of before the look.")
    isClear = false
    self.version = version
  }

  /// Takes in a guard, a proxy or middleware behind those before it; of middleware it is not known
  /// yet what it may be around.
  // Inlined, as the next: each is called in one or two places, for each route that is found.
  @inline(__always)
  func append(beforeEnd entry: consuming RouteEntry, _ values: CapturedValues) {
    switch entry.kind {
    case .guard:
      guardCount &+= 1
      if !entry.exceptions.isEmpty { hasExceptions = true }
    case .proxy: proxyCount &+= 1
    default:
      middlewareCount &+= 1
      if !entry.isPlainMiddleware { hasSpecialMiddleware = true }
    }
    routes.append(Met(entry: entry, values: values))
  }

  /// Takes in the map or fallback behind all others.
  @inline(__always)
  func append(end entry: consuming RouteEntry, _ values: CapturedValues) {
    isOfFunctions = entry.isFunction
    routes.append(Met(entry: entry, values: values))
  }

  /// Takes in a candidate, likewise.
  func append(_ candidate: RouteCandidate) {
    if let error = candidate.error { note(error, of: candidate.entry) }
    switch candidate.entry.kind {
    case .map, .fallback: append(end: candidate.entry, candidate.values)
    case .guard, .proxy, .middleware: append(beforeEnd: candidate.entry, candidate.values)
    }
  }

  /// The things that are left to be asked, made when there is the first.
  var questions: OpenQuestions {
    let made = open ?? OpenQuestions()
    open = made
    return made
  }

  /// Takes in what a regular expression has found.
  func values(asked ranges: consuming CaptureRanges) -> CapturedValues {
    if asked == nil { asked = RefilledList() }
    asked?.append(ranges)
    return CapturedValues(asked: (heldAskedValues?.read { $0.count } ?? 0) - 1)
  }

  /// Finds where the values of a route stand in the target that was looked for.
  func ranges(of values: CapturedValues, in target: RouteTarget) -> CaptureRanges {
    values.ranges(in: target, asked)
  }

  /// Whether regular expressions have found values.
  var hasAskedValues: Bool { heldAskedValues.map { $0.read { $0.count > 0 } } ?? false }

  /// The same, as long as nobody lets go of it.
  @inline(__always)
  private var heldAskedValues: HeldReference<RefilledList<CaptureRanges>>? {
    guard let asked else { return nil }
    return HeldReference(asked)
  }

  /// The values that regular expressions have found, where some were asked.
  var askedValues: RefilledList<CaptureRanges>? { hasAskedValues ? asked : nil }

  /// Takes note of the steps that it took to match a route, if they are counted.
  func note(steps: @autoclosure () -> Int, of entry: @autoclosure () -> RouteEntry) {
    if countsSteps { madeRarities.steps[entry().id] = steps() }
  }

  /// The steps that it took to match a route; 0 where none was taken or counted.
  func matchSteps(of entry: RouteEntry) -> Int { rarities?.steps[entry.id] ?? 0 }

  /// Takes note that a route could not be matched.
  private func note(_ error: MatchError, of entry: RouteEntry) {
    madeRarities.failures[entry.id] = error
  }

  /// Leaves out the middleware that is not around the map or fallback, when that is known.
  @inline(__always)
  func settleMiddleware() {
    if middlewareCount > 0, hasSpecialMiddleware || !hasEnd { askMiddleware() }
  }

  /// Leaves out the middleware that is not around the map or fallback, and takes note of what is
  /// no function, has a part that runs first, or has a time limit of its own.
  @inline(never)
  private func askMiddleware() {
    let end = hasEnd ? entry(at: count - 1) : nil
    routes.filter { met in
      let entry = met.entry
      guard entry.kind == .middleware else { return true }
      guard entry.isAround(end) else {
        rarities?.failures[entry.id] = nil
        middlewareCount -= 1
        return false
      }
      if !entry.isFunction { isOfFunctions = false }
      if let function = entry.middlewareFunction {
        if function.before != nil { hasFirstParts = true }
        if let limit = function.timeLimit { ownTimeLimit = limit }
      }
      return true
    }
  }

  /// Puts others in the place of all; before middleware is settled.
  func replaceAll(by candidates: [RouteCandidate]) {
    routes.removeAll()
    (guardCount, proxyCount, middlewareCount, isOfFunctions) = (0, 0, 0, true)
    if hasFailures { rarities?.failures = [:] }
    for candidate in candidates { append(candidate) }
  }

  /// All of them, with their matches.
  var candidates: [RouteCandidate] { (0..<count).map { candidate(at: $0) } }

  private func candidate(at place: Int) -> RouteCandidate {
    let met = met(at: place)
    guard let error = rarities?.failures[met.entry.id] else {
      return RouteCandidate(met.entry, met.values)
    }
    return RouteCandidate(met.entry, failed: error)
  }

  func note(excepting guards: [RouteEntry]) { madeRarities.excepting = guards }

  func add(tags: [RouteTag]) { madeRarities.tagsOfMaps.formUnion(tags) }

  func forgetTags() { rarities?.tagsOfMaps = [] }

  /// The rarities, made when there is the first.
  private var madeRarities: Rarities {
    let made = rarities ?? Rarities()
    rarities = made
    return made
  }

  // MARK: - What was found

  /// Whether one could not be matched.
  var hasFailures: Bool { rarities?.failures.isEmpty == false }

  /// The reason that the one at a place could not be matched.
  func error(at place: Int) -> MatchError? {
    rarities.flatMap { $0.failures[entry(at: place).id] }
  }

  /// The tags of all maps that match, where there is neither map nor fallback and the search was to
  /// find them.
  var tagsOfMaps: Set<RouteTag> { rarities?.tagsOfMaps ?? [] }

  /// The number of routes.
  var count: Int { routes.count }

  /// Calls a closure with the route at a place, which takes no reference to it.
  @inline(__always)
  func read<Result>(_ place: Int, _ body: (borrowing Met) -> Result) -> Result {
    routes.read(place, body)
  }

  private func met(at place: Int) -> Met { read(place) { copy $0 } }

  func entry(at place: Int) -> RouteEntry { read(place) { $0.entry } }

  /// The route at a place, as long as somebody holds this and has not let go of it.
  @inline(__always)
  func heldEntry(at place: Int) -> HeldReference<RouteEntry> {
    read(place) { HeldReference($0.entry) }
  }

  func entry(of id: RouteID) -> RouteEntry? {
    (0..<count).first { place in read(place) { $0.entry.id == id } }.map { entry(at: $0) }
  }

  /// The routes that have to be there when the map starts: the guards that have allowed it or
  /// except it, and the middleware around it.
  var neededByEnd: [RouteEntry] { guards + middlewarePlaces.map { entry(at: $0) } }

  /// The guards that have allowed the map when it starts, and those that except it: what takes the
  /// place of one of them may deny.
  var guards: [RouteEntry] {
    (0..<guardCount).map { entry(at: $0) } + (rarities?.excepting ?? [])
  }

  /// The number of routes before the middleware.
  var beforeMiddleware: Int { guardCount &+ proxyCount }

  /// Whether there is a map or fallback.
  var hasEnd: Bool { count > beforeMiddleware &+ middlewareCount }

  /// The place at which a dispatch ends: of the map or fallback, or where there is none of the
  /// outermost middleware.
  var endPlace: Int { hasEnd ? count - 1 : beforeMiddleware }

  /// The map or fallback that runs where no guard and no proxy leads elsewhere.
  var map: RouteCandidate? {
    hasEnd ? candidate(at: count - 1) : nil
  }

  /// Whether the last is a map or fallback that has matched.
  var hasMatchedEnd: Bool {
    hasEnd && (rarities == nil || error(at: count - 1) == nil)
  }

  /// The place of the map or fallback, if it has matched.
  var matchedEnd: Int? { hasMatchedEnd ? count - 1 : nil }

  /// Whether a map that is no fallback matches; not where a limit was hit before that was known.
  var hasMap: Bool { hasMatchedEnd && read(count - 1) { $0.entry.kind == .map } }

  /// The map or fallback that has matched, as handlers know it.
  var destination: MatchedEntry? {
    hasMatchedEnd ? read(count - 1) { $0.entry.matched } : nil
  }

  /// The first guard that is gone, or else the first middleware that is, or whose owner is.
  var goneBeforeEnd: RouteEntry? { gone(among: middlewarePlaces) }

  /// The first guard that is gone, or else the first route from a place on that is, or whose owner
  /// is.
  func gone(from place: Int) -> RouteEntry? { gone(among: place..<max(place, count)) }

  /// The first guard that is gone, or else the first of the routes at some places that is, or whose
  /// owner is.
  @inline(__always)
  private func gone(among places: Range<Int>) -> RouteEntry? {
    for place in places where heldEntry(at: place).read({ $0.isDisposed || $0.hasOwners }) {
      return goneOrOrphaned(among: places)
    }
    return goneGuard
  }

  @inline(never)
  private func goneOrOrphaned(among places: Range<Int>) -> RouteEntry? {
    // To ask owners, the routes have to be held.
    let gone = places.lazy.map { self.entry(at: $0) }.first { !$0.isLive }
    // Behind the owners, as to ask one may be its end, which may dispose of any route.
    return goneGuard ?? gone ?? disposed(among: places.lowerBound..<count)
  }

  @inline(__always)
  private var goneGuard: RouteEntry? {
    disposed(among: 0..<guardCount) ?? rarities?.excepting.first(where: \.isDisposed)
  }

  @inline(__always)
  private func disposed(among places: Range<Int>) -> RouteEntry? {
    for place in places where heldEntry(at: place).read({ $0.isDisposed }) {
      return entry(at: place)
    }
    return nil
  }

  var hasOwnTimeLimit: Bool { ownTimeLimit != nil }

  /// The time limit of the map or fallback: the innermost that middleware sets, or the router's.
  var timeLimit: TimeLimits.Limit { ownTimeLimit.map { .own($0) } ?? .handlers }

  var middlewarePlaces: Range<Int> {
    beforeMiddleware..<(beforeMiddleware + middlewareCount)
  }
}

extension FoundRoutes {
  /// Returns the reason that the map or fallback does not run, if there is one, where all guards
  /// that were found have allowed the target.
  ///
  /// A guard that excepts the target was not found, nor was one for other methods.
  func refusal(of end: RouteEntry, under access: RouterAccess) -> RefusedAccess? {
    end.refusal(under: access) { name in
      (0..<guardCount).contains { entry(at: $0).decides(as: name) }
    }
  }
}
