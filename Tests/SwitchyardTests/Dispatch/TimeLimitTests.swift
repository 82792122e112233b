import Dispatch
import Foundation
import RoutePatterns
import TestSupport
import Testing

@testable import Switchyard

/// Time limits that middleware sets, and time that begins again.
@Suite struct TimeLimitTests {
  /// What a server would attach: it says a number of times that something has come in.
  private final class Upload: DispatchAttachment {
    let target: RouteTarget
    let lookupTags: [RouteTag] = []
    let told = Mailbox<RouteOutcome>()
    let gone = Signal()
    private let pieces: Shared<Int>

    init(_ target: String, pieces: Int) throws {
      self.target = try RouteTarget(target)
      self.pieces = Shared(pieces)
    }

    func report(_ fault: RouterFault) {}
    /// Something has come in a quarter of the limit ago.
    func timeLeft(of limit: Duration) -> Duration? {
      pieces.withLock { pieces in
        defer { pieces -= 1 }
        return pieces > 0 ? limit / 4 * 3 : nil
      }
    }
    func dispatchEnded(_ end: DispatchEnd) { told.put(end.outcome) }
    func dispatchIsGone() { gone.fire() }
  }

  private let clock = HandClock()
  private let faults = FaultLog()

  private func router() -> Router {
    var configuration = Router.Configuration.server
    configuration.clock = clock.clock
    configuration.handlerTimeLimit = .seconds(10)
    configuration.onFault = { [faults] in faults.receive($0) }
    let router = Router(configuration)
    router.planFarewell()
    return router
  }

  private func limit(_ router: Router, _ pattern: RoutePattern, _ time: Duration?) {
    let options = RouteOptions([], nil, nil, nil, #fileID, #line)
    _ = router.registerMiddleware(pattern, options, timeLimit: time) { try $1.get() }
  }

  private static let limits: [(target: String, seconds: Int)] = [
    ("/plain", 10), ("/long", 60), ("/long/short", 2), ("/long/none", 60),
  ]

  @Test(arguments: limits, [HandlerForm.callback, .task, .nested])
  private func `the innermost limit counts, and else the router's`(
    _ test: (target: String, seconds: Int),
    _ form: HandlerForm
  ) async throws {
    let router = router()
    limit(router, "/long{/*}?", .seconds(60))
    limit(router, "/long/short", .seconds(2))
    limit(router, "/long/none", nil)
    let begun = Mailbox<@Sendable () -> Void>()
    form.register(in: router, begun)
    let upload = try Upload(test.target, pieces: 0)
    let dispatch = router.begin(attachment: upload)
    let answer = try await begun.take()
    clock.advance(by: .seconds(test.seconds) - .milliseconds(1))
    #expect(faults.summary.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(try await upload.told.take() == .timedOut)
    #expect(faults.summary.count == 1)
    answer()
    withExtendedLifetime(dispatch) {}
  }

  @Test(arguments: [HandlerForm.callback, .task, .nested])
  private func `time begins again as long as something comes in`(_ form: HandlerForm) async throws {
    let router = router()
    let begun = Mailbox<@Sendable () -> Void>()
    form.register(in: router, begun)
    let upload = try Upload("/a", pieces: 3)
    let dispatch = router.begin(attachment: upload)
    let answer = try await begun.take()
    clock.advance(by: .seconds(10) + .milliseconds(3 * 7_500 - 1))
    #expect(faults.summary.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(try await upload.told.take() == .timedOut)
    answer()

    // One that answers in time leaves nothing that expires.
    let quick = try Upload("/a", pieces: 1)
    let second = router.begin(attachment: quick)
    let end = try await begun.take()
    clock.advance(by: .seconds(15))
    end()
    _ = try await quick.told.take()
    let count = faults.summary.count
    clock.advance(by: .seconds(60))
    #expect(faults.summary.count == count)
    withExtendedLifetime((dispatch, second)) {}
  }

  @Test(arguments: [true, false])
  func `time that has begun again while the handler was called is what counts, and ends with it`(
    answers: Bool
  ) async throws {
    let router = router()
    let (began, late, isBack) = (Signal(), Gate(), Signal())
    let replies = Mailbox<@Sendable () -> Void>()
    router.map("/a") { _, _, _, completed in
      replies.put(completed)
      began.fire()
      late.pass()
    }
    let upload = try Upload("/a", pieces: 1)
    Thread.detachNewThread {
      _ = router.begin(attachment: upload)
      isBack.fire()
    }
    try await began.take()
    clock.advance(by: .seconds(10))
    late.open()
    try await isBack.take()
    if !answers {
      clock.advance(by: .milliseconds(7_499))
      #expect(faults.summary.isEmpty)
      clock.advance(by: .milliseconds(1))
      #expect(try await upload.told.take() == .timedOut)
    }
    do {
      let answer = try await replies.take()
      answer()
    }
    // Nothing that counts its time holds it.
    #expect(await becomesTrue { upload.gone.all.count == 1 })
    if answers { #expect(try await upload.told.take() != .timedOut) }
  }

  @Test func `a guard has its own time, whatever comes in and whatever is around`() async throws {
    var configuration = Router.Configuration.server
    configuration.clock = clock.clock
    configuration.guardTimeLimit = .seconds(3)
    let router = Router(configuration)
    router.planFarewell()
    limit(router, "/*", .seconds(60))
    let begun = Mailbox<@Sendable (GuardVerdict) -> Void>()
    router.guard("/*") { _, _, _, decide in begun.put(decide) }
    router.map("/*") { _, _, _, completed in completed() }
    let upload = try Upload("/a", pieces: 9)
    let dispatch = router.begin(attachment: upload)
    let decide = try await begun.take()
    clock.advance(by: .seconds(3))
    guard case .denied = try await upload.told.take() else {
      Issue.record("the guard has not answered")
      return
    }
    decide(.allow)
    withExtendedLifetime(dispatch) {}
  }
}

/// The end of the time of one handler, and what others do meanwhile.
@Suite struct `What expires holds up nothing else` {
  @Test func `a handler that blocks when it is cancelled`() async throws {
    let yard = Yard(.server) { $0.guardTimeLimit = .seconds(5) }
    let (isOver, areKnown, seen) = (Signal(), DispatchSemaphore(value: 0), Mailbox<Bool>())
    let first = yard.router.guard("/a") { (_: RouteContext) async in
      await withTaskCancellationHandler {
        try? await isOver.take()
      } onCancel: {
        seen.put(areKnown.wait(timeout: .now() + 300) == .success)
      }
      return .deny
    }
    let second = yard.router.guard("/b") { (_: RouteContext) async in
      try? await isOver.take()
      return .deny
    }
    yard.map("/:x")
    let outcomes = [yard.start("/a"), yard.start("/b")]
    yard.clock.advance(by: .seconds(5))
    #expect(await outcomes[0].value == .denied(by: first))
    #expect(await outcomes[1].value == .denied(by: second))
    areKnown.signal()
    #expect(try await seen.take())
    for _ in outcomes { isOver.fire() }
  }

  @Test func `what blocks when it is told`() async throws {
    let (now, isTime) = (Shared(Duration.zero), Gate())
    let clock = RouterClock(
      now: { now.withLock { $0 } },
      wake: { delay, action in
        Thread.detachNewThread {
          if delay > .zero { isTime.pass() }
          action()
        }
      }
    )
    let deadlines = Deadlines(clock: clock)
    let (isTold, seen) = (DispatchSemaphore(value: 0), Mailbox<Bool>())
    let blocking = Told { seen.put(isTold.wait(timeout: .now() + 300) == .success) }
    let other = Told { isTold.signal() }
    for item in [blocking, other] { _ = deadlines.add(item, after: .seconds(5)) }
    now.withLock { $0 = .seconds(5) }
    isTime.open()
    #expect(try await seen.take())
    withExtendedLifetime(deadlines) {}
  }

  private final class Told: Expiring {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    func expire(_ number: Int) { action() }
  }
}

/// A form of a map that waits until a test lets it answer.
private enum HandlerForm: Sendable {
  case callback, task
  /// A callback with middleware that waits for it.
  case nested

  func register(in router: Router, _ begun: Mailbox<@Sendable () -> Void>) {
    if self == .nested { router.around("/*") { _, next in try await next() } }
    if self == .task {
      router.map("/*") { (_: RouteContext) async throws in
        await withCheckedContinuation { continuation in begun.put { continuation.resume() } }
      }
    } else {
      router.map("/*") { _, _, _, completed in begun.put(completed) }
    }
  }
}
