/// The reason that a map or fallback does not run where access has to be declared.
enum RefusedAccess: Hashable, Sendable {
  /// Nothing says who may come to it.
  case undeclared
  /// No guard with a name that it requires has allowed the target.
  case unasked(String)
}

extension RefusedAccess: CustomStringConvertible {
  /// The reason, with a remedy.
  var description: String {
    switch self {
    case .undeclared:
      "it did not run, as nothing says who may come to it. Register it, or its group, with access: "
        + ".public(\"the reason\") or .requires(\"the name of a guard\")."
    case .unasked(let name):
      "it did not run, as it requires the guard \"\(name.excerpt)\", and none of that name "
        + "that can turn somebody away was asked. Register one that decides about all that this "
        + "route matches."
    }
  }
}
