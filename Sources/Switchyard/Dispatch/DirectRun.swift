import RoutePatterns
import Synchronization

/// A map that is called as a function, with nothing before it: all that a dispatch comes to.
///
/// Nobody can cancel it, as nobody holds it before it has ended. What can come in between is that its time is up, which
/// another thread then says.
final class DirectRun: Sendable {
  typealias End = @Sendable (RouteOutcome, RouteTarget) -> Void

  private let core: RouterCore
  private let entry: RouteEntry
  private let target: RouteTarget
  private let onEnd: End
  /// Set by whoever ends it first: the handler, or its time.
  private let isOver = Atomic(false)

  private init(
    _ core: RouterCore,
    _ entry: RouteEntry,
    _ target: RouteTarget,
    _ onEnd: @escaping End
  ) {
    self.core = core
    self.entry = entry
    self.target = target
    self.onEnd = onEnd
  }

  /// Whether a map can be called so: a function that belongs on no queue, and that may still start.
  ///
  /// Where a handler waits for the dispatch there are others to be told of it.
  static func canCall(_ entry: RouteEntry, in core: RouterCore) -> Bool {
    guard case .returning = entry.body, case .inherited = entry.place, case .inherited = core.place,
      Ancestry.current == nil
    else { return false }
    return entry.isLive
  }

  /// Calls a map, and tells its end.
  static func call(
    _ entry: RouteEntry,
    _ match: RouteMatch,
    in core: RouterCore,
    _ target: RouteTarget,
    tags: [RouteTag],
    _ attachment: any DispatchAttachment,
    _ onEnd: @escaping End
  ) {
    let context = RouteContext(
      target: target,
      passed: .attachment,
      tags: tags,
      matched: entry.matched,
      trail: [],
      match: match,
      changes: nil,
      attachment: attachment,
      values: nil
    )
    guard let limit = core.timeLimit(of: entry.kind) else {
      return onEnd(entry.outcome(in: context), target)
    }
    let run = DirectRun(core, entry, target, onEnd)
    let ticket = core.deadlines.add(after: limit) { run.expire() }
    let outcome = entry.outcome(in: context)
    core.deadlines.remove(ticket)
    if run.ends() { onEnd(outcome, target) }
  }

  private func ends() -> Bool { !isOver.exchange(true, ordering: .acquiringAndReleasing) }

  private func expire() {
    guard ends() else { return }
    core.report(RouterFault(.timeLimit, entry: entry, target: target.withoutQuery))
    onEnd(.timedOut, target)
  }
}

extension RouteEntry {
  /// Calls the function that is the handler.
  fileprivate func outcome(in context: RouteContext) -> RouteOutcome {
    guard case .returning(let body) = body else { return .notFound }
    do {
      try body(context)
      return .handled(by: id)
    } catch {
      return .failed(
        DispatchError(.handlerThrew, target: context.route, entry: self, cause: error)
      )
    }
  }
}
