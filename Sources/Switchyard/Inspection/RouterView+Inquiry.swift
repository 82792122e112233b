import Dispatch

/// The end of a dispatch in which guards alone were asked.
package struct GuardsAnswer: Sendable {
  /// The outcome: the map or fallback that would have run is the one that handles.
  package let outcome: RouteOutcome
  /// The guard that redirects; `nil` where none does.
  package let redirector: RouteID?
  /// The faults of guards, which nobody else has been told of.
  package let faults: [RouterFault]
  /// The attachment that the last handlers had.
  package let attachment: (any DispatchAttachment)?
}

extension RouterView {
  /// Whether the current task is that of a guard whose answer is waited for in this way.
  package static var isInInquiry: Bool { GuardInquiry.isUnderWay }

  /// The routes that are found, with what a listing shows only the text of, in the order in which
  /// a dispatch asks, and the number of the version whose routes they are.
  package var routesWithPatterns:
    (
      routes: [(route: RouteDescription, pattern: RoutePattern, exceptions: [GuardException])],
      version: Int
    )
  {
    let table = core.registry.liveTable
    let routes = table.all.filter { $0.fits(tags) }.map { entry in
      (
        route: RouteDescription(entry, in: core), pattern: entry.pattern,
        exceptions: entry.exceptions
      )
    }
    return (routes, Int(table.version))
  }

  /// Opens a target for its guards alone: all else counts as having gone on, and is not called.
  ///
  /// Redirects are reported. It begins on a thread of its own, so that a guard which does not
  /// return holds up nobody who waits here; when the task is cancelled, so is the dispatch.
  package func askGuards(
    about target: RouteTarget,
    payload: (any Sendable)? = nil,
    attachment: (any DispatchAttachment)? = nil
  ) async -> GuardsAnswer {
    let inquiry = GuardInquiry()
    if core.isSerial, Ancestry.current(in: core)?.hasTurn(in: core) == true {
      let error = DispatchError(.reentrant, target: target.withoutQuery)
      return GuardsAnswer(
        outcome: .failed(error),
        redirector: nil,
        faults: [],
        attachment: attachment
      )
    }
    let dispatch = RouteDispatch(
      core,
      target,
      payload: attachment == nil ? GivenPayload(payload) : .attachment,
      tags: attachment == nil ? tags : nil,
      redirects: .report,
      attachment: attachment,
      listener: .task,
      inquiry: inquiry
    )
    dispatch.prepareToEnter()
    let outcome = await dispatch.outcome {
      DispatchQueue.global().async { dispatch.enter() }
    }
    return GuardsAnswer(
      outcome: outcome,
      redirector: inquiry.redirector,
      faults: inquiry.faults,
      attachment: dispatch.attachment ?? attachment
    )
  }
}
