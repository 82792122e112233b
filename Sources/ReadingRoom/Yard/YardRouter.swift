import Switchyard

/// A router to play with: signals are guards, points are proxies, tracks are maps.
///
/// Each run has a router of its own, so that the faults it shows are its own as well.
struct YardRouter: Sendable {
  /// The time that each handler of the yard has.
  static let timeLimit = Duration.milliseconds(800)

  let router: Router
  private let order: YardOrder
  private let log = YardLog()

  /// Sends a URL through the yard, and twenty others beside it.
  static func run(_ order: YardOrder) async -> YardRun {
    await YardRouter(order).run()
  }

  /// Sends the URL of its order, and twenty others beside it.
  func run() async -> YardRun {
    async let others = sendOthers()
    let start = ContinuousClock.now
    let outcome = await router.dispatch(order.url, payload: YardWagon(isOurs: true))
    let took = start.duration(to: .now)
    let (steps, faults) = log.end()
    return YardRun(
      order: order,
      steps: steps,
      outcome: outcome,
      faults: faults,
      took: took,
      others: await others
    )
  }

  init(_ order: YardOrder) {
    self.order = order
    var configuration = Router.Configuration.server
    configuration.handlerTimeLimit = Self.timeLimit
    configuration.guardTimeLimit = Self.timeLimit
    configuration.onFault = { [log] in log.report($0) }
    router = Router(configuration)
    YardHandlers(order: order, log: log).register(in: router)
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
}
