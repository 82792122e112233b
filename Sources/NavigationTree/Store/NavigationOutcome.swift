/// What a request has changed.
public enum NavigationOutcome: Sendable {
  /// The state is another one; these steps lead to it.
  case changed(Transition)
  /// What was asked for is what is shown.
  case unchanged
  /// The request changes nothing, and this is why.
  case rejected(any Error)

  /// Why the request changes nothing, if something was wrong with it.
  public var error: (any Error)? { if case .rejected(let error) = self { error } else { nil } }

  /// What has changed, if anything has.
  public var transition: Transition? {
    if case .changed(let transition) = self { transition } else { nil }
  }
}

extension NavigationOutcome: CustomStringConvertible {
  /// What has changed, or why nothing has.
  public var description: String {
    switch self {
    case .changed(let transition): "changed:\n\(transition)"
    case .unchanged: "unchanged"
    case .rejected(let error): "rejected: \(error)"
    }
  }
}
