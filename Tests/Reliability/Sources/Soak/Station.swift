import Dispatch
import Foundation
import Switchyard
import Synchronization

/// A router with handlers of all kinds.
final class Station: @unchecked Sendable {
  let name: String
  let router: Router
  let view: RouterView
  let floor: Floor
  /// Whether what is opened has been handled when `open` returns, unless its handlers leave the thread.
  let isImmediate: Bool
  /// What is opened, made beforehand.
  let targets: [Kind: RouteTarget]
  // Guards what follows.
  private let lock = NSLock()
  private var guardOfAll: RouteID

  init(_ name: String, _ number: Int, _ configuration: Router.Configuration) {
    self.name = name
    floor = Floor(number, isSerial: configuration.order == .serial)
    isImmediate = configuration.order == .concurrent && configuration.queue == nil
    var configuration = configuration
    // Its core goes with it, and only with its core it goes.
    let core = Tracked(floor.lives)
    configuration.onFault = { [faults = floor.faults] fault in
      core.use()
      faults.report(fault)
    }
    router = Router(configuration)
    view = router["All", "Other"]
    targets = Dictionary(
      uniqueKeysWithValues: Kind.allCases.compactMap { kind in
        (try? RouteTarget(kind.path)).map { (kind, $0) }
      }
    )
    guardOfAll = floor.guardAll(of: router)
    floor.mapGuarded(in: router)
    floor.mapProxies(in: router)
    floor.mapMaps(in: router)
    floor.mapFaulty(in: router)
  }

  /// Puts another one in the place of the guard that all have to pass.
  func replaceGuard() {
    let old = lock.withLock {
      let old = guardOfAll
      guardOfAll = floor.guardAll(of: router)
      return old
    }
    if router.dispose(of: old) != 1 { Failure.stop("a guard of \(name) was gone before") }
  }
}

/// What the handlers of a router share.
final class Floor: Sendable {
  let isSerial: Bool
  let faults = Faults()
  let lives = Lives()
  // Few queues for all routers: each that is at work has a thread, whose memory comes and goes.
  let queue = Floor.queues[0]
  let others = Floor.queues[1]
  private static let queues = ["handlers", "completions"].map { DispatchQueue(label: $0) }
  private let number: Int
  private let running = Atomic(0)

  init(_ number: Int, isSerial: Bool) {
    self.number = number
    self.isSerial = isSerial
  }

  /// A map has been called with a ticket.
  @discardableResult
  func begin(_ kind: Kind, _ passed: (any Sendable)?) -> Ticket {
    guard let ticket = passed as? Ticket else { Failure.stop("/\(kind) was passed no ticket") }
    ticket.run(by: kind, isSerial: isSerial, in: number)
    if isSerial, running.add(1, ordering: .acquiringAndReleasing).newValue > 1 {
      Failure.stop("/\(kind) has begun before another has completed")
    }
    return ticket
  }

  /// A map is about to complete.
  func end() { if isSerial { running.subtract(1, ordering: .acquiringAndReleasing) } }

  /// Registers the guard that all have to pass.
  func guardAll(of router: Router) -> RouteID {
    let captured = Tracked(lives)
    return router.guard("/*") { _, _, passed, decide in
      captured.use()
      (passed as? Ticket)?.passGuard()
      decide(.allow)
    }
  }
}
