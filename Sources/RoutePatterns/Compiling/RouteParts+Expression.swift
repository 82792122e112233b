extension RouteParts {
  /// Adds the regular expression that decides what matches.
  func write(
    to expression: inout PatternExpression,
    slashes: RouteTarget.SlashPolicy
  ) throws(PatternFault) {
    let mergesSlashes = slashes == .lenient
    let matchesRoot = path.indices.allSatisfy { path[$0].modifier.allowsNone }
    // The anchor also keeps PCRE2 10.42 from looking for the first byte of `(?=a)b?a` in the wrong
    // place.
    expression.append(.assertion(.start, offset: 0))
    if let scheme {
      expression.append(text: scheme + (host == nil ? ":/" : "://"))
    } else if host != nil {
      expression.append(.alternation(TargetScheme.withHost.map { .literal($0.name) }))
      expression.append(text: "://")
    }
    if let host {
      try expression.append(
        host,
        syntax: .routeHost,
        mergesSlashes: false,
        endsWithSubject: false
      )
      appendPort(to: &expression)
      // Else what follows a part that is absent could be the end of a longer host or port.
      if mayBeginWithoutSlash {
        let look = RegexLook(isBehind: false, isNegative: false)
        expression.append(.look(look, .set(.slash)))
      }
    }
    let start = expression.nodes.count
    try expression.append(
      path,
      syntax: .routePath(slashes),
      mergesSlashes: mergesSlashes,
      endsWithSubject: true
    )
    // A path that is absent altogether is the root.
    if matchesRoot { expression.replaceRest(from: start, orBy: .set(.slash)) }
    expression.append(.assertion(.end, offset: 0))
  }

  private func appendPort(to expression: inout PatternExpression) {
    if let port {
      // A target's text leaves the port out that goes without saying.
      let isDefault = TargetScheme.withHost.contains { $0.name == scheme && $0.port == port }
      if !isDefault { expression.append(text: ":\(port)") }
    } else {
      let digits = RegexNode.repetition(
        .set(.digits),
        RegexQuantifier(minimum: 1, mode: .possessive)
      )
      expression.append(
        .repetition(
          .sequence([.set(ASCIISet(of: ":")), digits]),
          RegexQuantifier(minimum: 0, maximum: 1)
        )
      )
    }
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
}
