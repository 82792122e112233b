extension ResponseStatus {
  /// 100 Continue.
  public static var `continue`: ResponseStatus { ResponseStatus(known: 100, "Continue") }
  /// 101 Switching Protocols.
  public static var switchingProtocols: ResponseStatus {
    ResponseStatus(known: 101, "Switching Protocols")
  }
  /// 200 OK.
  public static var ok: ResponseStatus { ResponseStatus(known: 200, "OK") }
  /// 201 Created.
  public static var created: ResponseStatus { ResponseStatus(known: 201, "Created") }
  /// 202 Accepted.
  public static var accepted: ResponseStatus { ResponseStatus(known: 202, "Accepted") }
  /// 204 No Content.
  public static var noContent: ResponseStatus { ResponseStatus(known: 204, "No Content") }
  /// 205 Reset Content.
  public static var resetContent: ResponseStatus { ResponseStatus(known: 205, "Reset Content") }
  /// 206 Partial Content.
  public static var partialContent: ResponseStatus { ResponseStatus(known: 206, "Partial Content") }
  /// 301 Moved Permanently.
  public static var movedPermanently: ResponseStatus {
    ResponseStatus(known: 301, "Moved Permanently")
  }
  /// 302 Found.
  public static var found: ResponseStatus { ResponseStatus(known: 302, "Found") }
  /// 303 See Other.
  public static var seeOther: ResponseStatus { ResponseStatus(known: 303, "See Other") }
  /// 304 Not Modified.
  public static var notModified: ResponseStatus { ResponseStatus(known: 304, "Not Modified") }
  /// 307 Temporary Redirect.
  public static var temporaryRedirect: ResponseStatus {
    ResponseStatus(known: 307, "Temporary Redirect")
  }
  /// 308 Permanent Redirect.
  public static var permanentRedirect: ResponseStatus {
    ResponseStatus(known: 308, "Permanent Redirect")
  }
  /// 400 Bad Request.
  public static var badRequest: ResponseStatus { ResponseStatus(known: 400, "Bad Request") }
  /// 401 Unauthorized.
  public static var unauthorized: ResponseStatus { ResponseStatus(known: 401, "Unauthorized") }
  /// 402 Payment Required.
  public static var paymentRequired: ResponseStatus {
    ResponseStatus(known: 402, "Payment Required")
  }
  /// 403 Forbidden.
  public static var forbidden: ResponseStatus { ResponseStatus(known: 403, "Forbidden") }
  /// 404 Not Found.
  public static var notFound: ResponseStatus { ResponseStatus(known: 404, "Not Found") }
  /// 405 Method Not Allowed.
  public static var methodNotAllowed: ResponseStatus {
    ResponseStatus(known: 405, "Method Not Allowed")
  }
  /// 406 Not Acceptable.
  public static var notAcceptable: ResponseStatus { ResponseStatus(known: 406, "Not Acceptable") }
  /// 408 Request Timeout.
  public static var requestTimeout: ResponseStatus { ResponseStatus(known: 408, "Request Timeout") }
  /// 409 Conflict.
  public static var conflict: ResponseStatus { ResponseStatus(known: 409, "Conflict") }
  /// 410 Gone.
  public static var gone: ResponseStatus { ResponseStatus(known: 410, "Gone") }
  /// 411 Length Required.
  public static var lengthRequired: ResponseStatus { ResponseStatus(known: 411, "Length Required") }
  /// 412 Precondition Failed.
  public static var preconditionFailed: ResponseStatus {
    ResponseStatus(known: 412, "Precondition Failed")
  }
  /// 413 Content Too Large.
  public static var contentTooLarge: ResponseStatus {
    ResponseStatus(known: 413, "Content Too Large")
  }
  /// 414 URI Too Long.
  public static var uriTooLong: ResponseStatus { ResponseStatus(known: 414, "URI Too Long") }
  /// 415 Unsupported Media Type.
  public static var unsupportedMediaType: ResponseStatus {
    ResponseStatus(known: 415, "Unsupported Media Type")
  }
  /// 416 Range Not Satisfiable.
  public static var rangeNotSatisfiable: ResponseStatus {
    ResponseStatus(known: 416, "Range Not Satisfiable")
  }
  /// 417 Expectation Failed.
  public static var expectationFailed: ResponseStatus {
    ResponseStatus(known: 417, "Expectation Failed")
  }
  /// 421 Misdirected Request.
  public static var misdirectedRequest: ResponseStatus {
    ResponseStatus(known: 421, "Misdirected Request")
  }
  /// 422 Unprocessable Content.
  public static var unprocessableContent: ResponseStatus {
    ResponseStatus(known: 422, "Unprocessable Content")
  }
  /// 425 Too Early.
  public static var tooEarly: ResponseStatus { ResponseStatus(known: 425, "Too Early") }
  /// 426 Upgrade Required.
  public static var upgradeRequired: ResponseStatus {
    ResponseStatus(known: 426, "Upgrade Required")
  }
  /// 428 Precondition Required.
  public static var preconditionRequired: ResponseStatus {
    ResponseStatus(known: 428, "Precondition Required")
  }
  /// 429 Too Many Requests.
  public static var tooManyRequests: ResponseStatus {
    ResponseStatus(known: 429, "Too Many Requests")
  }
  /// 431 Request Header Fields Too Large.
  public static var requestHeaderFieldsTooLarge: ResponseStatus {
    ResponseStatus(known: 431, "Request Header Fields Too Large")
  }
  /// 451 Unavailable For Legal Reasons.
  public static var unavailableForLegalReasons: ResponseStatus {
    ResponseStatus(known: 451, "Unavailable For Legal Reasons")
  }
  /// 500 Internal Server Error.
  public static var internalServerError: ResponseStatus {
    ResponseStatus(known: 500, "Internal Server Error")
  }
  /// 501 Not Implemented.
  public static var notImplemented: ResponseStatus { ResponseStatus(known: 501, "Not Implemented") }
  /// 502 Bad Gateway.
  public static var badGateway: ResponseStatus { ResponseStatus(known: 502, "Bad Gateway") }
  /// 503 Service Unavailable.
  public static var serviceUnavailable: ResponseStatus {
    ResponseStatus(known: 503, "Service Unavailable")
  }
  /// 504 Gateway Timeout.
  public static var gatewayTimeout: ResponseStatus { ResponseStatus(known: 504, "Gateway Timeout") }
  /// 505 HTTP Version Not Supported.
  public static var httpVersionNotSupported: ResponseStatus {
    ResponseStatus(known: 505, "HTTP Version Not Supported")
  }

  /// All statuses that have a name.
  static let known: [ResponseStatus] = [
    .continue, .switchingProtocols, .ok, .created, .accepted, .noContent, .resetContent,
    .partialContent, .movedPermanently, .found, .seeOther, .notModified, .temporaryRedirect,
    .permanentRedirect, .badRequest, .unauthorized, .paymentRequired, .forbidden, .notFound,
    .methodNotAllowed, .notAcceptable, .requestTimeout, .conflict, .gone, .lengthRequired,
    .preconditionFailed, .contentTooLarge, .uriTooLong, .unsupportedMediaType,
    .rangeNotSatisfiable, .expectationFailed, .misdirectedRequest, .unprocessableContent,
    .tooEarly, .upgradeRequired, .preconditionRequired, .tooManyRequests,
    .requestHeaderFieldsTooLarge, .unavailableForLegalReasons, .internalServerError,
    .notImplemented, .badGateway, .serviceUnavailable, .gatewayTimeout, .httpVersionNotSupported,
  ]
}
