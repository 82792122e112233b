import Switchyard

/// The way of a URL through the yard, and its end.
struct YardRun: Sendable {
  /// Something that happened to it.
  struct Step: Sendable {
    let kind: RouteKind
    let pattern: String
    let says: String
  }

  /// A place where it can stand in the end.
  enum Stop: String, Sendable {
    /// Before the first signal, on the points, going round and round, and before the closed line.
    case gate, points, circle, closed
    /// On a track.
    case main, bay
    /// At a place that no track leads to, or that is none.
    case nowhere
  }

  let order: YardOrder
  let steps: [Step]
  let outcome: RouteOutcome
  /// The faults as the router reports them.
  let faults: [String]
  let took: Duration
  /// The other wagons that went through the yard at the same time.
  let others: Others

  struct Others: Sendable {
    let count: Int
    let arrived: Int
    let slowest: Duration
  }

  /// The last place that it got to.
  var stop: Stop {
    switch outcome {
    case .rejected, .notFound, .redirected, .cancelled: return .nowhere
    default: break
    }
    if order.mishap == .loop, steps.count > 4 { return .circle }
    guard let last = steps.last else { return .gate }
    switch (last.kind, last.pattern) {
    case (.map, YardLine.main.text): return .main
    case (.map, _): return .bay
    case (.proxy, _): return .points
    case (.guard, YardLine.closed.text): return .closed
    default: return .gate
    }
  }

  /// Whether it arrived.
  var hasArrived: Bool { if case .handled = outcome { true } else { false } }

  /// The faults, and the error that whoever opened the URL is told.
  var reports: [String] {
    if case .failed(let error) = outcome { faults + ["\(error)"] } else { faults }
  }

  /// A sentence about its end.
  var verdict: String {
    switch outcome {
    case .handled where faults.isEmpty: "It arrived. A server answers 200."
    case .handled:
      "It arrived, but the track never said so. The router waits no longer, and reports it."
    case .notFound: "No track has this URL. A server answers 404."
    case .denied: "A signal did not let it pass. A server answers 403."
    case .rejected(let error):
      "It is not a URL that could be let in: \(error) A server answers 400."
    case .failed: "It came to grief on its way. A server answers 500."
    case .timedOut: "Its time was up, and it was taken off the track. A server answers 504."
    case .redirected, .cancelled: "It was sent elsewhere."
    }
  }
}
