import HTTPTestSupport
@testable import SwitchyardHTTP
import TestSupport
import Testing

@Suite struct RateLimitTests {
  /// Returns the seconds that a key has to wait, 0 if it need not.
  private func wait(_ limit: RateLimit, _ key: String) -> Int {
    do throws(ResponseError) {
      try limit.take(for: key)
      return 0
    } catch {
      #expect(error.status == .tooManyRequests)
      return error.fields[.retryAfter].flatMap { Int($0) } ?? -1
    }
  }

  @Test func `tokens come back evenly, and no more than a bucket holds`() {
    let clock = TurnedClock()
    let limit = RateLimit(2, per: .seconds(10), burst: 3, clock: RouterClock(clock))
    #expect((0..<5).map { _ in wait(limit, "a") } == [0, 0, 0, 5, 5])
    #expect(wait(limit, "b") == 0)
    clock.advance(by: .seconds(4))
    #expect(wait(limit, "a") == 1)
    // What was refused has taken nothing.
    clock.advance(by: .seconds(1))
    #expect((0..<2).map { _ in wait(limit, "a") } == [0, 5])
    clock.advance(by: .seconds(1000))
    #expect((0..<4).map { _ in wait(limit, "a") } == [0, 0, 0, 5])
  }

  @Test func `times are whole seconds, counted up`() {
    let clock = TurnedClock()
    let limit = RateLimit(1, per: .milliseconds(2001), clock: RouterClock(clock))
    #expect((0..<2).map { _ in wait(limit, "a") } == [0, 3])
    clock.advance(by: .milliseconds(2000))
    #expect(wait(limit, "a") == 1)
    clock.advance(by: .milliseconds(1))
    #expect(wait(limit, "a") == 0)
  }

  @Test func `a clock that is turned back gives nothing for a second time`() {
    let clock = TurnedClock()
    let limit = RateLimit(1, per: .seconds(10), clock: RouterClock(clock))
    #expect((0..<2).map { _ in wait(limit, "a") } == [0, 10])
    clock.advance(by: .seconds(-100_000))
    #expect(wait(limit, "a") == 10)
    clock.advance(by: .seconds(100_009))
    #expect(wait(limit, "a") == 1)
    clock.advance(by: .seconds(1))
    #expect(wait(limit, "a") == 0)
  }

  @Test func `no number is too large`() {
    let clock = TurnedClock()
    let all = [
      RateLimit(.max, per: .nanoseconds(1), burst: .max, keyLimit: .max, clock: RouterClock(clock)),
      RateLimit(1, per: .seconds(Int64.max), burst: .max, clock: RouterClock(clock)),
      RateLimit(.max, per: .seconds(Int64.max), burst: 1, clock: RouterClock(clock)),
      RateLimit(
        1,
        per: .seconds(Int64.max) + .milliseconds(700),
        burst: 1,
        clock: RouterClock(clock)
      ),
    ]
    for limit in all { #expect(wait(limit, "first") == 0) }
    for time in [Duration.zero, .seconds(1 << 61), .seconds(1 << 61), .seconds(-(1 << 62))] {
      clock.advance(by: time)
      for limit in all { _ = wait(limit, "a") }
    }
    #expect(wait(all[0], "b") == 0)
  }

  // MARK: - Many keys

  @Test func `a spent bucket stays, however many others come`() {
    let clock = TurnedClock()
    let limit = RateLimit(1, per: .seconds(60), burst: 2, keyLimit: 100, clock: RouterClock(clock))
    #expect((0..<3).map { _ in wait(limit, "victim") } == [0, 0, 60])
    // All others together have what is left of the table, and one bucket.
    let passed = (0..<5000).filter { wait(limit, "attacker \($0)") == 0 }.count
    #expect(passed == 99 + 2)
    #expect(limit.keyCount == 100)
    #expect(wait(limit, "victim") == 60)
    // Who has a bucket keeps it.
    #expect((0..<2).map { _ in wait(limit, "attacker 7") } == [0, 60])
    clock.advance(by: .seconds(60))
    #expect((0..<2).map { _ in wait(limit, "victim") } == [0, 60])
    // Those that are full again have gone.
    #expect((0..<3).map { _ in wait(limit, "new") } == [0, 0, 60])
    #expect(limit.keyCount < 100)
  }

  @Test func `of many keys as many are kept as there may be`() {
    let clock = TurnedClock()
    let limit = RateLimit(1, per: .seconds(60), keyLimit: 20_000, clock: RouterClock(clock))
    let count = PropertyRun.cases(default: 300_000)
    var most = 0
    for number in 0..<count {
      clock.advance(by: .microseconds(number < count / 2 ? 100 : 10_000))
      _ = wait(limit, "\(number)")
      if number % 1000 == 0 { most = max(most, limit.keyCount) }
    }
    #expect(most <= 20_000)
    // One in ten milliseconds for a minute.
    #expect(limit.keyCount <= 6_001)
  }

  @Test func `a table is a sum of buckets that know nothing of each other`() {
    let cases = PropertyRun.cases(default: 300)
    var generator = PropertyRun.generator(for: "Rate limits", cases: cases)
    for _ in 0..<cases {
      let interval = Int64(1 + generator.below(20))
      let burst = 1 + generator.below(5)
      var table = RateBuckets(interval: interval, burst: burst, keyLimit: 1000)
      // Tokens as fractions of the time in which one comes back.
      var model: [Int: (tokens: Int64, at: Int64)] = [:]
      var now: Int64 = 0
      for _ in 0..<400 {
        if generator.below(3) == 0 { now += Int64(generator.below(40)) }
        let key = generator.below(12)
        var bucket = model[key] ?? (Int64(burst) * interval, now)
        bucket.tokens = min(Int64(burst) * interval, bucket.tokens + now - bucket.at)
        bucket.at = now
        let wait = table.take(.text(UInt64(key), 0), at: now)
        if bucket.tokens >= interval {
          bucket.tokens -= interval
          #expect(wait == nil)
        } else {
          #expect(wait == interval - bucket.tokens)
        }
        model[key] = bucket
      }
      let spent = model.values.filter { $0.tokens + now - $0.at < Int64(burst) * interval }
      #expect(table.count >= spent.count && table.count <= model.count)
    }
  }

  @Test func `threads take as many tokens as there are`() async {
    let clock = TurnedClock()
    let limit = RateLimit(1, per: .seconds(3600), burst: 500, clock: RouterClock(clock))
    let passed = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<200).filter { _ in wait(limit, "a") == 0 }.count }
      }
      return await group.reduce(0, +)
    }
    #expect(passed == 500)
  }
}
