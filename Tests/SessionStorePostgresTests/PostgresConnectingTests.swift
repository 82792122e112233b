#if PostgreSQL
  import Foundation
  import PostgresTestSupport
  import SessionStore
  import SessionTestSupport
  import SwitchyardLocks
  import Testing

  @testable import PostgresConnections
  @testable import SessionStorePostgres

  /// How connections are made.
  @Suite(.ifInstalled, .serialized, .postgres, .timeLimit(.minutes(6)))
  struct PostgresConnectingTests {
    private let server: PostgresServer
    private let key = SessionIdentifier.random().key

    init() throws { server = try #require(PostgresTrait.current) }

    /// The threads of tasks are as many as the processors: one that waits keeps others from theirs.
    @Test func `a name that is looked up slowly keeps no task waiting`() async throws {
      let statement = PostgresStatement("one", [], "SELECT 1::bigint")
      let options = PostgresSessionStore.Options(answerLimit: .seconds(1))
      let address = PostgresAddress(server.address())
      let setup = PostgresSessionStore.setup(address, options, and: [statement])
      let connection = PostgresConnection(setup) { _ in }
      let isFound = DispatchSemaphore(value: 0)
      connection.open = { host throws(PostgresFailure) in
        _ = isFound.wait(timeout: .now() + 60)
        return try PostgresLink(host)
      }
      let clock = ContinuousClock()
      let time = await clock.measure {
        #expect(connection.backlog == 0)
        let loads = (0..<40).map { _ in Task { try await connection.run(statement) } }
        let time = await clock.measure { try? await Task.sleep(for: .milliseconds(50)) }
        // Far less than the search, however busy the machine is.
        #expect(time < .seconds(20))
        for load in loads {
          await #expect(throws: PostgresFailure.self) { try await load.value }
        }
      }
      #expect(time < .seconds(40))
      // A connection that answers is asked before this one, whatever that has to do.
      #expect(connection.backlog == PostgresConnection.madeInVain)
      // The search went on meanwhile.
      isFound.signal()
      #expect(try await eventually { try await connection.run(statement) }.first?.integer(0) == 1)
      try await becomes("0") { "\(connection.backlog)" }
      connection.close()
      try await becomes("\(Int.max)") { "\(connection.backlog)" }
    }

    /// A silent one has `beingMade` and what it has to do.
    @Test func `a connection that is being made is asked before silent ones, but not for long`()
      async throws
    {
      let take = PostgresStatement("take", [.integer], "SELECT pg_advisory_lock($1)")
      let setup = PostgresSessionStore.setup(
        PostgresAddress(server.address()),
        .init(answerLimit: .seconds(60)),
        and: [take]
      )
      let (holder, connection) = (
        PostgresConnection(setup) { _ in }, PostgresConnection(setup) { _ in }
      )
      _ = try await holder.run(take, [.integer(3)])
      let time = Locked(DispatchTime.now())
      connection.now = { time.withLock { $0 } }
      let isFound = DispatchSemaphore(value: 0)
      connection.open = { host throws(PostgresFailure) in
        _ = isFound.wait(timeout: .now() + 60)
        return try PostgresLink(host)
      }
      let answer = Task { try await connection.run(take, [.integer(3)]) }
      try await becomes("\(PostgresConnection.beingMade)") { "\(connection.backlog)" }
      time.withLock { $0 = $0 + .milliseconds(99) }
      #expect(connection.backlog < PostgresConnection.beingMade + 1)
      time.withLock { $0 = $0 + .milliseconds(1) }
      #expect(connection.backlog > PostgresConnection.beingMade + 1_000_000)
      // One that cannot be made is behind it.
      #expect(connection.backlog < .max)
      isFound.signal()
      // What has waited for the connection does not make that a silent one.
      try await becomes("1") { "\(connection.backlog)" }
      holder.close()
      _ = try await answer.value
      connection.close()
    }

    @Test func `a connection that is made again after a failure is asked behind silent ones`()
      async throws
    {
      let statement = PostgresStatement("one", [], "SELECT 1::bigint")
      let address = PostgresAddress(server.address())
      let setup = PostgresSessionStore.setup(address, .init(), and: [statement])
      let connection = PostgresConnection(setup) { _ in }
      // It stands still: no time passes.
      let time = DispatchTime.now()
      connection.now = { time }
      let isFound = DispatchSemaphore(value: 0)
      let tries = Locked(0)
      connection.open = { host throws(PostgresFailure) in
        if tries.withLock({ tries in
          tries += 1
          return tries == 1
        }) {
          throw PostgresFailure("nobody is there")
        }
        _ = isFound.wait(timeout: .now() + 60)
        return try PostgresLink(host)
      }
      await #expect(throws: PostgresFailure.self) { try await connection.run(statement) }
      try await becomes("\(PostgresConnection.madeInVain)") { "\(connection.backlog)" }
      isFound.signal()
      try await becomes("0") { "\(connection.backlog)" }
      // Nor is one behind that is made anew because it was lost.
      connection.locked { $0.lose(PostgresFailure("it is gone")) }
      #expect(connection.backlog == PostgresConnection.beingMade)
      isFound.signal()
      try await becomes("0") { "\(connection.backlog)" }
      connection.close()
    }

    /// Who asked while the name was looked up has had no answer, and goes by what is told.
    @Test func `what may be missed before a connection listens is told when it does`() async throws
    {
      let statement = PostgresStatement("one", [], "SELECT 1::bigint")
      let events = TestEvents()
      let setup = PostgresSetup(
        address: PostgresAddress(server.address()),
        schema: SessionSchema.tables,
        statements: [statement],
        channel: "missed",
        answerLimit: .milliseconds(500)
      )
      let connection = PostgresConnection(setup) { events.add($0) }
      let isFound = DispatchSemaphore(value: 0)
      connection.open = { host throws(PostgresFailure) in
        _ = isFound.wait(timeout: .now() + 60)
        return try PostgresLink(host)
      }
      await #expect(throws: PostgresFailure.self) { try await connection.run(statement) }
      #expect(events.missed == 0)
      isFound.signal()
      try await eventually { try await connection.run(statement) }
      // It is told on a queue, which the answer does not wait for.
      try await eventually { if events.missed == 0 { throw CancellationError() } }
      #expect(events.missed == 1)
      connection.close()
    }

    /// A transaction that has begun before sees what a statement sees that has.
    @Test func `tables that another server is making are not taken for those of another form`()
      async throws
    {
      try server.sql("CREATE DATABASE made")
      let address = PostgresAddress(server.address("made"))
      let connection = PostgresConnection(PostgresSessionStore.setup(address, .init())) { _ in }
      _ = try await connection.run(.text("SELECT 1"))
      try server.sql("DROP TABLE switchyard_sessions", in: "made")
      _ = try await connection.run(.text("BEGIN ISOLATION LEVEL REPEATABLE READ"))
      _ = try await connection.run(.text("SELECT 1"))
      let other = PostgresSessionStore(server.address("made"), onEvent: { _ in })
      try await other.open()
      let look = PostgresCommand.Content.text(SessionSchema.tables.find)
      #expect(try await connection.run(look).first?.text(0) == "")
      _ = try await connection.run(.text("COMMIT"))
      #expect(try await connection.run(look).first?.text(0) == SessionSchema.tables.form)
      connection.close()
    }

    /// A relay that is stopped is silent: the system takes connections for it.
    @Test func `behind a host that is silent the next is tried`() async throws {
      let relay = try Relay(to: server.folder)
      relay.hold()
      let address = "host=\(relay.folder),\(server.folder) user=shop dbname=postgres"
      let store = PostgresSessionStore(address, onEvent: { _ in })
      try await store.open()
      _ = try await store.write("1", at: key, expiry: .now + 600)
      // The first again, when there is a choice.
      relay.go()
      try server.crash()
      try server.start()
      #expect(try await eventually { try await store.text(key) } == "1")
    }

    @Test func `each of several hosts tells what is wrong`() async throws {
      let events = Events()
      let store = PostgresSessionStore(
        "host=/nowhere/1,/nowhere/2",
        onEvent: { events.add($0) }
      )
      do {
        try await store.open()
        Issue.record("there is no error")
      } catch {
        #expect(error.code == .unreachable)
        #expect(error.reason.contains("/nowhere/1/") && error.reason.contains("/nowhere/2/"))
      }
      #expect(!events.all.contains(.connected))
    }

    @Test func `a connection that hangs in its first statements is made anew`() async throws {
      let relay = try Relay(to: server.folder)
      let options = PostgresSessionStore.Options(connections: 1, answerLimit: .seconds(1))
      let store = PostgresSessionStore(relay.address, options: options, onEvent: { _ in })
      let other = PostgresSessionStore(server.address(), onEvent: { _ in })
      try await store.open()
      try await other.open()
      let changes = await store.changes()
      // No look at deadlines is planned any more.
      try await Task.sleep(for: .milliseconds(800))
      try relay.becomeDeaf()
      try server.sql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'switchyard' AND query LIKE '%pg_notify%'
        """
      )
      // Now it waits for the answer to its first statement, and nobody for a hint to be sent.
      try await Task.sleep(for: .milliseconds(500))
      try relay.hearAgain()
      for await change in changes where change == .anything { break }
      try await eventually { try await other.open() }
      _ = try await other.write("1", at: key, expiry: .now + 600)
      for await change in changes where change == .session(key) { break }
    }

    #if os(Linux)
      /// Without it the system tries for a quarter of an hour to send again what nobody takes.
      @Test(arguments: [("", 5000), (" tcp_user_timeout=700", 700)])
      func `what is sent and not taken has an end`(_ words: String, _ wanted: Int32) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        let port = try port(of: listener)
        let address = PostgresAddress("host=127.0.0.1 port=\(port)" + words)
        let link = try PostgresLink(try #require(try address.hosts.get().first))
        var limit: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(link.socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit, &size)
        #expect(limit == wanted)
      }

      /// Returns a port at which a socket takes connections, and says nothing.
      private func port(of listener: Int32) throws -> UInt16 {
        try #require(listen(listener, 5) == 0)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { address in
          address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            getsockname(listener, $0, &size)
          }
        }
        try #require(code == 0)
        return address.sin_port.bigEndian
      }
    #endif

    @Test(arguments: PostgresAddressTests.unreadable + ["host=/nowhere sslmode=secret"])
    func `an address that cannot be read is an error for good`(_ address: String) async {
      let events = Events()
      let store = PostgresSessionStore(address, onEvent: { events.add($0) })
      for _ in 0..<2 {
        do {
          try await store.open()
          Issue.record("there is no error")
        } catch {
          #expect(error.code == .unreachable)
          #expect(error.reason.hasPrefix("its address "))
          #expect(!"\(error)".contains("secret") && !"\(error)".contains("sure"))
        }
      }
      #expect(events.all.isEmpty)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max), .seconds(Int64.min)])
    func `times beyond measure are bounded`(_ time: Duration) async throws {
      let made = PostgresSessionStore.Options(
        answerLimit: time,
        sweepInterval: time,
        hintInterval: time
      )
      var changed = PostgresSessionStore.Options()
      changed.answerLimit = time
      changed.sweepInterval = time
      changed.hintInterval = time
      #expect(made == changed)
      #expect((.milliseconds(10)...(.seconds(86_400))).contains(made.answerLimit))
      #expect((.milliseconds(100)...(.seconds(86_400))).contains(made.sweepInterval))
      #expect((.zero...(.seconds(86_400))).contains(made.hintInterval))
      let store = PostgresSessionStore(server.address(), options: made, onEvent: { _ in })
      _ = try? await store.load(key)
    }
  }

  /// Counts what is said to be missed.
  private final class TestEvents: Sendable {
    private let count = Locked(0)

    var missed: Int { count.withLock { $0 } }

    func add(_ event: PostgresEvent) {
      if case .missed = event { count.withLock { $0 += 1 } }
    }
  }
#endif
