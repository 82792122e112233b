internal import CBareSearch

/// The floors: the one right regular expression, and a hash table over whole paths, both in C.
///
/// `@unchecked` because one thread asks it at a time.
package final class BareSearch: @unchecked Sendable {
  private let search: OpaquePointer

  /// - Parameter table: its paths that are found are looked up, and stand in the hash table with a path of each
  ///   other route.
  package init(_ table: RouteTable) {
    guard let search = cbaresearch_create() else { fatalError("no memory") }
    self.search = search
    for (index, pattern) in table.patterns.enumerated() {
      let regex = Self.regex(pattern)
      guard cbaresearch_add_regex(search, regex, regex.utf8.count) else {
        fatalError("no regular expression: \(regex)")
      }
      cbaresearch_add_key(search, pattern, pattern.utf8.count, index)
    }
    for hit in table.hits {
      cbaresearch_add_path(search, hit.path, hit.path.utf8.count, hit.route ?? 0)
      cbaresearch_add_key(search, hit.path, hit.path.utf8.count, hit.route ?? 0)
    }
    guard cbaresearch_match(search, table.hits.count) == table.hits.count,
      cbaresearch_find(search, table.hits.count) == table.hits.count
    else { fatalError("the floors do not find what they should in \(table.name)") }
  }

  deinit { cbaresearch_free(search) }

  /// Asks the expression of a path whether it matches, for one path after the other.
  /// - Returns: how often it did.
  @discardableResult
  package func match(_ times: Int) -> Int { cbaresearch_match(search, times) }

  /// Looks one path after the other up in the hash table.
  /// - Returns: how often that was found which the path leads to.
  @discardableResult
  package func find(_ times: Int) -> Int { cbaresearch_find(search, times) }

  /// Asks each of the expressions about the first path.
  /// - Returns: how many match.
  @discardableResult
  package func scan() -> Int { cbaresearch_scan(search) }

  /// What a pattern of whole segments becomes by hand: `/a/:id/b` is `^/a/([^/]++)/b$`.
  static func regex(_ pattern: String) -> String {
    let segments = pattern.split(separator: "/", omittingEmptySubsequences: false)
      .map { segment -> String in
        guard segment.hasPrefix(":") else { return String(segment) }
        return segment.firstIndex(of: "(").map { String(segment[$0...]) } ?? "([^/]++)"
      }
    return "^" + segments.joined(separator: "/") + "$"
  }
}
