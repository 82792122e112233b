#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SharedRoutes {
  /// Has the routes of a source until the task is cancelled.
  ///
  /// What is staged is checked and answered, and what is active becomes the router's. Where that
  /// cannot be, the router stays at the last good generation, and `status` and the source say so. A
  /// source that cannot be read is tried again.
  /// - Parameters:
  ///   - source: the source.
  ///   - name: the name of this server; of two with one name the later is asked, and the former is
  ///     not current and says so.
  ///   - interval: the time after which the source is looked at though nothing tells of a change, 5
  ///     seconds at most.
  /// - Throws: `RouteSourceError` for a name that no server can have.
  public func follow(
    _ source: RouteSource,
    as name: String,
    every interval: Duration = .seconds(1)
  ) async throws(RouteSourceError) {
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
    await member.leave()
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
      case .record, .missing, .lost, .name:
        self.init(number, [RefusalReason(.unreadable, "\(fault)")])
      }
    default: throw error
    }
  }
}

/// A server as a source knows it.
struct FleetMember: Sendable {
  let source: RouteSource
  let name: String
  var answer = ServerAnswer()
  private var told: [UInt8] = []
  private var expiry = Date.distantPast
  /// Whether another server has come under the same name.
  private(set) var isTaken = false
  private var refused: (generation: Int, time: ContinuousClock.Instant)?

  init(source: RouteSource, name: String) {
    self.source = source
    self.name = name
    answer.follower = .random(in: 1...(1 << 53))
  }

  /// Whether a generation is to be tried: not one that was refused just now.
  func isToTry(_ generation: Int) -> Bool {
    guard let refused, refused.generation == generation else { return true }
    // Routes that the server itself registers may make it possible.
    return .now - refused.time > .seconds(5)
  }

  mutating func noteRefusal(_ generation: Int) { refused = (generation, .now) }

  /// Writes the answer, if it is new or would soon be gone.
  mutating func tell(_ state: SourceState) async throws {
    let now = Date()
    let bytes = RouteSource.encode(answer)
    if isTaken || bytes != told || expiry.timeIntervalSince(now) < ServerAnswer.lifetime / 2 {
      let next = now.addingTimeInterval(ServerAnswer.lifetime)
      try await write(bytes, until: next)
      (told, expiry) = (bytes, next)
    }
    guard !state.servers.contains(name) else { return }
    let name = name
    let gone = try await gone(state)
    let told = try await source.update { state in
      guard !state.servers.contains(name) else { return false }
      state.servers.removeAll { gone.contains($0) }
      guard state.servers.count < SourceState.servers else { return false }
      state.servers.append(name)
      return true
    }
    guard told.servers.contains(name) else { throw RouteSourceError(.crowded) }
  }

  /// Writes under the name if it is this server's still, once it was: whoever comes takes it over,
  /// as after an end without a word, and has it for as long as it answers.
  private mutating func write(
    _ bytes: [UInt8],
    until expiry: Date
  ) async throws(RouteSourceError) {
    let (source, name, own) = (source, name, told.isEmpty ? nil : answer.follower)
    var isTaken = isTaken
    defer { self.isTaken = isTaken }
    try await source.replace(bytes, RouteSource.server(name), expiry: expiry) {
      record throws(RouteSourceError) in
      let other = record.flatMap { try? RouteSource.answer(of: name, $0).follower }
      isTaken = own != nil && other != nil && other != own
      if isTaken { throw RouteSourceError(.taken(name)) }
    }
  }

  /// The servers that are gone, where no name more can be kept.
  private func gone(_ state: SourceState) async throws -> Set<String> {
    guard state.servers.count >= SourceState.servers else { return [] }
    let answers = try await source.answers(state.servers)
    return Set(state.servers.filter { answers[$0] == nil })
  }
}

extension FleetMember {
  /// Takes the server's answer and name away, so that whoever publishes need not wait for it.
  mutating func leave() async {
    guard !told.isEmpty else { return }
    do throws(RouteSourceError) { try await write(told, until: Date()) } catch { return }
    let name = name
    _ = try? await source.update { state in
      guard state.servers.contains(name) else { return false }
      state.servers.removeAll { $0 == name }
      return true
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
