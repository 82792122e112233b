import RoutePatterns
import Switchyard

/// A router to play with: signals are guards, points are proxies, tracks are maps.
///
/// Each run has a router of its own, so that the faults it shows are its own as well.
struct YardRouter: Sendable {
  /// The time that each handler of the yard has.
  static let timeLimit = Duration.milliseconds(800)

  private let router: Router
  private let order: YardOrder
  private let log = YardLog()

  /// Sends a URL through the yard, and twenty others beside it.
  static func run(_ order: YardOrder) async -> YardRun {
    let yard = YardRouter(order)
    async let others = yard.sendOthers()
    let start = ContinuousClock.now
    let outcome = await yard.router.dispatch(order.url, payload: YardWagon(isOurs: true))
    let took = start.duration(to: .now)
    let (steps, faults) = yard.log.take()
    return YardRun(
      order: order,
      steps: steps,
      outcome: outcome,
      faults: faults,
      took: took,
      others: await others
    )
  }

  private init(_ order: YardOrder) {
    self.order = order
    var configuration = Router.Configuration.server
    configuration.handlerTimeLimit = Self.timeLimit
    configuration.guardTimeLimit = Self.timeLimit
    let log = log
    configuration.onFault = { log.report($0) }
    router = Router(configuration)
    addSignals()
    addPoints()
    addTracks()
  }

  private func sendOthers() async -> YardRun.Others {
    await withTaskGroup { group in
      for number in 0..<20 {
        let url = number % 2 == 0 ? "/main/\(number)" : "/old/\(number)"
        group.addTask {
          let start = ContinuousClock.now
          let outcome = await router.dispatch(url, payload: YardWagon(isOurs: false))
          let took = start.duration(to: .now)
          return if case .handled = outcome { (true, took) } else { (false, took) }
        }
      }
      let all = await group.reduce(into: [(Bool, Duration)]()) { $0.append($1) }
      let arrived = all.filter(\.0)
      return YardRun.Others(
        count: all.count,
        arrived: arrived.count,
        slowest: arrived.map(\.1).max() ?? .zero
      )
    }
  }

  // MARK: - Handlers

  private func addSignals() {
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

  private func addPoints() {
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

  private func addTracks() {
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
