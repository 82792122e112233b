#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server as a source knows it.
///
/// The state of the source alone says who has a name. A server has it when it reads so there, never
/// because a write of its own seems to have succeeded: replies can be lost. Its answer is a record
/// that nobody else writes, and is there before the name is.
struct FleetMember: Sendable {
  let source: RouteSource
  let server: SourceState.Server
  var answer = ServerAnswer()
  /// Whether another server has the name, and is to keep it.
  private(set) var isTaken = false
  private var hasLooked = false
  /// The server that had the name when this one came, until another has been seen with it.
  private var former: SourceState.Server?
  /// The server whose name it may have: the former, or one that does not answer.
  private var leaving: SourceState.Server?
  private var refused: (generation: Int, time: ContinuousClock.Instant)?

  init(source: RouteSource, name: String) {
    self.source = source
    server = SourceState.Server(name: name, follower: .random(in: 1...(1 << 53)))
  }

  /// Whether a generation is to be tried: not one that was refused just now.
  func isToTry(_ generation: Int) -> Bool {
    guard let refused, refused.generation == generation else { return true }
    // Routes that the server itself registers may make it possible.
    return .now - refused.time > .seconds(5)
  }

  mutating func noteRefusal(_ generation: Int) { refused = (generation, .now) }

  /// Looks who has the name: of two the later, which is the one that came when the other had it,
  /// for as long as it answers.
  mutating func look(at state: SourceState) async throws(RouteSourceError) {
    let holder = state.holder(of: server.name)
    if !hasLooked {
      (hasLooked, former) = (true, holder)
    } else if former != holder {
      // Whoever has come since is later than this one.
      former = nil
    }
    (isTaken, leaving) = (false, former)
    guard let holder, holder != server, holder != former else { return }
    isTaken = try await source.isThere(holder)
    if !isTaken { leaving = holder }
  }

  /// Writes the answer unless it is there for long enough, and has the name.
  mutating func tell(_ state: SourceState) async throws {
    if isTaken { throw RouteSourceError(.taken(server.name)) }
    let now = Date()
    let bytes = RouteSource.encode(answer)
    let next = now.addingTimeInterval(ServerAnswer.lifetime)
    try await source.replace(bytes, RouteSource.server(server), expiry: next) { present in
      let rest = present.expiry.timeIntervalSince(now)
      // One that was written before the clock was set back would count for too long.
      return present.bytes == bytes && rest > ServerAnswer.lifetime / 2
        && rest <= ServerAnswer.lifetime
    }
    guard !state.servers.contains(server) else { return }
    let (gone, leaving) = (try await gone(state), leaving)
    // The answers of those whose place it takes end by themselves: one that has its name again by
    // now has written it anew.
    let told = try await source.update { state in
      if let index = state.servers.firstIndex(where: { $0.name == server.name }) {
        guard state.servers[index] == leaving, leaving != server else { return false }
        state.servers[index] = server
      } else {
        state.servers.removeAll { gone.contains($0) }
        guard state.servers.count < SourceState.servers else { return false }
        state.servers.append(server)
      }
      return true
    }
    if told.holder(of: server.name) != former { former = nil }
    if told.holder(of: server.name) == nil, told.servers.count >= SourceState.servers {
      throw RouteSourceError(.crowded)
    }
  }

  /// The servers that are gone, where no name more can be kept.
  private func gone(_ state: SourceState) async throws -> Set<SourceState.Server> {
    guard state.servers.count >= SourceState.servers else { return [] }
    let answers = try await source.answers(state.servers)
    return Set(state.servers.filter { answers[$0.name] == nil })
  }

  /// Takes the server's name and answer away, so that whoever publishes need not wait for it.
  func leave() async {
    _ = try? await source.update { state in
      guard state.servers.contains(server) else { return false }
      state.servers.removeAll { $0 == server }
      return true
    }
    try? await source.remove(RouteSource.server(server))
  }
}

extension RouteSource {
  /// Whether a server has an answer that counts still, readable or not.
  fileprivate func isThere(_ server: SourceState.Server) async throws(RouteSourceError) -> Bool {
    do throws(RouteSourceError) {
      return try await answer(of: server) != nil
    } catch {
      guard error.isDamage else { throw error }
      return true
    }
  }
}
