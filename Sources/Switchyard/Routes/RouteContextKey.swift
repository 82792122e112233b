/// A key that handlers of a dispatch hand a value on by.
///
///     enum RequestID: RouteContextKey { typealias Value = String }
///     context[RequestID.self] = "7f3a"
///
/// A key is sendable as values are, so that where both a key and a type would do the key is meant.
public protocol RouteContextKey: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable
}
