/// One step from what is shown to what is to be shown, with nodes by their numbers.
enum PlannedStep: Hashable, Sendable {
  case dismiss(Int, from: Int)
  case unwind(Int)
  case select(Int, in: Int)
  case pop(Int, from: Int)
  case change(Int, to: Int, in: Int)
  case push(Int, onto: Int)
  case setParameters(Int, RouteParameters)
  case present(Int, over: Int)

  /// The stack whose list the step changes.
  var stack: Int? {
    switch self {
    case .pop(_, let stack), .change(_, _, let stack), .push(_, let stack): stack
    default: nil
    }
  }
}
