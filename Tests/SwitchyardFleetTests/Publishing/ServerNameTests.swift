import Foundation
import PostgresTestSupport
import SwitchyardFleet
import TestSupport
import Testing

@testable import SwitchyardFleet

/// Several servers that follow one source under one name.
@Suite(.postgresWhereInstalled, .timeLimit(.minutes(6))) struct ServerNameTests {
  private static let first = [route("guard /* key=card"), route("map /a")]

  /// As two processes that were started with one file of settings.
  @Test(arguments: StoreKind.there)
  func `of two servers with one name the later has it, and the former says so`(
    _ kind: StoreKind
  ) async throws {
    let fleet = try Fleet(kind)
    let (former, first) = try fleet.server("web")
    try await fleet.waitForServers(1)
    let own = try await fleet.source.state().0.holder(of: "web")
    let (later, second) = try fleet.server("web")
    defer { second.cancel() }
    try await Fleet.wait("the later") {
      try await fleet.source.state().0.holder(of: "web") != own
    }
    try await fleet.publisher().publish(Self.first)
    try await Fleet.wait("the fault") {
      former.shared.status.sourceFault?.hasPrefix("Another server is called \"web\"") == true
    }
    // Its routes are those of all, all the same.
    try await Fleet.wait("generation 1") { former.shared.generation == 1 }
    try await Fleet.wait("the later") { later.shared.generation == 1 }
    for _ in 0..<100 {
      try #require(later.shared.status.isCurrent && !former.shared.status.isCurrent)
      try await Task.sleep(for: .milliseconds(20))
    }
    // And it takes nothing of the other with it.
    first.cancel()
    await first.value
    let status = try await fleet.source.status()
    #expect(status.servers.map(\.name) == ["web"] && status.servers.first?.status != nil)
  }

  @Test func `the former has its name again when the later has ended`() async throws {
    let fleet = try Fleet(.memory)
    let (former, first) = try fleet.server("web")
    defer { first.cancel() }
    try await fleet.waitForServers(1)
    let (_, second) = try fleet.server("web")
    try await Fleet.wait("the fault") { former.shared.status.sourceFault != nil }
    second.cancel()
    await second.value
    // Its fault ends when it finds the name free, which is before it has that.
    try await Fleet.wait("its name") {
      try await fleet.source.status().servers.map { $0.status?.isCurrent } == [true]
    }
    #expect(former.shared.status.isCurrent)
  }

  /// As where the clock of a machine is far ahead: it finds a living server silent again and again.
  @Test func `a name that a silent server has lost does not go back and forth`() async throws {
    let source = try Fleet(.memory).source
    var former = FleetMember(source: source, name: "web")
    var later = FleetMember(source: source, name: "web")
    func look(_ member: inout FleetMember) async throws {
      let state = try await source.state().0
      try await member.look(at: state)
      if !member.isTaken { try await member.tell(state) }
    }
    try await look(&former)
    try await look(&later)
    try await look(&former)
    #expect(former.isTaken && !later.isTaken)
    try await source.remove(RouteSource.server(later.server))
    try await look(&former)
    try await look(&later)
    #expect(!former.isTaken && later.isTaken)
    #expect(try await source.state().0.servers == [former.server])
  }

  @Test func `an answer that counts for too long, as after a clock was set back, is given anew`()
    async throws
  {
    let source = try Fleet(.memory).source
    var member = FleetMember(source: source, name: "web")
    let record = RouteSource.server(member.server)
    try await member.tell(try await source.state().0)
    let answer = try #require(try await source.load(record))
    try await source.replace(answer.bytes, record, expiry: Date() + 3_600)
    try await member.tell(try await source.state().0)
    let next = try #require(try await source.load(record))
    #expect(next.bytes == answer.bytes)
    #expect(next.expiry.timeIntervalSinceNow <= ServerAnswer.lifetime)
  }

  @Test func `servers that are gone leave their places to others`() async throws {
    let fleet = try Fleet(.memory)
    let source = fleet.source
    _ = try await source.update { state in
      state.servers = (0..<SourceState.servers).map { number in
        SourceState.Server(name: "gone \(number)", follower: number)
      }
      return true
    }
    let (_, task) = try fleet.server("web")
    defer { task.cancel() }
    try await Fleet.wait("its name") { try await source.state().0.servers.map(\.name) == ["web"] }
  }

  @Test func `a state of an earlier form is said to be that, and one with a name twice is damaged`()
    async throws
  {
    let source = try Fleet(.memory).source
    try await source.replace(Array(#"{"format": 1, "servers": ["web"]}"#.utf8), RouteSource.state)
    let earlier = await #expect(throws: RouteSourceError.self) { try await source.state() }
    #expect("\(try #require(earlier))".contains("it is of form 1, and this version reads 2."))
    var twice = SourceState()
    twice.servers = [1, 2].map { SourceState.Server(name: "web", follower: $0) }
    try await source.replace(RouteSource.encode(twice), RouteSource.state)
    let damaged = await #expect(throws: RouteSourceError.self) { try await source.state() }
    #expect("\(try #require(damaged))".contains("it is damaged."))
  }

  // MARK: - All orders

  /// Plays a scene: again where a busy machine took so long for it that an answer may have been
  /// renewed, or have ended by itself.
  private static func faults(
    of plan: NameScene.Plan,
    _ choices: some Choosing
  ) async throws -> [String] {
    var faults: [String] = []
    for _ in 0..<5 {
      choices.begin()
      let start = ContinuousClock.now
      faults = try await NameScene(plan, choices).play()
      if ContinuousClock.now - start < .seconds(ServerAnswer.lifetime / 2) { break }
    }
    return faults
  }

  /// Two servers, a look of each, and all that can come of it, whichever call comes next.
  @Test(arguments: [
    NameScene.Plan(servers: 2, looks: 1), NameScene.Plan(servers: 1, looks: 2, faults: 1),
  ])
  func `whatever comes next, a name is one server's`(_ plan: NameScene.Plan) async throws {
    let choices = AllChoices()
    var count = 0
    repeat {
      count += 1
      let faults = try await Self.faults(of: plan, choices)
      try #require(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    } while choices.next()
    print("names: \(count) orders of \(plan)")
  }

  @Test(arguments: [
    NameScene.Plan(servers: 2, looks: 3, faults: 3),
    NameScene.Plan(servers: 3, looks: 3, faults: 3),
    NameScene.Plan(servers: 2, looks: 3, isPublished: true, faults: 2),
    NameScene.Plan(servers: 3, looks: 4, isPublished: true, faults: 3),
  ])
  func `whatever is lost or damaged, a name is one server's, and it is asked`(
    _ plan: NameScene.Plan
  ) async throws {
    let cases = PropertyRun.cases(default: 500)
    var seeds = PropertyRun.generator(for: "names", cases: cases)
    for _ in 0..<cases {
      let seed = seeds.next()
      let faults = try await Self.faults(of: plan, DrawnChoices(seed: seed))
      try #require(faults.isEmpty, "\(seed): \(faults.joined(separator: "\n"))")
    }
  }

  /// One that has its name again lost the answer to the other, who had taken it.
  @Test(arguments: [1_641_378_442_679_027_145])
  func `what was drawn once and did not hold holds`(_ seed: UInt64) async throws {
    let plan = NameScene.Plan(servers: 3, looks: 3, faults: 3)
    #expect(try await Self.faults(of: plan, DrawnChoices(seed: seed)) == [])
  }
}
