extension RoutePattern {
  /// Whether every canonical target that another pattern matches is matched by this one.
  ///
  ///     let guarded: RoutePattern = "/admin/*"
  ///     guarded.covers("/admin/users/:id(\\d+)")      // .yes
  ///     guarded.covers("/:section/users")             // .no: /a/users
  ///
  /// A match that only a closure can decide is `unknown`: a pattern with a closure never surely
  /// covers a pattern that can match at all, and is never surely missed. The same holds for
  /// features beyond regular languages (back references, lookarounds, atomic groups) unless they
  /// make no difference, and for comparisons that would take too long. Limits of a match are not
  /// considered. Patterns under different slash policies match different targets and are not
  /// compared.
  ///
  /// - Complexity: seldom more than linear in the lengths of the texts, and bounded. Both patterns
  ///   are read anew each time.
  public func covers(_ other: RoutePattern) -> Certainty {
    PatternLanguage(self).covers(PatternLanguage(other))
  }

  /// Whether there is a canonical target that this pattern and another both match.
  ///
  ///     let book: RoutePattern = "/books/:id(\\d+)"
  ///     book.overlaps("/:kind/42")          // .yes
  ///     book.overlaps("/books/new")         // .no
  ///
  /// What is `unknown` is as with ``covers(_:)``.
  public func overlaps(_ other: RoutePattern) -> Certainty {
    PatternLanguage(self).overlaps(PatternLanguage(other))
  }

  /// Whether every canonical target that the pattern matches is matched by one of several others.
  ///
  ///     RoutePattern("/a/*").isCovered(by: ["/a", "/a/:b+"])    // .yes, under the lenient policy
  ///
  /// An empty list covers only a pattern that matches nothing.
  public func isCovered(by patterns: [RoutePattern]) -> Certainty {
    guard patterns.allSatisfy({ $0.options.slashes == options.slashes }) else {
      return .unknown
    }
    return PatternLanguage(patterns, slashes: options.slashes).covers(PatternLanguage(self))
  }
}
