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
      let gone = try await ask(staged, state.servers)
      let weight = generation.added.count + generation.removed.count
      let settled = try await settle(number, isActive: true, weight: weight, gone: gone)
      guard settled.active == number else { throw PublicationError(.occupied(number)) }
      return true
    } catch {
      // Also where this task is cancelled. What is active is so, though its answer was lost.
      let left = try await Task { try await end(number) }.value
      guard left.active == number else { throw error }
      return true
    }
  }

  /// Gives up a generation that may be active; while the store is away it is tried again, as what
  /// is left staged holds up others.
  private func end(_ number: Int) async throws -> SourceState {
    let end = ContinuousClock.now + patience
    while true {
      do {
        return try await giveUp(number)
      } catch {
        let isPassing = (error as? RouteSourceError)?.isPassing == true
        guard isPassing, ContinuousClock.now < end else {
          throw PublicationError(.unknown(number, "\(error)"))
        }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  /// Waits for the answers of servers to what is staged.
  /// - Returns: the names of those that are gone.
  /// - Throws: `PublicationError` where one refuses it or does not answer.
  private func ask(_ staged: SourceState.Staged, _ names: [String]) async throws -> Set<String> {
    let start = ContinuousClock.now
    let end = start + patience
    var (missing, gone): ([String], Set<String>) = ([], [])
    var refusals: [String: [RefusalReason]] = [:]
    let records = names.map(RouteSource.server)
    for await _ in await source.wakes(every: .milliseconds(100), by: records) {
      let answers: [String: ServerAnswer]
      do throws(RouteSourceError) {
        answers = try await source.answers(names)
      } catch {
        // A store that is away for a moment is asked again.
        guard error.isPassing, ContinuousClock.now < end else { throw error }
        continue
      }
      gone = Set(names.filter { answers[$0] == nil })
      missing = answers.filter { !$0.value.isAbout(staged) }.map(\.key).sorted()
      for (name, answer) in answers where answer.isAbout(staged) && !answer.reasons.isEmpty {
        refusals[name] = answer.reasons
      }
      let now = ContinuousClock.now
      if missing.isEmpty && (gone.isEmpty || now >= start + grace) || now >= end { break }
    }
    try Task.checkCancellation()
    if !refusals.isEmpty {
      let refused = RefusedGeneration(generation: staged.number, reasons: refusals)
      _ = try await settle(staged.number, isActive: false, refused)
      throw PublicationError(.refused(refused))
    }
    guard missing.isEmpty else { throw PublicationError(.silent(staged.number, missing)) }
    return gone
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

  /// Ends the stage of a generation.
  private func settle(
    _ number: Int,
    isActive: Bool,
    _ refused: RefusedGeneration? = nil,
    weight: Int = 0,
    gone: Set<String> = []
  ) async throws(RouteSourceError) -> SourceState {
    try await source.update { state in
      guard let staged = state.staged, staged.number == number else { return false }
      state.staged = nil
      if let refused { state.refused = refused }
      state.servers.removeAll { gone.contains($0) }
      if isActive {
        state.active = number
        state.checksum = staged.checksum
        state.weight += weight
      }
      return true
    }
  }

  /// Takes in what is active now; it is so for all, and what fails here is left to the next
  /// publication.
  func keepUp(_ number: Int) async {
    guard let (state, _) = try? await present(), state.active == number else { return }
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
