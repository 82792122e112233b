public import Dispatch

extension RouteRegistrar {
  /// Registers a guard that asks for a name and a password, by the Basic scheme of RFC 7617.
  ///
  ///     router.guard("/admin/*", basic: "The office") { credentials, _ in
  ///       credentials.name == "ada" && password.matches(credentials.password)
  ///     }
  ///
  /// A request without them, or for which the handler returns `false`, is answered with 401 and a
  /// challenge; one with two `Authorization` fields with 400. A handler that throws a
  /// `ResponseError`, such as 403, answers with that. It may set values of the context for those
  /// behind it.
  ///
  /// Compare fixed passwords with `FixedSecret` of SwitchyardSecrets, as `==` takes the longer the
  /// more of a guess is right. A preflight of CORS has no credentials: register its policy before.
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - methods: the methods; none stands for all.
  ///   - exceptions: the targets that it is not asked about.
  ///   - realm: the part of the site that the name is for, which browsers show; control characters
  ///     stop the program.
  ///   - queue: the queue the handler runs on; without one the router's, or the thread that drives
  ///     the dispatch.
  ///   - name: the name of the route in listings.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  ///   - allows: the handler, which says whether the request may go on.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    methods: [RequestMethod] = [],
    except exceptions: [GuardException] = [],
    basic realm: String,
    queue: DispatchQueue? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    allows:
      @escaping @Sendable (
        _ credentials: BasicCredentials, _ context: RouteContext
      ) async throws -> Bool
  ) -> RouteID {
    // RFC 7617, 2.1: the one charset that may be named.
    let challenge = AuthenticationChallenge(
      "Basic",
      realm: realm,
      parameters: ["charset=\"UTF-8\""]
    )
    var options = RouteOptions(methods.tags, queue, nil, name, fileID, line)
    options.exceptions = exceptions
    return registerGuard(pattern, options) { context async throws in
      guard let exchange = context.exchange else { return .deny }
      let field = AuthorizationField(exchange.head.fields, scheme: challenge.scheme)
      if field == .repeated { throw challenge.error(.badRequest, message: repeatedMessage) }
      guard let credentials = BasicCredentials(field), try await allows(credentials, context)
      else { throw challenge.error() }
      return .allow
    }
  }

  /// Registers a guard that asks for a token, by the Bearer scheme of RFC 6750.
  ///
  ///     router.guard("/api/*", bearer: "The API") { token, context in
  ///       context[Account.self] = try await accounts.account(with: token.text)
  ///       return context[Account.self] != nil
  ///     }
  ///
  /// A request without one, or for which the handler returns `false`, is answered with 401 and a
  /// challenge, which in the latter case says `invalid_token`; a field that is malformed, or stands
  /// twice, with 400 and `invalid_request`. A handler that throws a `ResponseError`, such as 403,
  /// answers with that. Its parameters are those of the guard for Basic.
  @discardableResult
  public func `guard`(
    _ pattern: RoutePattern,
    methods: [RequestMethod] = [],
    except exceptions: [GuardException] = [],
    bearer realm: String,
    queue: DispatchQueue? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    allows:
      @escaping @Sendable (_ token: BearerToken, _ context: RouteContext) async throws -> Bool
  ) -> RouteID {
    let challenge = AuthenticationChallenge("Bearer", realm: realm)
    var options = RouteOptions(methods.tags, queue, nil, name, fileID, line)
    options.exceptions = exceptions
    return registerGuard(pattern, options) { context async throws in
      guard let exchange = context.exchange else { return .deny }
      switch AuthorizationField(exchange.head.fields, scheme: challenge.scheme) {
      // RFC 6750, 3.1: without any token "the resource server SHOULD NOT include an error code".
      case .missing: throw challenge.error()
      case .repeated:
        throw challenge.error(.badRequest, message: repeatedMessage, code: "invalid_request")
      case .malformed: throw challenge.error(.badRequest, code: "invalid_request")
      case .token(let text):
        guard try await allows(BearerToken(text), context) else {
          throw challenge.error(code: "invalid_token")
        }
        return .allow
      }
    }
  }
}

private let repeatedMessage = "The request has two Authorization fields. Send one."
