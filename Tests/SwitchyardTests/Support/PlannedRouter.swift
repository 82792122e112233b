import Dispatch
import Foundation
import Switchyard
import TestSupport

/// A router drawn by chance, which can be built several times: with handlers that run where they are called, on
/// queues of their own, or some so and some so.
struct PlannedRouter: Sendable {
  /// Where handlers run.
  enum Places: CaseIterable { case caller, router, mixed }

  /// What a handler does.
  enum Deed: CaseIterable {
    case answers, answersTwice, answersLater, answersElsewhere, drops, dropsLater, hangs
    case leads, refuses, disposesOfItself, disposesOfMap, opens
    case answersAsync, waitsAsync, leadsAsync, refusesAsync
  }

  struct Handler: Sendable {
    let kind: RouteKind
    let pattern: RoutePattern
    let deed: Deed
    /// Whether it is one of those that have a queue in a router of both.
    let isQueued: Bool
  }

  let order: Router.Order
  let handlers: [Handler]
  let targets: [String]

  init(_ generator: inout SeededGenerator) {
    order = generator.below(2) == 0 ? .serial : .concurrent
    var handlers: [Handler] = []
    for kind in [RouteKind.guard, .proxy, .map, .fallback] {
      let patterns: [RoutePattern] =
        kind == .fallback ? ["/*"] : ["/a/*", "/a/:x", "/a/1", "/a/2", "/:x/1"]
      for _ in 0..<generator.below(kind == .fallback ? 2 : 4) {
        // Most go on, so that some dispatches come to their end.
        let deed = generator.below(5) < 2 ? .answers : generator.pick(Deed.allCases)
        handlers.append(
          Handler(
            kind: kind,
            pattern: generator.pick(patterns),
            deed: order == .concurrent && deed == .opens ? .answers : deed,
            isQueued: generator.below(3) == 0
          )
        )
      }
    }
    self.handlers = handlers
    targets = (0..<3).map { _ in generator.pick(["/a/1", "/a/2?x=1", "/a/3/4", "/nothing"]) }
  }

  /// Opens the targets one after the other.
  /// - Returns: all that could be seen of it: what ran, the outcome, and the faults of all so far, for each target.
  func run(_ places: Places) async -> [String] {
    let queue = DispatchQueue(label: "handlers")
    let yard = Yard {
      $0.order = order
      $0.handlerTimeLimit = .seconds(5)
      $0.guardTimeLimit = .seconds(5)
      if places == .router { $0.queue = queue }
    }
    let stage = Stage(yard)
    let ids = Shared<[RouteID]>([])
    for (index, handler) in handlers.enumerated() {
      let queue = places == .mixed && handler.isQueued ? queue : nil
      let id = stage.register(handler, index, queue, ids)
      ids.withLock { $0.append(id) }
    }
    var seen: [String] = []
    for (number, target) in targets.enumerated() {
      let outcome: String
      if order == .serial, number == 1 {
        outcome = "opened \(yard.router.open(target))"
      } else {
        outcome = describe(await yard.router.dispatch(target), ids)
      }
      if order == .serial {
        // Until the dispatch has ended, and then until what it has opened has.
        await yard.finish()
        await yard.finish()
      }
      stage.settle(queue)
      stage.answerHeld()
      stage.settle(queue)
      // On a queue the next handler may run before one says its last.
      seen += yard.journal.take() + [outcome, "faults \(yard.faults.summary.sorted())"]
    }
    return seen
  }

  private func describe(_ outcome: RouteOutcome, _ ids: Shared<[RouteID]>) -> String {
    let place = { (id: RouteID?) in ids.withLock { $0.firstIndex { $0 == id } ?? -1 } }
    return switch outcome {
    case .handled(let id): "handled by \(place(id))"
    case .denied(let id): "denied by \(place(id))"
    case .failed(let error):
      "failed \(error.code) \(error.target) \(place(error.route)) \(error.path)"
    default: "\(outcome)"
    }
  }
}

/// What the handlers of a planned router act on.
private final class Stage: Sendable {
  private let journal: Journal
  private let clock: ManualClock
  private let later = DispatchQueue(label: "later")
  private let held = Shared<[@Sendable () -> Void]>([])
  private let register: @Sendable () -> Router?

  init(_ yard: Yard) {
    journal = yard.journal
    clock = yard.clock
    let weak = Weak(yard.router)
    register = { weak.router }
  }

  private final class Weak: @unchecked Sendable {
    weak let router: Router?
    init(_ router: Router) { self.router = router }
  }

  private var router: Router? { register() }

  /// Waits until what was put on the queues has been done, and what that has put there.
  func settle(_ queue: DispatchQueue) {
    for _ in 0..<16 {
      later.sync {}
      queue.sync {}
    }
  }

  /// Calls the answers of those that hang, whose time is up.
  func answerHeld() {
    let closures = held.withLock { held in
      defer { held = [] }
      return held
    }
    for answer in closures { answer() }
  }

  func register(
    _ handler: PlannedRouter.Handler,
    _ index: Int,
    _ queue: DispatchQueue?,
    _ ids: Shared<[RouteID]>
  ) -> RouteID {
    guard let router else { return RouteID(UUID()) }
    let (deed, pattern) = (handler.deed, handler.pattern)
    let isAsync = [.answersAsync, .waitsAsync, .leadsAsync, .refusesAsync].contains(deed)
    switch (handler.kind, isAsync) {
    case (.guard, false):
      return router.guard(pattern, queue: queue) { [self] route, parameters, _, decide in
        journal("\(index) \(route) \(parameters)")
        perform(
          deed,
          index,
          ids,
          goesOn: { decide(.allow) },
          leads: { decide(.redirect("/a/2", query: ["y": "2"])) },
          refuses: { decide(.deny) }
        )
      }
    case (.guard, true):
      return router.guard(pattern, queue: queue) { [self] context in
        try await perform(deed, index, context)
        return deed == .leadsAsync ? .redirect("/a/2") : .allow
      }
    case (.proxy, false):
      return router.proxy(pattern, queue: queue) { [self] route, parameters, _, next in
        journal("\(index) \(route) \(parameters)")
        perform(
          deed,
          index,
          ids,
          goesOn: { next(nil) },
          leads: { next(("/a/2", parameters.adding(["z": "3"]), nil)) },
          refuses: { next(("x:y", nil, nil)) }
        )
      }
    case (.proxy, true):
      return router.proxy(pattern, queue: queue) { [self] context in
        try await perform(deed, index, context)
        return deed == .leadsAsync ? .commit("/a/2") : .pass
      }
    case (.middleware, _): return router.around(pattern, queue: queue) { try await $1() }
    case (.map, false):
      return router.map(pattern, queue: queue) { [self] route, parameters, _, completed in
        journal("\(index) \(route) \(parameters)")
        perform(deed, index, ids, goesOn: completed, leads: completed, refuses: completed)
      }
    case (.map, true):
      return router.map(pattern, queue: queue) { [self] context in
        try await perform(deed, index, context)
      }
    case (.fallback, _):
      return router.fallback(pattern, queue: queue) { [self] route, _, _, completed in
        journal("\(index) \(route)")
        completed()
      }
    }
  }

  private func perform(
    _ deed: PlannedRouter.Deed,
    _ index: Int,
    _ ids: Shared<[RouteID]>,
    goesOn: @escaping @Sendable () -> Void,
    leads: @escaping @Sendable () -> Void,
    refuses: @escaping @Sendable () -> Void
  ) {
    switch deed {
    case .answersTwice:
      goesOn()
      refuses()
    case .answersLater: later.async(execute: goesOn)
    case .answersElsewhere: Thread.detachNewThread(goesOn)
    case .drops: break
    case .dropsLater: later.async { withExtendedLifetime(goesOn) {} }
    case .hangs:
      held.withLock { $0.append(goesOn) }
      later.async { [clock] in clock.advance(by: .seconds(5)) }
    case .leads: leads()
    case .refuses: refuses()
    case .disposesOfItself:
      router?.dispose(of: ids.withLock { $0[index] })
      goesOn()
    case .disposesOfMap:
      router?.dispose(of: ids.withLock { $0[$0.count - 1] })
      goesOn()
    case .opens:
      router?.open("/opened")
      goesOn()
    case .answers, .answersAsync, .waitsAsync, .leadsAsync, .refusesAsync: goesOn()
    }
  }

  private func perform(
    _ deed: PlannedRouter.Deed,
    _ index: Int,
    _ context: RouteContext
  ) async throws {
    let count = (context[Int.self] ?? 0) + 1
    context[Int.self] = count
    let trail = context.trail.map { step in
      switch step {
      case .guard(let route): "guard \(route.pattern)"
      case .proxy(let route): "proxy \(route.pattern)"
      case .commit(let target): "commit \(target)"
      case .redirect(let target): "redirect \(target)"
      }
    }
    journal("\(index) \(context.target) \(context.parameters) \(count) \(trail)")
    if deed == .waitsAsync { await Task.yield() }
    if deed == .refusesAsync { throw Boom() }
  }
}
