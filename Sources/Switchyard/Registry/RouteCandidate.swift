/// A route that a target matches, or that could not be matched to the end.
struct RouteCandidate: Sendable {
  /// The reason that a route could not be matched, in a class: it is seldom, and candidates are
  /// handed on often.
  private final class Failure: Sendable {
    let error: MatchError

    init(_ error: MatchError) { self.error = error }
  }

  let entry: RouteEntry
  /// The values; there are none where it could not be matched.
  let values: CapturedValues
  private let failure: Failure?

  init(_ entry: RouteEntry, _ values: CapturedValues) {
    self.entry = entry
    self.values = values
    failure = nil
  }

  init(_ entry: RouteEntry, failed error: MatchError) {
    self.entry = entry
    values = .none
    failure = Failure(error)
  }

  var isMatched: Bool { failure == nil }

  /// The reason that it could not be matched.
  var error: MatchError? { failure?.error }
}
