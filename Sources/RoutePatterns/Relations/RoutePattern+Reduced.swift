extension RoutePattern {
  /// This pattern without the closures that check values: it matches all that this one does, and
  /// perhaps more.
  package var withoutChecks: RoutePattern {
    guard !storage.closures.isEmpty else { return self }
    // The text holds the validations that are expressions, and was read once.
    return (try? RoutePattern(parsing: text, options: options)) ?? self
  }

  /// Whether the pattern looks at the scheme or the host of a target.
  package var seesSite: Bool { storage.seesScheme }

  /// Whether the pattern names a host that stands apart from the path.
  package var hasHost: Bool { storage.seesScheme && storage.parts.host != nil }

  /// Whether the pattern names a port.
  package var hasPort: Bool { storage.seesScheme && storage.parts.port != nil }

  /// Returns a pattern of this scheme, host and port with any path, or `nil` when none of them is
  /// restricted.
  package func withAnyPath(keepsPort: Bool = true) -> RoutePattern? {
    guard storage.seesScheme else { return nil }
    let parts = RouteParts(
      scheme: storage.parts.scheme,
      host: storage.parts.host,
      port: keepsPort ? storage.parts.port : nil,
      path: [Self.anything(behind: "/")]
    )
    return try? RoutePattern(parsing: parts.text(slashes: options.slashes), options: options)
  }
}
