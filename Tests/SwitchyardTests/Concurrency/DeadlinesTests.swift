import Dispatch
import RoutePatterns
import SwitchyardLocks

import TestSupport
import Testing

@testable import Switchyard

extension HandClock {
  fileprivate func makeDeadlines() -> Deadlines { Deadlines(clock: clock) }

  fileprivate func makeShards() -> DeadlineShards { DeadlineShards(clock: clock) }
}

/// What a test has expire.
private final class Action: Expiring {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }

  func expire(_ number: Int) { run() }
}

@Suite struct DeadlinesTests {
  private let clock = HandClock()
  private let log = Log()

  private func add(
    _ name: String,
    after seconds: Int,
    to deadlines: Deadlines
  ) -> DeadlineTicket {
    deadlines.add(Action { [log] in log.add(name) }, after: .seconds(seconds))
  }

  @Test func `each is called when its time is up, whatever the others' times`() {
    let deadlines = clock.makeDeadlines()
    for (name, limit) in [("c", 30), ("a", 10), ("b", 20), ("d", 30)] {
      _ = add(name, after: limit, to: deadlines)
    }
    clock.advance(by: .milliseconds(9_999))
    #expect(log.all == [])
    clock.advance(by: .milliseconds(1))
    #expect(log.all == ["a"])
    clock.advance(by: .seconds(15))
    #expect(log.all == ["a", "b"])
    clock.advance(by: .seconds(100))
    #expect(log.all == ["a", "b", "c", "d"])
    #expect(clock.timers == 0)
  }

  @Test func `timers of a long limit do not pile up beside those of a short one`() {
    let deadlines = clock.makeDeadlines()
    for _ in 0..<100 {
      let long = add("long", after: 600, to: deadlines)
      _ = add("short", after: 1, to: deadlines)
      clock.advance(by: .seconds(2))
      deadlines.remove(long)
    }
    #expect(log.all.count == 100)
    #expect(clock.timers <= 2)
    _ = add("last", after: 600, to: deadlines)
    clock.advance(by: .seconds(600))
    #expect(log.all.last == "last")
    #expect(clock.timers == 0)
  }

  @Test func `what was taken back is not called`() {
    let deadlines = clock.makeDeadlines()
    let tickets = (0..<5).map { add("\($0)", after: 10, to: deadlines) }
    for index in [2, 0, 4] { deadlines.remove(tickets[index]) }
    clock.advance(by: .seconds(10))
    #expect(log.all == ["1", "3"])
  }

  @Test func `who takes a ticket back is told whether that was in time`() {
    let deadlines = clock.makeDeadlines()
    let (early, late) = (
      add("early", after: 10, to: deadlines), add("late", after: 10, to: deadlines)
    )
    #expect(deadlines.remove(early))
    clock.advance(by: .seconds(10))
    #expect(!deadlines.remove(early))
    #expect(!deadlines.remove(late))
    #expect(log.all == ["late"])
  }

  @Test func `an old ticket takes nothing away`() {
    let deadlines = clock.makeDeadlines()
    let old = add("old", after: 10, to: deadlines)
    deadlines.remove(old)
    let fired = add("fired", after: 10, to: deadlines)
    clock.advance(by: .seconds(10))
    _ = add("new", after: 10, to: deadlines)
    deadlines.remove(old)
    deadlines.remove(fired)
    clock.advance(by: .seconds(10))
    #expect(log.all == ["fired", "new"])
  }

  @Test func `an old ticket takes nothing away of another limit`() {
    let deadlines = clock.makeDeadlines()
    let old = add("old", after: 10, to: deadlines)
    deadlines.remove(old)
    _ = add("other", after: 20, to: deadlines)
    #expect(!deadlines.remove(old))
    _ = add("again", after: 10, to: deadlines)
    clock.advance(by: .seconds(20))
    #expect(log.all == ["again", "other"])
  }

  @Test func `handlers that end in time take one timer together`() {
    let deadlines = clock.makeDeadlines()
    for _ in 0..<1000 { deadlines.remove(add("", after: 10, to: deadlines)) }
    #expect(clock.timers == 1)
    clock.advance(by: .seconds(10))
    #expect(clock.timers == 0)
    #expect(log.all == [])
  }

  @Test func `an action may add and take back`() {
    let deadlines = clock.makeDeadlines()
    let later = add("later", after: 20, to: deadlines)
    let first = Action { [log] in
      log.add("first")
      deadlines.remove(later)
      _ = deadlines.add(Action { log.add("second") }, after: .seconds(10))
      _ = deadlines.add(Action { log.add("soon") }, after: .seconds(1))
    }
    _ = deadlines.add(first, after: .seconds(10))
    clock.advance(by: .seconds(11))
    #expect(log.all == ["first", "soon"])
    clock.advance(by: .seconds(30))
    #expect(log.all == ["first", "soon", "second"])
  }

  @Test func `an action goes with its entry`() {
    let deadlines = clock.makeDeadlines()
    let lives = Counter()
    let tickets = (1...2).map { seconds in
      let tracked = Tracked(lives)
      return deadlines.add(Action { tracked.use() }, after: .seconds(seconds))
    }
    deadlines.remove(tickets[1])
    #expect(lives.value == 1)
    clock.advance(by: .seconds(1))
    #expect(lives.value == 0)
  }

  @Test func `what threads have added at once expires, unless any of them takes it back`() {
    let shards = clock.makeShards()
    let tickets = Locked<[Int: DeadlineShards.Ticket]>([:])
    DispatchQueue.concurrentPerform(iterations: 200) { [log] number in
      let ticket = shards.add(Action { log.add("\(number)") }, after: .seconds(10))
      tickets.withLock { $0[number] = ticket }
    }
    for (number, ticket) in tickets.withLock({ $0 }) where number.isMultiple(of: 2) {
      #expect(shards.remove(ticket))
      #expect(!shards.remove(ticket))
    }
    // Timers do not keep them, and an optimised program keeps nothing beyond its last use.
    withExtendedLifetime(shards) { clock.advance(by: .seconds(10)) }
    #expect(Set(log.all) == Set((0..<200).filter { !$0.isMultiple(of: 2) }.map { "\($0)" }))
    #expect(log.all.count == 100)
    #expect(clock.timers == 0)
  }

  @Test func `they do what a naive list does`() {
    let cases = PropertyRun.cases(default: 40_000)
    var generator = PropertyRun.generator(for: "deadlines", cases: cases)
    let deadlines = clock.makeDeadlines()
    let fired = Locked<[Int]>([])
    var now = 0
    var model: [(number: Int, moment: Int)] = []
    var tickets: [DeadlineTicket] = []
    for _ in 0..<cases {
      switch generator.below(10) {
      case 0...4:
        let (number, limit) = (tickets.count, generator.pick([1, 3, 10, 30]))
        model.append((number, now + limit))
        let action = Action { fired.withLock { $0.append(number) } }
        tickets.append(deadlines.add(action, after: .seconds(limit)))
      case 5...7 where !tickets.isEmpty:
        // Of the latest, many are there still.
        let number = max(0, tickets.count - 1 - generator.below(20))
        let wasThere = model.contains { $0.number == number }
        #expect(deadlines.remove(tickets[number]) == wasThere)
        model.removeAll { $0.number == number }
      default:
        let step = generator.below(4)
        now += step
        clock.advance(by: .seconds(step))
        let due = model.filter { $0.moment <= now }.map(\.number)
        model.removeAll { $0.moment <= now }
        let called = fired.withLock { fired in
          defer { fired = [] }
          return fired
        }
        guard called.sorted() == due.sorted() else {
          Issue.record("at \(now): \(called), not \(due)")
          return
        }
      }
    }
  }
}
