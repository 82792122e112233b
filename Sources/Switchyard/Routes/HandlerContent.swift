import RoutePatterns

/// The facts that a handler is told, in one place: contexts are handed on often.
///
/// A handler may keep it: it holds no route, and nothing of the dispatch.
final class HandlerContent: Sendable {
  /// The steps that have run before.
  enum Trail: Sendable {
    /// Guards and proxies alone, which say themselves what they are.
    case entries([MatchedEntry])
    case steps([TrailStep])
  }

  let leg: DispatchLeg
  let matched: MatchedEntry
  let captures: CaptureRanges
  private let before: Trail

  init(
    _ leg: DispatchLeg,
    _ matched: MatchedEntry,
    _ captures: CaptureRanges,
    trail: Trail
  ) {
    self.leg = leg
    self.matched = matched
    self.captures = captures
    before = trail
  }

  var trail: [TrailStep] {
    switch before {
    case .steps(let steps): steps
    case .entries(let entries): entries.map { TrailStep($0.route) }
    }
  }
}
