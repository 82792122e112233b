/// A handler whose time is measured.
enum TimedHandler: Expiring {
  case run(HandlerRun)
  case direct(DirectCall)

  func expire() {
    switch self {
    case .run(let run): run.expire()
    case .direct(let call): call.expire()
    }
  }
}
