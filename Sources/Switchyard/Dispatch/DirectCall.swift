import RoutePatterns

/// A map that is called as a function, with nothing before it and with nothing but functions around
/// it: all that a dispatch comes to.
///
/// Nobody can cancel it, as nobody holds it before it has ended. What can come in between is that
/// its time is up, which another thread then says.
///
/// Routes are what all threads share, and to count one more reference to one of them takes its
/// memory away from all others: here they are handed on with as few as there can be.
enum DirectCall {
  /// Whether a map can be called so: a function that belongs on no queue, and that may still start.
  ///
  /// Where another handler waits for the dispatch there are others to be told of it.
  static func canCall(
    _ entry: borrowing RouteEntry,
    _ found: FoundRoutes,
    in core: RouterCore
  ) -> Bool {
    guard case .returning = entry.body, case .inherited = entry.place, case .inherited = core.place,
      core.ancestry.get() == nil
    else { return false }
    return entry.isLive && (found.middlewareCount == 0 || found.hasMiddlewareOfFunctions)
  }

  /// Calls a map.
  /// - Returns: how that has ended; nothing when its time was up before, of which the attachment
  ///   has been told.
  static func outcome(
    of entry: RouteEntry,
    _ found: FoundRoutes,
    in core: RouterCore,
    _ target: consuming RouteTarget,
    _ attachment: any DispatchAttachment
  ) -> RouteOutcome? {
    let leg = DispatchLeg(target, payload: .attachment, tags: nil, attachment: attachment)
    leg.begin(with: found.matches)
    let context = RouteContext(leg, at: found.endPlace)
    let wrapped = found.middlewareCount == 0 ? nil : WrappedHandler(core, found, leg)
    let limit = wrapped?.timeLimit ?? .handlers
    guard core.limits.duration(limit) != nil else { return entry.outcome(wrapped, in: context) }
    let call = LimitedCall(context)
    guard let ticket = core.limits.addCall(call, limit) else {
      return entry.outcome(wrapped, in: context)
    }
    // It is watched for as long as it has its ticket.
    return withExtendedLifetime(call) {
      let outcome = entry.outcome(wrapped, in: context)
      return core.limits.remove(ticket) ? outcome : nil
    }
  }
}

/// A call with a time limit; whoever takes the ticket back when that is up finds that it is gone.
private final class LimitedCall: Expiring {
  private let context: RouteContext

  init(_ context: RouteContext) { self.context = context }

  func expire(_ number: Int) {
    guard let attachment = context.attachment else { return }
    let target = attachment.target
    attachment.report(
      RouterFault(.timeLimit, route: context.matched, target: target.withoutQuery)
    )
    attachment.dispatchEnded(with: .timedOut, target, context.leg.matches)
  }
}

extension RouteEntry {
  /// Calls the function that is the handler, with those around it.
  fileprivate func outcome(_ wrapped: WrappedHandler?, in context: RouteContext) -> RouteOutcome {
    guard case .returning(let body) = body else { return .notFound }
    if let wrapped {
      guard case .threw(let error, let thrower) = wrapped.answer() else { return .handled(by: id) }
      return failed(error, thrower ?? matched, context)
    }
    do {
      try body(context)
      return .handled(by: id)
    } catch {
      return failed(error, matched, context)
    }
  }

  private func failed(
    _ error: any Error,
    _ thrower: MatchedEntry,
    _ context: RouteContext
  ) -> RouteOutcome {
    let error = DispatchError(
      .handlerThrew,
      target: context.route,
      route: thrower.route,
      cause: error
    )
    return .failed(error)
  }
}
