import Dispatch
import NavigationTree

/// A screen that shows one element within the other, and notes what it is asked for.
@MainActor
final class SegmentScreen {
  /// When the screen calls a completion.
  enum Answer: CaseIterable {
    /// Within the call.
    case atOnce
    /// A moment later, on the main actor.
    case later
    /// On some other thread.
    case elsewhere
    /// When the test says so.
    case kept
    case never
    case twice
  }

  /// What is shown.
  private(set) var elements: Route = []
  /// The calls, as "0 push a" for one of the root routable.
  private(set) var calls: [String] = []
  /// Calls that do not fit what is shown.
  private(set) var mistakes: [String] = []
  var answer = Answer.atOnce
  /// Completions that wait for the test.
  var kept: [RoutingCompletion] = []
  private let arrivals = AsyncStream<String>.makeStream()
  /// What is called within each call, when all is noted.
  var onCall: (@MainActor (String) -> Void)?

  var root: ScreenRoutable { ScreenRoutable(screen: self, depth: 0) }

  /// The next call that has not been asked for this way.
  func nextCall() async -> String? {
    var iterator = arrivals.stream.makeAsyncIterator()
    return await iterator.next()
  }

  /// What was called since the last time.
  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  /// Completes the oldest call that waits for it.
  func complete() {
    if !kept.isEmpty { kept.removeFirst()() }
  }

  /// Changes what is shown as a gesture does.
  func swipe(to route: Route) { elements = route }

  func take(
    _ step: ListTransition<RouteElement>.Step,
    depth: Int,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) {
    let text =
      switch step {
      case .pop(let element, _): "pop \(element)"
      case .change(let old, let new, _): "change \(old) to \(new)"
      case .push(let element, _): "push \(element)"
      }
    let call = "\(depth) \(text)\(animated ? "" : ", still")"
    if !step.apply(to: &elements) { mistakes.append("\(call) within \(elements)") }
    calls.append(call)
    arrivals.continuation.yield(call)
    onCall?(call)
    switch answer {
    case .atOnce: completion()
    case .later: Task { completion() }
    case .elsewhere: DispatchQueue.global().async { completion() }
    case .kept: kept.append(completion)
    case .never: break
    case .twice:
      completion()
      completion()
    }
  }
}

/// What shows elements at one depth of a screen.
struct ScreenRoutable: Routable {
  let screen: SegmentScreen
  let depth: Int

  private var next: ScreenRoutable { ScreenRoutable(screen: screen, depth: depth + 1) }

  func push(
    _ element: RouteElement,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> any Routable {
    screen.take(.push(element, at: depth), depth: depth, animated: animated, completion: completion)
    return next
  }

  func pop(_ element: RouteElement, animated: Bool, completion: @escaping RoutingCompletion) {
    screen.take(.pop(element, at: depth), depth: depth, animated: animated, completion: completion)
  }

  func change(
    _ from: RouteElement,
    to element: RouteElement,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> any Routable {
    screen.take(
      .change(from, to: element, at: depth),
      depth: depth,
      animated: animated,
      completion: completion
    )
    return next
  }

  func shown(_ element: RouteElement) -> any Routable { next }
}

/// A store of the simplest kind: a state, a reducer, and those who are told.
@MainActor
final class SegmentStore {
  private(set) var state: NavigationState
  private(set) var subscribers: [@Sendable (NavigationState) -> Void] = []

  init(_ route: Route = []) { state = NavigationState(route: route) }

  func subscribe(_ subscriber: @escaping @Sendable (NavigationState) -> Void) {
    subscribers.append(subscriber)
    subscriber(state)
  }

  func dispatch(_ action: some Sendable) {
    state = NavigationReducer.handleAction(action, state: state)
    for subscriber in subscribers { subscriber(state) }
  }
}

/// A screen, a coordinator and its faults.
@MainActor
final class SegmentStage {
  let screen = SegmentScreen()
  let clock = HandClock()
  let coordinator: RouteCoordinator
  private let reports: Reports

  private final class Reports {
    var faults: [RoutableFault] = []
  }

  init(timeLimit: Duration? = .seconds(3), root: (any Routable)? = nil) {
    let reports = Reports()
    self.reports = reports
    coordinator = RouteCoordinator(
      rootRoutable: root ?? screen.root,
      timeLimit: timeLimit,
      clock: clock,
      onFault: { reports.faults.append($0) }
    )
  }

  /// What was reported, in order.
  var faults: [RoutableFault] {
    get { reports.faults }
    set { reports.faults = newValue }
  }

  var codes: [RoutableFault.Code] { faults.map(\.code) }

  func open(_ path: String, animated: Bool = true) {
    var state = NavigationState(route: Route(path: path))
    state.changeRouteAnimated = animated
    coordinator.newState(state)
  }

  /// Opens a route and waits for it; returns the calls.
  func show(_ path: String, animated: Bool = true) async -> [String] {
    open(path, animated: animated)
    await coordinator.settled()
    return screen.takeCalls()
  }
}

extension [String] {
  /// The elements between slashes; none for an empty text.
  init(path: String) { self = path.split(separator: "/").map(String.init) }
}
