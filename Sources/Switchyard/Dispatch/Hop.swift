/// The way from one target to the next within a dispatch.
struct Hop: Sendable {
  enum Kind: Sendable { case commit, redirect }

  let kind: Kind
  let target: RouteTarget
  /// What the proxy has made of the parameters.
  var changes: ParameterChanges?
  /// What is passed from now on; nothing for what was passed before.
  var payload: (any Sendable)?
}
