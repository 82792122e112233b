/// The change that a request has made, or the reason that it made none.
public enum NavigationOutcome: Sendable {
  /// The state has changed; these steps lead to it.
  case changed(TreeTransition)
  /// The request leads to the state that is shown already.
  case unchanged
  /// The request changes nothing, for this reason.
  case rejected(any Error)

  /// The reason that the request changes nothing, if it was rejected.
  public var error: (any Error)? { if case .rejected(let error) = self { error } else { nil } }

  /// The steps of the change, if there was one.
  public var transition: TreeTransition? {
    if case .changed(let transition) = self { transition } else { nil }
  }
}

extension NavigationOutcome: CustomStringConvertible {
  /// The change, or the reason that there was none.
  public var description: String {
    switch self {
    case .changed(let transition): "changed:\n\(transition)"
    case .unchanged: "unchanged"
    case .rejected(let error): "rejected: \(error)"
    }
  }
}
