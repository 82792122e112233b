extension RoutePublisher {
  /// The generations that can be gone back to, at least.
  private static let kept = 1_000
  /// The most of the old ones that are removed in one step.
  private static let removedAtOnce = 10_000

  /// Has a generation staged, waits for the answers of all servers, and makes it active or gives it
  /// up.
  /// - Returns: whether it is active; else another was quicker, and nothing was asked.
  func decide(_ generation: RouteGeneration) async throws -> Bool {
    let number = generation.number
    let staged = SourceState.Staged(
      number: number,
      checksum: generation.checksum,
      patience: min(max(0, patience / .seconds(1)), SourceState.patience)
    )
    do {
      let state = try await source.update { state in
        guard state.staged == nil, state.active == generation.base else { return false }
        state.staged = staged
        return true
      }
      guard state.staged == staged else {
        try await source.remove(RouteSource.generation(number))
        return false
      }
      let weight = generation.added.count + generation.removed.count
      let settled = try await ask(staged, of: state.servers, weight)
      guard settled.active == number else { throw PublicationError(.givenUp(number)) }
      return true
    } catch {
      // Also where this task is cancelled. What is active is so, though its answer was lost.
      let isActive = try await Task { try await end(number) }.value
      guard isActive else { throw error }
      return true
    }
  }

  /// Gives up a generation that may be active; while the store is away it is tried again, as what
  /// is left staged holds up others.
  /// - Returns: whether it has become active, though another may be so by now.
  private func end(_ number: Int) async throws -> Bool {
    let end = ContinuousClock.now + patience
    while true {
      do {
        return try await source.hasBeenActive(number, try await giveUp(number))
      } catch {
        let isPassing = (error as? RouteSourceError)?.isPassing == true
        guard isPassing, ContinuousClock.now < end else {
          throw PublicationError(.unknown(number, "\(error)"))
        }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  /// Waits for the answers of servers to what is staged, and makes it active.
  /// - Returns: the state, in which it is not active where somebody else has given it up.
  /// - Throws: `PublicationError` where a server refuses it or does not answer.
  private func ask(
    _ staged: SourceState.Staged,
    of servers: [SourceState.Server],
    _ weight: Int
  ) async throws -> SourceState {
    let start = ContinuousClock.now
    let end = start + patience
    let records = [RouteSource.state] + servers.map(RouteSource.server)
    for await _ in await source.wakes(every: .milliseconds(100), by: records) {
      let answers: StagedAnswers
      do throws(RouteSourceError) {
        answers = try await hear(staged)
      } catch {
        // A store that is away for a moment is asked again.
        guard error.isPassing, ContinuousClock.now < end else { throw error }
        continue
      }
      let (missing, now) = (answers.missing, ContinuousClock.now)
      let isComplete = missing.isEmpty && (answers.gone.isEmpty || now >= start + grace)
      guard isComplete || now >= end else { continue }
      try Task.checkCancellation()
      let number = staged.number
      if !answers.refusals.isEmpty {
        let refused = RefusedGeneration(generation: number, reasons: answers.refusals)
        _ = try await settle(number, isActive: false, refused)
        throw PublicationError(.refused(refused))
      }
      guard missing.isEmpty else { throw PublicationError(.silent(number, missing)) }
      let settled = try await settle(number, isActive: true, weight: weight, by: answers)
      // Else a server has come meanwhile, and is asked as well.
      guard settled.staged == staged else { return settled }
    }
    throw CancellationError()
  }

  /// Asks what the servers say that are there now.
  func hear(_ staged: SourceState.Staged) async throws(RouteSourceError) -> StagedAnswers {
    let (state, _) = try await source.state()
    // Nobody is asked about it any more.
    guard state.staged == staged else { return StagedAnswers() }
    return StagedAnswers(staged, state.servers, try await source.answers(state.servers))
  }

  /// Ends the stage of a generation that is not to be active, and removes it, so that nobody goes
  /// back to what never was.
  @discardableResult
  func giveUp(_ number: Int) async throws -> SourceState {
    let state = try await settle(number, isActive: false)
    if state.active < number, state.staged?.number != number {
      try await source.remove(RouteSource.generation(number))
    }
    return state
  }

  /// Ends the stage of a generation; it is made active only where all servers that there are then
  /// have been heard.
  func settle(
    _ number: Int,
    isActive: Bool,
    _ refused: RefusedGeneration? = nil,
    weight: Int = 0,
    by answers: StagedAnswers = StagedAnswers()
  ) async throws(RouteSourceError) -> SourceState {
    // Answers that count no more end by themselves: one that has come back has written its own.
    try await source.update { state in
      guard let staged = state.staged, staged.number == number else { return false }
      if isActive {
        guard answers.servers.isSuperset(of: state.servers) else { return false }
        state.active = number
        state.checksum = staged.checksum
        state.weight += weight
      }
      state.staged = nil
      if let refused { state.refused = refused.excerpt }
      state.servers.removeAll { answers.gone.contains($0) }
      return true
    }
  }

  /// Takes in what is active now; it is so for all, and what fails here is left to the next
  /// publication.
  func keepUp(_ number: Int) async {
    guard let (state, _) = try? await present(), state.active == number else { return }
    noteActive(number)
    try? await keepWhole(state)
    try? await sweep(state)
  }

  /// Keeps the table whole from time to time, so that who comes anew reads little more than that,
  /// and removes what is too old.
  private func keepWhole(_ state: SourceState) async throws {
    let number = state.active
    guard state.weight >= max(1_000, trial.status.routeCount) else { return }
    let table = await trial.table
    guard table.has(state) else { return }
    let bytes = table.whole.bytes
    // Else nobody could read it.
    guard bytes.count <= RouteGeneration.Limits.size else { return }
    try await source.replace(bytes, RouteSource.whole(number))
    let next = try await source.update { state in
      guard state.active == number else { return false }
      state.weight = 0
      state.whole.append(number)
      // All that is behind a whole one is read from there.
      if let first = state.whole.last(where: { $0 <= number - Self.kept }), first > state.oldest {
        state.oldest = min(first, state.oldest + Self.removedAtOnce)
        state.whole.removeAll { $0 < first }
      }
      return true
    }
    // Another generation was quicker, and nobody would read it.
    if !next.whole.contains(number) { try await source.remove(RouteSource.whole(number)) }
  }

  /// Removes the records that the state has given up; where that is broken off, the next one does
  /// it.
  private func sweep(_ state: SourceState) async throws {
    guard state.swept < state.oldest else { return }
    for number in state.swept..<state.oldest {
      try await source.remove(RouteSource.generation(number))
      // Also one of which the state was never told, as its publisher has ended before.
      try await source.remove(RouteSource.whole(number))
    }
    _ = try await source.update { next in
      guard next.swept < state.oldest else { return false }
      next.swept = state.oldest
      return true
    }
  }
}
