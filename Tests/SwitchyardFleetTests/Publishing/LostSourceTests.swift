import Foundation
import SwitchyardFleet
import Testing

@testable import SwitchyardFleet

/// Sources that are gone, put back or damaged while servers follow them.
@Suite(.timeLimit(.minutes(6))) struct LostSourceTests {
  private static let first = [route("guard /* key=card"), route("map /a")]

  @Test(arguments: [StoreKind.folder, .sqlite])
  func `a source that is gone takes no routes away, and is told`(_ kind: StoreKind) async throws {
    let fleet = try Fleet(kind)
    let (stand, task) = try fleet.server("web")
    defer { task.cancel() }
    try await fleet.waitForServers(1)
    let publisher = try fleet.publisher()
    try await publisher.publish(Self.first)
    try await Fleet.wait("the first") {
      let status = try await fleet.source.status()
      return status.servers.first?.status?.generation == 1 && status.isCurrent
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: fleet.folder.path)
    for file in files {
      let path = "\(fleet.folder.path)/\(file)"
      try FileManager.default.moveItem(atPath: path, toPath: "\(path)-away")
    }
    try await Fleet.wait("the fault") { stand.shared.status.sourceFault != nil }
    #expect(stand.router.routes.count == 2 && stand.shared.generation == 1)
    #expect(!stand.shared.status.isCurrent)
    await #expect(throws: RouteSourceError.self) {
      try await publisher.publish(Self.first + [route("map /b")])
    }
    if kind == .folder {
      let path = "\(fleet.folder.path)/routes"
      #expect(!FileManager.default.fileExists(atPath: path))
      for file in files {
        let path = "\(fleet.folder.path)/\(file)"
        try FileManager.default.moveItem(atPath: "\(path)-away", toPath: path)
      }
      try await Fleet.wait("the end of the fault") { stand.shared.status.isCurrent }
      try await publisher.publish(Self.first + [route("map /b")])
      try await Fleet.wait("the next") { stand.router.routes.count == 3 }
    }
  }

  @Test func `an earlier copy of a source is followed whole, though its numbers come again`()
    async throws
  {
    let fleet = try Fleet(.folder)
    let path = "\(fleet.folder.path)/routes"
    let (stand, task) = try fleet.server("web")
    defer { task.cancel() }
    try await fleet.waitForServers(1)
    let publisher = try fleet.publisher()
    try await publisher.publish(Self.first)
    try await Fleet.wait("the first") { stand.shared.status.generation == 1 }
    try await Self.copy(path)
    try await publisher.publish(Self.first + [route("map /old")])
    try await Fleet.wait("the second") { stand.shared.status.generation == 2 }
    try Self.putBack(path)
    // By somebody who knows nothing of the other second one, and by one that has published it.
    let other = RoutePublisher(RouteSource(in: RouteFolder(path: path)))
    #expect(try await other.publish(Self.first + [route("map /new")]).number == 2)
    try await Fleet.wait("the other second") {
      stand.router.routes.map(\.pattern) == ["/*", "/a", "/new"]
    }
    try await publisher.publish(Self.first + [route("map /new"), route("map /c")])
    try await Fleet.wait("the third") {
      stand.router.routes.map(\.pattern) == ["/*", "/a", "/new", "/c"]
    }
    try await Fleet.wait("the status") { stand.shared.status.isCurrent }
  }

  @Test func `servers that were there and that come ask in one order after a copy is put back`()
    async throws
  {
    let fleet = try Fleet(.folder)
    let path = "\(fleet.folder.path)/routes"
    let (stand, task) = try fleet.server("web")
    defer { task.cancel() }
    try await fleet.waitForServers(1)
    let routes = [
      route("guard /* key=card"), route("guard /* key=staff"), route("map /:x"),
      route("map /:y key=other"),
    ]
    let publisher = try fleet.publisher()
    try await publisher.publish(routes)
    try await Fleet.wait("the first") { stand.shared.status.generation == 1 }
    try await Self.copy(path)
    try await publisher.publish([routes[1], routes[3]])
    try await Fleet.wait("the second") { stand.shared.status.generation == 2 }
    try Self.putBack(path)
    try await Fleet.wait("the copy") { stand.router.routes.count == 4 }
    let (late, other) = try fleet.server("late")
    defer { other.cancel() }
    try await Fleet.wait("the late server") { late.shared.status.generation == 1 }
    for router in [stand.router, late.router] {
      #expect(router.routes.map(\.name) == ["card", "staff", "plain", "other"])
    }
  }

  /// Copies a folder, in which a server may write meanwhile, under a name that it takes away again.
  private static func copy(_ path: String) async throws {
    try await Fleet.wait("a copy") {
      try? FileManager.default.removeItem(atPath: "\(path)-copy")
      return (try? FileManager.default.copyItem(atPath: path, toPath: "\(path)-copy")) != nil
    }
  }

  /// Puts the copy of a folder in its place.
  private static func putBack(_ path: String) throws {
    try FileManager.default.moveItem(atPath: path, toPath: "\(path)-away")
    try FileManager.default.moveItem(atPath: "\(path)-copy", toPath: path)
  }

  @Test func `a server is not current before it has read its source`() async throws {
    #expect(!Stand().shared.status.isCurrent)
    let fleet = try Fleet(.memory)
    let (stand, task) = try fleet.server("web")
    try await Fleet.wait("the source") { stand.shared.status.isCurrent }
    task.cancel()
    await task.value
    #expect(!stand.shared.status.isCurrent)
  }

  @Test func `a damaged record of a server is mended by it, and stops nobody`() async throws {
    let fleet = try Fleet(.folder)
    let source = fleet.source
    let (stand, task) = try fleet.server("web")
    defer { task.cancel() }
    try await fleet.waitForServers(1)
    let server = try #require(try await source.state().0.holder(of: "web"))
    let name = source.key(RouteSource.server(server)).fileName
    try Data().write(to: URL(filePath: "\(fleet.folder.path)/routes/\(name)"))
    #expect(try await source.status().servers.map(\.name) == ["web"])
    try await fleet.publisher().publish(Self.first)
    try await Fleet.wait("the first") { stand.shared.status.generation == 1 }
    try await Fleet.wait("the record") {
      try await source.status().servers.first?.status?.generation == 1
    }
  }

  @Test func `a publication that is given up leaves nothing staged`() async throws {
    let fleet = try Fleet(.memory)
    let source = fleet.source
    let silent = SourceState.Server(name: "silent", follower: 1)
    try await source.replace(
      RouteSource.encode(ServerAnswer()),
      RouteSource.server(silent),
      expiry: Date() + 70
    )
    _ = try await source.update { state in
      state.servers = [silent]
      return true
    }
    let publisher = try fleet.publisher()
    let publishing = Task { try await publisher.publish(Self.first) }
    try await Fleet.wait("the stage") { try await source.status().staged == 1 }
    publishing.cancel()
    await #expect(throws: (any Error).self) { try await publishing.value }
    #expect(try await source.status().staged == nil)
  }

  /// As where the program of the first was stopped for longer than others wait for it.
  @Test func `a publisher is told that another one has given its generation up`() async throws {
    let fleet = try Fleet(.memory)
    let source = fleet.source
    let silent = SourceState.Server(name: "silent", follower: 1)
    try await source.replace(
      RouteSource.encode(ServerAnswer()),
      RouteSource.server(silent),
      expiry: Date() + 70
    )
    _ = try await source.update { state in
      state.servers = [silent]
      return true
    }
    let publisher = try fleet.publisher()
    let publishing = Task { try await publisher.publish(Self.first) }
    try await Fleet.wait("the stage") { try await source.status().staged == 1 }
    try await RoutePublisher(source).giveUp(1)
    let error = await #expect(throws: PublicationError.self) { try await publishing.value }
    #expect(
      "\(try #require(error))" == "Generation 1 was given up by another publisher, as this one was "
        + "silent for longer than it may wait for servers. Try once more."
    )
  }

  @Test func `a server whose last answer is too old is waited for`() async throws {
    let fleet = try Fleet(.memory)
    let source = fleet.source
    let slow = SourceState.Server(name: "slow", follower: 1)
    _ = try await source.update { state in
      state.servers = [slow]
      return true
    }
    let answering = Task {
      try await Fleet.wait("the stage") { try await source.status().staged == 1 }
      try await Task.sleep(for: .milliseconds(300))
      let staged = try #require(try await source.state().0.staged)
      var answer = ServerAnswer()
      (answer.checked, answer.checksum) = (staged.number, staged.checksum)
      answer.reasons = [RefusalReason(.handler, "a test")]
      let bytes = RouteSource.encode(answer)
      try await source.replace(bytes, RouteSource.server(slow), expiry: Date() + 70)
    }
    // As long as the answer takes, on a machine where all is slow.
    let (patience, grace) = (Duration.seconds(120), Duration.seconds(120))
    let publisher = RoutePublisher(source, patience: patience, grace: grace, onWait: { _, _ in })
    let error = await #expect(throws: PublicationError.self) {
      try await publisher.publish(Self.first)
    }
    #expect(error?.refused?.reasons.keys.map { $0 } == ["slow"])
    try await answering.value
  }

  @Test func `what is active is published, though the upkeep behind it fails`() async throws {
    let store = MemorySessionStore()
    let full = InterruptedStore(store, before: "whole 1") {
      throw SessionStoreError(.full, store: "memory", reason: "a test")
    }
    let maps = (0..<1_100).map { route("map /\($0)") }
    let given = try await RoutePublisher(RouteSource(in: full)).publish([Self.first[0]] + maps)
    let state = try await RouteSource(in: store).state().0
    #expect(given.number == 1 && state.active == 1 && state.whole.isEmpty && state.staged == nil)
  }

  @Test func `old generations whose removal was broken off are removed by the next publication`()
    async throws
  {
    let source = try Fleet(.memory).source
    let publisher = RoutePublisher(source)
    try await publisher.publish(Self.first)
    for number in 2...6 {
      try await publisher.publish(removing: [], adding: [route("map /\(number)")])
    }
    let table = try await publisher.table()
    try await source.replace(table.whole.bytes, RouteSource.whole(6))
    // As publishers leave it that have ended: one before it said that a table is kept whole, and one
    // before it removed anything.
    try await source.replace(table.whole.bytes, RouteSource.whole(2))
    _ = try await source.update { state in
      (state.oldest, state.whole) = (6, [6])
      return true
    }
    try await publisher.publish(removing: [], adding: [route("map /last")])
    for number in 1...7 {
      let isThere = try await source.load(RouteSource.generation(number)) != nil
      #expect(isThere == (number >= 6), "\(number)")
    }
    #expect(try await source.load(RouteSource.whole(2)) == nil)
    #expect(try await source.load(RouteSource.whole(6)) != nil)
    let (state, _) = try await source.state()
    #expect(state.swept == 6)
    #expect(try await RoutePublisher(source).table().routes.count == 8)
  }

  @Test func `what somebody has staged and left is given up`() async throws {
    let source = try Fleet(.memory).source
    try await source.stage(1, patience: 0.1)
    #expect(try await RoutePublisher(source).publish(Self.first).number == 2)
    // What was given up is not gone back to.
    await #expect(throws: RouteSourceError.self) {
      try await RoutePublisher(source).rollBack(to: 1)
    }
  }

  @Test func `what somebody more patient has left is given up as well`() async throws {
    let source = try Fleet(.memory).source
    try await source.stage(1, patience: 0.5)
    // Three times as long is not half as long as the other is to be waited for.
    let publisher = RoutePublisher(source, patience: .milliseconds(100))
    #expect(try await publisher.publish(Self.first).number == 2)
    #expect(try await source.status().staged == nil)
  }

  @Test func `nobody waits for whoever may wait for days, and the error says what helps`()
    async throws
  {
    let source = try Fleet(.memory).source
    try await source.stage(1, patience: SourceState.patience)
    let publisher = RoutePublisher(source, patience: .milliseconds(100))
    let error = await #expect(throws: PublicationError.self) {
      try await publisher.publish(Self.first)
    }
    #expect(
      "\(try #require(error))" == "Generation 1 of somebody else is being published, who may wait "
        + "for servers for 1000000 seconds. Try once more. Where they have ended, publish by a program "
        + "with a patience of at least 500001 seconds, or publish the routes into a source of their "
        + "own."
    )
    let status = try await source.status()
    #expect(status.staged == 1 && status.stagedPatience == SourceState.patience)
    let written = String(decoding: RouteSource.encode(status), as: UTF8.self)
    #expect(written.contains("\"stagedPatience\":1000000"))
  }

  @Test func `generations whose base is gone are read from the whole one before them`() async throws
  {
    let source = try Fleet(.memory).source
    var table = SharedTable()
    var listings: [Int: RouteListing] = [:]
    for number in 103...123 {
      let next = table.generation(
        number,
        removing: [],
        adding: [route("map /\(number)")],
        note: nil
      )
      table.make(try table.change(by: [next]))
      listings[number] = table.listing
      if number == 103 {
        try await source.replace(table.whole.bytes, RouteSource.whole(103))
      } else {
        try await source.replace(next.bytes, RouteSource.generation(number))
      }
    }
    var state = SourceState()
    (state.active, state.last, state.oldest, state.whole) = (123, 123, 103, [103])
    state.checksum = table.checksum
    for number in [103, 104, 123] {
      #expect(try await source.table(number, state).listing == listings[number])
    }
  }

  @Test(arguments: [true, false])
  func `a generation that is damaged or gone stops nobody where the table is kept whole behind it`(
    isGone: Bool
  ) async throws {
    let fleet = try Fleet(.memory)
    let source = fleet.source
    let publisher = try fleet.publisher()
    try await publisher.publish([Self.first[0]] + (0..<1_200).map { route("map /\($0)") })
    #expect(try await source.state().0.whole == [1])
    try await publisher.publish(removing: [], adding: [route("map /more")])
    if isGone {
      try await source.remove(RouteSource.generation(1))
    } else {
      try await source.replace([0], RouteSource.generation(1))
    }
    let other = try fleet.publisher()
    #expect(try await other.table().routes.count == 1_202)
    #expect(try await other.rollBack(to: 1).number == 3)
    let (stand, task) = try fleet.server("web")
    defer { task.cancel() }
    try await Fleet.wait("generation 3") { stand.shared.generation == 3 }
    #expect(stand.router.routes.count == 1_201)
  }

  @Test func `a whole table that is damaged stops nobody as long as there are steps to it`()
    async throws
  {
    let source = try Fleet(.memory).source
    var table = SharedTable()
    for number in [1, 250, 251] {
      let added = [route("map /\(number)")]
      let next = table.generation(number, removing: [], adding: added, note: nil)
      table.make(try table.change(by: [next]))
      try await source.replace(next.bytes, RouteSource.generation(number))
    }
    try await source.replace([0], RouteSource.whole(250))
    var state = SourceState()
    (state.active, state.last, state.whole) = (251, 251, [250])
    state.checksum = table.checksum
    #expect(try await source.table(251, state).listing == table.listing)
    // Without them it is that one which is told, with what helps.
    try await source.remove(RouteSource.generation(1))
    let error = await #expect(throws: GenerationRefusal.self) {
      try await source.table(251, state)
    }
    #expect(error?.generation == 250)
    #expect("\(try #require(error))".contains("Put a sound copy of the source back"))
  }
}
