import SwitchyardLocks
import SwitchyardProof

/// The routes that a router shares with those of other servers.
///
///     let shared = SharedRoutes(of: router, handlers: handlers)
///     let following = Task { try await shared.follow(source, as: "web-1") }
///     try await server.run()
///     following.cancel()
///     try await following.value
///
/// What servers share are declarations: patterns, kinds, tags, names, access, settings, and the
/// keys of handlers. Here keys are bound to the closures of this server. A generation becomes the
/// router's in one step, as by `router.update`: whoever opens or lists sees all of it or nothing,
/// and no map before its guard. One that cannot be taken changes nothing.
///
/// The router may have routes of its own beside these, which count where guards are asked about.
public actor SharedRoutes {
  /// The ways in which generations are checked.
  public struct Options: Hashable, Sendable {
    /// Whether guards have to decide about all that comes to maps and fallbacks of which it is not
    /// declared that they are public; else about what requires guards.
    public var allExceptPublic: Bool

    /// Makes options.
    public init(allExceptPublic: Bool = true) { self.allExceptPublic = allExceptPublic }
  }

  /// A generation that has been checked, and waits to be made.
  private struct Staged {
    let change: TableChange
    let update: PreparedUpdate
    let ids: [Int: RouteID]
    /// The generation that it was checked as.
    let checksum: String
    /// Whether guards decide about all that they have to.
    let isGuarded: Bool
  }

  private let router: Router
  private let handlers: RouteHandlers
  private let watch: AccessWatch
  private let patternOptions: RoutePattern.Options
  /// The routes as they are declared.
  private(set) var table = SharedTable()
  /// The same as the router knows them, by their numbers.
  private var ids: [Int: RouteID] = [:]
  private var staged: Staged?
  private let published = Locked(SharedRoutesStatus())

  /// Makes the shared routes of a router, none at first.
  /// - Parameters:
  ///   - router: the router.
  ///   - handlers: its handlers by their keys.
  ///   - options: how generations are checked.
  public init(of router: Router, handlers: RouteHandlers, options: Options = Options()) {
    self.router = router
    self.handlers = handlers
    watch = AccessWatch(router, allExceptPublic: options.allExceptPublic)
    var patternOptions = RoutePattern.Options()
    patternOptions.slashes = router.configuration.slashes
    patternOptions.letterCase = router.configuration.letterCase
    self.patternOptions = patternOptions
  }

  /// The number of the generation whose routes the router has; 0 without any.
  public nonisolated var generation: Int { status.generation }

  /// The state of the routes now, as for a page that tells whether a server is well.
  public nonisolated var status: SharedRoutesStatus { published.withLock { $0 } }

  nonisolated func note(_ change: (inout SharedRoutesStatus) -> Void) {
    published.withLock { change(&$0) }
  }

  // MARK: - Generations

  /// Checks a generation: compiles its patterns, binds its keys and asks for its guards; nothing of
  /// the router is changed.
  /// - Throws: `GenerationRefusal` with the reasons that it cannot be taken.
  public func stage(_ generation: RouteGeneration) throws(GenerationRefusal) {
    _ = try prepare(try change(by: generation), generation.checksum)
  }

  /// Makes a generation the router's, in one step; one that was staged is not checked again, unless
  /// other routes of the router have changed since.
  /// - Throws: `GenerationRefusal` with the reasons that it cannot be taken; the router stays as it
  ///   is.
  public func apply(_ generation: RouteGeneration) throws(GenerationRefusal) {
    try make(try change(by: generation), generation.checksum)
  }

  private func change(by generation: RouteGeneration) throws(GenerationRefusal) -> TableChange {
    if generation.base == table.number { return try table.change(by: [generation]) }
    guard generation.base == 0 else { return try table.change(by: [generation]) }
    return table.change(to: try SharedTable(generation))
  }

  /// Checks a change.
  func stage(_ change: TableChange, _ checksum: String) throws(GenerationRefusal) {
    _ = try prepare(change, checksum)
  }

  /// Checks a change, unless it was, and makes it; what is active for all already is made for who
  /// looks at it though it leaves something open.
  /// - Returns: whether it leaves nothing open.
  /// - Throws: `GenerationRefusal` with the reasons that it cannot be taken.
  @discardableResult
  func make(
    _ change: TableChange,
    _ checksum: String,
    isActive: Bool = false
  ) throws(GenerationRefusal) -> Bool {
    var staged = try prepare(change, checksum, isActive: isActive)
    // Where others change the router meanwhile, what was found of guards may not hold any more.
    var rest = Self.tries
    while !watch.make(staged.update) {
      takeBack()
      rest -= 1
      guard rest > 0 else { throw Self.contended(change.number) }
      staged = try prepare(change, checksum, isActive: isActive)
    }
    self.staged = nil
    for order in staged.change.removed.keys { ids[order] = nil }
    ids.merge(staged.ids) { _, new in new }
    table.make(staged.change)
    let (number, count) = (table.number, table.routes.count)
    note { status in
      status.generation = number
      status.routeCount = count
      status.refused = nil
    }
    return staged.isGuarded
  }

  private func prepare(
    _ change: TableChange,
    _ checksum: String,
    isActive: Bool = false
  ) throws(GenerationRefusal) -> Staged {
    guard change.base == table.number else {
      throw GenerationRefusal(
        change.number,
        [
          RefusalReason(
            .base,
            "It changes generation \(change.base), and here is \(table.number). Apply it once more."
          )
        ]
      )
    }
    if let staged {
      let known = staged.change
      if known.number == change.number, known.base == change.base, staged.checksum == checksum,
        watch.isCurrent
      {
        return staged
      }
      takeBack()
    }
    let made = try bind(change)
    let findings = watch.findings(of: made.update).filter { $0.severity == .error }
    guard findings.isEmpty || isActive else {
      watch.takeBack(made.update)
      throw GenerationRefusal(change.number, reasons(findings, made.ids))
    }
    let staged = Staged(
      change: change,
      update: made.update,
      ids: made.ids,
      checksum: checksum,
      isGuarded: findings.isEmpty
    )
    self.staged = staged
    return staged
  }

  /// Forgets the generation that was checked.
  private func takeBack() {
    if let staged { watch.takeBack(staged.update) }
    staged = nil
  }

  /// The times that a generation is checked again because other routes have changed meanwhile.
  private static let tries = 64

  private static func contended(_ number: Int) -> GenerationRefusal {
    GenerationRefusal(
      number,
      [
        RefusalReason(
          .open,
          "Other routes of the router change again and again while its guards are looked for. "
            + "Apply it once more."
        )
      ]
    )
  }

  /// Makes the routes that come, with the handlers of this server.
  private func bind(
    _ change: TableChange
  ) throws(GenerationRefusal) -> (ids: [Int: RouteID], update: PreparedUpdate) {
    var reasons: [RefusalReason] = []
    var bound: [(order: Int, route: ListedRoute, binding: RouteHandlers.Binding)] = []
    for (order, route) in change.added.sorted(by: { $0.key < $1.key }) {
      do throws(RefusedBinding) {
        let (listed, binding) = try route.bound(to: handlers, patternOptions)
        bound.append((order, listed, binding))
      } catch {
        reasons.append(RefusalReason(error.code, route: order, error.message))
        if reasons.count == GenerationRefusal.most { break }
      }
    }
    guard reasons.isEmpty else { throw GenerationRefusal(change.number, reasons) }
    let gone = change.removed.keys.compactMap { ids[$0] }
    let made = router.prepareUpdate { table -> [Int: RouteID] in
      table.dispose(of: gone)
      var ids: [Int: RouteID] = [:]
      // All come in one step; guards are first for who reads the list.
      for isGuard in [true, false] {
        for (order, route, binding) in bound where (route.route.kind == .guard) == isGuard {
          do {
            ids[order] = try binding.register(route, table)
          } catch {
            reasons.append(
              RefusalReason(
                .configuration,
                route: order,
                "The handler of the route \(route.route.words) refuses its settings: "
                  + "\("\(error)".excerpt) Correct them."
              )
            )
          }
        }
      }
      return ids
    }
    guard reasons.isEmpty else { throw GenerationRefusal(change.number, reasons) }
    return (made.result, made.update)
  }

  private func reasons(_ findings: [RouteFinding], _ added: [Int: RouteID]) -> [RefusalReason] {
    var orders: [RouteID: Int] = [:]
    for (order, id) in ids { orders[id] = order }
    for (order, id) in added { orders[id] = order }
    return findings.map { finding in
      let order = finding.routes.first?.id.flatMap { orders[$0] }
      return RefusalReason(.open, route: order, finding.message)
    }
  }
}

extension SharedTable {
  /// Makes the table of a generation that has all of its routes.
  init(_ whole: RouteGeneration) throws(GenerationRefusal) {
    self.init()
    make(try change(by: [whole]))
  }
}

extension RouteDescription {
  /// Reads the texts of the route, and finds its handler.
  fileprivate func bound(
    to handlers: RouteHandlers,
    _ options: RoutePattern.Options
  ) throws(RefusedBinding) -> (ListedRoute, RouteHandlers.Binding) {
    guard isOpaque != true else {
      throw RefusedBinding(
        code: .closure,
        message: "A closure decides about values of the route \(words), and closures do not "
          + "travel. Write an expression in its pattern."
      )
    }
    let texts = [name, handler].compactMap { $0 } + (configuration ?? [:]).flatMap { [$0, $1] }
    guard texts.allSatisfy({ $0.utf8.count <= RouteGeneration.Limits.textLength }) else {
      throw RefusedBinding(
        code: .tooLarge,
        message: "A text of the route \(words) has more than \(RouteGeneration.Limits.textLength) "
          + "bytes. Make it shorter."
      )
    }
    guard kind == .map || kind == .fallback || access == nil && about == nil else {
      throw RefusedBinding(
        code: .route,
        message: "The route \(words) is neither a map nor a fallback, and has an access or notes. "
          + "Leave these out."
      )
    }
    guard kind != .guard || tags.allSatisfy({ $0.methodToken != nil }) else {
      throw RefusedBinding(
        code: .route,
        message: "The guard \(words) has tags, and stands before all. Leave the tags out."
      )
    }
    let route: ListedRoute
    do throws(ListedRoutesError) {
      route = try ListedRoute(reading: self, options)
    } catch {
      throw RefusedBinding(code: .route, message: "\(error)")
    }
    return (route, try handlers.binding(of: self).get())
  }
}
