#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A name and a password, as a request sends them by the Basic scheme of RFC 7617.
///
/// They are not encrypted: serve over TLS. No description or dump of them shows what they are.
public struct BasicCredentials: Sendable {
  /// The name, in which no colon can stand.
  public let name: String
  /// The password.
  public let password: String

  /// Makes credentials, for a test.
  public init(name: String, password: String) {
    self.name = name
    self.password = password
  }

  /// Reads the field `Authorization`.
  ///
  /// It is `nil` where there is no such field or several, for another scheme, and for what is not
  /// base64 with its padding, UTF-8, or has no colon or a control character.
  public init?(_ fields: HeaderFields) { self.init(AuthorizationField(fields, scheme: "Basic")) }

  init?(_ field: AuthorizationField) {
    // Data also reads texts that it would write in another way.
    guard let token = field.token, let data = Data(base64Encoded: token),
      data.base64EncodedString() == token,
      let text = String(validating: data, as: UTF8.self),
      // RFC 7617, 2: "The user-id and password MUST NOT contain any control characters".
      text.utf8.allSatisfy({ $0 != 0x09 && !HeaderField.isControl($0) }),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    name = String(text[..<colon])
    password = String(text[text.utf8.index(after: colon)...])
  }
}

extension BasicCredentials: CustomStringConvertible, CustomReflectable {
  /// The name of the type alone.
  public var description: String { "BasicCredentials" }
  /// A mirror without the name and the password.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
