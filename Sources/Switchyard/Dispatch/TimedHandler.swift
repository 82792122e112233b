/// A handler whose time is measured.
enum TimedHandler: Expiring {
  case run(HandlerRun)
  /// A handler that the caller's thread of a dispatch has called, by the number of its run.
  case called(RouteDispatch, Int)
  /// A call of a function, by what it is told.
  case direct(RouteContext)

  func expire() {
    switch self {
    case .run(let run): run.expire()
    case .called(let dispatch, let number):
      dispatch.takeOver(number, isAnswered: false)?.run.expire()
    case .direct(let context): DirectCall.expire(context)
    }
  }
}
