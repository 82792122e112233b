extension RouteRegistrar {
  /// Registers a guard that refuses requests which pages of other sites have made.
  ///
  ///     router.guard("/*", except: ["/hooks/*"], csrf: tokens)
  ///
  /// GET, HEAD and OPTIONS go on, and must change nothing. A request of any other method needs a
  /// valid token in the header field; or else, with no such field, the browser's word that a page
  /// of the same origin has sent it: `Sec-Fetch-Site: same-origin`, or where that is missing the
  /// `Origin`. So forms without scripts pass, and their handlers can `require` the token of a field
  /// besides, as the guard reads no body. All else is answered with 403, also what comes from no
  /// browser: leave out what other programs call, which have no cookies to be misused.
  ///
  /// It says nothing of who a visitor is, so that `validate` takes no map for guarded by it.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - exceptions: the targets that it is not asked about.
  ///   - tokens: the tokens.
  ///   - name: the name of the route in listings.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    except exceptions: [GuardException] = [],
    csrf tokens: CSRFTokens,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteID {
    var options = RouteOptions([], nil, nil, name, fileID, line)
    options.exceptions = exceptions
    options.isObserving = true
    return registerGuard(pattern, options) { context, decide in
      guard let request = context.request else { return decide(.deny) }
      decide(tokens.allow(request) ? .allow : context.deny(with: CSRFTokens.refusal))
    }
  }
}

extension CSRFTokens {
  fileprivate func allow(_ request: ServerRequest) -> Bool {
    if [.get, .head, .options].contains(request.method) { return true }
    let sent = request.fields[values: field]
    // A token that is wrong is no reason to look for another.
    guard sent.isEmpty else { return sent.count == 1 && isValid(sent[0], for: request) }
    return RequestSource(exchange: request.exchange).isSameOrigin
  }
}
