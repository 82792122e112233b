extension ResponseCookie {
  /// Makes a cookie whose value nobody else can make or change, and which ends by itself.
  ///
  ///     response.set(
  ///       try ResponseCookie(name: "user", value: id, signedBy: keys, lasting: .seconds(86400))
  ///     )
  ///
  /// The value may hold any text. Signed is not secret: whoever has the cookie can read it. It is a
  /// third longer than the text, and some 60 bytes for its end and its signature. Who has a copy
  /// may send it until it ends: keep in the program which sessions are open, if they are to be
  /// closed before.
  /// - Parameters:
  ///   - name: the name, for which alone the signature is one.
  ///   - value: the text.
  ///   - keys: the keys.
  ///   - time: the time for which it is kept, and after which it is worth nothing.
  ///   - path: the paths it is sent with.
  ///   - domain: the hosts it is sent to; `nil` for the host that sets it.
  ///   - sameSite: whether it goes with requests that come from other sites.
  ///   - isSecure: whether it is sent over TLS alone.
  ///   - isHTTPOnly: whether scripts of the page cannot read it.
  ///   - isPartitioned: whether it is kept apart for each site whose pages embed its own.
  ///   - now: the time of day, by the clock that the requests are read with.
  /// - Throws: `ResponseCookieError` as for any other cookie, such as one that is too long.
  public init(
    name: String,
    value: String,
    signedBy keys: SigningKeys,
    lasting time: Duration,
    path: String? = "/",
    domain: String? = nil,
    sameSite: SameSite? = .lax,
    isSecure: Bool = false,
    isHTTPOnly: Bool = true,
    isPartitioned: Bool = false,
    now: HTTPDate = .now
  ) throws(ResponseCookieError) {
    let signed = SignedValue(value, until: now.advanced(by: time))
    try self.init(
      name: name,
      value: signed.text(named: name, by: keys),
      path: path,
      domain: domain,
      maxAge: time,
      sameSite: sameSite,
      isSecure: isSecure,
      isHTTPOnly: isHTTPOnly,
      isPartitioned: isPartitioned
    )
  }
}

extension ServerRequest {
  /// Returns the text of a signed cookie.
  ///
  /// It is `nil` where there is none, or one that is not signed by the keys for the name, was
  /// changed or cut, or has ended by the clock of the responder. Of several of the name the first
  /// counts.
  public func signedCookie(_ name: String, by keys: SigningKeys) -> String? {
    cookies[name].flatMap {
      SignedValue(parsing: $0, named: name, by: keys, at: exchange.now)?.value
    }
  }
}

extension HTTPDate {
  /// Returns the date some time later, to the second, and no later than there are any.
  fileprivate func advanced(by time: Duration) -> HTTPDate {
    let (sum, isBeyond) = seconds.addingReportingOverflow(Int(time.secondsRoundedUp))
    return HTTPDate(seconds: isBeyond ? .max : sum)
  }
}
