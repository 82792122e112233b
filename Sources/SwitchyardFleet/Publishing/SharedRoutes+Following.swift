extension SharedRoutes {
  /// Has the routes of a source until the task is cancelled.
  ///
  /// What is staged is checked and answered, and what is active becomes the router's. Where that
  /// cannot be, the router stays at the last good generation, and `status` and the source say so. A
  /// source that cannot be read is tried again.
  /// - Parameters:
  ///   - source: the source.
  ///   - name: the name of this server; of two with one name the later is asked for as long as it
  ///     answers, and the former is not current and says so.
  ///   - interval: the time after which the source is looked at though nothing tells of a change, 5
  ///     seconds at most; one that is not above zero stops the program.
  ///   - fileID: the file that follows it, for a time that is none.
  ///   - line: the line that follows it, for a time that is none.
  /// - Throws: `RouteSourceError` for a name that no server can have.
  public func follow(
    _ source: RouteSource,
    as name: String,
    every interval: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws(RouteSourceError) {
    stopUnless(
      interval > .zero,
      "follow(every: \(interval)) never rests. Give it more than zero.",
      fileID,
      line
    )
    guard 1...SourceState.nameLength ~= name.utf8.count else {
      throw RouteSourceError(.name(name))
    }
    var member = FleetMember(source: source, name: name)
    // Its answer counts for a while, and is to be renewed before.
    let interval = min(interval, .seconds(ServerAnswer.lifetime / 3))
    for await _ in await source.wakes(every: interval, by: [RouteSource.state]) {
      do {
        try await look(&member)
      } catch {
        // What cannot be read now is asked for again.
        note { $0.sourceFault = "\(error)" }
      }
    }
    note { $0.isFollowing = false }
    // In a task of its own, as a store may wait for no lock in one that is cancelled.
    await Task { [member] in await member.leave() }.value
  }

  /// Looks at a source once.
  func look(_ member: inout FleetMember) async throws {
    let (state, _) = try await member.source.state()
    // Even a table without routes has a number, once there was one.
    guard state.active > 0 || table.number == 0 else {
      throw RouteSourceError(.lost(member.source.name, table.number))
    }
    if table.has(state) {
      // One that was refused before may have been taken back.
      note { $0.refused = nil }
    } else if member.isToTry(state.active) {
      try await catchUp(state, &member)
    }
    if let staged = state.staged, !member.answer.isAbout(staged) {
      try await check(staged, state, &member)
    }
    try await member.look(at: state)
    note { [isTaken = member.isTaken] status in
      status.isFollowing = true
      // That one stays until the name is this server's again.
      if !isTaken { status.sourceFault = nil }
    }
    member.answer.status = status
    try await member.tell(state)
  }

  /// Makes what is active the router's, if that can be.
  private func catchUp(_ state: SourceState, _ member: inout FleetMember) async throws {
    do {
      let (change, checksum) = try await member.source.change(from: table, to: state.active, state)
      try make(change, checksum)
    } catch {
      let refusal = try GenerationRefusal(state.active, by: error)
      member.noteRefusal(state.active)
      note { $0.refused = refusal }
    }
  }

  private func check(
    _ staged: SourceState.Staged,
    _ state: SourceState,
    _ member: inout FleetMember
  ) async throws {
    var reasons: [RefusalReason] = []
    do {
      let number = staged.number
      let (change, checksum) = try await member.source.change(from: table, to: number, state)
      try stage(change, checksum)
    } catch {
      reasons = try GenerationRefusal(staged.number, by: error).reasons
    }
    member.answer.checked = staged.number
    member.answer.checksum = staged.checksum
    member.answer.reasons = reasons
  }
}

extension GenerationRefusal {
  /// Takes an error for a refusal, unless the store may do better the next time.
  fileprivate init(_ number: Int, by error: any Error) throws {
    switch error {
    case let refusal as GenerationRefusal: self = refusal
    case let fault as RouteSourceError:
      switch fault.code {
      case .store, .contended, .crowded, .taken: throw fault
      case .record, .missing, .empty, .lost, .name:
        self.init(number, [RefusalReason(.unreadable, "\(fault)")])
      }
    default: throw error
    }
  }
}

extension RouteSource {
  /// Returns a stream that has something at once, when one of some records may have changed, and
  /// after a time.
  func wakes(every interval: Duration, by records: [String]) async -> AsyncStream<Void> {
    let keys = Set(records.map(key))
    let changes = await store.changes()
    let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let hints = Task {
      for await change in changes {
        if case .session(let key) = change, !keys.contains(key) { continue }
        wake.yield()
      }
    }
    let ticks = Task { while (try? await Task.sleep(for: interval)) != nil { wake.yield() } }
    wake.onTermination = { _ in
      hints.cancel()
      ticks.cancel()
    }
    wake.yield()
    return wakes
  }
}
