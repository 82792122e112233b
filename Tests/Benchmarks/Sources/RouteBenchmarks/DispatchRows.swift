import CAllocations
import Foundation
import Measuring
import RouteTables
import Switchyard

/// The 130 routes behind a guard and a proxy: all that opening adds to looking up.
struct DispatchRows {
  static let group = "dispatch: 130 routes, one guard and one proxy for all"
  static let match = "match"
  static let open = "open, closures"
  static let dispatch = "dispatch, closures"
  static let openApp = "open, closures, a router for apps"
  static let openAsync = "open, async closures"
  static let dispatchAsync = "dispatch, async closures"

  let table: RouteTable

  func contestants() throws -> [Contestant] {
    let paths = table.hits.map(\.path)
    let closures = try router(.server)
    let app = try router(.app)
    let async = try asyncRouter()
    let lookups = try (0..<6).map { _ in try Lookups(paths) }
    return [
      Contestant(group: Self.group, name: Self.match, isLookup: true) { times in
        try timed { try lookups[0].match(in: closures, times) }
      },
      Contestant(group: Self.group, name: Self.open) { times in
        timed { lookups[1].open(in: closures, times) }
      },
      Contestant(group: Self.group, name: Self.openApp) { times in
        timed { lookups[2].open(in: app, times) }
      },
      Contestant(group: Self.group, name: Self.dispatch) { times in
        awaited { await lookups[3].dispatch(in: closures, times) }
      },
      Contestant(group: Self.group, name: Self.dispatchAsync) { times in
        awaited { await lookups[4].dispatch(in: async, times) }
      },
      // Each runs as a task: as many at once as there are paths, then all are waited for.
      Contestant(group: Self.group, name: Self.openAsync) { times in
        timedWithTasks {
          for done in stride(from: 0, to: times, by: 64) {
            let pending = min(times - done, 64)
            arrivals.expect(pending)
            lookups[5].open(in: async, pending)
            arrivals.wait()
          }
        }
      },
    ]
  }

  private func router(_ configuration: Router.Configuration) throws -> Router {
    let router = Router(configuration)
    _ = try router.register(table)
    router.guard("/*") { _, decide in decide(.allow) }
    router.proxy("/*") { _, next in next(.pass) }
    return router
  }

  private func asyncRouter() throws -> Router {
    let router = Router(.server)
    for pattern in table.patterns {
      router.map(try RoutePattern(parsing: pattern)) { (_: RouteContext) async in
        arrivals.arrive()
      }
    }
    router.guard("/*") { (_: RouteContext) async in .allow }
    router.proxy("/*") { (_: RouteContext) async in .pass }
    return router
  }
}

/// Waits for maps that run in tasks of their own.
private final class Arrivals: @unchecked Sendable {
  private let lock = NSLock()
  private let done = DispatchSemaphore(value: 0)
  private var pending = 0

  func expect(_ count: Int) { lock.withLock { pending = count } }

  func arrive() {
    let isLast = lock.withLock {
      pending -= 1
      return pending == 0
    }
    if isLast { done.signal() }
  }

  func wait() { done.wait() }
}

private let arrivals = Arrivals()

/// Runs something that starts tasks: the time is that of all threads of this process.
private func timedWithTasks(_ body: () -> Void) -> Spent {
  let start = coreTime(CLOCK_PROCESS_CPUTIME_ID)
  body()
  return Spent(nanoseconds: coreTime(CLOCK_PROCESS_CPUTIME_ID) - start)
}

/// Runs something async in a task, and waits for it on this thread; nothing else runs in this process.
private func awaited(_ body: @escaping @Sendable () async -> Void) -> Spent {
  let box = SpentBox()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let before = callocations_count()
    let start = coreTime(CLOCK_PROCESS_CPUTIME_ID)
    await body()
    let time = coreTime(CLOCK_PROCESS_CPUTIME_ID) - start
    // What was suspended may have gone on in another thread, whose blocks are not these.
    box.spent = Spent(
      nanoseconds: time,
      allocations: callocations_count() >= before ? Double(callocations_count() - before) : nil
    )
    done.signal()
  }
  done.wait()
  return box.spent
}

private final class SpentBox: @unchecked Sendable {
  // Written before the semaphore is signalled, read after it was waited for.
  var spent = Spent(nanoseconds: 0)
}
