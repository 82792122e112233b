extension RoutePattern {
  /// The pattern of another one under this, as the routes of a group have it.
  ///
  ///     let api: RoutePattern = "/api/v1"
  ///     try api.appending("/users/:id")        // /api/v1/users/:id
  ///     try api.appending("{/:version}?")      // /api/v1{/:version}?
  ///     try api.appending("/")                 // /api/v1
  ///
  /// One slash stands between the two, whether the first ends in it, the second begins with it, or
  /// neither. The root of a group is the prefix itself, without a slash at its end. This pattern
  /// may have a scheme and a host. The validations of both are kept, and the options are those of
  /// this pattern; but where one of the two ignores the case of letters, so does the whole.
  ///
  /// - Throws: `PatternError` for a fault of the whole: a scheme or host in the other pattern, a
  ///   name that both have, more after a final `...`, or a limit; and for a literal that is none.
  public func appending(_ other: RoutePattern) throws(PatternError) -> RoutePattern {
    try check()
    try other.check()
    guard !other.storage.seesScheme else {
      throw PatternError(code: .schemeNotAllowed, text: other.storage.sourceText, offset: 0)
    }
    let text = prefixText + (other.storage.isRoot ? "" : Self.rooted(other.storage.sourceText))
    var validations = storage.validations
    for (name, validation) in other.storage.validations {
      // A value without a name is numbered on from those of the prefix; a name that both have is
      // refused.
      validations[Int(name).map { String($0 + storage.parts.numberedCount) } ?? name] = validation
    }
    var options = storage.options
    // A guard must not match less for what it is put behind.
    if other.options.letterCase == .insensitive { options.letterCase = .insensitive }
    return try RoutePattern(parsing: text, where: validations, options: options)
  }

  /// The text that other patterns can be put behind.
  private var prefixText: String {
    let text = storage.sourceText
    if let scheme {
      // The slashes before an empty host are none of the path's.
      return text.utf8.count == scheme.utf8.count + 3 ? text : Self.withoutLastSlash(text)
    }
    return Self.withoutLastSlash(text.isEmpty ? text : Self.rooted(text))
  }

  /// A path's text with the slash of the root, which need not be written.
  private static func rooted(_ text: String) -> String {
    ["/", "{/", "\\/"].contains(where: text.hasPrefix) ? text : "/" + text
  }

  /// A text without a slash that it ends with, which may be escaped.
  private static func withoutLastSlash(_ text: String) -> String {
    guard text.hasSuffix("/") else { return text }
    let rest = text.dropLast()
    let backslashes = rest.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }
    return String(backslashes.count.isMultiple(of: 2) ? rest : rest.dropLast())
  }
}

extension RouteParts {
  /// The number of values that have a number for a name.
  fileprivate var numberedCount: Int {
    ((host ?? []) + path).count { part in
      if case .numeric = part.name { true } else { false }
    }
  }
}
