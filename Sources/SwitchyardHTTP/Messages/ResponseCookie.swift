/// A cookie that a response sets.
///
///     response.set(
///       try ResponseCookie(name: "session", value: token, sameSite: .lax, isHTTPOnly: true)
///     )
///     response.set(try ResponseCookie(name: "session", value: "", maxAge: .zero))   // removes it
public struct ResponseCookie: Hashable, Sendable {
  /// Whether a cookie goes with requests that come from other sites.
  public enum SameSite: String, Hashable, Sendable {
    /// Never.
    case strict = "Strict"
    /// Only if a link is followed.
    case lax = "Lax"
    /// Always: `SameSite=None`; browsers require `isSecure` with it.
    case unrestricted = "None"
  }

  /// The name.
  public let name: String
  /// The value.
  public let value: String
  /// The paths it is sent with.
  public let path: String?
  /// The hosts it is sent to; `nil` for the host that sets it.
  public let domain: String?
  /// The time it is kept; `nil` for as long as the browser runs.
  public let maxAge: Duration?
  /// Whether it goes with requests that come from other sites; `nil` for the browser's default.
  public let sameSite: SameSite?
  /// Whether it is sent over TLS alone.
  public let isSecure: Bool
  /// Whether scripts of the page cannot read it.
  public let isHTTPOnly: Bool
  /// Whether it is kept apart for each site whose pages embed its own.
  public let isPartitioned: Bool

  /// Makes a cookie.
  ///
  /// By default it goes with all paths, and is hidden from scripts. With requests that come from
  /// other sites it goes only where a link is followed, so that a GET must change nothing; with
  /// `sameSite: .strict` not even there. `maxAge` is all that browsers need: there is no `Expires`.
  /// - Throws: `ResponseCookieError` for what cannot stand in a header field, and for a cookie or
  ///   an attribute that browsers drop without a word (RFC 6265bis, 5.6 and 5.7), also by the
  ///   name: of `__Secure-`, `__Host-`, `__Http-` and `__Host-Http-` each has its rules.
  public init(
    name: String,
    value: String,
    path: String? = "/",
    domain: String? = nil,
    maxAge: Duration? = nil,
    sameSite: SameSite? = .lax,
    isSecure: Bool = false,
    isHTTPOnly: Bool = true,
    isPartitioned: Bool = false
  ) throws(ResponseCookieError) {
    func require(
      _ condition: Bool,
      _ part: ResponseCookieError.Part,
      _ text: String,
      _ fault: ResponseCookieError.Fault
    ) throws(ResponseCookieError) {
      if !condition { throw ResponseCookieError(part: part, text: text, fault: fault) }
    }
    try require(name.utf8.isToken, .name, name, .characters)
    try require(value.utf8.allSatisfy(Self.isValueByte), .value, value, .characters)
    try require(name.utf8.count + value.utf8.count <= 4096, .value, value, .length)
    if let path {
      try require(path.hasPrefix("/"), .path, path, .characters)
      try require(path.utf8.allSatisfy(Self.isAttributeByte), .path, path, .characters)
      try require(path.utf8.count <= 1024, .path, path, .length)
    }
    if let domain {
      let labels = domain.split(at: UInt8(ascii: "."), omittingEmpty: false)
      let isHost = labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(Self.isHostByte) }
      try require(isHost, .domain, domain, .characters)
      try require(domain.utf8.count <= 1024, .domain, domain, .length)
    }
    let prefix = name.lowercased()
    let isOfHost = prefix.hasPrefix("__host-")
    let isOfHTTP = prefix.hasPrefix("__http-") || prefix.hasPrefix("__host-http-")
    if !isSecure {
      let needsNone = !isOfHost && !isOfHTTP && !prefix.hasPrefix("__secure-")
      try require(needsNone, .name, name, .notSecure)
      try require(sameSite != .unrestricted, .sameSite, "None", .notSecure)
      try require(!isPartitioned, .isPartitioned, "Partitioned", .notSecure)
    }
    try require(!isOfHost || path == "/" && domain == nil, .name, name, .notOfHost)
    try require(!isOfHTTP || isHTTPOnly, .name, name, .notHTTPOnly)
    self.name = name
    self.value = value
    self.path = path
    self.domain = domain
    self.maxAge = maxAge
    self.sameSite = sameSite
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.isPartitioned = isPartitioned
  }

  /// Whether RFC 6265, 4.1.1 allows a byte in a value.
  private static func isValueByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",")
      && byte != UInt8(ascii: ";") && byte != UInt8(ascii: "\\")
  }

  /// Whether a byte stands in a label of a host, in letters of any case.
  private static func isHostByte(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte.lowercasedASCII
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func isAttributeByte(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: ";")
  }
}

extension ResponseCookie: CustomStringConvertible {
  /// The cookie as it stands in a header field.
  public var description: String {
    var parts = ["\(name)=\(value)"]
    if let path { parts.append("Path=\(path)") }
    if let domain { parts.append("Domain=\(domain)") }
    if let maxAge { parts.append("Max-Age=\(max(0, maxAge.secondsRoundedUp))") }
    if let sameSite { parts.append("SameSite=\(sameSite.rawValue)") }
    if isSecure { parts.append("Secure") }
    if isHTTPOnly { parts.append("HttpOnly") }
    if isPartitioned { parts.append("Partitioned") }
    return parts.joined(separator: "; ")
  }
}

extension Duration {
  /// The seconds, of which a part counts as a whole one: none at all would have another meaning.
  package var secondsRoundedUp: Int64 {
    let (seconds, attoseconds) = components
    return attoseconds > 0 && seconds < .max ? seconds + 1 : seconds
  }
}

/// An error thrown when a part of a cookie is invalid, or one that browsers drop.
public struct ResponseCookieError: Error, Hashable, Sendable {
  /// A part of a cookie.
  public enum Part: String, Hashable, Sendable {
    /// The name.
    case name
    /// The value.
    case value
    /// The path.
    case path
    /// The domain.
    case domain
    /// Whether it goes with requests from other sites.
    case sameSite
    /// Whether it is kept apart for each site.
    case isPartitioned
  }

  enum Fault: Hashable, Sendable {
    case characters, length, notSecure, notOfHost, notHTTPOnly
  }

  /// The part that is invalid.
  public let part: Part
  /// The text of the part.
  public let text: String
  let fault: Fault
}

extension ResponseCookieError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    // A value may be a secret.
    let quoted = part == .value ? "" : " \"\(text.excerpt)\""
    let subject = "The \(part.rawValue)\(quoted) of a cookie"
    return switch (fault, part) {
    case (.length, .value):
      "\(subject) makes it longer than 4,096 bytes with its name: browsers drop it. Keep the data, "
        + "and send a key to it."
    case (.length, _): "\(subject) is longer than 1,024 bytes: browsers pass over it. Shorten it."
    case (.notSecure, _):
      "\(subject) needs a secure one: browsers drop any other. Set isSecure, and serve over TLS."
    case (.notOfHost, _):
      "\(subject) needs the path \"/\" and no domain: browsers drop any other. Give it these, or "
        + "begin the name with __Secure-."
    case (.notHTTPOnly, _):
      "\(subject) needs one that scripts cannot read: browsers drop any other. Set isHTTPOnly, or "
        + "begin the name with __Secure-."
    case (.characters, _): "\(subject) holds what cannot stand there. \(remedy)"
    }
  }

  private var remedy: String {
    switch part {
    case .value: "Encode it, as with base64: no spaces, quotes, commas, semicolons or backslashes."
    case .path: "Begin it with a slash, and use printable ASCII without semicolons."
    case .domain: "Use the name of a host, without a port or a dot before it."
    default: "Use letters, digits and `-._`."
    }
  }
}
