#if PostgreSQL
  import Foundation
  import PostgresTestSupport
  import SessionStore
  import SessionTestSupport
  import SwitchyardLocks
  import Testing

  @testable import PostgresConnections
  @testable import SessionStorePostgres

  /// Which of several connections is asked.
  @Suite(.ifInstalled, .serialized, .postgres, .timeLimit(.minutes(6)))
  struct PostgresChoiceTests {
    private let server: PostgresServer

    init() throws { server = try #require(PostgresTrait.current) }

    @Test func `one connection is asked where one request follows another`() async throws {
      try server.sql("CREATE DATABASE quiet")
      let store = PostgresSessionStore(server.address("quiet"), onEvent: { _ in })
      try await store.open()
      let start = try server.sql("SELECT clock_timestamp()")
      for _ in 0..<20 { _ = try await store.load(SessionIdentifier.random().key) }
      let asked = """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = 'quiet' AND query_start > '\(start)'
        """
      #expect(try server.sql(asked) == "1")
    }

    @Test func `while a connection waits for a lock another is asked`() async throws {
      // It waits for longer than a slow machine takes to ask the other.
      let options = PostgresSessionStore.Options(answerLimit: .seconds(120))
      let store = PostgresSessionStore(server.address(), options: options, onEvent: { _ in })
      try await store.open()
      let keys = (0..<16).map { _ in SessionIdentifier.random().key }
      for key in keys { _ = try await store.write("1", at: key, expiry: .now + 600) }
      var touch: Task<Void, Never>?
      try await server.whileLocked("EXCLUSIVE") { () async throws in
        let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        touch = Task { try? await store.touch(keys[0], expiry: .now + 6000) }
        try await becomes("1") { try server.sql(waiting) }
        for key in keys { #expect(try await store.text(key) == "1") }
        #expect(try server.sql(waiting) == "1")
      }
      await touch?.value
    }

    /// Each statement waits for a lock that another connection has until it is to be answered.
    @Test func `a connection that owes an answer and says nothing is the last to be asked`()
      async throws
    {
      let take = PostgresStatement("take", [.integer], "SELECT pg_advisory_lock($1)")
      let give = PostgresStatement("give", [.integer], "SELECT pg_advisory_unlock($1)")
      let setup = PostgresSessionStore.setup(
        PostgresAddress(server.address()),
        .init(answerLimit: .seconds(60)),
        and: [take, give]
      )
      let (holder, connection) = (
        PostgresConnection(setup) { _ in }, PostgresConnection(setup) { _ in }
      )
      let time = Locked(DispatchTime.now())
      connection.now = { time.withLock { $0 } }
      _ = try await connection.run(.text("SELECT 1"))
      for lock in 1...2 { _ = try await holder.run(take, [.integer(Int64(lock))]) }
      var answers: [Task<Void, any Error>] = []
      for lock in 1...2 {
        answers.append(Task { _ = try await connection.run(take, [.integer(Int64(lock))]) })
        try await becomes("\(lock)") { "\(connection.backlog)" }
      }
      for lock in 1...2 {
        let left = 3 - lock
        #expect(connection.backlog == left)
        time.withLock { $0 = $0 + .milliseconds(99) }
        #expect(connection.backlog == left)
        time.withLock { $0 = $0 + .milliseconds(1) }
        #expect(connection.backlog == PostgresConnection.beingMade + left)
        _ = try await holder.run(give, [.integer(Int64(lock))])
        try await answers[lock - 1].value
      }
      #expect(connection.backlog == 0)
      connection.close()
      holder.close()
    }

    /// The server waits for a lock, and what is between takes what did not fit before: that more can
    /// be sent is no answer of it.
    @Test func `a connection that sends on, and hears nothing, is still silent`() async throws {
      let take = PostgresStatement("take", [.integer], "SELECT pg_advisory_lock($1)")
      let give = PostgresStatement("give", [.integer], "SELECT pg_advisory_unlock($1)")
      let options = PostgresSessionStore.Options(answerLimit: .seconds(60))
      func connection(_ address: String) -> PostgresConnection {
        let setup = PostgresSessionStore.setup(
          PostgresAddress(address),
          options,
          and: [take, give]
        )
        return PostgresConnection(setup) { _ in }
      }
      let relay = try Relay(to: server.folder)
      let (holder, silent) = (connection(server.address()), connection(relay.address))
      let time = Locked(DispatchTime.now())
      silent.now = { time.withLock { $0 } }
      _ = try await silent.run(.text("SELECT 1"))
      _ = try await holder.run(take, [.integer(7)])
      let waits = Task { _ = try await silent.run(take, [.integer(7)]) }
      try await becomes("1") { try server.sql("SELECT count(*) FROM pg_locks WHERE NOT granted") }
      relay.hold()
      // More than a socket takes, and less than what is between takes with it.
      let text = String(repeating: "a", count: 300_000)
      let long = Task { _ = try await silent.run(.text("SELECT length('\(text)')")) }
      func isSending() -> String {
        let isSending = Locked(false)
        silent.locked { connection in
          isSending.withLock { $0 = connection.watch?.awaitsWriting == true }
        }
        return "\(isSending.withLock { $0 })"
      }
      try await becomes("2 true") { "\(silent.backlog) \(isSending())" }
      time.withLock { $0 = $0 + .milliseconds(100) }
      #expect(silent.backlog == PostgresConnection.beingMade + 2)
      relay.go()
      try await becomes("false") { isSending() }
      #expect(silent.backlog == PostgresConnection.beingMade + 2)
      _ = try await holder.run(give, [.integer(7)])
      try await waits.value
      try await long.value
      #expect(silent.backlog == 0)
      silent.close()
      holder.close()
    }

    /// A process of the server is stopped, which keeps its connection, and says nothing.
    @Test func `a connection that hangs keeps nobody waiting who asks later`() async throws {
      try server.sql("CREATE DATABASE hangs")
      let store = PostgresSessionStore(
        server.address("hangs"),
        options: .init(answerLimit: .seconds(120)),
        onEvent: { _ in }
      )
      try await store.open()
      let key = SessionIdentifier.random().key
      _ = try await store.write("1", at: key, expiry: .now + 600)
      let writer = """
        SELECT pid FROM pg_stat_activity WHERE datname = 'hangs' AND query LIKE 'INSERT INTO%'
        """
      let process = try #require(pid_t(try server.sql(writer)))
      try #require(kill(process, SIGSTOP) == 0)
      defer { kill(process, SIGCONT) }
      let behind = Task { try await store.text(key) }
      try await becomes("true") {
        "\(store.connections[0].backlog > PostgresConnection.beingMade)"
      }
      // So many at once that the other connection always has more to do.
      try await withThrowingTaskGroup { group in
        for _ in 0..<40 {
          group.addTask { () async throws in
            for _ in 0..<20 { #expect(try await store.text(key) == "1") }
          }
        }
        try await group.waitForAll()
      }
      #expect(store.connections[0].backlog == PostgresConnection.beingMade + 1)
      kill(process, SIGCONT)
      #expect(try await behind.value == "1")
      #expect(store.connections[0].backlog == 0)
    }
  }
#endif
