/// The access for a module that answers dispatches in its own way, as a server does.
extension Router {
  /// The result of beginning a dispatch.
  package enum Beginning {
    /// It has ended already, and its attachment is not notified.
    case ended(DispatchEnd)
    /// Its attachment is notified of the end, or has been.
    case underWay(BegunDispatch)
  }

  /// A dispatch that was begun; it can be cancelled.
  package struct BegunDispatch: Sendable {
    let dispatch: RouteDispatch

    /// Ends the dispatch as cancelled, unless it has ended; an async handler is cancelled with it.
    package func cancel() { dispatch.cancel() }
  }

  /// The clock; the configuration would be copied as a whole.
  package var clock: RouterClock { core.configuration.clock }

  /// The options that targets are made with for this router.
  package var targetOptions: RouteTarget.Options { core.targetOptions }

  /// Begins a dispatch in a concurrent router; handlers without a queue that do not wait run on
  /// this thread.
  ///
  /// Redirects are reported, not followed.
  /// - Parameters:
  ///   - attachment: the object whose target is opened; every context of the dispatch has it, and
  ///     handlers receive it.
  ///   - isTimed: whether there is a recorder of its times, also where it is not traced.
  /// - Returns: the outcome, or the dispatch by which it can be cancelled.
  package func begin(
    attachment: any DispatchAttachment,
    isTimed: Bool = false
  ) -> Beginning {
    let target = attachment.target
    let dispatch = core.dispatch(
      target,
      payload: .attachment,
      tags: nil,
      redirects: .report,
      attachment: attachment,
      listener: .attachment,
      isTimed: isTimed
    )
    switch dispatch.run() {
    case .ended(let outcome):
      let end = DispatchEnd(
        outcome: outcome,
        target: dispatch.lastTarget.take() ?? target,
        destination: dispatch.lastDestination.take(),
        // A leg that has begun anew has an attachment of its own.
        attachment: dispatch.attachment ?? attachment,
        recorder: dispatch.recorder
      )
      core.keep(consume dispatch)
      return .ended(end)
    case .underWay: break
    case nil:
      dispatch.prepareToEnter()
      dispatch.enter()
    }
    return .underWay(BegunDispatch(dispatch: dispatch))
  }
}
