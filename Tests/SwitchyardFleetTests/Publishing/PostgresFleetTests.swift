#if PostgreSQL
  import Foundation
  import PostgresTestSupport
  import SessionStorePostgres
  import SwitchyardFleet
  import TestSupport
  import Testing

  @testable import SwitchyardFleet

  /// Servers that follow a source in PostgreSQL, whose server ends and comes back.
  @Suite(.ifInstalled, .postgres, .timeLimit(.minutes(6))) struct PostgresFleetTests {
    private static let first = [route("guard /* key=card"), route("map /a")]

    private let shared: PostgresServer
    /// The name of a source, as the tests share a database.
    private let name = "\(UUID())"

    init() throws { shared = try #require(PostgresTrait.current) }

    private func source(_ server: PostgresServer? = nil) -> RouteSource {
      let address = (server ?? shared).address()
      return RouteSource(in: PostgresSessionStore(address, onEvent: { _ in }), named: name)
    }

    private func follow(
      _ names: [String],
      _ server: PostgresServer? = nil
    ) -> [(Stand, Task<Void, Never>)] {
      names.map { name in
        let stand = Stand()
        let source = source(server)
        return (stand, Task { try? await stand.shared.follow(source, as: name) })
      }
    }

    /// Waits until all servers have a generation, and say so.
    private func wait(_ source: RouteSource, _ count: Int, at generation: Int) async throws {
      try await Fleet.wait("generation \(generation) on all") {
        guard let status = try? await source.status() else { return false }
        return status.active == generation && status.isCurrent
          && status.servers.count { $0.status?.generation == generation } == count
      }
    }

    @Test(arguments: [false, true])
    func `a server of PostgreSQL that ends takes no routes away, and all go on when it is back`(
      isCrash: Bool
    ) async throws {
      let postgres = try await PostgresServer.aside { try PostgresServer() }
      let servers = follow(["one", "two", "three"], postgres)
      defer { for (_, task) in servers { task.cancel() } }
      let (publisher, source) = (RoutePublisher(source(postgres)), source(postgres))
      try await publisher.publish(Self.first)
      try await wait(source, 3, at: 1)
      var last = 1
      for count in 2...4 {
        try await PostgresServer.aside {
          if isCrash { try postgres.crash() } else { try postgres.stop() }
        }
        for (stand, _) in servers {
          try await Fleet.wait("the fault") { stand.shared.status.sourceFault != nil }
          #expect(!stand.shared.status.isCurrent)
          #expect(stand.shared.generation == last && stand.router.routes.count == count)
        }
        await #expect(throws: RouteSourceError.self) {
          try await publisher.publish(removing: [], adding: [route("map /\(count)")])
        }
        try await PostgresServer.aside { try postgres.start() }
        try await Fleet.wait("a publication") {
          let added = [route("map /\(count)")]
          let given = try? await publisher.publish(removing: [], adding: added)
          last = given?.number ?? 0
          return given != nil
        }
        try await wait(source, 3, at: last)
      }
    }

    @Test func `a publication in the middle of which the server ends is whole, or is none`()
      async throws
    {
      let postgres = try await PostgresServer.aside { try PostgresServer() }
      let servers = follow(["one", "two"], postgres)
      defer { for (_, task) in servers { task.cancel() } }
      let source = source(postgres)
      try await RoutePublisher(source).publish(Self.first)
      try await wait(source, 2, at: 1)
      var wanted: Set<String> = ["/*", "/a"]
      for round in 0..<6 {
        let publisher = RoutePublisher(self.source(postgres))
        try await Fleet.wait("the table") { (try? await publisher.table()) != nil }
        let publishing = Task {
          var done: [String] = []
          for part in 0..<1_000 {
            let pattern = "/\(round)/\(part)"
            do {
              try await publisher.publish(removing: [], adding: [route("map \(pattern)")])
            } catch {
              return (done, "\(error)")
            }
            done.append(pattern)
            if Task.isCancelled { break }
          }
          return (done, "")
        }
        try await Task.sleep(for: .milliseconds(.random(in: 30...150)))
        try await PostgresServer.aside {
          try postgres.crash()
          try postgres.start()
        }
        publishing.cancel()
        let (done, fault) = await publishing.value
        #expect(!fault.contains("is not known"))
        wanted.formUnion(done)
        var patterns: Set<String> = []
        var hasStaged = true
        // Each connection of the store comes back by itself.
        try await Fleet.wait("the source") {
          guard let (state, _) = try? await source.state(),
            let table = try? await source.table(state.active, state)
          else { return false }
          patterns = Set(table.listing.map(\.pattern))
          hasStaged = state.staged != nil
          return true
        }
        // What was acknowledged is there, and nothing else; nothing is left staged.
        #expect(!hasStaged)
        #expect(patterns == wanted, "\(fault)")
      }
      let last = RoutePublisher(source)
      var number = 0
      try await Fleet.wait("the last publication") {
        let added = [route("map /last")]
        number = (try? await last.publish(removing: [], adding: added))?.number ?? 0
        return number > 0
      }
      try await wait(source, 2, at: number)
      for (stand, _) in servers {
        #expect(Set(stand.router.routes.map(\.pattern)) == wanted.union(["/last"]))
      }
    }

    @Test func `a source that is emptied takes no routes away`() async throws {
      let source = source()
      let servers = follow(["one"])
      defer { for (_, task) in servers { task.cancel() } }
      try await RoutePublisher(source).publish(Self.first)
      try await wait(source, 1, at: 1)
      let (state, _) = try await source.state()
      #expect(state.active == 1)
      try await source.remove(RouteSource.state)
      let (stand, _) = servers[0]
      try await Fleet.wait("the fault") { stand.shared.status.sourceFault != nil }
      #expect(stand.router.routes.count == 2 && !stand.shared.status.isCurrent)
      await #expect(throws: RouteSourceError.self) {
        try await RoutePublisher(source).rollBack(to: 1)
      }
    }

    @Test func `a change is told, and not looked for`() async throws {
      let stand = Stand()
      let source = source()
      // Far longer than is waited for: it does not look for itself.
      let task = Task {
        try? await stand.shared.follow(source, as: "web", every: .seconds(3_600))
      }
      defer { task.cancel() }
      try await Fleet.wait("its name") { try await source.state().0.servers.map(\.name) == ["web"] }
      let publisher = RoutePublisher(self.source())
      for number in 0..<10 {
        try await publisher.publish(
          removing: [],
          adding: [route("map /\(number)"), route("guard /\(number) key=card")]
        )
      }
      try await Fleet.wait("the last") { stand.router.routes.count == 20 }
    }

    @Test func `many routes are published at once`() async throws {
      let servers = follow(["one", "two"])
      defer { for (_, task) in servers { task.cancel() } }
      let source = source()
      try await Fleet.wait("names") { try await source.state().0.servers.count == 2 }
      let count = max(500, PropertyRun.cases(default: 2_000))
      let maps = (0..<count).map { route("map /part\($0 % 97)/:id/kind\($0)") }
      try await RoutePublisher(self.source()).publish([Self.first[0]] + maps)
      try await wait(source, 2, at: 1)
      for (stand, _) in servers { #expect(stand.router.routes.count == count + 1) }
    }
  }
#endif
