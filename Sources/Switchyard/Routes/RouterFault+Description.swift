import SwitchyardLocks

extension RouterFault: CustomStringConvertible {
  /// The text that says where it happened, what happened, and what helps.
  public var description: String {
    switch event {
    // These errors say themselves what was being opened.
    case .dispatchFailed, .rejectedTarget: reason
    default: "\(place)\(reason)"
    }
  }

  private var place: String {
    let place = [
      kind.map { "\($0.rawValue) \(pattern?.excerpt ?? "")\(origin.map { " at \($0)" } ?? "")" },
      target.map { "opening \($0.excerpt)" },
    ]
    let prefix = place.compactMap { $0 }.joined(separator: ", ")
    return prefix.isEmpty ? "" : "\(prefix): "
  }

  private var reason: String {
    switch event {
    case .droppedAnswer: "\(closure) was let go of and never called. \(consequence)"
    case .repeatedAnswer: "\(closure) was called again. The first call counts; call it once."
    case .lateAnswer: "\(closure) was called when its time was up. The call is ignored."
    case .timeLimit:
      "it took longer than it may. Make it quicker, or raise "
        + (kind == .guard
          ? "Router.Configuration.guardTimeLimit."
          : "its limit: Router.Configuration.handlerTimeLimit, unless it has one of its own.")
    case .repeatedNext: NextHandlerError().description
    case .guardFailed(let error): "it denies, because of an error: \(error.text)"
    case .accessRefused(let refusal): refusal.description
    case .dispatchFailed(let error): "\(error)"
    case .rejectedTarget(let error): error.text
    case .duplicateName(let name, let other):
      "the name \"\(name.excerpt)\" is that of the route \(other) already. The latest has it; give each "
        + "route a name of its own."
    }
  }

  /// The closure that a handler of the kind answers with.
  private var closure: String {
    switch kind {
    case .guard: "the closure for the verdict"
    case .proxy: "next"
    default: "completed"
    }
  }

  private var consequence: String {
    switch kind {
    case .guard: "The guard denies; call it on every path."
    case .proxy: "The dispatch fails; call it on every path."
    default: "It counts as called; call it on every path."
    }
  }

  /// Writes a fault to standard error, on one line or with the lines of the error within it.
  static func print(_ fault: RouterFault) {
    ErrorStream.print("Switchyard: \(fault)\n")
  }
}
