import Dispatch
import SwitchyardLocks
import TestSupport
import Testing

@testable import Switchyard

/// What is left of a route that was disposed of, and of what was passed to it, where one of its
/// handlers keeps the closure that it has answered with.
@Suite struct KeptClosureTests {
  private typealias Reply = @Sendable () -> Void

  private let queue = DispatchQueue(label: "KeptClosureTests")
  private let handlers = Counter()
  private let payloads = Counter()
  private let kept = Locked<[Reply]>([])

  private static let configurations = [Router.Configuration.app, .server]

  /// A map that keeps its closure, and has called it when it returns, if it is to.
  private func map(in yard: Yard, queue: DispatchQueue?, answers: Bool = true) -> RouteID {
    let tracked = Tracked(handlers)
    return yard.router.map("/x", queue: queue) { [kept] _, completed in
      tracked.use()
      kept.withLock { $0.append(completed) }
      if answers { completed() }
    }
  }

  /// Waits until nothing is left, and says then once more what was kept.
  private func endAndRepeat() async {
    #expect(await becomesTrue { handlers.value == 0 && payloads.value == 0 })
    let replies = kept.withLock { replies in
      defer { replies = [] }
      return replies
    }
    #expect(replies.count == 1)
    for reply in replies { reply() }
  }

  @Test(arguments: configurations, [true, false])
  func `of a map nothing is left`(
    _ configuration: Router.Configuration,
    _ hasQueue: Bool
  ) async {
    let yard = Yard(configuration)
    let id = map(in: yard, queue: hasQueue ? queue : nil)
    #expect(await yard.router.dispatch("/x", payload: Tracked(payloads)) == .handled(by: id))
    yard.router.dispose(of: id)
    await endAndRepeat()
    #expect(yard.faults.summary == ["map /x: repeatedAnswer"])
    #expect(yard.faults.all.map(\.target) == ["/x"])
  }

  @Test(arguments: configurations)
  func `of a guard with a queue nothing is left`(_ configuration: Router.Configuration) async {
    let yard = Yard(configuration)
    let map = yard.map("/x")
    let id = { () -> RouteID in
      let tracked = Tracked(handlers)
      return yard.router.guard("/*", queue: queue) { [kept] _, decide in
        tracked.use()
        kept.withLock { $0.append { decide(.allow) } }
        decide(.allow)
      }
    }()
    #expect(await yard.router.dispatch("/x", payload: Tracked(payloads)) == .handled(by: map))
    yard.router.dispose(of: id)
    await endAndRepeat()
    #expect(yard.faults.summary == ["guard /*: repeatedAnswer"])
  }

  @Test(arguments: configurations, [true, false])
  func `of a map behind async middleware nothing is left, nor of that`(
    _ configuration: Router.Configuration,
    _ hasQueue: Bool
  ) async {
    let yard = Yard(configuration)
    let around = { () -> RouteID in
      let tracked = Tracked(handlers)
      return yard.router.around("/*") { _, next in
        tracked.use()
        try await next()
      }
    }()
    let id = map(in: yard, queue: hasQueue ? queue : nil)
    #expect(await yard.router.dispatch("/x", payload: Tracked(payloads)) == .handled(by: id))
    yard.router.dispose(of: [around, id])
    await endAndRepeat()
    #expect(yard.faults.summary == ["map /x: repeatedAnswer"])
    #expect(yard.faults.all.map(\.target) == ["/x"])
  }

  @Test(arguments: configurations, [true, false])
  func `of a map whose time was up nothing is left, whether it answers or not`(
    _ configuration: Router.Configuration,
    _ hasQueue: Bool
  ) async throws {
    let clock = HandClock()
    let yard = Yard(configuration) {
      $0.clock = clock.clock
      $0.handlerTimeLimit = .seconds(10)
    }
    let id = map(in: yard, queue: hasQueue ? queue : nil, answers: false)
    let dispatch = yard.start("/x")
    #expect(await becomesTrue { kept.withLock { $0.count } == 1 && clock.timers > 0 })
    clock.advance(by: .seconds(10))
    #expect(await dispatch.value == .timedOut)
    yard.router.dispose(of: id)
    await endAndRepeat()
    #expect(yard.faults.summary == ["map /x: timeLimit", "map /x: lateAnswer"])
  }
}
