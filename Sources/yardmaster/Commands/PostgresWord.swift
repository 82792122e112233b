/// A word of a call that names a database of PostgreSQL: a URL as libpq takes it, or `postgres:`
/// and its keywords and values.
struct PostgresWord {
  /// The package trait that the tool needs for it.
  static let trait = "PostgreSQL"

  /// The address, in either form of libpq.
  let address: String

  /// Reads a word, or returns `nil` for another.
  init?(_ word: String) {
    let kind = word.prefix { $0 != ":" }
    let rest = word.dropFirst(kind.count + 1)
    guard ["postgres", "postgresql"].contains(kind), !rest.isEmpty else { return nil }
    // A URL of libpq begins in the same way; all else stands behind the colon.
    address = rest.hasPrefix("//") ? word : String(rest)
  }
}
