/// The way in which a dispatch ended.
public enum RouteOutcome: Sendable {
  /// A map or fallback ran to its end, or middleware answered in its place.
  case handled(by: RouteID)
  /// No map was found.
  case notFound
  /// A guard did not allow it; or the map or fallback itself, of which nothing is declared where
  /// `Router.Configuration.access` wants that, or which requires a guard that was not asked.
  case denied(by: RouteID)
  /// A guard redirects to another target, and the caller asked to be told.
  indirect case redirected(to: RouteTarget)
  /// The target that was to be opened has no canonical form.
  indirect case rejected(RouteTargetError)
  /// Something went wrong on the way.
  indirect case failed(DispatchError)
  /// The map took longer than it may.
  case timedOut
  /// The task that waited for it was cancelled.
  case cancelled
}

extension RouteOutcome: Equatable {}

extension RouteOutcome: CustomStringConvertible {
  /// The outcome in a few words.
  public var description: String {
    switch self {
    case .handled(let route): "handled by \(route)"
    case .notFound: "not found"
    case .denied(let route): "denied by \(route)"
    case .redirected(let target): "redirected to \(target)"
    case .rejected(let error): "rejected: \(error)"
    case .failed(let error): "failed: \(error)"
    case .timedOut: "timed out"
    case .cancelled: "cancelled"
    }
  }
}
