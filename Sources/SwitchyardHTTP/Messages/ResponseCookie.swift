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
    /// Always; browsers require `isSecure` with it.
    case none = "None"
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

  /// Makes a cookie.
  ///
  /// By default it goes with all paths, is hidden from scripts, and is not sent from other sites'
  /// pages.
  /// - Throws: `ResponseCookieError` for a name, value, path or domain that cannot stand in a
  ///   header field.
  public init(
    name: String,
    value: String,
    path: String? = "/",
    domain: String? = nil,
    maxAge: Duration? = nil,
    sameSite: SameSite? = .lax,
    isSecure: Bool = false,
    isHTTPOnly: Bool = true
  ) throws(ResponseCookieError) {
    guard name.utf8.isToken else { throw ResponseCookieError(part: .name, text: name) }
    for (part, text) in [(.value, value), (.path, path), (.domain, domain)]
      as [(ResponseCookieError.Part, String?)]
    {
      guard let text else { continue }
      let isLegal = part == .value ? Self.isValueByte : Self.isAttributeByte
      guard text.utf8.allSatisfy(isLegal) else { throw ResponseCookieError(part: part, text: text) }
    }
    self.name = name
    self.value = value
    self.path = path
    self.domain = domain
    self.maxAge = maxAge
    self.sameSite = sameSite
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
  }

  /// Whether RFC 6265, 4.1.1 allows a byte in a value.
  private static func isValueByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",")
      && byte != UInt8(ascii: ";") && byte != UInt8(ascii: "\\")
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
    if let maxAge { parts.append("Max-Age=\(max(0, maxAge.components.seconds))") }
    if let sameSite { parts.append("SameSite=\(sameSite.rawValue)") }
    if isSecure { parts.append("Secure") }
    if isHTTPOnly { parts.append("HttpOnly") }
    return parts.joined(separator: "; ")
  }
}

/// An error thrown when a part of a cookie is invalid.
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
  }

  /// The part that is invalid.
  public let part: Part
  /// The text of the part.
  public let text: String
}

extension ResponseCookieError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    let remedy =
      switch part {
      case .name: "Use letters, digits and `-._`."
      case .value:
        "Encode it, as with base64: no spaces, quotes, commas, semicolons or backslashes."
      case .path, .domain: "Use printable ASCII without semicolons."
      }
    // A value may be a secret.
    let quoted = part == .value ? "" : " \"\(text.excerpt)\""
    return "The \(part.rawValue)\(quoted) of a cookie holds what cannot stand there. \(remedy)"
  }
}
