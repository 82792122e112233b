/// The answer of a guard to an opened target.
public enum GuardVerdict: Sendable {
  /// The guard lets the target pass.
  case allow
  /// The target is not opened.
  case deny
  /// Another route is opened in its place, with query items added.
  indirect case redirect(String, query: QueryParameters = [:])
}
