/// The way from one target to the next within a dispatch.
struct Hop: Sendable {
  enum Kind: Sendable { case commit, redirect }

  let kind: Kind
  let target: RouteTarget
  /// The changes that the proxy has made to the parameters.
  var changes: ParameterChanges?
  /// The payload from now on; `nil` for that which there was.
  var payload: GivenPayload?
}
