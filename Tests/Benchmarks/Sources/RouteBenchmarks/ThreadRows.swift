import CBareSearch
import Measuring
import RouteTables
import Switchyard
import Synchronization

/// Two threads that look up, beside what two threads can do at all.
struct ScalingRows {
  /// How time is told: by what each thread had a core for, which others on the machine do not disturb, and by the
  /// clock on the wall, where a thread that waits for another does not go on.
  enum Clock: String, CaseIterable {
    case own = "in their own time"
    case wall = "by the wall"

    @Sendable func now() -> Double { self == .own ? threadTime() : wallTime() }
  }

  static let names = (
    one: "match, one thread", two: "match, two threads, for both",
    spin: "spin loop, one thread", spins: "spin loop, two threads, for both"
  )

  static func group(_ clock: Clock) -> String { "two threads, 130 routes, \(clock.rawValue)" }

  func contestants() throws -> [Contestant] {
    let table = RouteTable.gitHub()
    guard let router = try Router.serving(table) else { fatalError("no limit was set") }
    let lookups = try (0..<2).map { _ in try Lookups(table.hits.map(\.path)) }
    let match: @Sendable (Int, Int) -> Void = { lookups[$0].matchOrStop(in: router, $1) }
    let spin: @Sendable (Int, Int) -> Void = { consume(cbaresearch_spin(UInt64($0), $1 * 16)) }
    return Clock.allCases.flatMap { clock in
      let rows = [
        (Self.names.one, spent(1, clock, match)), (Self.names.spin, spent(1, clock, spin)),
        (Self.names.two, spent(2, clock, match)), (Self.names.spins, spent(2, clock, spin)),
      ]
      return rows.map { Contestant(group: Self.group(clock), name: $0, run: $1) }
    }
  }

  private func spent(
    _ threads: Int,
    _ clock: Clock,
    _ body: @escaping @Sendable (_ thread: Int, _ times: Int) -> Void
  ) -> (Int) -> Spent {
    { times in
      together(
        times,
        inThreads(threads) { thread in
          let start = clock.now()
          body(thread, times)
          return clock.now() - start
        }
      )
    }
  }
}

/// Routes that come and go among many, with and without threads that look up.
struct LiveRows {
  static let match = "match"
  static let alone = "map and dispose"
  static let beside = "map and dispose, beside two readers"
  static let readers = "match, two readers"
  static let readersBeside = "match, two readers beside a writer"
  static let reader = "match, one reader (by the wall)"
  static let readerBeside = "match, one reader beside a writer (by the wall)"

  let count: Int
  let limit: Double
  let progress: Progress

  var group: String { "\(count) routes, one of which comes and goes" }

  func contestants() throws -> [Contestant] {
    progress.say("\(group): registering")
    let table = RouteTable.synthetic(count)
    guard let router = try Router.serving(table, limit: limit) else {
      let reason = "the routes were not registered after \(Int(limit)) s"
      progress.leaveOut(Absence(name: group, reason: reason, isOurs: true))
      return []
    }
    let paths = table.hits.map(\.path)
    let lookups = try (0..<3).map { _ in try Lookups(paths) }
    let changes = try Changes(router)
    func readers(_ threads: Int, _ time: @escaping @Sendable () -> Double) -> (Int) -> Spent {
      { times in
        together(
          times,
          inThreads(threads) { thread in
            let start = time()
            lookups[thread].matchOrStop(in: router, times)
            return time() - start
          }
        )
      }
    }
    func whileWriting(_ run: @escaping (Int) -> Spent) -> (Int) -> Spent {
      { times in
        let stop = Flag()
        let writer = Background { while !stop.isSet { changes.run(1) } }
        defer {
          stop.set()
          writer.wait()
        }
        return run(times)
      }
    }
    return [
      row(Self.match) { times in try timed { try lookups[2].match(in: router, times) } },
      row(Self.alone, wanted: 10_000) { times in timed { changes.run(times) } },
      row(Self.beside, wanted: 10_000) { times in
        let stop = Flag()
        let reading = Background {
          _ = inThreads(2) { thread in
            while !stop.isSet { lookups[thread].matchOrStop(in: router, 100) }
          }
        }
        defer {
          stop.set()
          reading.wait()
        }
        let start = threadTime()
        changes.run(times)
        return Spent(nanoseconds: threadTime() - start)
      },
      row(Self.readers, readers(2, threadTime)),
      row(Self.readersBeside, whileWriting(readers(2, threadTime))),
      row(Self.reader, readers(1, wallTime)),
      row(Self.readerBeside, whileWriting(readers(1, wallTime))),
    ]
  }

  private func row(
    _ name: String,
    wanted: Int? = nil,
    _ run: @escaping (Int) throws -> Spent
  ) -> Contestant {
    Contestant(group: group, name: name, most: wanted ?? .max, wanted: wanted, run: run)
  }
}

extension Lookups {
  /// For threads, which cannot throw to anybody.
  func matchOrStop(in router: Router, _ times: Int) {
    do { try match(in: router, times) } catch { fatalError("\(error)") }
  }
}

/// One map and one dispose after the other: the route of 64 changes ago goes for each that comes.
private final class Changes: @unchecked Sendable {
  // One thread uses it at a time.
  private let router: Router
  private let patterns: [RoutePattern]
  private var routes: [RouteUUID] = []
  private var next = 0

  init(_ router: Router) throws {
    self.router = router
    patterns = try (0..<10_000).map { number in
      try RoutePattern(parsing: "/coming\(number % 97)/going\(number)/:id/part/:item")
    }
    routes = (0..<64).map { add($0) }
  }

  func run(_ times: Int) {
    for _ in 0..<times {
      let new = add(next % patterns.count)
      router.dispose(of: routes[next % 64])
      routes[next % 64] = new
      next += 1
    }
  }

  private func add(_ number: Int) -> RouteUUID {
    router.map(patterns[number]) { _, _, _, completed in completed() }
  }
}

/// Something that is set once, and seen by other threads.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  func set() { value.store(true, ordering: .releasing) }
}
