import Foundation
import PostgresTestSupport
import SwitchyardFleet
import Testing

@testable import SwitchyardFleet

@Suite(.postgresWhereInstalled, .timeLimit(.minutes(6))) struct FleetTests {
  private static let first = [route("guard /* key=card"), route("map /a")]

  @Test(arguments: StoreKind.there)
  func `what is published is there on all servers`(_ kind: StoreKind) async throws {
    let fleet = try Fleet(kind)
    let servers = try (0..<3).map { try fleet.server("web-\($0)") }
    defer { for (_, task) in servers { task.cancel() } }
    try await fleet.waitForServers(3)
    let publisher = try fleet.publisher()
    #expect(try await publisher.publish(Self.first, note: "the first").number == 1)
    let second = try await publisher.publish(Self.first + [route("map /b")])
    #expect(second.base == 1 && second.removed == [] && second.added.count == 1)
    // Somebody else, who has to read what there is.
    let third = try await fleet.publisher().publish([Self.first[0], route("map /b")])
    #expect(third.removed == [2] && third.added == [])
    for (stand, _) in servers {
      try await Fleet.wait("generation 3") { stand.shared.generation == 3 }
      #expect(stand.router.routes.map(\.pattern) == ["/*", "/b"])
      #expect(stand.shared.status.isCurrent)
    }
    try await Fleet.wait("answers") {
      let status = try await fleet.source.status()
      return status.active == 3 && status.isCurrent
        && status.servers.map(\.name) == ["web-0", "web-1", "web-2"]
    }
    // One that comes later has it at once.
    let (late, task) = try fleet.server("web-3")
    try await Fleet.wait("the late server") { late.shared.generation == 3 }
    task.cancel()
    await task.value
    #expect(try await fleet.source.status().servers.map(\.name) == ["web-0", "web-1", "web-2"])
  }

  /// The program of a publisher may end when that returns, and what servers are told of with it.
  @Test func `servers are told of a generation before a publisher returns`() async throws {
    let store = InterruptedStore(MemorySessionStore(), before: "nothing") {}
    let publisher = RoutePublisher(RouteSource(in: store))
    try await publisher.publish(Self.first)
    #expect(store.toldCount == 1)
    try await publisher.publish(Self.first + [route("map /b")])
    #expect(store.toldCount == 2)
    try await publisher.rollBack()
    #expect(store.toldCount == 3)
  }

  @Test(arguments: StoreKind.there)
  func `what one server refuses is refused everywhere`(_ kind: StoreKind) async throws {
    let fleet = try Fleet(kind)
    var few = RouteHandlers.plain()
    few.map("new") { _ in }
    let servers = [try fleet.server("new", few), try fleet.server("old")]
    defer { for (_, task) in servers { task.cancel() } }
    try await fleet.waitForServers(2)
    let publisher = try fleet.publisher()
    try await publisher.publish(Self.first)
    let error = await #expect(throws: PublicationError.self) {
      try await publisher.publish(Self.first + [route("map /b key=new")])
    }
    #expect(error?.refused?.reasons.mapValues { $0.map(\.code) } == ["old": [.handler]])
    let open = await #expect(throws: PublicationError.self) {
      try await publisher.publish([Self.first[1]])
    }
    #expect(open?.refused?.reasons["the publisher"]?.map(\.code) == [.open])
    let status = try await fleet.source.status()
    #expect(status.active == 1 && status.refused?.generation == 2 && status.staged == nil)
    for (stand, _) in servers { #expect(stand.router.routes.count == 2) }
    #expect(try await publisher.publish(Self.first + [route("map /b")]).base == 1)
  }

  /// All servers read the state each second, and a thousand of them may have refused.
  @Test func `the state has the reasons of few servers, and the error those of all`() async throws {
    let fleet = try Fleet(.memory)
    let names = (0..<5).map { "web-\($0)" }
    let servers = try names.map { try fleet.server($0) }
    defer { for (_, task) in servers { task.cancel() } }
    try await fleet.waitForServers(names.count)
    let publisher = try fleet.publisher()
    let long = "/" + String(repeating: "b", count: 300)
    let error = await #expect(throws: PublicationError.self) {
      try await publisher.publish(Self.first + [route("map \(long) key=new")])
    }
    let told = try #require(error?.refused)
    #expect(names.map { told.reasons[$0]?.count } == [1, 1, 1, 1, 1])
    let kept = try #require(try await fleet.source.status().refused)
    #expect(names.map { kept.reasons[$0]?.count } == [1, 1, 1, 0, 0])
    #expect(kept.generation == told.generation && kept.reasons["web-0"] == told.reasons["web-0"])
    // Nor has it the whole of a long pattern.
    let reason = try #require(kept.reasons["web-0"]?.first)
    #expect(reason.message.contains("map /bbb") && !reason.message.contains(long))
  }

  @Test(arguments: StoreKind.there)
  func `earlier routes are published once more, in their order`(_ kind: StoreKind) async throws {
    let fleet = try Fleet(kind)
    let (stand, task) = try fleet.server("web")
    defer { task.cancel() }
    try await fleet.waitForServers(1)
    let publisher = try fleet.publisher()
    let guards = [route("guard /* key=card"), route("guard /a key=staff")]
    try await publisher.publish(guards + [route("map /a")])
    try await publisher.publish([guards[1], route("guard /* key=card x=1"), route("map /a")])
    #expect(try await publisher.rollBack().number == 3)
    try await Fleet.wait("generation 3") { stand.shared.generation == 3 }
    #expect(stand.router.routes.filter { $0.kind == .guard }.map(\.name) == ["card", "staff"])
    // Before the first there were none.
    try await publisher.rollBack(to: 0)
    try await Fleet.wait("generation 4") { stand.shared.generation == 4 }
    #expect(stand.router.routes.isEmpty)
    await #expect(throws: RouteSourceError.self) { try await publisher.rollBack(to: 9) }
    await #expect(throws: PublicationError.self) { try await publisher.rollBack(to: 0) }
  }

  @Test func `a server that cannot have what is active stays at the last good one, and says so`()
    async throws
  {
    let fleet = try Fleet(.memory)
    let publisher = try fleet.publisher()
    try await publisher.publish(Self.first)
    let (old, task) = try fleet.server("old")
    try await Fleet.wait("the first") { old.shared.generation == 1 }
    task.cancel()
    await task.value
    // Nobody is there to refuse it.
    try await publisher.publish(Self.first + [route("map /b key=new")])
    let source = fleet.source
    let again = Task { try? await old.shared.follow(source, as: "old") }
    defer { again.cancel() }
    try await Fleet.wait("the refusal") { old.shared.status.refused?.generation == 2 }
    #expect(old.shared.generation == 1 && !old.shared.status.isCurrent)
    #expect(old.router.routes.count == 2)
    try await Fleet.wait("the status") { try await !source.status().isCurrent }
    // It comes back with the next that it can have.
    try await publisher.publish(Self.first + [route("map /c")])
    try await Fleet.wait("the next") { old.shared.generation == 3 && old.shared.status.isCurrent }
    #expect(old.router.routes.map(\.pattern) == ["/*", "/a", "/c"])
  }

  @Test func `a server that does not answer keeps what is new from all, until it is gone`()
    async throws
  {
    let fleet = try Fleet(.memory)
    let source = fleet.source
    let status = RouteSource.encode(ServerAnswer())
    let dead = SourceState.Server(name: "dead", follower: 1)
    try await source.replace(status, RouteSource.server(dead), expiry: Date() + 70)
    _ = try await source.update { state in
      state.servers = [dead]
      return true
    }
    let publisher = try fleet.publisher(patience: .milliseconds(100))
    let error = await #expect(throws: PublicationError.self) {
      try await publisher.publish(Self.first)
    }
    #expect("\(try #require(error))".contains("dead"))
    try await source.replace(status, RouteSource.server(dead), expiry: Date() + 0.1)
    try await Fleet.wait("its end") { try await source.status().servers[0].status == nil }
    #expect(try await publisher.publish(Self.first).number == 2)
    #expect(try await source.status().servers.isEmpty)
  }

  /// As where the clock was set back, or that of another machine is far ahead, and it has ended.
  @Test func `a server whose answer would count for too long holds nobody up`() async throws {
    let source = try Fleet(.memory).source
    var member = FleetMember(source: source, name: "dead")
    try await member.look(at: try await source.state().0)
    let dead = SourceState.Server(name: "dead", follower: 1)
    let answer = RouteSource.encode(ServerAnswer())
    try await source.replace(answer, RouteSource.server(dead), expiry: Date() + 3_600)
    _ = try await source.update { state in
      state.servers = [dead]
      return true
    }
    #expect(try await source.status().servers.map(\.status) == [nil])
    try await member.look(at: try await source.state().0)
    #expect(!member.isTaken)
    let (patience, grace) = (Duration.milliseconds(500), Duration.zero)
    let publisher = RoutePublisher(source, patience: patience, grace: grace, onWait: { _, _ in })
    #expect(try await publisher.publish(Self.first).number == 1)
    #expect(try await source.status().servers.isEmpty)
  }

  @Test(arguments: StoreKind.there, [true, false])
  func `of many who publish at once each is heard`(_ kind: StoreKind, isServed: Bool) async throws {
    let fleet = try Fleet(kind)
    let (stand, task) = try fleet.server("web")
    defer { task.cancel() }
    if isServed {
      try await fleet.waitForServers(1)
    } else {
      task.cancel()
      await task.value
    }
    try await fleet.publisher().publish(Self.first)
    let wanted = Set((0..<4).flatMap { number in (0..<5).map { "/\(number)/\($0)" } })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let publisher = try fleet.publisher()
          for part in 0..<5 {
            let route = route("map /\(number)/\(part)")
            let given = try await publisher.publish(removing: [], adding: [route])
            // What is acknowledged is what is kept under its number.
            #expect(given.added.map(\.pattern) == [route.pattern])
            #expect(try await fleet.source.generation(given.number) == given)
          }
        }
      }
      try await group.waitForAll()
    }
    let listing = try await fleet.publisher().table().listing
    #expect(listing.count == 22)
    #expect(Set(listing.map(\.pattern)) == wanted.union(["/*", "/a"]))
    guard isServed else { return }
    try await Fleet.wait("all") {
      try await fleet.source.status().active == stand.shared.generation
    }
    #expect(Set(stand.router.routes.map(\.pattern)) == wanted.union(["/*", "/a"]))
  }

  @Test(arguments: ["generation 2", "state"])
  func `a publication that another overtakes writes over nothing of it`(_ record: String)
    async throws
  {
    let store = MemorySessionStore()
    let source = RouteSource(in: store)
    try await RoutePublisher(source).publish(Self.first)
    let interrupted = InterruptedStore(store, before: record) {
      let other = RoutePublisher(source)
      try await other.publish(removing: [], adding: [route("map /other")])
    }
    let publisher = RoutePublisher(RouteSource(in: interrupted))
    let given = try await publisher.publish(removing: [], adding: [route("map /own")])
    #expect(try await source.generation(given.number) == given)
    let listing = try await RoutePublisher(source).table().listing
    #expect(Set(listing.map(\.pattern)) == ["/*", "/a", "/other", "/own"])
  }

  @Test func `several publications of one publisher are made one after the other`() async throws {
    let fleet = try Fleet(.memory)
    let publisher = try fleet.publisher()
    try await publisher.publish(Self.first)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await publisher.publish(removing: [], adding: [route("map /\(number)")])
        }
      }
      try await group.waitForAll()
    }
    #expect(try await publisher.table().listing.count == 10)
  }

  @Test func `who comes late reads a whole table, and old generations go`() async throws {
    let fleet = try Fleet(.memory)
    let source = fleet.source
    let publisher = try fleet.publisher()
    let maps = (0..<1_200).map { route("map /\($0)") }
    try await publisher.publish([Self.first[0]] + maps)
    #expect(try await source.state().0.whole == [1])
    for number in 0..<40 {
      let table = try await publisher.table()
      let gone = Array(table.routes.keys.filter { $0 > 1 }.sorted().prefix(40))
      try await publisher.publish(
        removing: gone,
        adding: (0..<40).map { route("map /n\(number)/\($0)") }
      )
    }
    let (state, _) = try await source.state()
    #expect(state.whole.count > 1 && state.active == 41)
    let (late, task) = try fleet.server("late")
    defer { task.cancel() }
    try await Fleet.wait("the late server") { late.shared.generation == 41 }
    #expect(try await late.shared.table.listing == publisher.table().listing)
  }

  @Test func `damage in the source is told, and no routes are lost`() async throws {
    let fleet = try Fleet(.memory)
    let (stand, task) = try fleet.server("web")
    defer { task.cancel() }
    try await fleet.waitForServers(1)
    let source = fleet.source
    try await fleet.publisher().publish(Self.first)
    try await Fleet.wait("the first") { stand.shared.generation == 1 }
    let record = try #require(try await source.load(RouteSource.state))
    _ = try await source.write([1, 2], RouteSource.state, expecting: record.version)
    try await Fleet.wait("the fault") {
      stand.shared.status.sourceFault?.contains("damaged") == true
    }
    #expect(stand.router.routes.count == 2)
    await #expect(throws: RouteSourceError.self) { try await fleet.publisher().publish([]) }
    let damaged = try #require(try await source.load(RouteSource.state))
    _ = try await source.write(record.bytes, RouteSource.state, expecting: damaged.version)
    try await Fleet.wait("the repair") { stand.shared.status.isCurrent }
  }
}
