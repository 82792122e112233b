/// A token that a request sends by the Bearer scheme of RFC 6750: whoever has it may use it.
///
/// It is read from the field `Authorization` alone, not from forms and queries. No description or
/// dump of it shows what it is.
public struct BearerToken: Sendable {
  /// The token: letters, digits, `-._~+/`, and `=` at its end.
  public let text: String

  /// Makes a token, for a test.
  public init(_ text: String) { self.text = text }

  /// Reads the field `Authorization`.
  ///
  /// It is `nil` where there is no such field or several, for another scheme, and for what is no
  /// token.
  public init?(_ fields: HeaderFields) {
    guard let text = AuthorizationField(fields, scheme: "Bearer").token else { return nil }
    self.text = text
  }
}

extension BearerToken: CustomStringConvertible, CustomReflectable {
  /// The name of the type alone.
  public var description: String { "BearerToken" }
  /// A mirror without the token.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
