#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Publishes generations of routes to all servers of a source.
///
///     let publisher = RoutePublisher(source)
///     let publication = try await publisher.publish(routes, note: "the new shop")
///
/// A generation is checked here, then staged, and active when all servers have taken it. One that
/// is refused by any of them is refused for all.
public actor RoutePublisher {
  private let source: RouteSource
  private let configuration: Router.Configuration
  /// The table as a server without handlers has it.
  private let trial: SharedRoutes
  private let patience: Duration

  /// The generations that can be gone back to, at least.
  private static let kept = 1_000
  /// The most of the old ones that are removed in one step.
  private static let removedAtOnce = 10_000
  /// The name under which this side refuses.
  private static let name = "the publisher"

  /// Makes a publisher.
  /// - Parameters:
  ///   - source: the source that servers follow.
  ///   - configuration: the configuration of their routers: which map wins, slashes and letters.
  ///   - options: how generations are checked before any server sees them.
  ///   - patience: how long answers of servers are waited for.
  public init(
    _ source: RouteSource,
    configuration: Router.Configuration = .server,
    options: SharedRoutes.Options = SharedRoutes.Options(),
    patience: Duration = .seconds(20)
  ) {
    self.source = source
    // Names given twice are for those who serve.
    var quiet = configuration
    quiet.onFault = { _ in }
    self.configuration = quiet
    trial = SharedRoutes(of: Router(quiet), handlers: .withoutEffect, options: options)
    self.patience = patience
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
    return try await publish(note) { table, _ in table.difference(to: routes, self.configuration) }
  }

  /// Publishes a change of some routes, by their numbers in the table.
  @discardableResult
  public func publish(
    removing removed: [Int],
    adding added: [RouteDescription],
    note: String? = nil
  ) async throws -> RouteGeneration {
    try await publish(note) { _, _ in (removed, added) }
  }

  /// Publishes the routes of an earlier generation once more, as a new one.
  /// - Parameter number: the earlier generation; `nil` for the one before that which is active.
  /// - Returns: the new generation, when it is active.
  /// - Throws: `PublicationError`, or `RouteSourceError` for one that is not there any more.
  @discardableResult
  public func rollBack(to number: Int? = nil) async throws -> RouteGeneration {
    let source = source
    let (state, _) = try await source.state()
    guard state.active > 0 else { throw RouteSourceError(.missing(number ?? 0)) }
    let earlier: Int
    if let number {
      earlier = number
    } else {
      earlier = try await source.generation(state.active).base
    }
    guard earlier == 0 || earlier >= state.oldest, 0...state.last ~= earlier else {
      throw RouteSourceError(.missing(earlier))
    }
    let routes = try await source.table(earlier, state).listing
    return try await publish(routes, note: "the routes of generation \(earlier)")
  }

  /// Returns the table that is active.
  public func table() async throws -> SharedTable {
    try await catchUp(try await source.state().0)
  }

  private func catchUp(_ state: SourceState) async throws -> SharedTable {
    let table = await trial.table
    // One that is ahead was brought there by another publication, of which the state tells soon.
    guard table.number < state.active else { return table }
    let (change, checksum) = try await source.change(from: table, to: state.active, state)
    do {
      try await trial.make(change, checksum)
    } catch  where error.reasons.first?.code == .base {
      // Another publication was quicker.
    }
    return await trial.table
  }

  // MARK: - Steps

  private func publish(
    _ note: String?,
    _ difference: (SharedTable, SourceState) -> (removed: [Int], added: [RouteDescription])
  ) async throws -> RouteGeneration {
    let end = ContinuousClock.now + patience
    while true {
      let (state, version) = try await source.state()
      if let staged = state.staged {
        // One that nobody decides about any more is given up.
        if Date().timeIntervalSince(staged.since) > 3 * (patience / .seconds(1)) {
          _ = try await settle(staged.number, isActive: false, nil)
          continue
        }
        guard ContinuousClock.now < end else {
          throw PublicationError(.occupied(staged.number))
        }
        try await Task.sleep(for: .milliseconds(.random(in: 2...20)))
        continue
      }
      let table = try await catchUp(state)
      let (removed, added) = difference(table, state)
      guard !removed.isEmpty || !added.isEmpty else { throw PublicationError(.nothing) }
      let number = state.last + 1
      let generation = table.generation(number, removing: removed, adding: added, note: note)
      try await check(generation)
      // Under a number that was given up half-way something may be there.
      try await source.replace(generation.bytes, RouteSource.generation(number))
      var next = state
      next.last = number
      next.staged = SourceState.Staged(number: number, since: Date())
      let bytes = RouteSource.encode(next)
      guard try await source.write(bytes, RouteSource.state, expecting: version) else { continue }
      try await decide(generation)
      return generation
    }
  }

  private func check(_ generation: RouteGeneration) async throws {
    do throws(GenerationRefusal) {
      try await trial.stage(generation)
    } catch {
      throw PublicationError(
        .refused(
          RefusedGeneration(generation: generation.number, reasons: [Self.name: error.reasons])
        )
      )
    }
  }

  /// Waits for the answers of all servers, and makes the generation active or gives it up.
  private func decide(_ generation: RouteGeneration) async throws {
    let number = generation.number
    let end = ContinuousClock.now + patience
    var (missing, gone): ([String], Set<String>) = ([], [])
    var refusals: [String: [RefusalReason]] = [:]
    let names = try await source.state().0.servers
    let records = names.map(RouteSource.server)
    for await _ in await source.wakes(every: .milliseconds(100), by: records) {
      let answers = try await source.answers(names)
      gone = Set(names.filter { answers[$0] == nil })
      missing = answers.filter { $0.value.checked < number }.map(\.key).sorted()
      for (name, answer) in answers where answer.checked == number && !answer.reasons.isEmpty {
        refusals[name] = answer.reasons
      }
      if missing.isEmpty || ContinuousClock.now >= end { break }
    }
    try Task.checkCancellation()
    if !refusals.isEmpty || !missing.isEmpty {
      let refused = RefusedGeneration(generation: number, reasons: refusals)
      _ = try await settle(number, isActive: false, refusals.isEmpty ? nil : refused)
      throw PublicationError(refusals.isEmpty ? .silent(number, missing) : .refused(refused))
    }
    let weight = generation.added.count + generation.removed.count
    let state = try await settle(number, isActive: true, nil, weight: weight, gone: gone)
    guard state.active == number else { throw PublicationError(.occupied(state.active)) }
    let table = try await catchUp(state)
    try await keepWhole(table, state)
  }

  /// Ends the stage of a generation.
  private func settle(
    _ number: Int,
    isActive: Bool,
    _ refused: RefusedGeneration?,
    weight: Int = 0,
    gone: Set<String> = []
  ) async throws(RouteSourceError) -> SourceState {
    try await source.update { state in
      guard state.staged?.number == number else { return false }
      state.staged = nil
      if let refused { state.refused = refused }
      state.servers.removeAll { gone.contains($0) }
      if isActive {
        state.active = number
        state.weight += weight
      }
      return true
    }
  }

  /// Keeps the table whole from time to time, so that who comes anew reads little more than that,
  /// and removes what is too old.
  private func keepWhole(_ table: SharedTable, _ state: SourceState) async throws {
    let number = table.number
    guard state.weight >= max(1_000, table.routes.count) else { return }
    try await source.replace(table.whole.bytes, RouteSource.whole(number))
    var gone: [String] = []
    _ = try await source.update { state in
      gone = []
      guard state.active == number else { return false }
      state.weight = 0
      state.whole.append(number)
      // All that is behind a whole one is read from there.
      if let first = state.whole.last(where: { $0 <= number - Self.kept }), first > state.oldest {
        let end = min(first, state.oldest + Self.removedAtOnce)
        gone += (state.oldest..<end).map(RouteSource.generation)
        gone += state.whole.filter { $0 < first }.map(RouteSource.whole)
        state.oldest = end
        state.whole.removeAll { $0 < first }
      }
      return true
    }
    for record in gone { try await source.remove(record) }
  }
}
