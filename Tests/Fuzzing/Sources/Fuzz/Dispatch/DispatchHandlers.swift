import Switchyard

/// An error of a handler.
private struct Refusal: Error {}

extension Router {
  /// Registers a route of a play, whose handler does its deed.
  ///
  /// What is disposed of is let go later, so that a handler that kept the play would keep the router as well.
  func register(
    _ route: PlayedRoute,
    _ index: Int,
    owner: (any RouteOwner)?,
    for play: DispatchPlay
  ) -> RouteID {
    let tags = route.tag.map { [$0] } ?? []
    let isAsync = [.goesOnAsync, .leadsAsync, .throwsAsync].contains(route.deed)
    switch (route.kind, isAsync) {
    case (.guard, false):
      return self.guard(route.shape.pattern) { [unowned play] path, _, passed, decide in
        play.start(index, path, passed)
        play.perform(route, index, path, passed, decide)
      }
    case (.guard, true):
      return self.guard(route.shape.pattern) { [unowned play] context async throws in
        play.start(index, context.route, context.payload)
        let number = play.number(context.payload)
        if route.deed != .leadsAsync {
          play.note(index, context.route, number, allows: route.deed == .goesOnAsync)
        }
        if route.deed == .throwsAsync { throw Refusal() }
        return route.deed == .leadsAsync ? .redirect(route.goal) : .allow
      }
    case (.proxy, false):
      return proxy(route.shape.pattern, tags: tags, owner: owner) {
        [unowned play] path, _, passed, next in
        play.start(index, path, passed)
        play.perform(route, index, passed, next)
      }
    case (.proxy, true):
      return proxy(route.shape.pattern, tags: tags, owner: owner) {
        [unowned play] context async throws in
        play.start(index, context.route, context.payload)
        if route.deed == .throwsAsync { throw Refusal() }
        return route.deed == .leadsAsync ? .commit(route.goal) : .pass
      }
    // None is drawn.
    case (.middleware, _): return around(route.shape.pattern) { try await $1() }
    case (.map, false):
      return map(route.shape.pattern, tags: tags, owner: owner) {
        [unowned play] path, _, passed, completed in
        play.start(index, path, passed)
        play.perform(route, index, passed, completed)
      }
    case (.map, true):
      return map(route.shape.pattern, tags: tags, owner: owner) {
        [unowned play] context async throws in
        play.start(index, context.route, context.payload)
        if route.deed == .throwsAsync { throw Refusal() }
      }
    case (.fallback, false):
      return fallback(route.shape.pattern, tags: tags) {
        [unowned play] path, _, passed, completed in
        play.start(index, path, passed)
        play.perform(route, index, passed, completed)
      }
    case (.fallback, true):
      return fallback(route.shape.pattern, tags: tags) { [unowned play] context async throws in
        play.start(index, context.route, context.payload)
        if route.deed == .throwsAsync { throw Refusal() }
      }
    }
  }
}

extension DispatchPlay {
  /// Does what a guard does.
  fileprivate func perform(
    _ route: PlayedRoute,
    _ index: Int,
    _ path: String,
    _ passed: (any Sendable)?,
    _ decide: @escaping @Sendable (GuardVerdict) -> Void
  ) {
    let number = number(passed)
    switch route.deed {
    case .refuses:
      note(index, path, number, allows: false)
      decide(.deny)
    case .leads: decide(.redirect(route.goal))
    case .drops: note(index, path, number, allows: false)
    case .waits:
      hold(number) { [self] in
        note(index, path, number, allows: true)
        decide(.allow)
      }
    default:
      if route.deed == .opens { openAnother() }
      if route.deed == .leaves { dispose(ofRoute: index) }
      note(index, path, number, allows: true)
      decide(.allow)
      if route.deed == .goesOnTwice { decide(.deny) }
    }
  }

  /// Does what a proxy does.
  fileprivate func perform(
    _ route: PlayedRoute,
    _ index: Int,
    _ passed: (any Sendable)?,
    _ next: @escaping @Sendable (ProxyCommit?) -> Void
  ) {
    switch route.deed {
    case .refuses: next(("x:y", nil, nil))
    case .leads: next((route.goal, nil, passed))
    case .drops: break
    case .waits: hold(number(passed)) { next(nil) }
    default:
      if route.deed == .opens { openAnother() }
      if route.deed == .leaves { dispose(ofRoute: index) }
      next(nil)
      if route.deed == .goesOnTwice { next(("/a/1", nil, passed)) }
    }
  }

  /// Does what a map does.
  fileprivate func perform(
    _ route: PlayedRoute,
    _ index: Int,
    _ passed: (any Sendable)?,
    _ completed: @escaping @Sendable () -> Void
  ) {
    switch route.deed {
    case .drops: break
    case .waits: hold(number(passed), completed)
    default:
      if route.deed == .opens { openAnother() }
      if route.deed == .leaves { dispose(ofRoute: index) }
      completed()
      if route.deed == .goesOnTwice { completed() }
    }
  }
}
