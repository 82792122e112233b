extension ServerRequest {
  /// Returns the identifier in a cookie, or `nil` if there is none that could be one.
  ///
  /// Whether there is a session of it only the store knows.
  public func sessionID(cookie name: String = ResponseCookie.sessionName) -> SessionIdentifier? {
    cookies[name].flatMap { SessionIdentifier($0) }
  }

  /// The key that the client has given to the request, in the header field `Idempotency-Key`, or
  /// `nil` if it has given none.
  ///
  /// It is bound to the method and the target of the request, and may be bound to its body as well.
  /// Of a form it is in a field: `form["key"].flatMap { IdempotencyKey($0) }`.
  ///
  /// Throws a `ResponseError`, 400, for text that is no key: a client that repeats the request is
  /// not to have it carried out twice.
  public var idempotencyKey: IdempotencyKey? {
    get throws {
      guard let text = fields[.idempotencyKey] else { return nil }
      // A string of structured fields has quotes around it; many clients leave them out.
      let isQuoted = text.utf8.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
      guard let key = IdempotencyKey(isQuoted ? text.dropFirst().dropLast() : text[...]) else {
        throw ResponseError(
          .badRequest,
          message: "Idempotency-Key is 1 to 64 letters, digits, hyphens and underscores."
        )
      }
      return try key.bound(to: [method.rawValue, exchange.target.pathAndQuery])
    }
  }
}

extension HeaderField.Name {
  /// Idempotency-Key, of a draft of the HTTP working group.
  public static var idempotencyKey: Self { "Idempotency-Key" }
}

extension ResponseCookie {
  /// The name of a session's cookie: browsers take it from this host alone, over TLS.
  public static let sessionName = "__Host-session"

  /// Makes the cookie of a session, which scripts cannot read.
  ///
  /// With requests that come from other sites it goes only where a link is followed, so that a GET
  /// must change nothing.
  ///
  /// Without TLS, as on the machine that a program is written on, it takes another name, by which
  /// it is read as well, and `isSecure: false`.
  public init(
    session id: SessionIdentifier,
    name: String = ResponseCookie.sessionName,
    lifetime: SessionLifetime? = nil,
    isSecure: Bool = true
  ) throws(ResponseCookieError) {
    try self.init(
      name: name,
      value: id.text,
      maxAge: lifetime.map { .seconds($0.seconds) },
      isSecure: isSecure
    )
  }
}
