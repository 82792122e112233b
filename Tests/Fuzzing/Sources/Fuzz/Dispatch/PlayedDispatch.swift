import Switchyard

/// A dispatch as the model knows it.
struct PlayedDispatch {
  /// How many routes there were when it was asked for.
  let routeCount: Int
  let prediction: Prediction?
  /// Whether somebody waits for its outcome.
  let isAwaited: Bool
  var task: Task<Void, Never>?
  /// Whether the registry has changed since, so that the prediction may be out of date.
  var isDisturbed = false
  var isCancelled = false
  private(set) var runs: [Int] = []
  /// The guards that have allowed a route.
  private var allowed: [String: Set<Int>] = [:]
  private var hasRefused = false
  private var hasReachedMap = false
  private(set) var outcome: RouteOutcome?
  private var hasGone = false

  init(routeCount: Int, prediction: Prediction?, isAwaited: Bool) {
    self.routeCount = routeCount
    self.prediction = prediction
    self.isAwaited = isAwaited
  }

  /// Whether it may go on.
  var isUnderWay: Bool { isAwaited ? outcome == nil : !hasGone }

  /// Takes down that a handler starts.
  /// - Returns: why it should not, if it should not.
  mutating func start(_ index: Int, at path: String, among routes: [PlayedRoute]) -> String? {
    let route = routes[index]
    runs.append(index)
    if !route.isLive { return "it was disposed of" }
    if !route.shape.matches(path) { return "it does not match" }
    if outcome != nil { return "the dispatch has ended" }
    if isCancelled { return "the dispatch was cancelled" }
    if hasRefused { return "a guard has refused" }
    if hasReachedMap { return "a map has run" }
    if let prediction, !isDisturbed, !prediction.allows(runs) {
      return "what should run is \(prediction.runs)"
    }
    guard route.kind != .guard else { return nil }
    hasReachedMap = route.kind != .proxy
    // Those that are registered meanwhile are for the next.
    for other in 0..<min(routeCount, routes.count)
    where routes[other].kind == .guard && routes[other].isLive && routes[other].shape.matches(path)
      && allowed[path]?.contains(other) != true
    { return "the guard \(other) has not allowed it" }
    return nil
  }

  /// Takes down that a guard allows.
  mutating func allow(_ index: Int, at path: String) { allowed[path, default: []].insert(index) }

  /// Takes down that a guard does not.
  mutating func refuse() { hasRefused = true }

  /// Takes down that nothing is left of it.
  /// - Returns: what is wrong then, if something is.
  mutating func go() -> String? {
    if isAwaited { return nil }
    hasGone = true
    guard let prediction, !isDisturbed, prediction.end != nil, prediction.runs != runs else {
      return nil
    }
    return "what should have run is \(prediction.runs)"
  }

  /// Takes down how it ended.
  /// - Returns: why it should not have, if it should not.
  mutating func end(_ outcome: RouteOutcome, _ routes: [PlayedRoute]) -> String? {
    if self.outcome != nil { return "it has ended twice" }
    self.outcome = outcome
    func ran(_ id: RouteID, _ kinds: Set<RouteKind>) -> Bool {
      runs.contains { routes[$0].id == id && kinds.contains(routes[$0].kind) }
    }
    switch outcome {
    case .handled(let id):
      if !ran(id, [.map, .fallback]) || hasRefused { return "no such map has run" }
    case .denied(let id): if !ran(id, [.guard]) { return "no such guard has run" }
    case .notFound: if hasReachedMap { return "a map has run" }
    case .cancelled: if !isCancelled { return "nobody has cancelled it" }
    case .redirected, .failed, .timedOut: if runs.isEmpty { return "nothing has run" }
    case .rejected: if !runs.isEmpty || prediction != nil { return "it was a target" }
    }
    guard let prediction, !isDisturbed, !isCancelled, let end = prediction.end else { return nil }
    if prediction.runs != runs { return "what should have run is \(prediction.runs)" }
    let isAsPredicted: Bool =
      switch (end, outcome) {
      case (.handled(let index), .handled(let id)), (.denied(let index), .denied(let id)):
        routes[index].id == id
      case (.notFound, .notFound), (.redirected, .redirected): true
      case (.loop, .failed(let error)): error.code == .loop
      case (.failed, .failed(let error)): error.code != .loop
      default: false
      }
    return isAsPredicted ? nil : "it should have been \(end)"
  }
}
