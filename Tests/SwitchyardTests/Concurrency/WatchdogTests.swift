import Foundation
import SwitchyardLocks
import Synchronization
import TestSupport
import Testing

@testable import Switchyard

/// An item that is in a call until that ends or expires, and takes down the number of what expires.
private final class InCall: Watched {
  private let clock: HandClock
  private let limit: Int64
  private let number: Atomic<Int>
  private let told = Locked<[(number: Int, moment: Duration)]>([])

  init(_ clock: HandClock, _ number: Int, _ limit: Watchdog.Limit) {
    self.clock = clock
    self.limit = limit.nanoseconds
    self.number = Atomic(number)
  }

  var numbers: [Int] { told.withLock { $0.map(\.number) } }
  var moment: Duration? { told.withLock { $0.first?.moment } }

  var watchedCall: WatchedCall? {
    let number = number.load(ordering: .acquiring)
    return number < 0 ? nil : WatchedCall(number: number, nanoseconds: limit)
  }

  /// Ends a call, and begins the next.
  /// - Returns: whether it was not over before.
  func end(_ number: Int, next: Int = -1) -> Bool {
    self.number.compareExchange(
      expected: number,
      desired: next,
      ordering: .acquiringAndReleasing
    ).exchanged
  }

  func expire(_ number: Int) {
    guard end(number) else { return }
    let moment = clock.now
    told.withLock { $0.append((number, moment)) }
  }
}

@Suite struct WatchdogTests {
  private let clock = HandClock()

  private func limit(_ duration: Duration) throws -> Watchdog.Limit {
    try #require(Watchdog.Limit(duration))
  }

  @Test func `limits below a tenth of a second are not for it`() {
    #expect(Watchdog.Limit(.milliseconds(99)) == nil)
    #expect(Watchdog.Limit(.milliseconds(100)) != nil)
    #expect(Watchdog.Limit(.seconds(Int64.max)) != nil)
    #expect(Watchdog.Limit(.seconds(9_223_372_036) + .milliseconds(900)) != nil)
  }

  @Test(arguments: [.milliseconds(100), .seconds(1), .seconds(30)] as [Duration])
  func `an item expires after its limit, and no later than an eighth of it`(
    _ duration: Duration
  ) throws {
    let dog = Watchdog(clock: clock.clock)
    let limit = try limit(duration)
    // Begun at moments that lie apart differently from the looks.
    for part in 0..<16 {
      clock.advance(by: duration * part / 37)
      let item = InCall(clock, part, limit)
      let begin = clock.now
      let ticket = try #require(dog.begin(item, limit))
      clock.advance(by: duration)
      #expect(item.numbers.isEmpty || clock.now - begin >= duration)
      clock.advance(by: duration / 8 + .milliseconds(1))
      #expect(item.numbers == [part])
      let moment = try #require(item.moment)
      #expect(moment - begin >= duration)
      #expect(!item.end(part))
      dog.end(ticket)
    }
  }

  @Test func `what has ended never expires, and its slot is free for another`() throws {
    let dog = Watchdog(clock: clock.clock, slots: 1)
    let limit = try limit(.seconds(1))
    let items = (0..<1000).map { InCall(clock, $0, limit) }
    for item in items {
      let ticket = try #require(dog.begin(item, limit))
      clock.advance(by: .milliseconds(999))
      dog.end(ticket)
    }
    clock.advance(by: .seconds(10))
    #expect(items.flatMap(\.numbers) == [])
  }

  @Test func `a call that is followed by another does not expire with it`() throws {
    let dog = Watchdog(clock: clock.clock)
    let limit = try limit(.seconds(1))
    let item = InCall(clock, 0, limit)
    let ticket = try #require(dog.begin(item, limit))
    for number in 0..<100 {
      clock.advance(by: .milliseconds(999))
      #expect(item.end(number, next: number + 1))
    }
    clock.advance(by: .seconds(2))
    #expect(item.numbers == [100])
    dog.end(ticket)
  }

  @Test func `where no slot is free it takes nothing`() throws {
    let dog = Watchdog(clock: clock.clock, slots: 4)
    let limit = try limit(.seconds(1))
    let items = (0..<6).map { InCall(clock, $0, limit) }
    let tickets = try (0..<4).map { try #require(dog.begin(items[$0], limit)) }
    #expect(dog.begin(items[4], limit) == nil)
    dog.end(tickets[2])
    #expect(dog.begin(items[5], limit) != nil)
    clock.advance(by: .seconds(2))
    #expect(items.flatMap(\.numbers) == [0, 1, 3, 5])
  }

  @Test func `it looks no more when there is nothing to see`() throws {
    let dog = Watchdog(clock: clock.clock)
    let limit = try limit(.seconds(16))
    let item = InCall(clock, 0, limit)
    let ticket = try #require(dog.begin(item, limit))
    #expect(clock.timers == 1)
    dog.end(ticket)
    clock.advance(by: .seconds(3))
    #expect(clock.timers == 0)
  }

  @Test func `a short limit is met behind a long one`() throws {
    let dog = Watchdog(clock: clock.clock)
    let (longLimit, shortLimit) = (try limit(.seconds(600)), try limit(.milliseconds(160)))
    let long = InCall(clock, 1, longLimit)
    let short = InCall(clock, 2, shortLimit)
    let first = try #require(dog.begin(long, longLimit))
    clock.advance(by: .milliseconds(10))
    let second = try #require(dog.begin(short, shortLimit))
    clock.advance(by: .milliseconds(181))
    #expect(short.numbers == [2])
    #expect(long.numbers.isEmpty)
    clock.advance(by: .seconds(680))
    #expect(long.numbers == [1])
    for ticket in [first, second] { dog.end(ticket) }
  }

  @Test func `an item that outlives its call has been watched for most of that time`() throws {
    let dog = Watchdog(clock: clock.clock)
    let limit = try limit(.seconds(16))
    let item = InCall(clock, 0, limit)
    let ticket = try #require(dog.begin(item, limit))
    #expect(dog.sixteenths(of: .seconds(16), 0, watched: ticket) == 0)
    clock.advance(by: .milliseconds(7500))
    #expect((5...7).contains(dog.sixteenths(of: .seconds(16), 0, watched: ticket)))
    #expect(dog.sixteenths(of: .seconds(16), 1, watched: ticket) == 0)
    dog.end(ticket)
    let next = try #require(dog.begin(item, limit))
    #expect(dog.sixteenths(of: .seconds(16), 0, watched: next) == 0)
    dog.end(next)
  }

  /// Threads begin and end while another looks, all the time: each item that could not be ended has
  /// expired once, and none that could.
  @Test func `of ends and looks at once exactly one counts`() throws {
    let clock = HandClock()
    let dog = Watchdog(clock: clock.clock, slots: 8)
    let limit = try limit(.milliseconds(100))
    let isOver = Atomic(false)
    let looks = DispatchGroup()
    DispatchQueue.global().async(group: looks) {
      while !isOver.load(ordering: .acquiring) { clock.advance(by: .milliseconds(60)) }
    }
    let rounds = PropertyRun.cases(default: 20_000)
    let missing = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 3) { _ in
      for number in 0..<rounds {
        let item = InCall(clock, number, limit)
        guard let ticket = dog.begin(item, limit) else { continue }
        for _ in 0..<(number % 50) { _ = dog.sixteenths(of: .seconds(1), number, watched: ticket) }
        let isEnded = item.end(number)
        dog.end(ticket)
        if isEnded { continue }
        let end = DispatchTime.now() + .seconds(60)
        while item.numbers.isEmpty, DispatchTime.now() < end {}
        if item.numbers != [number] { missing.add(1, ordering: .relaxed) }
      }
    }
    isOver.store(true, ordering: .releasing)
    looks.wait()
    #expect(missing.load(ordering: .relaxed) == 0)
  }
}

@Suite struct WatchedLimitTests {
  private let expired = DispatchSemaphore(value: 0)

  private func router(_ limit: Duration) -> Router {
    var configuration = Router.Configuration.server
    configuration.handlerTimeLimit = limit
    configuration.onFault = { [expired] fault in
      if fault.code == .timeLimit { expired.signal() }
    }
    return Router(configuration)
  }

  @Test func `a handler that does not return in its time is given up`() async {
    let router = router(.milliseconds(160))
    router.map("/slow") { [expired] _, _, _, completed in
      _ = expired.wait(timeout: .now() + .seconds(60))
      completed()
    }
    let begin = ContinuousClock.now
    #expect(await router.dispatch("/slow") == .timedOut)
    #expect(ContinuousClock.now - begin >= .milliseconds(160))
  }

  @Test func `a handler that returns and does not answer has what is left of its time`() async {
    let router = router(.milliseconds(160))
    let closures = Locked<[@Sendable () -> Void]>([])
    router.map("/late") { _, _, _, completed in closures.withLock { $0.append(completed) } }
    let begin = ContinuousClock.now
    #expect(await router.dispatch("/late") == .timedOut)
    #expect(ContinuousClock.now - begin >= .milliseconds(150))
    for completed in closures.withLock({ $0 }) { completed() }
    // They hold the router, and the other way round.
    closures.withLock { $0 = [] }
  }

  @Test func `a handler within its time is none the worse`() async {
    let router = router(.seconds(60))
    let id = router.map("/fine") { _, _, _, completed in
      usleep(20_000)
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { completed() }
    }
    for _ in 0..<5 { #expect(await router.dispatch("/fine") == .handled(by: id)) }
  }
}
