/// A route's pattern, read: its requirements of a target's scheme, host, port and path.
struct RouteParts: Hashable, Sendable {
  /// The scheme in lower case, or `nil` for any.
  var scheme: String?
  /// The host's parts; `nil` for any host, or for a scheme whose host is the first segment of the
  /// path.
  var host: [PatternPart]?
  /// The port, or `nil` for any.
  var port: Int?
  var path: [PatternPart]

  /// The normalised text of the pattern.
  func text(slashes: RouteTarget.SlashPolicy) -> String {
    let path = PatternText.text(of: path, syntax: .routePath(slashes))
    guard let scheme else { return path }
    guard let host else { return "\(scheme):\(deepLinkStart(beforePath: path))\(path)" }
    let hostText = PatternText.text(of: host, syntax: .routeHost)
    return "\(scheme)://\(hostText)\(port.map { ":\($0)" } ?? "")\(path)"
  }

  /// Returns the slashes between the scheme and the path, with an empty host if reading the first
  /// segment as a host would change it.
  private func deepLinkStart(beforePath text: String) -> String {
    // A group that holds the slash of the root.
    guard text.hasPrefix("/") else { return "//" }
    let isHost =
      !["//", "/{/"].contains(where: text.hasPrefix) && path.lowercasingFirstSegment() == path
      && !text.dropFirst().prefix { $0 != "/" }.contains("@")
    return isHost ? "/" : "//"
  }

  /// Adds the regular expression that decides what matches.
  func write(
    to regex: inout PatternRegex,
    slashes: RouteTarget.SlashPolicy
  ) throws(PatternFault) {
    let mergesSlashes = slashes == .lenient
    let matchesRoot = path.indices.allSatisfy { path[$0].modifier.allowsNone }
    // The anchor also keeps PCRE2 10.42 from looking for the first byte of `(?=a)b?a` in the wrong
    // place.
    regex.append(regex: "^")
    if let scheme {
      regex.append(literal: scheme)
      regex.append(regex: host == nil ? ":/" as StaticString : "://")
      if let host {
        try regex.append(host, syntax: .routeHost, mergesSlashes: false, endsWithSubject: false)
        if let port {
          // A target's text omits the default port of its scheme.
          let isDefault = TargetScheme.defaultPort(of: scheme.utf8).map(Int.init) == port
          if !isDefault { regex.append(regex: ":\(port)" as String) }
        } else {
          regex.append(regex: "(?::\\d++)?")
        }
        // Else what follows a part that is absent could be the end of a longer host or port.
        if mayBeginWithoutSlash { regex.append(regex: "(?=/)") }
      }
    }
    if matchesRoot { regex.append(regex: "(?:") }
    try regex.append(
      path,
      syntax: .routePath(slashes),
      mergesSlashes: mergesSlashes,
      endsWithSubject: true
    )
    // A path that is absent altogether is the root.
    if matchesRoot { regex.append(regex: "|/)") }
    regex.append(regex: "$")
  }

  /// Whether the path's expression by itself could match a text that begins with another character
  /// than a slash.
  private var mayBeginWithoutSlash: Bool {
    for part in path {
      let start = part.kind == .fixed ? part.value : part.prefix
      guard start.utf8.first == UInt8(ascii: "/") else { return true }
      if !part.modifier.allowsNone { return false }
    }
    return false
  }

  // MARK: - Specificity

  /// Scheme, host and port narrow a route before its path does.
  func specificity(comparedTo other: RouteParts) -> SpecificityOrder {
    SpecificityOrder(scheme == nil ? 0 : 1, other.scheme == nil ? 0 : 1)
      .then(Self.compare(host, other.host))
      .then(SpecificityOrder(port == nil ? 0 : 1, other.port == nil ? 0 : 1))
      .then(PatternOrder.compare(path, other.path))
      .then(SpecificityOrder(scheme ?? "", other.scheme ?? ""))
      .then(SpecificityOrder(port ?? 0, other.port ?? 0))
  }

  private static func compare(
    _ one: [PatternPart]?,
    _ other: [PatternPart]?
  ) -> SpecificityOrder {
    switch (one, other) {
    case (let one?, let other?): PatternOrder.compare(one, other)
    case (nil, nil): .same
    case (nil, _): .lessSpecific
    case (_, nil): .moreSpecific
    }
  }
}
