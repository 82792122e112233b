import Foundation
import HTTPTestSupport
import SwitchyardFleet
import TestSupport

@testable import SwitchyardFleet

/// Servers with one name, and somebody who publishes: whose call of the store comes next is chosen,
/// as is what becomes of it.
actor NameScene {
  /// The things that may happen in a scene.
  struct Plan: Sendable {
    /// The number of servers.
    var servers = 2
    /// The looks of each, at most.
    var looks = 1
    /// Whether somebody publishes besides.
    var isPublished = false
    /// The calls that fail, replies that are lost, records that are damaged and servers that are killed, at most.
    var faults = 0
  }

  private struct Player {
    enum Life { case there, leaving, killed }

    let server: SourceState.Server
    var looks = 0
    var life = Life.there
    /// Whether its record was taken away or damaged, and since then it has not looked.
    var isHurt = false
    var isMending = false
  }

  private enum Step: CustomStringConvertible {
    case go(Int, Turns.Fate)
    case kill(Int)
    case hurt(Int, bytes: [UInt8]?)

    var description: String {
      switch self {
      case .go(let number, let fate): fate == .done ? "\(number)" : "\(number) \(fate)"
      case .kill(let number): "\(number) killed"
      case .hurt(let number, let bytes): "\(number) \(bytes == nil ? "loses" : "spoils") its record"
      }
    }
  }

  private let plan: Plan
  private let choices: any Choosing
  private let turns = Turns()
  private let store = MemorySessionStore()
  private let source: RouteSource
  private var players: [Player] = []
  private var faultsLeft: Int
  private let looks = Notes<Look>()
  private let gone = Notes<SourceState.Server>()
  private var holder: SourceState.Server?
  private var isActive = false
  private var faults: [String] = []
  private var story: [String] = []

  /// The end of a look.
  private struct Look: Sendable {
    let player: Int
    let isWhole: Bool
    let isTaken: Bool
  }

  init(_ plan: Plan, _ choices: any Choosing) {
    self.plan = plan
    self.choices = choices
    faultsLeft = plan.faults
    source = RouteSource(in: store)
  }

  private var publisher: Int { players.count }

  /// Plays the scene.
  /// - Returns: what does not hold, and what has happened before.
  func play() async throws -> [String] {
    // One of the servers may be of a version that lacks a handler.
    let refuser = plan.isPublished ? choices.choice(of: plan.servers + 1) : plan.servers
    for number in 0..<plan.servers { await enter(number, isOld: number == refuser) }
    if plan.isPublished { try await publish() }
    while faults.isEmpty {
      let steps = await steps()
      guard !steps.isEmpty else { break }
      try await take(steps[choices.choice(of: steps.count)])
      try await check()
    }
    if faults.isEmpty { try await calm() }
    await end()
    return faults.isEmpty ? [] : faults + ["after " + story.joined(separator: ", ")]
  }

  // MARK: - Players

  private func enter(_ number: Int, isOld: Bool) async {
    let stand = Stand(isOld ? RouteHandlers() : .plain())
    let stepped = RouteSource(in: SteppedStore(store: store, turns: turns, player: number))
    let first = FleetMember(source: stepped, name: "web")
    players.append(Player(server: first.server))
    await turns.begin { [turns, looks, gone] in
      var member = first
      while true {
        switch await turns.turn(number, .act) {
        case .leave:
          await member.leave()
          return gone.add(member.server)
        case .end: return
        case .done, .lost, .failed:
          var isWhole = true
          do {
            try await stand.shared.look(&member)
          } catch {
            isWhole = member.isTaken && (error as? RouteSourceError)?.code == .taken("web")
          }
          looks.add(Look(player: number, isWhole: isWhole, isTaken: member.isTaken))
        }
      }
    }
  }

  /// The first generation, which servers that lack a handler refuse.
  private func publish() async throws {
    let stand = Stand()
    let routes = [route("guard /* key=card"), route("map /a")]
    let generation = await stand.next(adding: routes)
    try await source.replace(generation.bytes, RouteSource.generation(1))
    let staged = SourceState.Staged(number: 1, checksum: generation.checksum, patience: 20)
    let number = publisher
    let stepped = RouteSource(in: SteppedStore(store: store, turns: turns, player: number))
    let publisher = RoutePublisher(stepped)
    await turns.begin { [turns, gone] in
      while await turns.turn(number, .act) != .end {
        let state = try? await stepped.update { state in
          guard state.last == 0 else { return false }
          (state.last, state.staged) = (1, staged)
          return true
        }
        guard state?.staged == staged, let heard = try? await publisher.hear(staged) else {
          continue
        }
        if !heard.refusals.isEmpty {
          let refused = RefusedGeneration(generation: 1, reasons: heard.refusals)
          _ = try? await publisher.settle(1, isActive: false, refused)
        } else if heard.missing.isEmpty, heard.gone.isSubset(of: gone.all) {
          // The others have time to come back.
          _ = try? await publisher.settle(1, isActive: true, by: heard)
        }
      }
    }
  }

  // MARK: - Steps

  private func steps() async -> [Step] {
    let waiting = await turns.waiting
    var (steps, rare): ([Step], [Step]) = ([], [])
    for (number, kind) in waiting.sorted(by: { $0.key < $1.key }) {
      let isPublisher = number == publisher
      guard isPublisher || players[number].life != .killed else { continue }
      if !isPublisher { rare.append(.kill(number)) }
      switch kind {
      case .act:
        guard isPublisher || players[number].looks < plan.looks else { continue }
        if isPublisher && isActive { continue }
        steps.append(.go(number, .done))
        if !isPublisher { steps.append(.go(number, .leave)) }
      case .read:
        steps.append(.go(number, .done))
        rare.append(.go(number, .failed))
      case .write:
        steps.append(.go(number, .done))
        rare += [.go(number, .failed), .go(number, .lost)]
      }
    }
    // Somebody who publishes asks again and again.
    if steps.allSatisfy({ if case .go(publisher, _) = $0 { true } else { false } }) { return [] }
    guard faultsLeft > 0 else { return steps }
    for number in players.indices where players[number].life == .there && !players[number].isHurt {
      rare += [.hurt(number, bytes: nil), .hurt(number, bytes: [0])]
    }
    return choices.weigh(steps, rare)
  }

  private func take(_ step: Step) async throws {
    story.append(step.description)
    switch step {
    case .go(let number, let fate):
      if fate == .failed || fate == .lost { faultsLeft -= 1 }
      if number != publisher, await turns.waiting[number] == .act {
        players[number].looks += 1
        players[number].isMending = true
        if fate == .leave { players[number].life = .leaving }
      }
      await turns.go(number, fate)
    case .kill(let number):
      faultsLeft -= 1
      players[number].life = .killed
      gone.add(players[number].server)
    case .hurt(let number, let bytes):
      faultsLeft -= 1
      (players[number].isHurt, players[number].isMending) = (true, false)
      let record = RouteSource.server(players[number].server)
      if let bytes, try await source.load(record) != nil {
        let expiry = Date() + ServerAnswer.lifetime + 55
        try await source.replace(bytes, record, expiry: expiry)
      } else {
        try await source.remove(record)
      }
    }
    for look in looks.take() where look.isWhole && players[look.player].isMending {
      players[look.player].isHurt = false
    }
  }

  // MARK: - Rules

  private func check() async throws {
    let (state, _) = try await source.state()
    let answers = try await source.answers(state.servers)
    for server in state.servers where isThere(server) && answers[server.name] == nil {
      faults.append("listed, and without a record")
    }
    let (last, next) = (holder, state.holder(of: "web"))
    holder = next
    if let last, next == nil, isThere(last) { faults.append("there, and not listed any more") }
    guard state.active == 1, !isActive else { return }
    isActive = true
    for server in state.servers where isThere(server) {
      let answer = answers[server.name]
      if answer?.checked != 1 || answer?.reasons.isEmpty != true {
        faults.append("active, and not taken by one that is listed")
      }
    }
  }

  /// Whether a server is there, and nothing was done to its record that it has not mended.
  private func isThere(_ server: SourceState.Server) -> Bool {
    players.contains { $0.server == server && $0.life == .there && !$0.isHurt }
  }

  /// Lets all be as it becomes where nothing more happens: looks, one after the other.
  private func calm() async throws {
    faultsLeft = 0
    for player in players where player.life != .there {
      try await source.remove(RouteSource.server(player.server))
      gone.add(player.server)
    }
    var last: [Int: Look] = [:]
    var holders: [SourceState.Server?] = []
    for _ in 0..<4 {
      for number in Array(players.indices) + [publisher]
      where number == publisher ? plan.isPublished : players[number].life == .there {
        // First what is under way, and then all of a look.
        while let kind = await turns.waiting[number], kind != .act { await turns.go(number) }
        await turns.go(number)
        while let kind = await turns.waiting[number], kind != .act { await turns.go(number) }
      }
      for look in looks.take() { last[look.player] = look }
      holders.append(try await source.state().0.holder(of: "web"))
    }
    let (state, _) = try await source.state()
    let alive = players.filter { $0.life == .there }.map(\.server)
    if plan.isPublished, state.staged != nil || state.last == 0 {
      faults.append("still staged")
    }
    guard !alive.isEmpty else { return }
    guard let holder = state.holder(of: "web"), alive.contains(holder) else {
      faults.append("nobody who is there has the name")
      return
    }
    if try await source.answers([holder]).isEmpty { faults.append("the holder has no record") }
    if holders[2] != holders[3] { faults.append("the name does not come to rest") }
    for (number, player) in players.enumerated() where player.life == .there {
      if last[number]?.isTaken != (player.server != holder) {
        faults.append("server \(number) takes itself for what it is not")
      }
    }
  }

  /// Lets all players end.
  private func end() async {
    while let number = await turns.waiting.keys.min() {
      let isActing = await turns.waiting[number] == .act
      await turns.go(number, isActing ? .end : .failed)
    }
  }
}

/// Something that chooses what happens.
protocol Choosing: AnyObject, Sendable {
  /// Begins a scene, the last one again unless another was asked for.
  func begin()
  func choice(of count: Int) -> Int
  /// What may be chosen, of what is usual and what is rare.
  func weigh<Step>(_ usual: [Step], _ rare: [Step]) -> [Step]
}

/// Draws.
final class DrawnChoices: Choosing, @unchecked Sendable {
  // One scene asks at a time.
  private var generator: SeededGenerator
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
  }

  func begin() { generator = SeededGenerator(seed: seed) }

  func choice(of count: Int) -> Int { generator.below(count) }

  func weigh<Step>(_ usual: [Step], _ rare: [Step]) -> [Step] {
    generator.below(6) == 0 && !rare.isEmpty ? rare : usual
  }
}

/// All that can be chosen, one after the other.
final class AllChoices: Choosing, @unchecked Sendable {
  // One scene asks at a time.
  private var chosen: [(choice: Int, count: Int)] = []
  private var place = 0
  /// The number of choices that the scene begins with.
  private var given = 0

  func begin() {
    place = 0
    chosen.removeLast(chosen.count - given)
  }

  func choice(of count: Int) -> Int {
    defer { place += 1 }
    if place == chosen.count { chosen.append((0, count)) }
    return chosen[place].choice
  }

  func weigh<Step>(_ usual: [Step], _ rare: [Step]) -> [Step] { usual + rare }

  /// Goes on to the next.
  /// - Returns: whether there is one.
  func next() -> Bool {
    while let last = chosen.popLast() {
      guard last.choice + 1 == last.count else {
        chosen.append((last.choice + 1, last.count))
        given = chosen.count
        return true
      }
    }
    return false
  }
}
