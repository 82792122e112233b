import Switchyard

/// The signals, points and tracks that a URL meets in the yard, and the mishap that was ordered.
///
/// They know no router: a router keeps its handlers, and would be kept by them for ever.
struct YardHandlers: Sendable {
  let order: YardOrder
  let log: YardLog

  /// Registers all of them.
  func register(in router: Router) {
    addSignals(to: router)
    addPoints(to: router)
    addTracks(to: router)
  }

  private func addSignals(to router: Router) {
    switch mishap(at: .signal) {
    case .throwing:
      router.guard(YardLine.signal) { context async throws in
        log.add(context, "throws an error")
        if isOurs(context) { throw Derailment() }
        return .allow
      }
    case .dropping, .silence:
      router.guard(YardLine.signal) { context, decide in
        guard isOurs(context) else { return decide(.allow) }
        fail(context) { decide(.allow) }
      }
    case .loop:
      router.guard(YardLine.signal) { context async in
        guard isOurs(context) else { return .allow }
        let url = context.target.path == "/main/7" ? "/bay/7" : "/main/7"
        log.add(context, "sends it to \(url)")
        return .redirect(url)
      }
    case .none:
      router.guard(YardLine.signal) { context async in
        log.add(context, "shows clear")
        return .allow
      }
    }
    router.guard(YardLine.closed) { context async in
      log.add(context, "shows danger")
      return .deny
    }
  }

  private func addPoints(to router: Router) {
    switch mishap(at: .points) {
    case .throwing:
      router.proxy(YardLine.points) { (context: RouteContext) async throws in
        log.add(context, "throw an error")
        if isOurs(context) { throw Derailment() }
        return .pass
      }
    case .dropping, .silence:
      router.proxy(YardLine.points) { context, next in
        guard isOurs(context) else { return next(.pass) }
        fail(context) { next(.pass) }
      }
    case .none, .loop:
      router.proxy(YardLine.points) { (context: RouteContext) async in
        log.add(context, "lie straight")
        return .pass
      }
    }
    router.proxy(YardLine.oldLine) { (context: RouteContext) async in
      commit(context, to: "/bay/\(context.parameters["wagon"] ?? "")")
    }
  }

  private func commit(_ context: RouteContext, to url: String) -> ProxyDecision {
    log.add(context, "turn it on to \(url)")
    return .commit(url, payload: context.payload)
  }

  private func addTracks(to router: Router) {
    for track in [YardLine.main, YardLine.bay] {
      switch mishap(at: .track) {
      case .throwing:
        router.map(track) { (context: RouteContext) async throws in
          log.add(context, "throws an error")
          if isOurs(context) { throw Derailment() }
        }
      case .dropping, .silence:
        router.map(track) { context, completed in
          guard isOurs(context) else { return completed() }
          fail(context, completed)
        }
      case .none, .loop:
        router.map(track) { (context: RouteContext) async throws in
          log.add(context, "takes it in")
        }
      }
    }
    router.map(YardLine.closed) { (_: RouteContext) async throws in }
  }

  private func mishap(at place: YardOrder.Place) -> YardOrder.Mishap {
    order.place == place ? order.mishap : .none
  }

  /// Does not answer: lets go of the closure to do it with, or keeps it and never calls it.
  private func fail(_ context: RouteContext, _ answer: @escaping @Sendable () -> Void) {
    guard order.mishap == .silence else { return log.add(context, "drops the answer") }
    log.add(context, "never answers")
    log.keep(answer)
  }

  private func isOurs(_ context: RouteContext) -> Bool {
    (context.payload as? YardWagon)?.isOurs == true
  }
}

/// The error that handlers of the yard throw.
private struct Derailment: Error, CustomStringConvertible {
  let description = "a wheel has come off"
}
