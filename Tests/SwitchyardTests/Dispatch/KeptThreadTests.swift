import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Switchyard

/// A thread is kept for no handlers but those of what it has opened or answered itself.
@Suite struct KeptThreadTests {
  /// What a handler does that holds its thread up for as long as a test likes.
  private struct Hold: Sendable {
    let began = Signal()
    let mayEnd = Gate()

    func pass() {
      began.fire()
      mayEnd.pass()
    }
  }

  /// A thread that does something, and then stays there, so that no other one is taken for it.
  private struct Visitor: Sendable {
    let isBack = Signal()
    private let isOver = Gate()

    init(_ body: @escaping @Sendable () -> Void) {
      Thread.detachNewThread { [isBack, isOver] in
        body()
        isBack.fire()
        isOver.pass()
      }
    }

    func end() { isOver.open() }
  }

  @discardableResult
  private func map(
    _ yard: Yard,
    _ pattern: RoutePattern,
    _ work: @escaping @Sendable () -> Void
  ) -> RouteID {
    yard.router.map(pattern) { _, _, _, completed in
      work()
      completed()
    }
  }

  // MARK: - Who opens

  @Test(arguments: [false, true])
  func `a caller is back when its own dispatch has ended, whoever waits in line`(
    isAwaited: Bool
  ) async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let yard = Yard()
    let router = yard.router
    let (quick, slow, isKnown) = (Hold(), Hold(), Signal())
    map(yard, "/quick") { quick.pass() }
    map(yard, "/slow") { slow.pass() }
    let visitor = Visitor {
      guard isAwaited else {
        router.open("/quick")
        return isKnown.fire()
      }
      // Its handler is called on this thread.
      _ = Task.immediate {
        _ = await router.dispatch("/quick")
        isKnown.fire()
      }
    }
    try await quick.began.take()
    router.open("/slow")
    quick.mayEnd.open()
    try await slow.began.take()
    try await isKnown.take()
    try await visitor.isBack.take()
    slow.mayEnd.open()
    visitor.end()
    await yard.finish()
    #expect(yard.faults.texts.isEmpty)
  }

  /// What is slow behind a handler that has answered, and blocks its thread.
  enum Rest: CaseIterable { case nextInLine, ownMap, mapBehindDriver }

  @Test(arguments: Rest.allCases)
  func `one that finds a handler that has answered can be cancelled at once`(
    _ rest: Rest
  ) async throws {
    let yard = Yard()
    let router = yard.router
    let (answers, lingers, slow) = (Hold(), Hold(), Hold())
    yard.map("/x")
    switch rest {
    case .nextInLine:
      router.map("/a") { _, _, _, completed in
        answers.pass()
        completed()
        lingers.pass()
      }
      map(yard, "/slow") { slow.pass() }
    case .ownMap, .mapBehindDriver:
      if rest == .mapBehindDriver {
        // The next guard is called by the thread that answers here.
        router.guard("/a") { _, _, _, decide in Thread.detachNewThread { decide(.allow) } }
      }
      router.guard("/a") { _, _, _, decide in
        answers.pass()
        decide(.allow)
        lingers.pass()
      }
      map(yard, "/a") { slow.pass() }
    }
    let first = Visitor { router.open("/a") }
    try await answers.began.take()
    let second = Visitor { if rest == .nextInLine { router.open("/slow") } }
    try await second.isBack.take()
    answers.mayEnd.open()
    try await lingers.began.take()
    // It comes to what is left behind the handler, and is not kept for it.
    let outcome = yard.start("/x")
    try await slow.began.take()
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    for hold in [lingers, slow] { hold.mayEnd.open() }
    for visitor in [first, second] { visitor.end() }
    await yard.finish()
    #expect(yard.journal.entries.isEmpty)
    #expect(yard.faults.texts.isEmpty)
  }

  // MARK: - Who answers

  @Test func `who answers goes on with that dispatch, and begins none that others have opened`()
    async throws
  {
    let yard = Yard()
    let router = yard.router
    let slow = Hold()
    let decisions = Mailbox<@Sendable (GuardVerdict) -> Void>()
    let threads = Mailbox<ThreadID>()
    router.guard("/a") { _, _, _, decide in decisions.put(decide) }
    map(yard, "/a") { threads.put(.current) }
    map(yard, "/slow") { slow.pass() }
    let outcome = yard.start("/a")
    let decide = try await decisions.take()
    let first = Visitor { router.open("/slow") }
    try await first.isBack.take()
    let answering = Mailbox<ThreadID>()
    let second = Visitor {
      decide(.allow)
      answering.put(.current)
    }
    try await slow.began.take()
    #expect(try await threads.take() == answering.take())
    _ = await outcome.value
    slow.mayEnd.open()
    for visitor in [first, second] { visitor.end() }
    await yard.finish()
    #expect(yard.faults.texts.isEmpty)
  }

  @Test func `what was opened on the thread that answers begins there`() throws {
    let yard = Yard()
    let kept = Shared<[@Sendable () -> Void]>([])
    let threads = Shared<[ThreadID]>([])
    yard.router.map("/a") { _, _, _, completed in kept.withLock { $0.append(completed) } }
    map(yard, "/b") { threads.withLock { $0.append(.current) } }
    for url in ["/a", "/b", "/b"] { yard.router.open(url) }
    #expect(threads.withLock { $0.isEmpty })
    let completed = try #require(kept.withLock { $0.popLast() })
    completed()
    #expect(threads.withLock { $0 } == [.current, .current])
  }

  // MARK: - Cancellation

  @Test func `what is cancelled before the next handler begins does not wait for that`()
    async throws
  {
    let yard = Yard()
    let router = yard.router
    let slow = Hold()
    let (held, elsewhere) = (Mailbox<@Sendable () -> Void>(), Mailbox<@Sendable () -> Void>())
    router.map("/a") { _, _, _, completed in held.put(completed) }
    map(yard, "/slow") { slow.pass() }
    yard.map("/x")
    router.open("/a")
    let completed = try await held.take()
    let first = Visitor { router.open("/slow") }
    try await first.isBack.take()
    let outcome = yard.start("/x")
    let second = Visitor {
      Driver.$elsewhere.withValue(.init { elsewhere.put($0) }) { completed() }
    }
    try await second.isBack.take()
    // The turn was given on, and nobody has come to it yet.
    outcome.cancel()
    let work = try await elsewhere.take()
    let third = Visitor(work)
    try await slow.began.take()
    #expect(await outcome.value == .cancelled)
    slow.mayEnd.open()
    for visitor in [first, second, third] { visitor.end() }
    await yard.finish()
    #expect(yard.journal.entries.isEmpty)
  }

  @Test func `what is cancelled on its way to another thread does not begin`() async throws {
    let yard = Yard()
    let (held, elsewhere) = (Mailbox<@Sendable () -> Void>(), Mailbox<@Sendable () -> Void>())
    yard.router.map("/a") { _, _, _, completed in held.put(completed) }
    yard.router.open("/a")
    let completed = try await held.take()
    // It would end as not found, whatever it is told then.
    let outcome = yard.start("/nothing")
    let first = Visitor {
      Driver.$elsewhere.withValue(.init { elsewhere.put($0) }) { completed() }
    }
    try await first.isBack.take()
    let work = try await elsewhere.take()
    outcome.cancel()
    let second = Visitor(work)
    #expect(await outcome.value == .cancelled)
    for visitor in [first, second] { visitor.end() }
    await yard.finish()
  }

  @Test func `the next is not called within the task of a handler that was cancelled`()
    async throws
  {
    let yard = Yard()
    let (began, seen) = (Signal(), Mailbox<Bool>())
    yard.router.map("/a") { (_: RouteContext) async in
      began.fire()
      try? await Task.sleep(for: .seconds(600))
    }
    map(yard, "/b") { seen.put(Task.isCancelled) }
    let outcome = yard.start("/a")
    try await began.take()
    yard.router.open("/b")
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    #expect(try await seen.take() == false)
    await yard.finish()
  }

  @Test func `nor is what a handler has opened, within the task of its caller`() async throws {
    let yard = Yard()
    let router = yard.router
    let seen = Mailbox<Bool>()
    map(yard, "/a") {
      router.open("/b")
      withUnsafeCurrentTask { $0?.cancel() }
    }
    map(yard, "/b") { seen.put(Task.isCancelled) }
    let outcome = await Task { await router.dispatch("/a") }.value
    #expect(outcome == .cancelled)
    #expect(try await seen.take() == false)
    await yard.finish()
  }

  // All threads that there are for queues would not do if each had one.
  @Test func `very many that are cancelled together leave threads to others`() async {
    let (told, mayEnd) = (Counter(), Counter())
    let yard = Yard(.server) {
      $0.onTrace = { _ in
        told.add()
        mayEnd.wait(until: 1)
      }
    }
    let held = Shared<[@Sendable () -> Void]>([])
    yard.router.map("/a") { _, _, _, completed in held.withLock { $0.append(completed) } }
    let outcomes = (0..<400).map { _ in yard.start("/a") }
    #expect(await becomesTrue { held.withLock { $0.count } == outcomes.count })
    for outcome in outcomes { outcome.cancel() }

    let (other, called) = (Router.lent(.server), Counter())
    other.map("/b", queue: DispatchQueue(label: "other")) { _, _, _, completed in
      called.add()
      completed()
    }
    other.open("/b")
    #expect(await called.reaches(1, seconds: 60), "no thread is left for a handler")
    #expect(told.value <= CancellationQueues.count)
    mayEnd.add()
    for outcome in outcomes { #expect(await outcome.value == .cancelled) }
    let completions = held.withLock { held in
      defer { held = [] }
      return held
    }
    for completed in completions { completed() }
    #expect(yard.faults.texts.isEmpty)
  }
}
