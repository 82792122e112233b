import TestSupport
import Switchyard
import Trials

/// A router, and beside it a list of the routes that it should have.
struct Yard {
  /// A registered route.
  struct Route {
    /// Its place in the order of registration.
    let number: Int
    let kind: RouteKind
    /// Which of the patterns it has.
    let pattern: Int
    /// A bit for each of its tags.
    let tags: UInt64
    /// Which of the owners it has.
    let owner: Int?
    /// Whether it is a guard that denies, or middleware that does not go on.
    let denies: Bool
    /// Which of the patterns it is not asked about, of a guard.
    let exception: Int?
    let id: RouteID
  }

  let router: Router
  let journal = Journal()
  let tags: [RouteTag]
  private let patterns: [BatchPattern]
  private let isLatestFirst: Bool
  /// The routes in the order in which they are asked.
  private(set) var routes: [Route] = []
  private var owners: [Owner?] = []
  private var registered = 0

  init(_ configuration: Router.Configuration, _ patterns: [BatchPattern], tags: [RouteTag]) {
    router = Router(configuration)
    isLatestFirst = configuration.precedence == .latestFirst
    self.patterns = patterns
    self.tags = tags
  }

  // MARK: - The order

  /// Whether a route is asked before another.
  ///
  /// Guards as they were registered; proxies, the latest first; of maps the latest or the most specific first;
  /// fallbacks, the most specific first. Of those that are alike the latest is first.
  private func precedes(_ one: Route, _ other: Route) -> Bool {
    if one.kind != other.kind { return Self.place(of: one.kind) < Self.place(of: other.kind) }
    switch one.kind {
    case .guard, .middleware: return one.number < other.number
    case .map where isLatestFirst, .proxy: return one.number > other.number
    case .map, .fallback:
      let (rank, otherRank) = (patterns[one.pattern].rank, patterns[other.pattern].rank)
      return rank == otherRank ? one.number > other.number : rank < otherRank
    }
  }

  private static func place(of kind: RouteKind) -> Int {
    switch kind {
    case .guard: 0
    case .proxy: 1
    case .middleware: 2
    case .map: 3
    case .fallback: 4
    }
  }

  /// Puts what was added last to its place.
  private mutating func arrange() { routes.sort(by: precedes) }

  // MARK: - Changes

  /// Registers routes that are drawn.
  mutating func add(_ count: Int, _ random: inout SeededGenerator) {
    for _ in 0..<count { addOne(&random) }
    arrange()
  }

  private mutating func addOne(_ random: inout SeededGenerator) {
    let kinds: [RouteKind] = [
      .guard, .guard, .proxy, .proxy, .map, .map, .map, .map, .map, .map, .map, .map, .map, .map,
      .fallback, .fallback, .middleware,
    ]
    let kind = random.pick(kinds)
    let hasOwner = kind != .guard && random.below(5) == 0
    add(
      kind,
      random.below(patterns.count),
      tags: kind == .guard ? 0 : drawTags(&random, from: kind == .middleware ? 1 : 0),
      owner: hasOwner ? drawOwner(&random) : nil,
      denies: (kind == .guard || kind == .middleware) && random.below(16) == 0,
      exception: kind == .guard && random.below(4) == 0 ? random.below(patterns.count) : nil,
      isAsync: random.below(8) == 0,
      byView: random.below(4) == 0
    )
  }

  /// Draws tags; those of middleware without the first, which is a method and no label of maps.
  private func drawTags(_ random: inout SeededGenerator, from first: Int) -> UInt64 {
    var drawn: UInt64 = 0
    for _ in 0..<random.pick([0, 0, 1, 1, 2]) {
      // The first is one that lookups are made through.
      drawn |= 1 << UInt64(first + random.below((drawn == 0 ? 3 : tags.count) - first))
    }
    return drawn
  }

  private mutating func drawOwner(_ random: inout SeededGenerator) -> Int {
    let living = owners.indices.filter { owners[$0] != nil }
    if living.count > 2 || (!living.isEmpty && random.below(2) == 0) { return random.pick(living) }
    owners.append(Owner())
    return owners.count - 1
  }

  private mutating func add(
    _ kind: RouteKind,
    _ pattern: Int,
    tags: UInt64,
    owner: Int?,
    denies: Bool,
    exception: Int?,
    isAsync: Bool,
    byView: Bool
  ) {
    registered += 1
    let all = self.tags.indices.filter { tags & 1 << UInt64($0) != 0 }.map { self.tags[$0] }
    let handler = RouteHandlerMaker(
      number: registered,
      denies: denies,
      exceptions: exception.map { [GuardException(patterns[$0].pattern)] } ?? [],
      journal: journal
    )
    let (compiled, object) = (patterns[pattern].pattern, owner.flatMap { owners[$0] })
    let id =
      byView
      ? handler.register(kind, compiled, [], object, isAsync, with: router[all])
      : handler.register(kind, compiled, all, object, isAsync, with: router)
    routes.append(
      Route(
        number: registered,
        kind: kind,
        pattern: pattern,
        tags: tags,
        owner: owner,
        denies: denies,
        exception: exception,
        id: id
      )
    )
  }

  /// Disposes of routes in one step.
  mutating func dispose(_ count: Int, _ random: inout SeededGenerator) throws {
    var gone: [Route] = []
    for _ in 0..<min(count, routes.count) {
      gone.append(routes.remove(at: random.below(routes.count)))
    }
    try dispose(gone)
    // Who is gone cannot go again.
    if let again = gone.first, random.below(4) == 0, router.dispose(of: again.id) != 0 {
      throw Disagreement("route \(again.number) could be disposed of twice")
    }
  }

  private func dispose(_ gone: [Route]) throws {
    let count =
      gone.count == 1 ? router.dispose(of: gone[0].id) : router.dispose(of: gone.map(\.id))
    guard count == gone.count else {
      throw Disagreement("\(gone.map(\.number)) were disposed of, and \(count) were there")
    }
  }

  /// Registers a route in the place of another, which goes before or behind.
  mutating func replace(_ random: inout SeededGenerator) throws {
    guard !routes.isEmpty else { return }
    let old = routes.remove(at: random.below(routes.count))
    let goesBefore = random.below(2) == 0
    if goesBefore { try dispose([old]) }
    add(
      old.kind,
      old.pattern,
      tags: old.tags,
      owner: old.owner,
      denies: old.denies,
      exception: old.exception,
      isAsync: false,
      byView: false
    )
    if !goesBefore { try dispose([old]) }
    arrange()
  }

  /// Lets an owner die.
  /// - Returns: how many routes went with it.
  mutating func killOwner(_ random: inout SeededGenerator) -> Int {
    let living = owners.indices.filter { owners[$0] != nil }
    guard !living.isEmpty else { return 0 }
    let owner = random.pick(living)
    owners[owner] = nil
    let count = routes.count
    routes.removeAll { $0.owner == owner }
    return count - routes.count
  }
}

/// Makes handlers that write down their calls, and let pass what may.
private struct RouteHandlerMaker {
  let number: Int
  let denies: Bool
  let exceptions: [GuardException]
  let journal: Journal

  func register(
    _ kind: RouteKind,
    _ pattern: RoutePattern,
    _ tags: [RouteTag],
    _ owner: Owner?,
    _ isAsync: Bool,
    with registrar: some RouteRegistrar
  ) -> RouteID {
    isAsync
      ? registerAsync(kind, pattern, tags, owner, registrar)
      : registerCallback(kind, pattern, tags, owner, registrar)
  }

  private func registerCallback(
    _ kind: RouteKind,
    _ pattern: RoutePattern,
    _ tags: [RouteTag],
    _ owner: Owner?,
    _ registrar: some RouteRegistrar
  ) -> RouteID {
    let (number, journal) = (number, journal)
    let verdict = denies ? GuardVerdict.deny : .allow
    switch kind {
    case .guard:
      return registrar.guard(pattern, except: exceptions) {
        (context: RouteContext, decide: @escaping @Sendable (GuardVerdict) -> Void) in
        journal.add(number, context.route, context.parameters)
        decide(verdict)
      }
    case .proxy:
      return registrar.proxy(pattern, tags: tags, owner: owner) { route, parameters, _, next in
        journal.add(number, route, parameters)
        next(nil)
      }
    case .middleware:
      return around(pattern, tags, owner, registrar)
    case .map:
      return registrar.map(pattern, tags: tags, owner: owner) { route, parameters, _, completed in
        journal.add(number, route, parameters)
        completed()
      }
    case .fallback:
      return registrar.fallback(pattern, tags: tags, owner: owner) {
        route,
        parameters,
        _,
        completed in
        journal.add(number, route, parameters)
        completed()
      }
    }
  }

  private func around(
    _ pattern: RoutePattern,
    _ tags: [RouteTag],
    _ owner: Owner?,
    _ registrar: some RouteRegistrar
  ) -> RouteID {
    let (number, denies, journal) = (number, denies, journal)
    return registrar.around(pattern, tags: tags, owner: owner) { context, next in
      journal.add(number, context.route, context.parameters)
      if !denies { try await next() }
    }
  }

  private func registerAsync(
    _ kind: RouteKind,
    _ pattern: RoutePattern,
    _ tags: [RouteTag],
    _ owner: Owner?,
    _ registrar: some RouteRegistrar
  ) -> RouteID {
    let (number, journal) = (number, journal)
    let verdict = denies ? GuardVerdict.deny : .allow
    let note: @Sendable (RouteContext) -> Void = { context in
      journal.add(number, context.route, context.parameters)
    }
    switch kind {
    case .guard:
      return registrar.guard(pattern, except: exceptions) { (context: RouteContext) async throws in
        note(context)
        return verdict
      }
    case .proxy:
      return registrar.proxy(pattern, tags: tags, owner: owner) {
        (context: RouteContext) async throws in
        note(context)
        return .pass
      }
    case .middleware:
      return around(pattern, tags, owner, registrar)
    case .map:
      return registrar.map(pattern, tags: tags, owner: owner) {
        (context: RouteContext) async throws in note(context)
      }
    case .fallback:
      return registrar.fallback(pattern, tags: tags, owner: owner) {
        (context: RouteContext) async throws in note(context)
      }
    }
  }
}
