/// A handler whose time is measured.
enum TimedHandler: Expiring {
  case run(HandlerRun)
  /// The n-th handler of a dispatch without a machine.
  case inline(InlineDispatch, Int)
  /// A call of a function, by what it is told.
  case direct(RouteContext)

  func expire() {
    switch self {
    case .run(let run): run.expire()
    case .inline(let dispatch, let index): dispatch.expire(index)
    case .direct(let context): DirectCall.expire(context)
    }
  }
}
