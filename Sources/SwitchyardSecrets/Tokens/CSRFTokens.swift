/// Tokens that pages of this site put into their requests, so that pages of others cannot make such
/// requests in the name of a visitor (cross-site request forgery).
///
///     let tokens = CSRFTokens(signedBy: keys) { $0.signedCookie("session", by: keys) }
///     router.guard("/*", except: ["/hooks/*"], csrf: tokens)
///
/// A token is bound to the visitor's session, and there is none without one. Each is another: it
/// has a random part that is signed with the session, so that a token beside a text of a client's
/// in a compressed page does not betray itself by the page's length (BREACH). It is valid as long
/// as the session, and may be used several times.
public struct CSRFTokens: Sendable {
  /// The header field in which scripts send a token.
  public let field: HeaderField.Name
  private let keys: SigningKeys
  private let session: @Sendable (ServerRequest) -> String?

  /// Makes tokens.
  /// - Parameters:
  ///   - keys: the keys, which may be those of cookies as well.
  ///   - field: the header field in which scripts send a token.
  ///   - session: the session that a request belongs to, by what nobody else knows, such as the
  ///     value of its cookie; `nil` if it belongs to none.
  public init(
    signedBy keys: SigningKeys,
    field: HeaderField.Name = "X-CSRF-Token",
    session: @escaping @Sendable (_ request: ServerRequest) -> String?
  ) {
    self.keys = keys
    self.field = field
    self.session = session
  }

  /// The characters of a random part, which are those of 16 bytes.
  private static let randomLength = 22

  /// Makes a token for the page that answers a request; `nil` where it belongs to no session.
  public func token(for request: ServerRequest) -> String? {
    guard let session = session(request), !session.isEmpty else { return nil }
    let random = Nettle.base64URL(.random(count: 16))
    return random + keys.signature(of: [random], in: .csrf, named: session)
  }

  /// Whether a token is one of the session that a request belongs to.
  public func isValid(_ token: String, for request: ServerRequest) -> Bool {
    // As long as those that are made.
    let bytes = Array(token.utf8)
    guard bytes.count == Self.randomLength + 43, bytes.allSatisfy({ $0 < 0x80 }),
      let session = session(request), !session.isEmpty
    else { return false }
    return keys.isSignature(
      String(decoding: bytes.dropFirst(Self.randomLength), as: UTF8.self),
      of: [String(decoding: bytes.prefix(Self.randomLength), as: UTF8.self)],
      in: .csrf,
      named: session
    )
  }

  /// Requires the token of a form, in the handler that reads it.
  ///
  ///     let form = try await request.body.form()
  ///     try tokens.require(form["csrf"], for: request)
  /// - Parameters:
  ///   - token: the token; without one that of the header field.
  ///   - request: the request.
  /// - Throws: `ResponseError` 403 if it is missing or not valid.
  public func require(_ token: String?, for request: ServerRequest) throws(ResponseError) {
    let sent = request.fields[values: field]
    guard let token = token ?? (sent.count == 1 ? sent[0] : nil), isValid(token, for: request)
    else { throw Self.refusal }
  }

  static var refusal: ResponseError {
    ResponseError(
      .forbidden,
      message:
        "The request does not come from a page of this site, or from an old one. Load the page anew, "
        + "and send it again."
    )
  }
}
