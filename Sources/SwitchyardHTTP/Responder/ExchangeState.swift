internal import SwitchyardLocks

/// The things that few exchanges have: hooks, a denial, a response that was set, and what a
/// dispatch needs that has not ended at once.
final class ExchangeState: Sendable {
  struct Content {
    /// The response that a handler has set.
    var response: ServerResponse?
    var denial: GuardDenial?
    var hooks: [@Sendable (inout ServerResponse) -> Void] = []
    /// Whether a policy for other sites has the response.
    var hasPolicy = false
    /// The source of the body where middleware decodes it.
    var decodedBody: (any RequestBodySource)?
    /// The tags of all maps that match, where none was found.
    var tagsOfMaps: Set<RouteTag> = []
    var traces = 0
    /// The time that the request has to wait at each place where it was counted; of the original
    /// alone.
    var waits: [AnyHashable: Duration] = [:]
    var dispatch: Router.BegunDispatch?
    /// The promise of the response, where that is awaited; of the original alone.
    var promise: ResponsePromise?
    /// The identifier of the request, where none was given and one was asked for.
    var requestID: String?
    var progress = BodyProgress()
    var isCancelled = false

    /// The things that another exchange of the same request begins with.
    var kept: Content {
      var kept = Content()
      kept.response = response
      kept.denial = denial
      kept.hooks = hooks
      kept.hasPolicy = hasPolicy
      kept.decodedBody = decodedBody
      kept.traces = traces
      return kept
    }

    /// Lets go of what is over with the exchange, and returns it.
    mutating func end() -> ExchangeRemains {
      defer { (hooks, dispatch) = ([], nil) }
      return ExchangeRemains(
        response: response.take(),
        hooks: hooks,
        denial: denial.take(),
        dispatch: dispatch
      )
    }
  }

  let content: Locked<Content>

  init(_ content: Content = Content()) { self.content = Locked(content) }
}
