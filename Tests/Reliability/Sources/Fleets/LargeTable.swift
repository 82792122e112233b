import TestSupport
import Foundation
import SwitchyardFleet
import Synchronization
import Trials

/// A table of many routes in one process, which is changed beside a reader.
struct LargeTable {
  let count: Int

  /// What the reader has done.
  private final class Reading: Sendable {
    let lookups = Atomic(0)
    let nanoseconds = Atomic(0)
    let isOver = Atomic(false)
  }

  func run(seed: UInt64) async throws -> String {
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    let router = Router(configuration)
    let shared = SharedRoutes(of: router, handlers: Table.handlers { _ in })
    let publisher = RoutePublisher(RouteSource(in: MemorySessionStore()))
    let begun = milliseconds()
    let first = [Table.lock] + (0..<count).map { Table.plain($0) }
    let generation = try await publisher.publish(first)
    try await shared.apply(generation)
    let whole = milliseconds() - begun
    /// The numbers of the routes, by their patterns.
    var orders: [String: Int] = [:]
    for route in generation.added { orders[route.pattern] = route.order }
    let alone = try reader(of: router)
    let quiet = try await alone(.seconds(2)) {}
    var generator = SeededGenerator(seed: seed)
    var (published, times): ([Double], [Double]) = ([], [])
    var version = 1
    let busy = try await alone(.seconds(5)) {
      version += 1
      let places = Set((0..<10).map { _ in generator.below(count) })
      let routes = places.map { Table.plain($0, version: version) }
      let old = routes.compactMap { orders[$0.pattern] }
      let begin = milliseconds()
      let generation = try await publisher.publish(removing: old, adding: routes)
      let start = milliseconds()
      try await shared.stage(generation)
      try await shared.apply(generation)
      times.append(milliseconds() - start)
      published.append(start - begin)
      for route in generation.added { orders[route.pattern] = route.order }
    }
    return
      "\(count) routes, made in \(Int(whole)) ms; a change of 10 published in \(published.words), "
      + "checked and made in \(times.words) of \(times.count); a reader keeps "
      + "\(String(format: "%.3f", busy / quiet)) of its speed"
  }

  /// Returns what measures the lookups of a thread for each second of its own time, while something is done again and
  /// again.
  private func reader(
    of router: Router
  ) throws -> (Duration, () async throws -> Void) async throws -> Double {
    let targets = try stride(from: 0, to: count, by: max(1, count / 1000)).map { number in
      try RouteTarget("/part\(number % 97)/7/kind\(number)")
    }
    return { time, body in
      let reading = Reading()
      let thread = Thread {
        var begin = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin)
        var lookups = 0
        while !reading.isOver.load(ordering: .relaxed) {
          for target in targets where (try? router.match(target)) != nil { lookups += 1 }
        }
        var end = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        let spent = (end.tv_sec - begin.tv_sec) * 1_000_000_000 + end.tv_nsec - begin.tv_nsec
        reading.nanoseconds.store(spent, ordering: .relaxed)
        reading.lookups.store(lookups, ordering: .releasing)
      }
      thread.start()
      let end = ContinuousClock.now + time
      while ContinuousClock.now < end {
        try await body()
        try await Task.sleep(for: .milliseconds(100))
      }
      reading.isOver.store(true, ordering: .relaxed)
      while reading.lookups.load(ordering: .acquiring) == 0 {
        try await Task.sleep(for: .milliseconds(1))
      }
      let spent = Double(reading.nanoseconds.load(ordering: .relaxed)) / 1e9
      return Double(reading.lookups.load(ordering: .relaxed)) / spent
    }
  }
}
