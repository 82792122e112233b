import RoutePatterns

@testable import Switchyard

/// A dispatch of a scene, and what became of it.
///
/// One thread of a troupe at a time touches it, hence `@unchecked`.
final class Attended: DispatchAttachment, @unchecked Sendable {
  let number: Int
  let target: RouteTarget
  let router: Router
  weak var dispatch: RouteDispatch?
  private(set) var outcome: RouteOutcome?
  private(set) var ends = 0
  /// The handlers that have run, in order.
  var ran: [String] = []
  /// Which of the handlers that have run has not answered; it is the last, if one is.
  private(set) var waiting: Int?
  /// The handlers whose time was up before they answered.
  private var outlasted: Set<Int> = []
  /// The handlers whose answers were let go of before they were given.
  private var dropped: Set<Int> = []
  /// What each handler has answered that has.
  private var answers: [Int: Bool] = [:]
  /// Whether it has ended as handled before the handler had answered.
  private var isEarly = false
  /// Whether a guard has allowed it.
  var isAllowed = false
  var isCancelled = false
  private let departures = Departures()

  /// How often it was said that nothing is left.
  private final class Departures: @unchecked Sendable {
    var count = 0
  }

  init(_ number: Int, _ target: RouteTarget, _ router: Router) {
    self.number = number
    self.target = target
    self.router = router
  }

  var lookupTags: [RouteTag] { [] }

  func end(_ outcome: RouteOutcome) {
    self.outcome = outcome
    ends += 1
    if case .handled = outcome, let waiting, !dropped.contains(waiting) { isEarly = true }
  }

  func report(_ fault: RouterFault) { router.configuration.onFault(fault) }

  func dispatchEnded(_ end: DispatchEnd) { self.end(end.outcome) }

  func dispatchIsGone() { departures.count += 1 }

  /// Whether the handler that was called last has not answered.
  var isWaitedFor: Bool { waiting != nil }

  /// A handler is called.
  /// - Returns: its place among those that have run.
  func begin(_ name: String) -> Int {
    ran.append(name)
    waiting = ran.count - 1
    return ran.count - 1
  }

  /// A handler answers; what it says more than once counts for nothing.
  func answer(_ place: Int, _ allows: Bool) {
    guard waiting == place else { return }
    waiting = nil
    answers[place] = allows
  }

  /// The time of the handler is up that has not answered, if one has not.
  func outlast() { if let waiting { outlasted.insert(waiting) } }

  /// What a handler would answer by is let go of.
  func drop(_ place: Int) { if waiting == place { dropped.insert(place) } }

  /// Asks at the very end whether all that was left of it has gone, and only once.
  var inTheEnd: () -> String? {
    { [number, departures, weak dispatch] in
      if dispatch != nil { return "\(number) is never let go of" }
      return departures.count > 1 ? "\(number) has gone \(departures.count) times" : nil
    }
  }

  private static func isGuard(_ name: String) -> Bool {
    name == "watch" || name.hasPrefix("guard ")
  }

  private static func isMap(_ name: String) -> Bool { !name.hasPrefix("proxy") && !isGuard(name) }

  /// Whether a guard has refused, or can have because it gave no answer in time.
  private func isRefused(by name: String, _ gone: Set<String>) -> Bool {
    guard let place = ran.lastIndex(of: name) else { return gone.contains(name) }
    if let allows = answers[place] { return !allows || outlasted.contains(place) }
    return dropped.contains(place) || outlasted.contains(place) || gone.contains(name)
  }

  /// What is wrong with how it has ended.
  func fault(_ ids: [String: RouteID], _ gone: Set<String>) -> String? {
    let names = Dictionary(uniqueKeysWithValues: ids.map { ($1, $0) })
    switch outcome {
    case .handled(let id)?:
      guard ran.last == names[id] else {
        return "handled by \(names[id] ?? "?"), but \(ran) ran"
      }
      return isEarly ? "handled by \(names[id] ?? "?") before it has answered" : nil
    case .denied(let id)?:
      guard let name = names[id], Self.isGuard(name) else {
        return "denied by no guard"
      }
      return isRefused(by: name, gone) ? nil : "denied by \(name) without a reason: \(ran) ran"
    case .cancelled?: return isCancelled ? nil : "cancelled by nobody"
    case .notFound?:
      return gone.contains(where: Self.isMap) ? nil : "not found, though all maps are there"
    case .timedOut?:
      return ran.last.map(Self.isMap) == true && outlasted.contains(ran.count - 1)
        ? nil : "timed out in time, when \(ran) had run"
    case .failed(let error)?:
      let isProxy =
        ran.last?.hasPrefix("proxy") == true && error.route.flatMap { names[$0] } == ran.last
      switch error.code {
      case .droppedNext where isProxy && dropped.contains(ran.count - 1): return nil
      case .proxyTimeLimit where isProxy && outlasted.contains(ran.count - 1): return nil
      // No handler throws, loops or commits to what is no target.
      default: return "failed without a reason when \(ran) had run: \(error)"
      }
    case .redirected?, .rejected?, nil: return "ended as \(outcome as Any)"
    }
  }
}
