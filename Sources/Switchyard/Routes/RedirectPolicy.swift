/// The treatment of a guard's redirect.
public enum RedirectPolicy: String, Hashable, Sendable, Codable {
  /// The dispatch starts over with the target that the guard names.
  case follow
  /// The dispatch ends, and tells where the guard redirects to.
  case report
}
