import Dispatch
import Switchyard

/// A router with all that a test watches it by.
struct Yard {
  let router: Router
  let journal = Journal()
  let faults = FaultLog()
  let clock = ManualClock()

  init(
    _ configuration: Router.Configuration = .app,
    _ change: (inout Router.Configuration) -> Void = { _ in }
  ) {
    var configuration = configuration
    configuration.clock = RouterClock(clock)
    configuration.onFault = { [faults] in faults.receive($0) }
    change(&configuration)
    router = Router(configuration)
    router.planFarewell()
  }

  init(_ order: Router.Order) {
    self.init { $0.order = order }
  }

  // MARK: - Routes that tell the journal

  @discardableResult
  func map(
    _ pattern: RoutePattern,
    _ note: String? = nil,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil
  ) -> RouteID {
    let note = note ?? "map \(pattern.text)"
    return router.map(pattern, tags: tags, queue: queue, owner: owner) {
      [journal] _, _, _, completed in
      journal(note)
      completed()
    }
  }

  @discardableResult
  func fallback(
    _ pattern: RoutePattern,
    _ note: String? = nil,
    tags: [RouteTag] = []
  ) -> RouteID {
    let note = note ?? "fallback \(pattern.text)"
    return router.fallback(pattern, tags: tags) { [journal] _, _, _, completed in
      journal(note)
      completed()
    }
  }

  @discardableResult
  func `guard`(
    _ pattern: RoutePattern,
    _ note: String? = nil,
    queue: DispatchQueue? = nil,
    says verdict: GuardVerdict = .allow
  ) -> RouteID {
    let note = note ?? "guard \(pattern.text)"
    return router.guard(pattern, queue: queue) { [journal] _, _, _, decide in
      journal(note)
      decide(verdict)
    }
  }

  @discardableResult
  func proxy(
    _ pattern: RoutePattern,
    _ note: String? = nil,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    to commit: String? = nil
  ) -> RouteID {
    let note = note ?? "proxy \(pattern.text)"
    return router.proxy(pattern, tags: tags, queue: queue, owner: owner) {
      [journal] _, _, passed, next in
      journal(note)
      if let commit { next((commit, nil, passed)) } else { next(nil) }
    }
  }

  // MARK: - Dispatches

  /// Begins a dispatch, which has come to its first handler that does not answer at once when this returns.
  func start(_ url: String, tags: [RouteTag] = []) -> Task<RouteOutcome, Never> {
    let view = router[tags]
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate { await view.dispatch(url) }
    }
    return Task { await view.dispatch(url) }
  }

  /// Waits until all that a serial router was to do before is done.
  func finish() async {
    let last = router.map("/the/last/of/all", tags: ["the last"]) { _, _, _, completed in
      completed()
    }
    _ = await router["the last"].dispatch("/the/last/of/all")
    router.dispose(of: last)
  }
}

/// An owner of routes.
final class TestOwner: RouteOwner {}

/// An error of a handler.
struct Boom: Error, Equatable, CustomStringConvertible {
  var description: String { "boom" }
}

extension RouteOutcome {
  /// Why it failed, if it did.
  var error: DispatchError? { if case .failed(let error) = self { error } else { nil } }
}
