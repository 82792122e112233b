import SwitchyardServer
import Trials

/// A server with a table of 1,000 routes, and the clients that share it with an attacker.
struct Crowd {
  /// What is attacked, and the requests that do it.
  struct Case: Sendable {
    /// What is attacked.
    var name: String
    /// The routes that are.
    var patterns: [RoutePattern]
    /// The targets that keep them busy, one after another.
    var targets: [String]
    /// What a dispatch may take of a thread's time.
    var longest: Duration = .milliseconds(5)
    /// Whether others must not wait longer for it; else it is only told how long they do.
    var sparesOthers = true

    /// A case of a name.
    init(name: String, patterns: [RoutePattern], targets: [String]) {
      (self.name, self.patterns, self.targets) = (name, patterns, targets)
    }

    /// Some expressions, each with its worst target.
    init(_ attacks: [Attack]) {
      name = attacks.map(\.regex).joined(separator: "   ")
      patterns = attacks.map(\.pattern)
      targets = attacks.map(\.target)
    }

    /// What the slowest dispatch takes of a thread's time, however busy the machine is, and the pattern that it tries
    /// first.
    func slowest(steps: Int?, repeats: Int) throws -> (cost: Duration, pattern: String) {
      func cost(of patterns: [RoutePattern], _ target: String) throws -> Duration {
        let steps = steps ?? PatternLimits().matchSteps
        return try Attack.cost(of: patterns, target, steps: steps, repeats: repeats)
      }
      guard patterns.count == targets.count else {
        return (try cost(of: patterns, targets[0]), patterns.first?.text ?? "")
      }
      var slowest: (cost: Duration, pattern: String) = (.zero, "")
      for (pattern, target) in zip(patterns, targets) {
        let cost = try cost(of: [pattern], target)
        if cost >= slowest.cost { slowest = (cost, pattern.text) }
      }
      return slowest
    }
  }

  /// What became of a case: the least quarter of the rounds' times, as what else runs on the machine only adds to them.
  struct Verdict {
    /// The median and the 99th percentile without an attack.
    var calmMedian, calm: Duration
    /// The same with it.
    var attackedMedian, attacked: Duration
    /// The statuses of the attacking requests, with how often each was given.
    var statuses: [Int: Int]
    /// How many attacking requests were left out, as all their connections waited for answers.
    var heldBack: Int

    /// By how much an attack makes the 99th percentile longer.
    var ratio: Double { attacked / calm }
  }

  /// How many routes the table has.
  static let routes = 1_000
  /// How many of them are for ordinary clients, at the least.
  static let calmRoutes = 64
  /// How many ordinary requests come in a second, over how many connections.
  static let ordinary = (perSecond: 2_000, connections: 16)
  /// How many requests come from the attacker in a second, one in fifty, over how many connections.
  static let attack = (perSecond: 40, connections: 4)

  let attacked: Case
  let server: EmbeddedServer
  private let load: Load

  /// Starts a server whose dispatches may take so many steps, or the default of them, and connects to it.
  init(_ attacked: Case, steps: Int?) throws {
    self.attacked = attacked
    var settings = Router.Configuration.server
    settings.slashes = .strict
    if let steps { settings.matchSteps = steps }
    // A limit that is hit is told of; nobody reads it here.
    settings.onFault = { _ in }
    let router = Router(settings)
    for number in 0..<Self.routes - attacked.patterns.count {
      router.get(try RoutePattern(parsing: "/calm\(number)/:x"), calledOn: .serverThread) { _ in
        .text("calm")
      }
    }
    for pattern in attacked.patterns {
      router.get(pattern, calledOn: .serverThread) { _ in .text("matched") }
    }
    var configuration = EmbeddedServer.Configuration()
    configuration.port = 0
    configuration.responder.onFault = { _ in }
    server = try EmbeddedServer(router: router, configuration: configuration)
    try server.start()
    guard let port = server.port else { throw Disagreement("the server has no port") }
    load = try Load(
      port: port,
      ordinary: Self.ordinary.connections,
      other: Self.attack.connections
    )
  }

  /// Rounds without the attack and with it in turns.
  ///
  /// Without it as many requests come over the same connections at the same times, of the same size, for a
  /// segment that any text is right for: what differs is the work of the expressions, and nothing else.
  func judge(rounds: Int, of length: Duration, seed: UInt64) throws -> Verdict {
    let ordinary = Load.Stream(
      requests: (0..<Self.calmRoutes).map { Self.request("/calm\($0)/\($0)") },
      perSecond: Self.ordinary.perSecond
    )
    let attacks = Load.Stream(
      requests: attacked.targets.map(Self.request),
      perSecond: Self.attack.perSecond
    )
    let harmless = Load.Stream(
      requests: attacked.targets.map { target in
        let path = "/calm0/"
        return Self.request(path + String(repeating: "a", count: target.utf8.count - path.count))
      },
      perSecond: Self.attack.perSecond
    )
    // What is made at the first match is made before it counts.
    _ = try load.round(ordinary, harmless, for: length / 4, seed: seed)
    _ = try load.round(ordinary, attacks, for: length / 4, seed: seed)
    var calm: [Load.Round] = []
    var attacked: [Load.Round] = []
    for number in 0..<rounds {
      let seed = seed &+ UInt64(number)
      calm.append(try load.round(ordinary, harmless, for: length, seed: seed))
      attacked.append(try load.round(ordinary, attacks, for: length, seed: seed))
    }
    return Verdict(
      calmMedian: Self.quarter(calm, 0.5),
      calm: Self.quarter(calm, 0.99),
      attackedMedian: Self.quarter(attacked, 0.5),
      attacked: Self.quarter(attacked, 0.99),
      statuses: attacked.reduce(into: [:]) { $0.merge($1.statuses, uniquingKeysWith: +) },
      heldBack: attacked.reduce(0) { $0 + $1.heldBack }
    )
  }

  private static func quarter(_ rounds: [Load.Round], _ part: Double) -> Duration {
    rounds.map { $0.time(part) }.sorted()[rounds.count / 4]
  }

  private static func request(_ target: String) -> [UInt8] {
    Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
  }
}
