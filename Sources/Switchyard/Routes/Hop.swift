/// The way from one target to the next within a dispatch.
struct Hop: Sendable {
  enum Kind: Sendable { case commit, redirect }

  let kind: Kind
  let target: RouteTarget
  /// The changes that the proxy has made to the parameters.
  var changes: ParameterChanges?
  /// The value that is passed from now on; `nil` for what was passed before.
  var payload: (any Sendable)?
}
