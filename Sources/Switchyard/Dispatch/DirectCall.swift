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
  /// Whether what was found can be called so: functions that belong on no queue, and that may still
  /// start.
  ///
  /// Where another handler waits for the dispatch there are others to be told of it.
  static func canCall(_ found: FoundRoutes, in core: RouterCore) -> Bool {
    guard found.isOfFunctions, case .inherited = core.place, core.ancestry.get() == nil else {
      return false
    }
    return found.isLiveAndDecided
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
    let limit = found.timeLimit
    guard core.limits.duration(limit) != nil else { return entry.outcome(found, in: context) }
    let call = LimitedCall(context)
    guard let ticket = core.limits.addCall(call, limit) else {
      return entry.outcome(found, in: context)
    }
    // It is watched for as long as it has its ticket.
    return withExtendedLifetime(call) {
      let outcome = entry.outcome(found, in: context)
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
  fileprivate func outcome(_ found: FoundRoutes, in context: RouteContext) -> RouteOutcome {
    // That it can be called so was asked before.
    guard let call = FunctionCall(found, context.leg) else { return .notFound }
    guard case .threw(let error, let thrower) = call.answer() else { return .handled(by: id) }
    return failed(error, thrower ?? matched, context)
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
