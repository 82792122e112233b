import HTTPTestSupport
import SessionTestSupport
import SwitchyardFleet
import Testing

@testable import SwitchyardFleet

/// A store in memory in which a write of the state is made, something else happens, and the reply is
/// lost.
private final class LosingStore: HandingStore {
  let store: any VersionedSessionStore
  private let key: SessionKey
  private let number: Int
  private let other: @Sendable () async throws -> Void
  private let writes = Notes<Bool>()

  /// Makes a store that loses the reply to one write of the state, by its number from 1 on.
  init(
    _ store: MemorySessionStore,
    after number: Int,
    _ other: @escaping @Sendable () async throws -> Void
  ) {
    self.store = store
    self.number = number
    key = RouteSource(in: store).key(RouteSource.state)
    self.other = other
  }

  func hand<Result: Sendable>(
    _ call: StoreCall,
    _ body: @Sendable () async throws(SessionStoreError) -> Result
  ) async throws(SessionStoreError) -> Result {
    let result = try await body()
    guard call == .store(key) else { return result }
    writes.add(true)
    guard writes.all.count == number else { return result }
    do { try await other() } catch {
      throw SessionStoreError(.failed, store: "memory", reason: "\(error)")
    }
    throw SessionStoreError(.unreachable, store: "memory", reason: "a test")
  }
}

/// A store in which somebody else writes the state each time before it is written.
private struct QuickerStore: HandingStore {
  let store: any VersionedSessionStore

  func hand<Result: Sendable>(
    _ call: StoreCall,
    _ body: @Sendable () async throws(SessionStoreError) -> Result
  ) async throws(SessionStoreError) -> Result {
    let source = RouteSource(in: store)
    if call == .store(source.key(RouteSource.state)) {
      do { _ = try await source.update { _ in true } } catch {
        throw SessionStoreError(.failed, store: "memory", reason: "\(error)")
      }
    }
    return try await body()
  }
}

@Suite(.timeLimit(.minutes(6))) struct PublicationTests {
  private static let first = [route("guard /* key=card"), route("map /a")]

  // MARK: - Lost replies

  /// A publication claims its number, stages it and makes it active: three writes of the state.
  @Test func `a publication whose reply is lost is active, though another has followed it`()
    async throws
  {
    let store = MemorySessionStore()
    let source = RouteSource(in: store)
    let losing = LosingStore(store, after: 3) {
      let other = RoutePublisher(source)
      try await other.publish(removing: [], adding: [route("map /other")])
    }
    let given = try await RoutePublisher(RouteSource(in: losing)).publish(Self.first)
    #expect(given.number == 1)
    #expect(try await source.state().0.active == 2)
    let listing = try await RoutePublisher(source).table().listing
    #expect(listing.map(\.pattern) == ["/*", "/a", "/other"])
  }

  @Test func `whether a publication is active is not known where what followed it cannot be read`()
    async throws
  {
    let store = MemorySessionStore()
    let source = RouteSource(in: store)
    let losing = LosingStore(store, after: 3) {
      let other = RoutePublisher(source)
      try await other.publish(removing: [], adding: [route("map /other")])
      try await source.remove(RouteSource.generation(2))
    }
    let error = await #expect(throws: PublicationError.self) {
      try await RoutePublisher(RouteSource(in: losing)).publish(Self.first)
    }
    #expect("\(try #require(error))".hasPrefix("Whether generation 1 is active is not known:"))
  }

  @Test func `a publication that was given up is not active, though another has followed`()
    async throws
  {
    let store = MemorySessionStore()
    let source = RouteSource(in: store)
    let losing = LosingStore(store, after: 2) {
      _ = try await source.update { state in
        state.staged = nil
        return true
      }
      let other = RoutePublisher(source)
      try await other.publish(removing: [], adding: [route("map /other open")])
    }
    await #expect(throws: RouteSourceError.self) {
      try await RoutePublisher(RouteSource(in: losing)).publish(Self.first)
    }
    let listing = try await RoutePublisher(source).table().listing
    #expect(listing.map(\.pattern) == ["/other"])
  }

  // MARK: - Routes that are open

  @Test func `sound routes are published over some that the publisher would refuse`() async throws {
    let source = RouteSource(in: MemorySessionStore())
    let lenient = RoutePublisher(
      source,
      options: SharedRoutes.Options(allExceptPublic: false)
    )
    try await lenient.publish([route("map /a")])
    let strict = RoutePublisher(source)
    #expect(try await strict.table().routes.count == 1)
    // The map that stays is asked about as well, though it does not change.
    for routes in [[route("map /a"), route("map /b open")], [route("map /a x=1")]] {
      let error = await #expect(throws: PublicationError.self) { try await strict.publish(routes) }
      #expect(error?.refused?.reasons["the publisher"]?.map(\.code) == [.open])
    }
    #expect(try await strict.publish(Self.first).number == 2)
    await #expect(throws: PublicationError.self) { try await strict.publish([Self.first[1]]) }
    #expect(try await strict.publish(Self.first + [route("map /b")]).number == 3)
    await #expect(throws: PublicationError.self) { try await strict.rollBack(to: 1) }
    #expect(try await strict.rollBack(to: 0).number == 4)
  }

  @Test func `routes that are open are taken back by a publisher that would refuse them`()
    async throws
  {
    let source = RouteSource(in: MemorySessionStore())
    let lenient = RoutePublisher(
      source,
      options: SharedRoutes.Options(allExceptPublic: false)
    )
    try await lenient.publish([route("map /a")])
    let strict = RoutePublisher(source)
    #expect(try await strict.rollBack(to: 0).number == 2)
    #expect(try await source.status().active == 2)
  }

  // MARK: - Generations that never were active

  @Test func `what never was active is not gone back to, whatever is left of it`() async throws {
    let source = RouteSource(in: MemorySessionStore())
    let publisher = RoutePublisher(source, patience: .seconds(1))
    try await publisher.publish(Self.first)
    // As a publisher leaves it that has ended before it staged anything.
    let table = try await publisher.table()
    let never = table.generation(2, removing: [], adding: [route("map /never")], note: nil)
    try await source.replace(never.bytes, RouteSource.generation(2))
    _ = try await source.update { state in
      state.last = 2
      return true
    }
    await #expect(throws: RouteSourceError.self) { try await publisher.rollBack(to: 2) }
    #expect(try await publisher.publish(Self.first + [route("map /b")]).number == 3)
    await #expect(throws: RouteSourceError.self) { try await publisher.rollBack(to: 2) }
    // As one leaves it that is still waiting for servers.
    let next = try await publisher.table()
      .generation(4, removing: [], adding: [route("map /staged")], note: nil)
    try await source.replace(next.bytes, RouteSource.generation(4))
    try await source.stage(4, checksum: next.checksum, patience: 20)
    await #expect(throws: RouteSourceError.self) { try await publisher.rollBack(to: 4) }
    _ = try await source.update { state in
      state.staged = nil
      return true
    }
    #expect(try await publisher.rollBack(to: 1).number == 5)
  }

  @Test(arguments: [nil, 0, 3] as [Int?])
  func `where nothing is published there is nothing to go back to`(_ number: Int?) async throws {
    let publisher = RoutePublisher(RouteSource(in: MemorySessionStore()))
    let error = await #expect(throws: RouteSourceError.self) {
      try await publisher.rollBack(to: number)
    }
    #expect(
      "\(try #require(error))" == "No generation of the shared routes \"routes\" is published yet, "
        + "and there is none to go back to. Look whether this is the source that is meant, and "
        + "publish routes first."
    )
  }

  // MARK: - Ends

  @Test func `a source that has given its last number stays as it is`() async throws {
    let fleet = try Fleet(.memory)
    let source = fleet.source
    let last = RouteGeneration.Limits.numbers.upperBound
    _ = try await source.update { state in
      state.last = last - 1
      return true
    }
    let publisher = RoutePublisher(source)
    #expect(try await publisher.publish(Self.first).number == last)
    let error = await #expect(throws: PublicationError.self) { try await publisher.publish([]) }
    #expect(
      "\(try #require(error))" == "The source has given its last number, \(last), and can have no "
        + "more generations. Publish the routes into a source of their own, and have servers follow "
        + "that."
    )
    // Servers follow it as before, and it can be asked for what it has.
    let (stand, task) = try fleet.server("web")
    defer { task.cancel() }
    try await Fleet.wait("the last") { stand.shared.status.generation == last }
    #expect(stand.router.routes.count == 2)
    #expect(try await source.status().active == last)
  }

  @Test func `a publication before which others come again and again ends`() async throws {
    let store = MemorySessionStore()
    let source = RouteSource(in: store)
    try await RoutePublisher(source).publish(Self.first)
    let quicker = RouteSource(in: QuickerStore(store: store))
    let publisher = RoutePublisher(quicker, patience: .milliseconds(100))
    let error = await #expect(throws: RouteSourceError.self) {
      try await publisher.publish(Self.first + [route("map /b")])
    }
    #expect(error?.code == .contended)
    #expect(try await source.status().active == 1)
  }

  /// One race is no "again and again", though nothing is waited for.
  @Test(arguments: [Duration.zero, .seconds(20)])
  func `a publication before which another comes once is made after it`(
    _ patience: Duration
  ) async throws {
    let store = MemorySessionStore()
    let source = RouteSource(in: store)
    try await RoutePublisher(source).publish(Self.first)
    let interrupted = InterruptedStore(store, before: RouteSource.state) {
      let other = RoutePublisher(source)
      try await other.publish(removing: [], adding: [route("map /other")])
    }
    let publisher = RoutePublisher(RouteSource(in: interrupted), patience: patience)
    try await publisher.publish(removing: [], adding: [route("map /own")])
    let listing = try await RoutePublisher(source).table().listing
    #expect(listing.map(\.pattern) == ["/*", "/a", "/other", "/own"])
  }

  // MARK: - Spellings

  @Test(arguments: [
    ("map /caf\u{E9}", "map /cafe\u{301}"), ("map /a x=caf\u{E9}", "map /a x=cafe\u{301}"),
  ])
  func `another spelling of the same characters is a change`(
    _ first: String,
    _ second: String
  ) async throws {
    let publisher = RoutePublisher(RouteSource(in: MemorySessionStore()))
    try await publisher.publish([Self.first[0], route(first)])
    #expect(try await publisher.publish([Self.first[0], route(second)]).number == 2)
    let error = await #expect(throws: PublicationError.self) {
      try await publisher.publish([Self.first[0], route(second)])
    }
    #expect(error?.isUnchanged == true)
  }

  @Test func `a whole generation with another spelling changes its route`() async throws {
    let spellings = ["/caf\u{E9}", "/cafe\u{301}"]
    let stand = Stand()
    try await stand.apply(adding: [Self.first[0], route("map \(spellings[0])")])
    let whole = SharedTable().generation(
      2,
      removing: [],
      adding: [Self.first[0], route("map \(spellings[1])")],
      note: nil
    )
    try await stand.shared.apply(whole)
    let pattern = try #require(await stand.shared.table.routes[2]?.pattern)
    #expect(Array(pattern.utf8) == Array(spellings[1].utf8))
  }
}
