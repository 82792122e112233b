#if PostgreSQL
  import Foundation
  import PostgresTestSupport
  import SessionStore
  import SessionTestSupport
  import Testing

  @testable import SessionStorePostgres

  /// What goes wrong with a server, and that a store goes on as soon as it is right again.
  @Suite(.ifInstalled, .serialized, .postgres, .timeLimit(.minutes(6)))
  struct PostgresFaultTests {
    private let server: PostgresServer
    private let key = SessionIdentifier.random().key

    init() throws { server = try #require(PostgresTrait.current) }

    @Test(arguments: [false, true])
    func `a server that ends is an error, and is found again`(_ isCrash: Bool) async throws {
      let events = Events()
      let store = PostgresSessionStore(server.address(), onEvent: { events.add($0) })
      let version = try await store.write("1", at: key, expiry: .now + 600)
      let changes = await store.changes()
      if isCrash { try server.crash() } else { try server.stop() }
      await failure(.unreachable) { _ = try await store.load(key) }
      await failure(.unreachable) {
        _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
      }
      try server.start()
      #expect(try await eventually { try await store.load(key)?.version } == version)
      _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
      // Hints may have been lost.
      for await change in changes where change == .anything { break }
      let all = events.all
      #expect(all.contains { if case .lost = $0 { true } else { false } })
      #expect(all.contains { if case .unreachable = $0 { true } else { false } })
      #expect(all.contains(.connected))
    }

    @Test func `a connection that the server ends is made anew`() async throws {
      let store = PostgresSessionStore(server.address(), onEvent: { _ in })
      _ = try await store.write("1", at: key, expiry: .now + 600)
      for _ in 0..<5 {
        try server.sql(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'switchyard'
          """
        )
        #expect(try await eventually { try await store.text(key) } == "1")
      }
    }

    @Test func `no server is an error at once, and is found when it comes`() async throws {
      try server.stop()
      let options = PostgresSessionStore.Options(answerLimit: .seconds(60))
      let store = PostgresSessionStore(server.address(), options: options, onEvent: { _ in })
      let start = ContinuousClock.now
      await failure(.unreachable) { try await store.open() }
      // Not when its time is up.
      #expect(start.duration(to: .now) < .seconds(30))
      try server.start()
      try await eventually { try await store.open() }
    }

    @Test func `tables of another form are not touched`() async throws {
      try server.sql("CREATE DATABASE newer")
      let newer = server.address("newer")
      let store = PostgresSessionStore(newer, onEvent: { _ in })
      try await store.open()
      _ = try await store.write("1", at: key, expiry: .now + 600)
      let comment = "COMMENT ON TABLE switchyard_sessions IS 'form 2'"
      try server.sql(comment, in: "newer")
      let other = PostgresSessionStore(newer, onEvent: { _ in })
      await failure(.otherSchema) { _ = try await other.load(key) }
      try server.sql("COMMENT ON TABLE switchyard_sessions IS 'form 1'", in: "newer")
      #expect(try await eventually { try await other.text(key) } == "1")
    }

    @Test func `a server that takes no writes is read`() async throws {
      let store = PostgresSessionStore(server.address(), onEvent: { _ in })
      let version = try await store.write("1", at: key, expiry: .now + 600)
      try server.sql("ALTER DATABASE postgres SET default_transaction_read_only = on")
      let other = PostgresSessionStore(server.address(), onEvent: { _ in })
      #expect(try await other.text(key) == "1")
      await failure(.readOnly) {
        _ = try await other.write("2", at: key, expecting: version, expiry: .now + 600)
      }
      try server.sql("ALTER DATABASE postgres RESET default_transaction_read_only")
      // Its connection began read-only, and stays so until it is made anew.
      try await eventually {
        _ = try await other.write("2", at: key, expecting: version, expiry: .now + 600)
      }
      #expect(try await store.text(key) == "2")
    }

    /// Nobody waits for it any more, and it would be made later.
    @Test func `a statement that takes too long is ended at the server also`() async throws {
      let options = PostgresSessionStore.Options(connections: 1, answerLimit: .seconds(1))
      let store = PostgresSessionStore(server.address(), options: options, onEvent: { _ in })
      try await eventually { try await store.open() }
      // One that waits for as long as a slow machine takes.
      let patient = PostgresSessionStore(server.address(), onEvent: { _ in })
      let version = try await patient.write("1", at: key, expiry: .now + 600)
      try await server.whileLocked("ACCESS EXCLUSIVE") { () async throws in
        await failure(.busy) {
          _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
        }
        let others = """
          SELECT count(*) FROM pg_stat_activity
          WHERE application_name = 'switchyard' AND state <> 'idle'
          """
        #expect(try server.sql(others) == "0")
      }
      #expect(try await patient.load(key)?.version == version)
    }

    /// A commit waits for it without a limit, whoever waits for the commit.
    @Test func `processes of the server do not pile up while a standby is away`() async throws {
      let server = try PostgresServer()
      let options = PostgresSessionStore.Options(answerLimit: .milliseconds(300))
      let store = PostgresSessionStore(server.address(), options: options, onEvent: { _ in })
      try await eventually { try await store.open() }
      try server.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
      try server.sql("SELECT pg_reload_conf()")
      try await becomes("nobody") { try server.sql("SHOW synchronous_standby_names") }
      // Other processes of the server take the setting in a moment; until then they commit.
      var failures = 0
      while failures < 10 {
        do {
          _ = try await store.write("1", at: SessionIdentifier.random().key, expiry: .now + 600)
          try await Task.sleep(for: .milliseconds(20))
        } catch is SessionStoreError {
          failures += 1
        }
      }
      let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
      try await becomes("t") {
        try server.sql("SELECT count(*) <= \(1 + options.connections) \(waiting)")
      }
    }

    /// The tables are there when the wait of the commit that made them is ended.
    @Test func `a store begins though the standby is away that its tables wait for`() async throws {
      let server = try PostgresServer()
      try server.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
      try server.sql("SELECT pg_reload_conf()")
      try await becomes("nobody") { try server.sql("SHOW synchronous_standby_names") }
      let options = PostgresSessionStore.Options(answerLimit: .milliseconds(300))
      let store = PostgresSessionStore(server.address(), options: options, onEvent: { _ in })
      try await eventually { try await store.open() }
      #expect(try await store.load(SessionIdentifier.random().key) == nil)
    }

    /// Who drops the table may leave its sequence.
    @Test(arguments: ["dropped", "halved"])
    func `tables that are dropped are made anew`(_ name: String) async throws {
      try server.sql("CREATE DATABASE \(name)")
      let store = PostgresSessionStore(server.address(name), onEvent: { _ in })
      // A connection that is made later, as that of its hints, would make them anew at once.
      try await store.open()
      _ = try await store.write("1", at: key, expiry: .now + 600)
      let sequence = name == "dropped" ? "DROP SEQUENCE switchyard_sessions_version;" : ""
      try server.sql("DROP TABLE switchyard_sessions; \(sequence)", in: name)
      await failure(.otherSchema) { _ = try await store.load(key) }
      try await eventually { _ = try await store.write("2", at: key, expiry: .now + 600) }
    }

    /// As a pooler in between does that gives another connection.
    @Test func `statements that the server has forgotten are prepared again`() async throws {
      let store = PostgresSessionStore(
        server.address(),
        options: .init(connections: 1),
        onEvent: { _ in }
      )
      _ = try await store.write("1", at: key, expiry: .now + 600)
      try server.sql("ALTER TABLE switchyard_sessions ALTER COLUMN bytes TYPE text USING ''")
      await failure(.otherSchema) { _ = try await store.load(key) }
      try server.sql(
        "ALTER TABLE switchyard_sessions ALTER COLUMN bytes TYPE bytea USING bytes::bytea"
      )
      #expect(try await eventually { try await store.text(key) } == "")
    }

    /// The server has checksums, and finds what somebody has written into its files.
    @Test func `a damaged row is an error, and others are read`() async throws {
      let damaged = try PostgresServer()
      // Of two one may still be resting when the other is there again.
      let options = PostgresSessionStore.Options(connections: 1)
      let store = PostgresSessionStore(damaged.address(), options: options, onEvent: { _ in })
      let others = (0..<200).map { _ in SessionIdentifier.random().key }
      for key in [key] + others {
        let bytes = [UInt8](repeating: 7, count: 1500)
        _ = try await store.store(bytes, at: key, expecting: nil, expiry: .now + 600)
      }
      let path = try damaged.sql("SELECT pg_relation_filepath('switchyard_sessions')")
      try damaged.stop()
      let file = try FileHandle(
        forUpdating: URL(fileURLWithPath: damaged.folder + "/data/" + path)
      )
      // Within the first page, where the first row lies.
      try file.seek(toOffset: 8000)
      try file.write(contentsOf: [UInt8](repeating: 0x55, count: 100))
      try file.close()
      try damaged.start()
      #expect(try await eventually { try await store.load(others[199]) } != nil)
      await failure(.damaged) { _ = try await store.load(key) }
      #expect(try await store.load(others[198]) != nil)
    }

    /// Of a write that was under way nobody knows whether it was made; it is never made by half,
    /// and the next one finds out.
    @Test func `a server that is killed in the middle of a transaction loses no acknowledged step`()
      async throws
    {
      let server = try PostgresServer()
      let store = PostgresSessionStore(server.address(), onEvent: { _ in })
      var version = try await store.write("0", at: key, expiry: .now + 600)
      for round in 1...3 {
        let (acknowledgements, told) = AsyncStream<Int>.makeStream(
          bufferingPolicy: .bufferingNewest(1)
        )
        let writer = Task { [key, version] in
          defer { told.finish() }
          var (count, version) = (round * 1000, version)
          while true {
            do {
              version = try await store.write(
                "\(count + 1)",
                at: key,
                expecting: version,
                expiry: .now + 600
              )
              count += 1
              told.yield(count)
            } catch {
              return count
            }
          }
        }
        // The first takes as long as the machine has it wait.
        for await _ in acknowledgements { break }
        try await Task.sleep(for: .milliseconds(200))
        try server.crash()
        let acknowledged = await writer.value
        #expect(acknowledged > round * 1000)
        try server.start()
        let found = try #require(try await eventually { try await store.load(key) })
        let count = try #require(Int(String(decoding: found.bytes, as: UTF8.self)))
        #expect([acknowledged, acknowledged + 1].contains(count))
        version = found.version
      }
    }

    /// Its rows are on a disk of their own, as the server ends where its log has no room.
    @Test(.enabled(if: SmallDisk.canBeMade, "no disk of its own can be mounted"))
    func `a full disk refuses writes, loses nothing, and goes on when there is room`()
      async throws
    {
      let server = try PostgresServer()
      let disk = try SmallDisk()
      defer { disk.remove() }
      // However slow the machine is, it is the disk that refuses.
      let options = PostgresSessionStore.Options(answerLimit: .seconds(60))
      let store = PostgresSessionStore(server.address(), options: options, onEvent: { _ in })
      let version = try await store.write("1", at: key, expiry: .now + 600)
      try server.sql("CREATE TABLESPACE small LOCATION '\(disk.folder)'")
      try server.sql("ALTER TABLE switchyard_sessions SET TABLESPACE small")
      // No zeros, which are stored in less.
      var generator = SystemRandomNumberGenerator()
      let large = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var stored: [SessionKey] = []
      await failure(.full) {
        while stored.count < 500 {
          let other = SessionIdentifier.random().key
          _ = try await store.store(large, at: other, expecting: nil, expiry: .now + 600)
          stored.append(other)
        }
      }
      #expect(stored.count > 2)
      #expect(try await store.text(key) == "1")
      for other in stored { #expect(try await store.load(other)?.bytes == large) }
      try disk.grow()
      _ = try await store.write("2", at: key, expecting: version, expiry: .now + 600)
      let other = SessionIdentifier.random().key
      _ = try await store.store(large, at: other, expecting: nil, expiry: .now + 600)
      #expect(try await store.text(key) == "2")
      try server.stop()
    }

    /// The connections go through a relay, which is stopped: nothing comes, and nothing says so.
    @Test func `a connection that is cut is an error after a while, and is made anew`()
      async throws
    {
      let relay = try Relay(to: server.folder)
      let options = PostgresSessionStore.Options(answerLimit: .seconds(1))
      let store = PostgresSessionStore(relay.address, options: options, onEvent: { _ in })
      _ = try await store.write("1", at: key, expiry: .now + 600)
      relay.hold()
      await failure(.unreachable) { _ = try await store.load(key) }
      relay.go()
      #expect(try await eventually { try await store.text(key) } == "1")
    }

    @Test func `a store that is released closes its connections`() async throws {
      let count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'switchyard'"
      try await becomes("0") { try server.sql(count) }
      do {
        let store = PostgresSessionStore(server.address(), onEvent: { _ in })
        try await store.open()
        _ = await store.changes()
        #expect(try server.sql(count) == "3")
      }
      try await becomes("0") { try server.sql(count) }
    }
  }
#endif
