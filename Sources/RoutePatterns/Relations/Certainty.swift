/// The answer to a question about patterns that cannot always be decided.
///
///     let guarded: RoutePattern = "/admin/*"
///     guarded.covers("/admin/users/:id")      // .yes
///     guarded.covers("/:section/users")       // .no
///
/// `yes` and `no` are proved. `unknown` is neither; to be safe, treat it as the worse of the two.
public enum Certainty: String, Hashable, Sendable, Codable {
  /// It is so.
  case yes
  /// It is not so.
  case no
  /// It may be so or not.
  case unknown
}
