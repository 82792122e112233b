extension RoutableFault: CustomStringConvertible {
  /// The call, the routable, the fault, and a remedy.
  public var description: String { "\(place)\(reason)" }

  private var place: String {
    guard let call, let element else { return "" }
    let asked = routable.map { " of \($0.excerpt)" } ?? ""
    return "\(call.rawValue) \"\(element.excerpt)\"\(asked), on the way to \(route.excerpt): "
  }

  private var reason: String {
    switch code.value {
    case .stuck(let limit):
      "the completion was not called within \(limit). It counts as called; call it on every path, "
        + "or raise the time limit of the coordinator."
    case .droppedCompletion:
      "the completion was let go of and never called. It counts as called; call it on every path."
    case .repeatedCompletion:
      "the completion was called again. The first call counts; call it once."
    case .lateCompletion:
      "the completion was called when its time was up. The call is ignored; call it earlier, or "
        + "raise the time limit of the coordinator."
    case .notImplemented:
      "the routable does not implement it. It counts as done; implement \(signature)."
    case .noRoutable:
      "nothing can be asked, as it is not known what shows elements there. It counts as done; mend "
        + "the fault that was reported before."
    case .refused(let refusal): "an action was refused: \(refusal)"
    }
  }

  private var signature: String {
    switch call {
    case .push: "push(_:animated:completion:)"
    case .pop: "pop(_:animated:completion:)"
    case .change: "change(_:to:animated:completion:)"
    case .shown, nil: "shown(_:)"
    }
  }
}
