/// Publishes generations of routes to all servers of a source.
///
///     let publisher = RoutePublisher(source)
///     let publication = try await publisher.publish(routes, note: "the new shop")
///
/// A generation is checked here, then staged, and active when all servers have taken it. One that
/// is refused by any of them is refused for all.
public actor RoutePublisher {
  let source: RouteSource
  private let configuration: Router.Configuration
  private let options: SharedRoutes.Options
  /// The table as a server without handlers has it.
  let trial: SharedRoutes
  let patience: Duration
  /// The most seconds of patience that the tool lets anybody have, as others wait out no more.
  package static let mostPatienceOfTool = Int(SourceState.outlasted)
  /// The time for a server to answer whose last answer is too old: it may be there all the same.
  let grace: Duration
  /// Told the number of a generation of somebody else that is waited for, and the most seconds.
  private let onWait: @Sendable (_ number: Int, _ seconds: Int) -> Void
  /// The last generation that it was told of.
  private var told: SourceState.Staged?
  /// The generation of somebody else that was found staged, and since when it was seen.
  private var seen: (staged: SourceState.Staged, since: ContinuousClock.Instant)?
  /// Whether what is active may leave open what the options ask about: then the whole table is
  /// checked that is to follow it.
  private var isOpen = false
  /// The last generation that was checked so.
  private var checked = 0

  /// The name under which this side refuses.
  private static let name = "the publisher"

  /// Makes a publisher.
  /// - Parameters:
  ///   - source: the source that servers follow.
  ///   - configuration: the configuration of their routers: which map wins, slashes and letters.
  ///   - options: how generations are checked before any server sees them.
  ///   - patience: how long answers of servers are waited for; less than no time stops the program.
  ///   - fileID: the file that makes it, for a time that is none.
  ///   - line: the line that makes it, for a time that is none.
  public init(
    _ source: RouteSource,
    configuration: Router.Configuration = .server,
    options: SharedRoutes.Options = SharedRoutes.Options(),
    patience: Duration = .seconds(20),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    stopUnless(
      patience >= .zero,
      "RoutePublisher has \(patience) for patience, less than no time. Give it zero or more.",
      fileID,
      line
    )
    self.init(
      source,
      configuration: configuration,
      options: options,
      patience: patience,
      onWait: { _, _ in }
    )
  }

  /// Makes a publisher that tells when it begins to wait for others.
  /// - Parameters:
  ///   - source: the source that servers follow.
  ///   - configuration: the configuration of their routers.
  ///   - options: how generations are checked before any server sees them.
  ///   - patience: how long answers of servers are waited for, not less than no time.
  ///   - grace: the time for a server to answer whose last answer is too old; `nil` for the usual.
  ///   - onWait: told once of each generation of somebody else that may have to be waited for
  ///     longer than the patience, with its number and the most seconds.
  package init(
    _ source: RouteSource,
    configuration: Router.Configuration = .server,
    options: SharedRoutes.Options = SharedRoutes.Options(),
    patience: Duration,
    grace: Duration? = nil,
    onWait: @escaping @Sendable (_ number: Int, _ seconds: Int) -> Void
  ) {
    self.source = source
    // Names given twice are for those who serve.
    var quiet = configuration
    quiet.onFault = { _ in }
    self.configuration = quiet
    self.options = options
    trial = SharedRoutes(of: Router(quiet), handlers: .withoutEffect, options: options)
    self.patience = patience
    self.grace = min(patience, grace ?? .seconds(ServerAnswer.lifetime / 3 + 1))
    self.onWait = onWait
  }

  /// Publishes routes as the whole table.
  /// - Returns: the generation, when it is active.
  /// - Throws: `PublicationError`, or `RouteSourceError` for a source that cannot be used.
  @discardableResult
  public func publish(
    _ routes: some Sequence<RouteDescription>,
    note: String? = nil
  ) async throws -> RouteGeneration {
    let routes = Array(routes)
    return try await publish(note) { $0.difference(to: routes, self.configuration) }
  }

  /// Publishes a change of some routes, by their numbers in the table.
  @discardableResult
  public func publish(
    removing removed: [Int],
    adding added: [RouteDescription],
    note: String? = nil
  ) async throws -> RouteGeneration {
    try await publish(note) { _ in (removed, added) }
  }

  /// Publishes the routes of an earlier generation once more, as a new one.
  /// - Parameter number: the earlier generation; `nil` for the one before that which is active, so
  ///   that a second call without a number takes the first back.
  /// - Returns: the new generation, when it is active.
  /// - Throws: `PublicationError`, or `RouteSourceError` for one that is not there any more, and
  ///   where nothing is published yet.
  @discardableResult
  public func rollBack(to number: Int? = nil) async throws -> RouteGeneration {
    let (state, _) = try await present()
    let earlier = try await source.earlier(number, state)
    guard earlier == 0 || earlier >= state.oldest, 0...state.active ~= earlier,
      try await canHaveBeenActive(earlier, state)
    else {
      throw RouteSourceError(.missing(earlier))
    }
    let routes = try await source.table(earlier, state).listing
    return try await publish(routes, note: "the routes of generation \(earlier)")
  }

  /// Whether a generation was active, or that cannot be told, as one behind it is damaged.
  private func canHaveBeenActive(_ number: Int, _ state: SourceState) async throws -> Bool {
    if number == 0 { return true }
    do {
      return try await source.hasBeenActive(number, state)
    } catch let error where error.isOfGenerations {
      // Servers are asked about its routes once more in any case.
      return true
    }
  }

  /// Returns the table that is active.
  public func table() async throws -> SharedTable {
    _ = try await present()
    return await trial.table
  }

  /// Takes in what is active, and returns the state that says so, and its version.
  func present() async throws -> (state: SourceState, version: SessionVersion?) {
    while true {
      // In this order, as publications of this publisher may come between: what a state says that
      // is read later is not of before.
      let number = trial.generation
      let (state, version) = try await source.state()
      guard state.active > 0 || number == 0 else {
        throw RouteSourceError(.lost(source.name, number))
      }
      if await trial.has(state) { return (state, version) }
      guard trial.generation == number else { continue }
      try await take(state)
      if await trial.has(state) { return (state, version) }
    }
  }

  /// Takes in what is active, unless another publication was quicker.
  private func take(_ state: SourceState) async throws {
    let (change, checksum) = try await source.change(
      // Nobody holds it when it is changed: all of it would be copied.
      from: await trial.table,
      to: state.active,
      state
    )
    do throws(GenerationRefusal) {
      // What it leaves open is so already, and no reason to publish nothing more.
      if try await !trial.make(change, checksum, isActive: true) { isOpen = true }
    } catch {
      guard error.reasons.first?.code == .base else { throw error }
    }
  }

  // MARK: - Steps

  private func publish(
    _ note: String?,
    _ difference: (SharedTable) -> (removed: [Int], added: [RouteDescription])
  ) async throws -> RouteGeneration {
    // Known when others are met, who are not let go first for ever.
    var end: ContinuousClock.Instant?
    while true {
      try Task.checkCancellation()
      let (state, version) = try await present()
      if state.staged == nil,
        let generation = try await attempt(after: state, version, note, difference)
      {
        return generation
      }
      let isFirst = end == nil
      let limit = end ?? deadline(behind: state.staged)
      end = limit
      if let staged = state.staged {
        try await outlast(staged, until: limit)
      } else if !isFirst, ContinuousClock.now >= limit {
        // Others were quicker more than once, whatever the patience.
        throw RouteSourceError(.contended)
      }
    }
  }

  /// Publishes the next generation, or returns `nil` where another publication was quicker.
  private func attempt(
    after state: SourceState,
    _ version: SessionVersion?,
    _ note: String?,
    _ difference: (SharedTable) -> (removed: [Int], added: [RouteDescription])
  ) async throws -> RouteGeneration? {
    guard let generation = try await draft(after: state, note, difference) else { return nil }
    let (number, bytes) = (generation.number, generation.bytes)
    guard try await check(generation, bytes.count) else { return nil }
    // The number is this publication's before anything is written under it.
    var next = state
    next.last = number
    let claim = RouteSource.encode(next)
    guard try await source.write(claim, RouteSource.state, expecting: version),
      try await source.write(bytes, RouteSource.generation(number), expecting: nil),
      try await decide(generation)
    else { return nil }
    await keepUp(number)
    // The program may end now.
    await source.store.finishTelling()
    return generation
  }

  /// Makes the next generation, or returns `nil` where another publication was quicker.
  private func draft(
    after state: SourceState,
    _ note: String?,
    _ difference: (SharedTable) -> (removed: [Int], added: [RouteDescription])
  ) async throws(PublicationError) -> RouteGeneration? {
    let table = await trial.table
    guard table.has(state) else { return nil }
    let (removed, added) = difference(table)
    guard !removed.isEmpty || !added.isEmpty else { throw PublicationError(.nothing) }
    guard state.last < RouteGeneration.Limits.numbers.upperBound else {
      throw PublicationError(.last(state.last))
    }
    return table.generation(state.last + 1, removing: removed, adding: added, note: note)
  }

  /// Returns until when others are let go first, of whom the first are met now.
  ///
  /// They may have ended, and what they have staged be left: then the time begins when that can be
  /// given up, as more than one may wait for it.
  private func deadline(behind staged: SourceState.Staged?) -> ContinuousClock.Instant {
    let now = ContinuousClock.now
    guard let staged, staged.isOutlasted else { return now + patience * 3 }
    return max(now, sight(of: staged) + staged.hold) + patience * 3
  }

  /// Returns since when something staged is seen here; the clocks of others are not asked.
  private func sight(of staged: SourceState.Staged) -> ContinuousClock.Instant {
    if let seen, seen.staged == staged { return seen.since }
    let now = ContinuousClock.now
    seen = (staged, now)
    return now
  }

  /// Waits for a generation of somebody else; one that nobody decides about any more is given up,
  /// though the end comes before, if it was seen by then.
  private func outlast(
    _ staged: SourceState.Staged,
    until end: ContinuousClock.Instant
  ) async throws {
    let (since, now) = (sight(of: staged), ContinuousClock.now)
    let holdEnd = since + staged.hold
    if now >= holdEnd {
      try await giveUp(staged.number)
      return
    }
    guard now < end || staged.isOutlasted && since < end else {
      let number = staged.number
      throw PublicationError(
        staged.isOutlasted ? .occupied(number) : .held(number, patience: staged.patience)
      )
    }
    // Once for each that is staged, as it is looked at again and again.
    let most = (staged.isOutlasted ? holdEnd : min(holdEnd, end)) - now
    if most > patience, told != staged {
      told = staged
      onWait(staged.number, Int((most / .seconds(1)).rounded(.up)))
    }
    try await Task.sleep(for: .milliseconds(.random(in: 2...20)))
  }

  /// Checks a generation here, before any server sees it.
  /// - Returns: whether it changes what is there now.
  private func check(_ generation: RouteGeneration, _ size: Int) async throws -> Bool {
    var reasons: [RefusalReason] = []
    if size > RouteGeneration.Limits.size {
      reasons.append(RefusalReason.tooLarge(size))
    } else {
      do throws(GenerationRefusal) {
        if isOpen {
          try await stageWhole(generation)
        } else {
          try await trial.stage(generation)
        }
      } catch {
        reasons = error.reasons
      }
    }
    if reasons.first?.code == .base { return false }
    guard reasons.isEmpty else {
      throw PublicationError(
        .refused(
          RefusedGeneration(generation: generation.number, reasons: [Self.name: reasons])
        )
      )
    }
    return true
  }

  /// Checks all of the table that a generation makes, whatever was there before.
  private func stageWhole(_ generation: RouteGeneration) async throws(GenerationRefusal) {
    var table = await trial.table
    table.make(try table.change(by: [generation]))
    let other = SharedRoutes(of: Router(configuration), handlers: .withoutEffect, options: options)
    try await other.stage(table.whole)
    checked = generation.number
  }

  /// Notes that a generation is active; where all of it was checked, nothing is open any more.
  func noteActive(_ number: Int) {
    if checked == number, trial.generation == number { isOpen = false }
  }
}
