/// The challenge to a client whose credentials are missing or wrong.
struct AuthenticationChallenge: Sendable {
  /// The scheme.
  let scheme: String
  /// The realm, as it stands between quotes.
  private let realm: String
  /// Further parameters of every challenge.
  var parameters: [String] = []

  /// Makes a challenge for a part of the site; a realm that holds control characters stops the
  /// program.
  init(_ scheme: String, realm: String, parameters: [String] = []) {
    guard realm.utf8.allSatisfy({ $0 != 0x09 && !HeaderField.isControl($0) }) else {
      fatalError(
        "The realm \"\(realm.excerpt)\" holds control characters; name the part of the site in a line."
      )
    }
    self.scheme = scheme
    self.parameters = parameters
    // RFC 9110, 5.6.4: within quotes these two stand behind a backslash. Scalars, as a mark may
    // combine with either.
    self.realm = realm.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "\\" || scalar == "\"" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
  }

  private func value(error: String?) -> String {
    let all = ["realm=\"\(realm)\""] + parameters + (error.map { ["error=\"\($0)\""] } ?? [])
    return "\(scheme) \(all.joined(separator: ", "))"
  }

  /// Makes the error that a guard throws, with a code of RFC 6750 if its client has sent a token.
  func error(
    _ status: ResponseStatus = .unauthorized,
    message: String? = nil,
    code: String? = nil
  ) -> ResponseError {
    ResponseError(status, message: message, fields: [.wwwAuthenticate: value(error: code)])
  }
}
