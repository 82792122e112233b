import CBareSearch
import Measuring
import RouteTables
import Switchyard

/// Two threads that look up, beside what two threads can do at all.
struct ScalingRows {
  static let names = (
    one: "match, one thread", two: "match, two threads, for both",
    spin: "spin loop, one thread", spins: "spin loop, two threads, for both"
  )

  static func group(_ watch: Watch) -> String { "two threads, 130 routes, \(watch.rawValue)" }

  func contestants() throws -> [Contestant] {
    let table = RouteTable.gitHub()
    guard let router = try Router.serving(table) else { fatalError("no limit was set") }
    let lookups = try (0..<2).map { _ in try Lookups(table.hits.map(\.path)) }
    let match: @Sendable (Int, Int) -> Void = { lookups[$0].matchOrStop(in: router, $1) }
    let spin: @Sendable (Int, Int) -> Void = { consume(cbaresearch_spin(UInt64($0), $1 * 16)) }
    return Watch.allCases.flatMap { watch in
      let rows = [
        (Self.names.one, 1, true), (Self.names.spin, 1, false), (Self.names.two, 2, true),
        (Self.names.spins, 2, false),
      ]
      return rows.map { name, threads, isLookup in
        let body = isLookup ? match : spin
        return Contestant(group: Self.group(watch), name: name, isLookup: isLookup) { times in
          together(
            times,
            inThreads(threads) { thread in
              // What a thread makes at its first lookup is no part of the others.
              body(thread, 1)
              return timed(watch) { body(thread, times) }
            }
          )
        }
      }
    }
  }
}

/// Routes that come and go among many, with and without threads that look up.
///
/// Readers are measured twice. In their own time, beside a writer and without it: what the writer changes under them,
/// and the memory that it takes from them, makes each lookup slower, but what they would wait is not seen. By the wall
/// waiting is seen, but so is that a third thread takes its part of two cores, whatever it does: they are set beside a
/// spin loop, which takes as much and shares nothing. And that a reader sleeps until something comes is counted.
struct LiveRows {
  static let match = "match"
  static let alone = "map and dispose"
  static let few = "map and dispose, among 100 routes"
  static let beside = "map and dispose, beside two readers"

  /// What readers read beside.
  enum Company: String {
    case nobody = ""
    case spin = " beside a spin loop"
    case writer = " beside a writer"
  }

  static func readers(_ count: Int, _ company: Company) -> String {
    (count == 1 ? "one reader" : "two readers") + company.rawValue
  }

  static func match(_ readers: String, _ watch: Watch) -> String {
    "match, \(readers), \(watch.rawValue)"
  }

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
    guard let small = try Router.serving(.synthetic(100)) else { fatalError("no limit was set") }
    let fewChanges = try Changes(small)
    func readers(_ count: Int, _ company: Company, _ watch: Watch) -> Contestant {
      let name = Self.match(Self.readers(count, company), watch)
      // The kernel gives threads their parts of a core over many of its turns.
      let lengths = watch == .wall ? 5.0 : 1
      return Contestant(group: group, name: name, isLookup: true, lengths: lengths) { times in
        let background: Background? =
          switch company {
          case .nobody: nil
          case .spin: Background { consume(cbaresearch_spin(7, 1_000)) }
          case .writer: Background { changes.run(1) }
          }
        defer { background?.stop() }
        return together(
          times,
          inThreads(count) { thread in
            lookups[thread].matchOrStop(in: router, 1)
            return timed(watch) { lookups[thread].matchOrStop(in: router, times) }
          }
        )
      }
    }
    return [
      Contestant(group: group, name: Self.match, isLookup: true) { times in
        try timed { try lookups[2].match(in: router, times) }
      },
      changing(Self.alone) { times in timed { changes.run(times) } },
      changing(Self.few) { times in timed { fewChanges.run(times) } },
      changing(Self.beside) { times in
        let reading = (0..<2).map { thread in
          Background { lookups[thread].matchOrStop(in: router, 100) }
        }
        defer { reading.forEach { $0.stop() } }
        return timed { changes.run(times) }
      },
      readers(2, .nobody, .own),
      readers(2, .writer, .own),
      readers(2, .nobody, .wall),
      readers(2, .spin, .wall),
      readers(2, .writer, .wall),
      readers(1, .spin, .wall),
      readers(1, .writer, .wall),
    ]
  }

  private func changing(_ name: String, _ run: @escaping (Int) -> Spent) -> Contestant {
    Contestant(group: group, name: name, most: 10_000, wanted: 10_000, run: run)
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
  private var routes: [RouteID] = []
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

  private func add(_ number: Int) -> RouteID {
    router.map(patterns[number]) { _, completed in completed() }
  }
}
