/// The end of a question, as the dispatch of its guards has ended.
struct AuditEnding {
  var answer: RouteAudit.Answer
  /// The guard that has decided, or the map that refuses by itself.
  var by: RouteID?
  var status: Int?
  var location: String?
  /// The target that the visitor is sent to, if it is one.
  var next: RouteTarget?
  /// Whether the visitor is sent to a place that is told from the one that was asked about.
  var isRelative = false
  var detail: String?
  /// Whether no answer came in time.
  var isSilent = false

  /// Whether it keeps the visitor out.
  var keepsOut: Bool { answer.isDecided && answer != .runs }

  init(unanswered detail: String) {
    answer = .unanswered
    self.detail = detail
  }

  /// Reads what has come of the guards before a map or fallback.
  init(_ answer: GuardsAnswer, _ end: RouteID) {
    self.init(unanswered: "")
    switch answer.outcome {
    case .handled(end):
      self.answer = .runs
      detail = nil
    case .handled, .notFound:
      detail = "Another route answers: the routes have changed, or the visitor asks for another URL"
    case .denied(let route):
      by = route
      let fault = answer.faults.last { $0.route == route }
      self.answer =
        switch fault?.code {
        case .timeLimit?: .timedOut
        case .guardFailed?, .droppedAnswer?: .failed
        default: .denied
        }
      detail = fault.map { "\($0)" }
    case .redirected(let target):
      self.answer = .redirected
      by = answer.redirector
      (location, next) = ("\(target)", target)
      detail = nil
    case .cancelled:
      isSilent = true
      detail = "No answer came in the time of a question; no guard may wait for ever"
    case .failed(let error) where error.code == .reentrant:
      detail = "Within a handler of a serial router it cannot be asked; begin the audit elsewhere"
    case .failed(let error): detail = "\(error)"
    case .rejected(let error): detail = "\(error)"
    case .timedOut: detail = "It took too long"
    }
  }

  /// Reads what has come of a request to a router, with the options of its targets.
  init(_ request: GuardedRequest, _ end: RouteID, _ options: RouteTarget.Options) {
    if let answer = request.answer {
      self.init(answer, end)
    } else {
      self.init(unanswered: "The responder refuses the request")
      answer = .refused
    }
    guard let response = request.response else { return }
    status = Int(response.status.code)
    if case .denied = answer, response.status == .tooManyRequests { answer = .limited }
    guard let written = response.fields[.location] else { return }
    if case .redirected = answer { location = written }
    // A guard may answer with a response of its own, which leads on as a redirect does.
    guard case .denied = answer else { return }
    next = try? RouteTarget(written, options: options)
    let isPath = written.hasPrefix("/") && !written.hasPrefix("//")
    isRelative = !isPath && next?.scheme == nil
  }
}
