/// Something that a router noticed and went on from.
public struct RouterFault: Sendable {
  /// The kinds of faults.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Sendable {
    /// The closure that a handler answers with is gone, and was never called.
    case droppedAnswer
    /// A handler answered again; the first answer counts.
    case repeatedAnswer
    /// A handler answered when its time was up.
    case lateAnswer
    /// A handler took longer than it may.
    case timeLimit
    /// A guard threw, redirects to what is no target, or its pattern hit a limit: it denies.
    case guardFailed(any Error)
    /// A dispatch that nobody waits for failed, or one met a limit or a loop.
    case dispatchFailed(DispatchError)
    /// A target that nobody waits for was to be opened, and has no canonical form.
    case rejectedTarget(RouteTargetError)
    /// A name is given to a route that another has already; the latest has it.
    case duplicateName(String, of: RouteUUID)
  }

  /// The kind of fault that happened.
  public let code: Code
  /// The kind of the route it happened to, if it was one.
  public let kind: RouteKind?
  /// The route it happened to, if it was one.
  public let route: RouteUUID?
  /// The pattern of that route.
  public let pattern: String?
  /// The target that was on its way, without its query.
  public let target: String?

  init(_ code: Code, route: MatchedRoute? = nil, target: String? = nil) {
    self.code = code
    kind = route?.kind
    self.route = route?.id
    pattern = route?.pattern.text
    self.target = target
  }
}
