/// A key that handlers of a dispatch hand a value on by.
///
///     enum RequestID: RouteContextKey { typealias Value = String }
///     context[RequestID.self] = "7f3a"
public protocol RouteContextKey {
  /// The type of the value.
  associatedtype Value: Sendable
}
