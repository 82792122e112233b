import Foundation
import SessionTestSupport
import SwitchyardSessions
import TestSupport
import Testing

/// Servers that remember states, beside others that load each: both do the same on a store of
/// their own.
@Suite struct SessionMemoryPropertyTests {
  @Test(arguments: 0..<4)
  func `servers that remember do as those that load`(_ share: Int) async throws {
    let cases = PropertyRun.cases(default: 200) / 4 + 1
    var seeds = PropertyRun.generator(for: "remembered sessions \(share)", cases: cases)
    // No two shares draw the same.
    seeds = SeededGenerator(seed: seeds.next() &+ UInt64(share))
    var behind = 0
    for _ in 0..<cases {
      let seed = seeds.next()
      var generator = SeededGenerator(seed: seed)
      let limit = generator.pick([1, 2, 3, 100])
      let (remembering, loading) = (Fleet(rememberedLimit: limit), Fleet(rememberedLimit: 0))
      for number in 0..<60 {
        let command = Command.random(&generator)
        let (one, two) = (await remembering.run(command), await loading.run(command))
        guard one == two else {
          Issue.record("\(seed), \(number), \(command): \(one) is not \(two)")
          return
        }
      }
      #expect(await remembering.records() == loading.records(), "\(seed)")
      behind += await remembering.calls - loading.calls
    }
    // Of many steps most are one call less.
    #expect(behind < 0)
  }

  /// Those who remember a session that has expired write, and those who load it do not.
  @Test func `what is done before a write is done where nobody writes as well`() async throws {
    let (remembering, loading) = (Fleet(rememberedLimit: 100), Fleet(rememberedLimit: 0))
    let begin = Command(call: .begin, server: 0, session: 0)
    let commands = [
      begin, begin, begin,
      Command(call: .sleep(1000), server: 0, session: 0),
      Command(call: .append, server: 0, session: 0, before: (.end, 1)),
      // What has expired is there again.
      Command(call: .sleep(-200), server: 0, session: 0),
    ]
    for command in commands {
      let (one, two) = (await remembering.run(command), await loading.run(command))
      #expect(one == two, "\(command)")
    }
    // It was ended all the same.
    #expect(await loading.records().map { $0 == nil } == [true, false, false])
  }
}

/// A call of one of the servers, for a session by its number.
private struct Command: CustomStringConvertible {
  enum Call {
    case begin, append, note(Int), stay, refuse, grow, go(String), read, renew, end, sleep(Double)
    case damage
  }

  let call: Call
  let server: Int
  let session: Int
  /// The call that another makes before the first write of this one.
  ///
  /// Where the session is not there, whoever loads it does not write, and the call is made behind
  /// this one. None is made where it cannot be read or has no room: who remembers another state of
  /// it may write all the same, and who loads it does not.
  var before: (call: Call, server: Int)?

  var description: String {
    "\(call) of \(session) at \(server), before it \(before.map { "\($0)" } ?? "none")"
  }

  static func random(_ generator: inout SeededGenerator) -> Command {
    let call: Call =
      switch generator.below(24) {
      case 0: .begin
      case 1: .renew
      case 2: .end
      case 3: .sleep(Double(generator.pick([1, 30, 90, 150, 400, 1000, -200])))
      case 4: .refuse
      case 5: .grow
      case 6, 7: .stay
      case 8, 9: .read
      case 10...13: .go(generator.pick(["books", "books/1", "today", "news", "nowhere"]))
      case 14...17: .note(generator.below(6))
      case 18 where generator.below(4) == 0: .damage
      default: .append
      }
    var command = Command(call: call, server: generator.below(3), session: generator.below(3))
    if case .append = call, generator.below(3) == 0 {
      let other: Call = generator.pick([.append, .go("books/2"), .end, .renew, .note(1)])
      command.before = (other, generator.below(3))
    }
    return command
  }
}

/// Three servers on one store, one of them with a tree that has more.
private actor Fleet {
  private let time = TurnedTime()
  private let store: TrickyStore
  private let servers: [Shop]
  private let sizeLimit = 1000
  private var sessions: [SessionIdentifier] = []
  /// The call that is to be made before the next write.
  private var next: (call: Command.Call, server: Int)?

  init(rememberedLimit: Int) {
    let time = time
    let store = TrickyStore(MemorySessionStore { time.now })
    self.store = store
    servers = [Shop.tree(), Shop.tree(), Shop.tree("news")].map { [sizeLimit] tree in
      Shop(store, tree: tree, sizeLimit: sizeLimit, rememberedLimit: rememberedLimit, time: time)
    }
  }

  var calls: Int { get async { await store.loads + store.writes } }

  /// The records of all sessions.
  func records() async -> [SessionRecord?] {
    var records: [SessionRecord?] = []
    for id in sessions { records.append(try? await store.store.load(id.key)) }
    return records
  }

  /// Makes a call.
  /// - Returns: what came of it, and the records behind it.
  func run(_ command: Command) async -> String {
    let reach = command.before == nil ? Reach.full : await reach(of: command.session)
    if reach != .full {
      next = command.before
      await store.play(1) { [self] _ in await makeNext(command.session) }
    }
    let result = await make(command.call, command.server, command.session)
    await store.playNone()
    #expect(next == nil || reach == .gone, "\(command) writes nothing")
    await makeNext(command.session)
    return "\(result) \(await records())"
  }

  /// Makes the call that is to be made before the next write, if it has not been made.
  private func makeNext(_ session: Int) async {
    guard let next = next.take() else { return }
    _ = await make(next.call, next.server, session)
  }

  private enum Reach {
    /// A session is there, can be read, and has room for what a call appends.
    case there
    /// It has ended, or its time is up.
    case gone
    /// It cannot be read, or has no room.
    case full
  }

  private func reach(of session: Int) async -> Reach {
    guard sessions.count >= 3 else { return .full }
    guard let text = try? await store.store.text(sessions[session].key) else { return .gone }
    return text == "{" || text.utf8.count > sizeLimit - 50 ? .full : .there
  }

  private func make(_ call: Command.Call, _ server: Int, _ session: Int) async -> String {
    let shop = servers[server]
    do {
      guard sessions.count >= 3 else {
        sessions.append(try await shop.visitor())
        return "begun"
      }
      return try await make(call, shop, session)
    } catch let error as SessionError {
      return "\(error.code)"
    } catch let error as NavigationError {
      return "\(error.code)"
    } catch {
      return "\(error)"
    }
  }

  private func make(_ call: Command.Call, _ shop: Shop, _ session: Int) async throws -> String {
    let id = sessions[session]
    switch call {
    case .begin: sessions[session] = try await shop.visitor(at: "today")
    case .append: return try await text(shop.sessions.perform(id, nil, Self.append))
    case .note(let key):
      return try await text(shop.sessions.perform(id, IdempotencyKey("k\(key)"), Self.append))
    case .stay: return try await text(shop.sessions.perform(id) { $0.value.books.count })
    case .refuse:
      struct Refused: Error { let count: Int }
      return try await text(
        shop.sessions.perform(id) { state throws -> Int in
          guard state.value.books.count % 3 == 0 else {
            throw Refused(count: state.value.books.count)
          }
          return try Self.append(&state)
        }
      )
    case .grow:
      return try await text(
        shop.sessions.perform(id) { state in
          state.value.books += Array(0..<70)
          return 0
        }
      )
    case .go(let place):
      return try await text(
        shop.sessions.perform(id) {
          try $0.go(to: place); return 1
        }
      )
    case .read: return "\(String(describing: try await shop.sessions.state(of: id)?.value))"
    case .renew:
      let result = try await shop.sessions.renew(id) {
        $0.value.isSignedIn.toggle(); return 2
      }
      sessions[session] = result.id
      return text(result)
    case .end: try await shop.sessions.end(id)
    case .sleep(let seconds): time.advance(by: seconds)
    case .damage:
      guard let version = try await store.store.load(id.key)?.version else { return "" }
      _ = try await store.store.write("{", at: id.key, expecting: version, expiry: time.after(300))
    }
    return ""
  }

  private static func append(_ state: inout SessionState<Basket>) throws -> Int {
    // Few, so that a session keeps within its limit.
    if state.value.books.count > 12 { state.value.books = [] }
    state.value.books.append(state.value.books.last.map { $0 + 1 } ?? 0)
    return state.value.books.count
  }

  private func text(_ result: SessionResult<Basket, Int>) -> String {
    "\(result.outcome) \(result.isRepeated) \(result.state.value) \(result.state.history)"
  }
}
