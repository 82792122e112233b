/// The begin of a request that observers know of.
///
/// An object, as most requests have none: a moment of the clock has no size that is known before
/// the program runs, and each copy of one that may be missing is made by the runtime.
final class RequestObservation: Sendable {
  /// The time at which the request began.
  let start: ContinuousClock.Instant
  /// The identifier of the request.
  let requestID: String

  init(start: ContinuousClock.Instant, requestID: String) {
    self.start = start
    self.requestID = requestID
  }
}
