import RoutePatterns

/// A map that is called as a function, with nothing before it: all that a dispatch comes to.
///
/// Nobody can cancel it, as nobody holds it before it has ended. What can come in between is that its time is up, which
/// another thread then says.
struct DirectCall: Sendable {
  private let core: RouterCore
  private let entry: RouteEntry
  private let attachment: any DispatchAttachment

  /// What is called, if it is a function that belongs on no queue, and that may still start.
  ///
  /// Where another handler waits for the dispatch there are others to be told of it.
  init?(_ entry: RouteEntry, in core: RouterCore, _ attachment: any DispatchAttachment) {
    guard case .returning = entry.body, case .inherited = entry.place, case .inherited = core.place,
      Ancestry.current == nil, entry.isLive
    else { return nil }
    self.core = core
    self.entry = entry
    self.attachment = attachment
  }

  /// Calls the map.
  /// - Returns: how that has ended; nothing when its time was up before, of which the attachment has been told.
  func outcome(_ match: RouteMatch, tags: [RouteTag]) -> RouteOutcome? {
    let context = RouteContext(
      target: attachment.target,
      passed: .attachment,
      tags: tags,
      matched: entry.matched,
      trail: [],
      match: match,
      changes: nil,
      attachment: attachment,
      values: nil
    )
    guard let limit = core.timeLimit(of: entry.kind) else { return call(context) }
    let ticket = core.deadlines.add(.direct(self), after: limit)
    let outcome = call(context)
    return core.deadlines.remove(ticket) ? outcome : nil
  }

  private func call(_ context: RouteContext) -> RouteOutcome {
    guard case .returning(let body) = entry.body else { return .notFound }
    do {
      try body(context)
      return .handled(by: entry.id)
    } catch {
      return .failed(
        DispatchError(.handlerThrew, target: context.route, entry: entry, cause: error)
      )
    }
  }

  /// The time is up; whoever takes the ticket back finds that it is gone.
  func expire() {
    let target = attachment.target
    core.report(RouterFault(.timeLimit, entry: entry, target: target.withoutQuery))
    attachment.dispatchEnded(with: .timedOut, target)
  }
}
