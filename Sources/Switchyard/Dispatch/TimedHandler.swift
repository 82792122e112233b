/// A handler whose time is measured.
enum TimedHandler: Expiring {
  case run(HandlerRun)
  /// A call of a function, by what it is told.
  case direct(RouteContext)

  func expire() {
    switch self {
    case .run(let run): run.expire()
    case .direct(let context): DirectCall.expire(context)
    }
  }
}
