extension RoutePattern {
  /// Makes the URL that matches with these values.
  ///
  ///     let pattern: RoutePattern = "/books/:id{/page/:page}?"
  ///     try pattern.url(["id": "42"])                 // "/books/42"
  ///     try pattern.url(["id": "a b", "page": "7"])   // "/books/a%20b/page/7"
  ///
  ///     try pattern.url(["id": "42"], query: ["tag": "new"])               // "/books/42?tag=new"
  ///     try pattern.url(["id": "42"], at: RouteTarget("https://a.example"))
  ///                                                          // "https://a.example/books/42"
  ///
  /// Values are percent-encoded. A part that may be absent is left out when its value is missing.
  ///
  /// - Parameters:
  ///   - values: the decoded values of the path.
  ///   - query: the query, which is put behind the path.
  ///   - site: a target whose scheme and host the URL gets, if the pattern has none of its own; of
  ///     a pattern with a host and no scheme the scheme alone.
  /// - Returns: the URL, as canonical text.
  /// - Throws: `PatternReverseError` for a missing value or an unknown name, for a host without a
  ///   scheme if no site has one, for a control character in the query, which no target holds, and
  ///   unless the URL reads back to the same parameters.
  public func url(
    _ values: [String: String] = [:],
    query: QueryParameters = QueryParameters(),
    at site: RouteTarget? = nil
  ) throws(PatternReverseError) -> String {
    var url = try written(values, site?.scheme)
    if let site, url.utf8.first == UInt8(ascii: "/") { url = Self.url(url, at: site.site) }
    return query.isEmpty ? url : try url + "?" + canonical(query)
  }

  /// Returns the text of a query as targets have it; what would end it is data in it.
  private func canonical(_ query: QueryParameters) throws(PatternReverseError) -> String {
    var bytes = Array("/?".utf8)
    for byte in query.text.utf8 {
      if byte == UInt8(ascii: "%") || PercentCoding.isQueryByte(byte) {
        bytes.append(byte)
      } else {
        PercentCoding.appendEscaped(byte, to: &bytes)
      }
    }
    let url = String(decoding: bytes, as: UTF8.self)
    if let text = (try? RouteTarget(url, options: .init(targetLength: .max)))?.query {
      return String(text)
    }
    let culprit = query.decoded.first { name, value in
      (name + value).utf8.contains { PercentCoding.isControl($0) && !PercentCoding.isLayout($0) }
    }
    throw PatternReverseError(.notReversible(culprit?.0 ?? query.text), pattern: text)
  }

  /// Returns a path behind a scheme and a host.
  private static func url(_ path: String, at site: String) -> String {
    let url = site + path
    let options = RouteTarget.Options(slashes: .strict, targetLength: .max)
    // The first segment of a deep link is read as a host, which has no upper-case letters.
    let isRead = (try? RouteTarget(url, options: options)).map { $0.path == path } ?? false
    return isRead ? url : "\(site)/\(path)"
  }

  private func written(
    _ values: [String: String],
    _ scheme: String?
  ) throws(PatternReverseError) -> String {
    let names = parameterNames
    for name in values.keys.sorted() where !names.contains(name) {
      throw PatternReverseError(.unknownName(name), pattern: text)
    }
    // A character that needs no escape in a path may mean something to other programs, so it is
    // left as it is only if an expression asks for it. A host is written if one can be read.
    var writer = URLWriter(pattern: self, values: values)
    writer.scheme = scheme
    do {
      return try readingBack(try writer.url(), values)
    } catch {
      guard case .notReversible = error.code.value else { throw error }
      for (keepsDelimiters, hasEmptyHost) in [(true, false), (false, true), (true, true)] {
        writer.keepsDelimiters = keepsDelimiters
        writer.hasEmptyHost = hasEmptyHost
        if let url = try? readingBack(try writer.url(), values) { return url }
      }
      throw error
    }
  }

  /// Makes the path's URL from values that are percent-encoded already, with query and fragment
  /// behind it.
  ///
  /// It may read back to other parameters: the caller checks that. Names that the pattern does not
  /// have are left out.
  package func url(of parameters: Parameters) throws(PatternReverseError) -> String {
    var values: [String: String] = [:]
    for name in parameterNames { values[name] = parameters.path.value(of: name)?.raw }
    var writer = URLWriter(pattern: self, values: values)
    writer.isRaw = true
    return try writer.url() + parameters.textBehindPath
  }

  /// Returns the URL in canonical form, or throws when it reads back to other values.
  private func readingBack(
    _ url: String,
    _ values: [String: String]
  ) throws(PatternReverseError) -> String {
    let culprit = values.keys.sorted().first ?? text
    // The length of a target is limited by the code that opens it.
    let options = RouteTarget.Options(slashes: storage.options.slashes, targetLength: .max)
    guard let target = try? RouteTarget(url, options: options), let match = try? match(target)
    else { throw PatternReverseError(.notReversible(culprit), pattern: text) }
    for name in parameterNames where match[name] != values[name] {
      throw PatternReverseError(.notReversible(name), pattern: text)
    }
    return target.description
  }
}

/// Writes a URL from the parts of a pattern.
private struct URLWriter {
  let pattern: RoutePattern
  let values: [String: String]
  /// The scheme of a host that has none.
  var scheme: String?
  /// Whether the delimiters that a path may hold stand in values as they are.
  var keepsDelimiters = false
  /// Whether a deep link's path stands behind an empty host, and not its first segment as the host.
  var hasEmptyHost = false
  /// Whether the values are percent-encoded already.
  var isRaw = false
  private var out: [UInt8] = []

  init(pattern: RoutePattern, values: [String: String]) {
    self.pattern = pattern
    self.values = values
  }

  mutating func url() throws(PatternReverseError) -> String {
    let parts = pattern.storage.parts
    out.removeAll()
    if let host = parts.host {
      guard let scheme = parts.scheme ?? scheme, TargetScheme.defaultPort(of: scheme.utf8) != nil
      else { throw PatternReverseError(.missingScheme, pattern: pattern.text) }
      out += "\(scheme)://".utf8
      for part in host { try append(part) }
      if let port = parts.port { out += ":\(port)".utf8 }
    } else if let scheme = parts.scheme {
      out += "\(scheme)\(hasEmptyHost ? "://" : ":/")".utf8
    }
    let pathStart = out.count
    for part in parts.path { try append(part) }
    if out.count == pathStart { out.append(UInt8(ascii: "/")) }
    return String(decoding: out, as: UTF8.self)
  }

  private mutating func append(_ part: PatternPart) throws(PatternReverseError) {
    guard part.kind != .fixed else {
      if !part.modifier.allowsNone { out += part.value.utf8 }
      return
    }
    guard let name = part.name.text else {
      if part.modifier.allowsNone { return }
      throw PatternReverseError(.notReversible(":_"), pattern: pattern.text)
    }
    guard let value = values[name] else {
      if part.modifier.allowsNone { return }
      throw PatternReverseError(.missingValue(name), pattern: pattern.text)
    }
    out += part.prefix.utf8
    if isRaw { out += value.utf8 } else { append(value: value, of: name) }
    out += part.suffix.utf8
  }

  /// A value of several segments keeps its slashes; in any other a slash is data.
  private mutating func append(value: String, of name: String) {
    let captures = pattern.storage.captures
    let spansSegments = captures.first { $0.name == name }?.spansSegments ?? false
    let bytes = Array(value.utf8)
    for (index, byte) in bytes.enumerated() {
      if spansSegments, byte == UInt8(ascii: "/") || isKeptEscape(bytes, at: index) {
        out.append(byte)
      } else if PercentCoding.isUnreserved(byte)
        || keepsDelimiters && byte != UInt8(ascii: "/") && PercentCoding.isPathByte(byte)
      {
        out.append(byte)
      } else {
        PercentCoding.appendEscaped(byte, to: &out)
      }
    }
  }

  /// Whether a value of several segments holds, at a place, what reads as the escape that it stands
  /// in the URL with: a slash or backslash that is data, or what would else read as one.
  private func isKeptEscape(_ bytes: [UInt8], at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "%") && PercentCoding.escapesSeparator(bytes[(index + 1)...])
  }
}
