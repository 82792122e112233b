#if PostgreSQL
  import Foundation
  import PostgresConnections
  import PostgresTestSupport
  import SessionStore
  import SessionTestSupport
  import Testing

  @testable import SessionStorePostgres

  @Suite(.ifInstalled, .postgres, .timeLimit(.minutes(6))) struct PostgresSessionStoreTests {
    private let server: PostgresServer

    init() throws { server = try #require(PostgresTrait.current) }

    private func store() -> PostgresSessionStore { PostgresSessionStore(server.address()) }

    @Test(arguments: StoreRule.all)
    func `it keeps the rules of stores`(_ rule: StoreRule) async throws {
      // Each has a database of its own, and so hints of its own.
      let time = TurnedTime()
      let database = "rule\(UInt64.random(in: 0...UInt64.max))"
      try server.sql("CREATE DATABASE \(database)")
      try await rule.check(
        PostgresSessionStore(server.address(database)) { time.now },
        time
      )
    }

    /// Its bytes go out as the server takes them, while others wait behind them.
    @Test func `a state that is larger than what a socket takes is stored whole`() async throws {
      let store = PostgresSessionStore(
        server.address(),
        options: .init(answerLimit: .seconds(60)),
        onEvent: { _ in }
      )
      let keys = (0..<4).map { _ in SessionIdentifier.random().key }
      let large = Array(repeating: Array(UInt8(0)...250), count: 8000).flatMap { $0 }
      try await withThrowingTaskGroup { group in
        for key in keys {
          group.addTask {
            _ = try await store.store(large, at: key, expecting: nil, expiry: .now + 600)
            #expect(try await store.load(key)?.bytes == large)
          }
        }
        try await group.waitForAll()
      }
    }

    @Test func `what one server writes another loads`() async throws {
      try await expectOneSession(of: store(), and: store())
    }

    @Test func `of the writes of several servers each is counted`() async throws {
      try await expectEachWriteCounts((0..<4).map { _ in store() })
    }

    /// A program that writes and ends would take the hints that wait with it.
    @Test func `hints that wait for others are sent at once for who asks`() async throws {
      let options = PostgresSessionStore.Options(hintInterval: .seconds(3600))
      let writer = PostgresSessionStore(server.address(), options: options)
      let reader = store()
      let changes = await reader.changes()
      for _ in 0..<3 {
        let key = SessionIdentifier.random().key
        _ = try await writer.write("1", at: key, expiry: .now + 600)
        await writer.finishTelling()
        for await change in changes where change == .session(key) { break }
      }
      withExtendedLifetime(reader) {}
    }

    @Test func `hints come from other servers, in batches`() async throws {
      let (one, two) = (store(), store())
      let changes = await one.changes()
      let keys = Set((0..<300).map { _ in SessionIdentifier.random().key })
      try await withThrowingTaskGroup { group in
        for key in keys {
          group.addTask { _ = try await two.write("1", at: key, expiry: .now + 600) }
        }
        try await group.waitForAll()
      }
      var heard: Set<SessionKey> = []
      for await case .session(let key) in changes {
        if keys.contains(key) { heard.insert(key) }
        if heard.count == keys.count { break }
      }
    }

    @Test func `sessions that have expired are deleted`() async throws {
      let time = TurnedTime()
      let options = PostgresSessionStore.Options(sweepInterval: .milliseconds(100))
      // A database of its own: those of other tests have expired at that time.
      try server.sql("CREATE DATABASE swept")
      let store = PostgresSessionStore(server.address("swept"), options: options) { time.now }
      let (kept, gone) = (SessionIdentifier.random().key, SessionIdentifier.random().key)
      _ = try await store.write("1", at: kept, expiry: .distantFuture)
      _ = try await store.write("2", at: gone, expiry: time.after(10))
      time.advance(by: 11)
      let rows = "SELECT count(*) FROM switchyard_sessions WHERE key = '\\x\(gone.hex)'"
      try await becomes("0") { try server.sql(rows, in: "swept") }
      #expect(try await store.text(kept) == "1")
    }

    @Test(arguments: [
      PostgresSessionStore.Options.SynchronousCommit.on, .local, .off, .remoteApply, .remoteWrite,
    ])
    func `commits are as they are asked for`(
      _ commit: PostgresSessionStore.Options.SynchronousCommit
    ) async throws {
      let show = PostgresStatement("show", [], "SHOW synchronous_commit")
      let setup = PostgresSessionStore.setup(
        PostgresAddress(server.address()),
        .init(synchronousCommit: commit),
        and: [show]
      )
      let connection = PostgresConnection(setup) { _ in }
      let rows = try await connection.run(show)
      #expect(rows.first?.text(0) == commit.rawValue)
      connection.close()
    }

    /// With these a write that has waited for another of its row would be an error, and no conflict.
    @Test(arguments: ["repeatable read", "serializable"])
    func `writes are conflicts whatever level of isolation a database has`(
      _ level: String
    ) async throws {
      let database = "level\(UInt64.random(in: 0...UInt64.max))"
      try server.sql("CREATE DATABASE \(database)")
      try server.sql("ALTER DATABASE \(database) SET default_transaction_isolation = '\(level)'")
      #expect(try server.sql("SHOW transaction_isolation", in: database) == level)
      let address = server.address(database)
      let show = PostgresStatement("show", [], "SHOW transaction_isolation")
      let setup = PostgresSessionStore.setup(PostgresAddress(address), .init(), and: [show])
      let connection = PostgresConnection(setup) { _ in }
      #expect(try await connection.run(show).first?.text(0) == "read committed")
      connection.close()
      try await expectEachWriteCounts((0..<4).map { _ in PostgresSessionStore(address) })
    }

    /// A crash takes back the last numbers of a sequence with the writes that had them.
    @Test func `no version comes again after a crash that has cost writes`() async throws {
      let other = try PostgresServer()
      let key = SessionIdentifier.random().key
      var seen: Set<SessionVersion> = []
      for round in 0..<3 {
        let store = PostgresSessionStore(
          other.address(),
          options: .init(synchronousCommit: .off),
          onEvent: { _ in }
        )
        var record = try await store.load(key)
        for _ in 0..<200 {
          let version = try await store.write(
            "\(round)",
            at: key,
            expecting: record?.version,
            expiry: .now + 600
          )
          #expect(seen.insert(version).inserted)
          record = SessionRecord(bytes: [], version: version, expiry: .now)
        }
        try other.crash()
        try other.start()
      }
    }

    /// The clock of the server is an hour behind that of whoever wrote last, so that chance alone tells a write from one
    /// that a crash has taken back; of 50,000 such tests one may take two for the same.
    @Test func `no version comes again after such a crash where the clock is behind`() async throws
    {
      let other = try PostgresServer()
      // What no commit waits for stays in memory for as long as can be.
      for setting in ["wal_writer_delay = '10s'", "bgwriter_lru_maxpages = 0", "autovacuum = off"] {
        try other.sql("ALTER SYSTEM SET \(setting)")
      }
      try other.stop()
      try other.start()
      let key = SessionIdentifier.random().key
      func store(_ commit: PostgresSessionStore.Options.SynchronousCommit) -> PostgresSessionStore {
        PostgresSessionStore(
          other.address(),
          options: .init(synchronousCommit: commit),
          onEvent: { _ in }
        )
      }
      var last = try await store(.on).write("0", at: key, expiry: .now + 600)
      try other.sql("UPDATE switchyard_sessions SET version = version + (3600000::bigint << 22)")
      var seen: Set<SessionVersion> = []
      var lost = 0
      for _ in 0..<3 {
        let store = store(.off)
        let kept = try #require(try await store.load(key)).version
        if kept < last { lost += 1 }
        seen.insert(kept)
        last = kept
        for count in 1...3 {
          let next = try await store.write("\(count)", at: key, expecting: last, expiry: .now + 600)
          #expect(next > last && seen.insert(next).inserted)
          last = next
        }
        try other.crash()
        try other.start()
      }
      // Else nothing is shown.
      #expect(lost > 0)
    }

    @Test func `new tables are made by several at once`() async throws {
      try server.sql("CREATE DATABASE fresh")
      let address = server.address("fresh")
      try await withThrowingTaskGroup { group in
        for _ in 0..<10 {
          group.addTask {
            let store = PostgresSessionStore(address)
            try await store.open()
            _ = try await store.write("1", at: SessionIdentifier.random().key, expiry: .now + 600)
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// Waits until something is as it should become.
  func becomes(_ wanted: String, _ body: () throws -> String) async throws {
    for _ in 0..<2_000 {
      if try body() == wanted { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try body() == wanted)
  }
#endif
