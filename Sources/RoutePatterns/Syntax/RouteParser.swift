/// Reads the text of a route's pattern.
struct RouteParser {
  private let source: [UInt8]
  private let slashes: RouteTarget.SlashPolicy
  private let limits: PatternLimits
  private var names = PatternNames()

  static func parse(
    _ source: [UInt8],
    slashes: RouteTarget.SlashPolicy,
    limits: PatternLimits
  ) throws(PatternFault) -> RouteParts {
    let limit = limits.patternLength
    guard source.count <= limit else { throw PatternFault(.tooLong(limit: limit), at: limit) }
    var parser = RouteParser(source: source, slashes: slashes, limits: limits)
    return try parser.parse()
  }

  private init(source: [UInt8], slashes: RouteTarget.SlashPolicy, limits: PatternLimits) {
    self.source = source
    self.slashes = slashes
    self.limits = limits
  }

  private mutating func parse() throws(PatternFault) -> RouteParts {
    try refuseMethod()
    if source.starts(with: "//".utf8) { return try withHost(nil, from: 2) }
    guard let schemeEnd = try endOfScheme() else {
      return RouteParts(path: try path(from: 0))
    }
    let scheme = String(decoding: source[..<schemeEnd], as: UTF8.self).lowercased()
    let authority = schemeEnd + 3
    guard TargetScheme.defaultPort(of: scheme.utf8) != nil else {
      return RouteParts(scheme: scheme, path: try deepLinkPath(from: authority))
    }
    return try withHost(scheme, from: authority)
  }

  /// Reads the host, the port and the path; without a scheme all that have a host are meant.
  private mutating func withHost(
    _ scheme: String?,
    from authority: Int
  ) throws(PatternFault) -> RouteParts {
    let end = endOfAuthority(from: authority)
    let (hostEnd, port) = try splitPort(authority..<end)
    let host = try host(authority..<hostEnd)
    // A target's text leaves out the port of its scheme, so that the scheme has to be known.
    if scheme == nil, let port, TargetScheme.withHost.contains(where: { $0.port == port }) {
      throw PatternFault(.invalidPort, at: hostEnd)
    }
    names.parts = host
    return RouteParts(scheme: scheme, host: host, port: port, path: try path(from: end))
  }

  /// Refuses `GET /books`, which is a method with a pattern elsewhere.
  private func refuseMethod() throws(PatternFault) {
    let method = source.prefix { ASCIISet.uppercase.contains($0) }
    let rest = source[method.count...].drop { $0 == UInt8(ascii: " ") }
    guard !method.isEmpty, rest.startIndex > method.count, rest.first == UInt8(ascii: "/")
    else { return }
    let name = String(decoding: method, as: UTF8.self)
    let pattern = "\"\(String(decoding: rest, as: UTF8.self).excerpt)\""
    let meant =
      ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(name)
      ? "router.\(name.lowercased())(\(pattern))" : "router.on(\"\(name)\", \(pattern))"
    throw PatternFault(.foreignSpelling(name, meant: meant), at: 0)
  }

  // MARK: - Scheme

  /// The position of the colon behind a scheme, or `nil` when the pattern has no scheme.
  private func endOfScheme() throws(PatternFault) -> Int? {
    guard let slash = firstSlash(), slash > 0,
      source[slash - 1] == UInt8(ascii: ":"), source.count > slash + 1,
      source[slash + 1] == UInt8(ascii: "/")
    else { return nil }
    let scheme = source[..<(slash - 1)]
    let isPlain =
      scheme.first.map { TargetScheme.isFirstByte($0) } == true
      && scheme.allSatisfy { TargetScheme.isByte($0) }
    guard isPlain else { throw PatternFault(.invalidScheme, at: 0) }
    return slash - 1
  }

  /// The first slash that stands in no expression.
  private func firstSlash() -> Int? {
    var depth = 0
    for (index, byte) in source.enumerated() {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "/") where depth <= 0: return index
      default: break
      }
    }
    return nil
  }

  // MARK: - Host

  /// Returns the beginning of the path: the first slash outside groups and expressions, or the
  /// brace around it.
  private func endOfAuthority(from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "{")
      where depth == 0 && index + 1 < source.count
        && source[index + 1] == UInt8(ascii: "/"):
        return index
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "/") where depth == 0: return index
      default: break
      }
      index += 1
    }
    return source.count
  }

  /// Takes a port off the end of an authority.
  private func splitPort(_ range: Range<Int>) throws(PatternFault) -> (hostEnd: Int, port: Int?) {
    var start = range.upperBound
    while start > range.lowerBound, ASCIISet.digits.contains(source[start - 1]) { start -= 1 }
    guard start > range.lowerBound, source[start - 1] == UInt8(ascii: ":"),
      start < 2 || source[start - 2] != UInt8(ascii: "\\"),
      address(range) == nil
    else { return (range.upperBound, nil) }
    let digits = source[start..<range.upperBound]
    guard !digits.isEmpty, let port = Int(String(decoding: digits, as: UTF8.self)), port <= 65_535
    else { throw PatternFault(.invalidPort, at: start - 1) }
    return (start - 1, port)
  }

  private mutating func host(_ range: Range<Int>) throws(PatternFault) -> [PatternPart] {
    guard !range.isEmpty else { throw PatternFault(.invalidHost, at: range.lowerBound) }
    if let at = source[range].firstIndex(of: UInt8(ascii: "@")) {
      throw PatternFault(.userInfoNotAllowed, at: at)
    }
    if source[range].first == UInt8(ascii: "[") {
      guard let address = address(range), let text = HostAddress.version6(address) else {
        throw PatternFault(.invalidHost, at: range.lowerBound)
      }
      return [.fixed("[\(text)]", at: range.lowerBound)]
    }
    var parts = try PatternParser.parts(
      of: source,
      in: range,
      syntax: .routeHost,
      limits: limits,
      names: &names
    )
    // The dot at the end of a name means nothing, and a target's is dropped.
    if let last = parts.last, last.kind == .fixed, last.modifier == .none, last.value.hasSuffix(".")
    {
      parts[parts.count - 1].value.removeLast()
      if parts[parts.count - 1].value.isEmpty { parts.removeLast() }
    }
    let hasEmptyLabel = parts.contains { part in
      part.kind == .fixed && part.value.contains("..")
    }
    guard !parts.isEmpty, !hasEmptyLabel, !endsInDot(parts) else {
      throw PatternFault(.invalidHost, at: range.lowerBound)
    }
    guard parts.allSatisfy({ $0.kind == .fixed && $0.modifier == .none }) else { return parts }
    var name = parts.flatMap { Array($0.value.utf8) }
    guard name.first != UInt8(ascii: "."), HostAddress.makeCanonical(&name, from: 0) else {
      throw PatternFault(.invalidHost, at: range.lowerBound)
    }
    return [.fixed(String(decoding: name, as: UTF8.self), at: range.lowerBound)]
  }

  private func endsInDot(_ parts: [PatternPart]) -> Bool {
    parts.last.map { $0.kind == .fixed && $0.modifier == .none && $0.value.hasSuffix(".") } ?? false
  }

  /// The text within the brackets of a host that could be an address, whose colons are not names,
  /// escaped or not.
  private func address(_ range: Range<Int>) -> ArraySlice<UInt8>? {
    guard source[range].first == UInt8(ascii: "[") else { return nil }
    let bytes = source[range].filter { $0 != UInt8(ascii: "\\") }
    let inner = bytes.dropFirst().dropLast()
    guard bytes.last == UInt8(ascii: "]"), inner.allSatisfy({ ASCIISet.addressBytes.contains($0) }),
      inner.count(where: { $0 == UInt8(ascii: ":") }) >= 2
    else { return nil }
    return inner
  }

  // MARK: - Path

  private mutating func path(from start: Int) throws(PatternFault) -> [PatternPart] {
    guard start < source.count else { return [.fixed("/", at: start)] }
    let parts =
      if isRooted(at: start) {
        try PatternParser.parts(
          of: source,
          in: start..<source.count,
          syntax: syntax,
          limits: limits,
          names: &names
        )
      } else {
        try rootedParts()
      }
    return try RoutePath.canonical(parts, of: source, slashes: slashes)
  }

  private var syntax: PatternSyntax { .routePath(slashes) }

  /// Whether the path begins with a slash, as it is, escaped, or as the first in a group.
  private func isRooted(at start: Int) -> Bool {
    let slash = UInt8(ascii: "/")
    if source[start] == slash { return true }
    guard start + 1 < source.count, source[start + 1] == slash else { return false }
    return source[start] == UInt8(ascii: "{") || source[start] == UInt8(ascii: "\\")
  }

  /// The parts of a text without the slash of the root, which is put before it.
  private mutating func rootedParts() throws(PatternFault) -> [PatternPart] {
    do {
      let parts = try PatternParser.parts(
        of: [UInt8(ascii: "/")] + source,
        syntax: syntax,
        limits: limits,
        names: &names
      )
      return parts.map { part in
        var part = part
        part.place.part = part.place.part - 1
        part.place.regex = part.place.regex - 1
        return part
      }
    } catch {
      let fault = error.withoutSlash(at: 0)
      throw PatternFault(fault.code, at: max(0, fault.offset - 1))
    }
  }

  /// The path of a deep link, whose host is its first segment.
  private mutating func deepLinkPath(from host: Int) throws(PatternFault) -> [PatternPart] {
    // The second slash before the host is the one the path begins with.
    let hasHost = host < source.count && !isRooted(at: host)
    guard hasHost else { return try path(from: min(host, source.count)) }
    let segment = source[host...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "(") }
    if let at = segment.firstIndex(of: UInt8(ascii: "@")) {
      throw PatternFault(.userInfoNotAllowed, at: at)
    }
    do {
      return try DeepLinkHost.lowercased(path(from: host - 1), of: source)
    } catch {
      let isPort =
        error.code == .missingName && source[host..<error.offset].allSatisfy { $0 != 0x2F }
      throw isPort
        ? PatternFault(.invalidPort, at: error.offset) : error.withoutSlash(at: host - 1)
    }
  }
}

extension PatternFault {
  /// Returns the same, without a slash before another library's spelling that is not of the path.
  fileprivate func withoutSlash(at place: Int) -> PatternFault {
    guard offset == place, case .foreignSpelling(let text, let meant) = code, text.first == "/"
    else { return self }
    return PatternFault(.foreignSpelling(String(text.dropFirst()), meant: meant), at: place + 1)
  }
}
