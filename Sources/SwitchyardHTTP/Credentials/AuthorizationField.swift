/// The field `Authorization` of a request, as a scheme of one token reads it.
enum AuthorizationField: Equatable {
  /// There is none, or one of another scheme.
  case missing
  /// There are several, of which each reader might take another.
  case repeated
  /// The scheme is followed by no token, or by more than one.
  case malformed
  case token(String)

  init(_ fields: HeaderFields, scheme: String) {
    let values = fields[values: .authorization]
    guard values.count < 2 else {
      self = .repeated
      return
    }
    // RFC 9110, 11.4: `credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]`.
    let text = Substring(values.first ?? "")
    let name = Substring(text.utf8.prefix { $0.isTokenByte })
    let rest = text.utf8.dropFirst(name.utf8.count)
    guard name.isCaselesslyEqual(to: scheme) else {
      self = .missing
      return
    }
    let token = Substring(rest.drop { $0 == 0x20 })
    guard rest.first == 0x20, Self.isToken68(token) else {
      self = .malformed
      return
    }
    self = .token(String(token))
  }

  /// The token, if there is one.
  var token: String? {
    guard case .token(let token) = self else { return nil }
    return token
  }

  // RFC 9110, 11.2:
  // `token68 = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="`.
  private static func isToken68(_ text: Substring) -> Bool {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let body = text.utf8.dropLast(padding)
    return !body.isEmpty
      && body.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || marks.contains($0) }
  }

  private static let marks = Set("-._~+/".utf8)
}
