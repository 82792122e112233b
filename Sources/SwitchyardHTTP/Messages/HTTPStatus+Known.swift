extension HTTPStatus {
  /// 100 Continue.
  public static var `continue`: HTTPStatus { HTTPStatus(known: 100, "Continue") }
  /// 101 Switching Protocols.
  public static var switchingProtocols: HTTPStatus { HTTPStatus(known: 101, "Switching Protocols") }
  /// 200 OK.
  public static var ok: HTTPStatus { HTTPStatus(known: 200, "OK") }
  /// 201 Created.
  public static var created: HTTPStatus { HTTPStatus(known: 201, "Created") }
  /// 202 Accepted.
  public static var accepted: HTTPStatus { HTTPStatus(known: 202, "Accepted") }
  /// 204 No Content.
  public static var noContent: HTTPStatus { HTTPStatus(known: 204, "No Content") }
  /// 205 Reset Content.
  public static var resetContent: HTTPStatus { HTTPStatus(known: 205, "Reset Content") }
  /// 206 Partial Content.
  public static var partialContent: HTTPStatus { HTTPStatus(known: 206, "Partial Content") }
  /// 301 Moved Permanently.
  public static var movedPermanently: HTTPStatus { HTTPStatus(known: 301, "Moved Permanently") }
  /// 302 Found.
  public static var found: HTTPStatus { HTTPStatus(known: 302, "Found") }
  /// 303 See Other.
  public static var seeOther: HTTPStatus { HTTPStatus(known: 303, "See Other") }
  /// 304 Not Modified.
  public static var notModified: HTTPStatus { HTTPStatus(known: 304, "Not Modified") }
  /// 307 Temporary Redirect.
  public static var temporaryRedirect: HTTPStatus { HTTPStatus(known: 307, "Temporary Redirect") }
  /// 308 Permanent Redirect.
  public static var permanentRedirect: HTTPStatus { HTTPStatus(known: 308, "Permanent Redirect") }
  /// 400 Bad Request.
  public static var badRequest: HTTPStatus { HTTPStatus(known: 400, "Bad Request") }
  /// 401 Unauthorized.
  public static var unauthorized: HTTPStatus { HTTPStatus(known: 401, "Unauthorized") }
  /// 402 Payment Required.
  public static var paymentRequired: HTTPStatus { HTTPStatus(known: 402, "Payment Required") }
  /// 403 Forbidden.
  public static var forbidden: HTTPStatus { HTTPStatus(known: 403, "Forbidden") }
  /// 404 Not Found.
  public static var notFound: HTTPStatus { HTTPStatus(known: 404, "Not Found") }
  /// 405 Method Not Allowed.
  public static var methodNotAllowed: HTTPStatus { HTTPStatus(known: 405, "Method Not Allowed") }
  /// 406 Not Acceptable.
  public static var notAcceptable: HTTPStatus { HTTPStatus(known: 406, "Not Acceptable") }
  /// 408 Request Timeout.
  public static var requestTimeout: HTTPStatus { HTTPStatus(known: 408, "Request Timeout") }
  /// 409 Conflict.
  public static var conflict: HTTPStatus { HTTPStatus(known: 409, "Conflict") }
  /// 410 Gone.
  public static var gone: HTTPStatus { HTTPStatus(known: 410, "Gone") }
  /// 411 Length Required.
  public static var lengthRequired: HTTPStatus { HTTPStatus(known: 411, "Length Required") }
  /// 412 Precondition Failed.
  public static var preconditionFailed: HTTPStatus { HTTPStatus(known: 412, "Precondition Failed") }
  /// 413 Content Too Large.
  public static var contentTooLarge: HTTPStatus { HTTPStatus(known: 413, "Content Too Large") }
  /// 414 URI Too Long.
  public static var uriTooLong: HTTPStatus { HTTPStatus(known: 414, "URI Too Long") }
  /// 415 Unsupported Media Type.
  public static var unsupportedMediaType: HTTPStatus {
    HTTPStatus(known: 415, "Unsupported Media Type")
  }
  /// 416 Range Not Satisfiable.
  public static var rangeNotSatisfiable: HTTPStatus {
    HTTPStatus(known: 416, "Range Not Satisfiable")
  }
  /// 417 Expectation Failed.
  public static var expectationFailed: HTTPStatus { HTTPStatus(known: 417, "Expectation Failed") }
  /// 421 Misdirected Request.
  public static var misdirectedRequest: HTTPStatus { HTTPStatus(known: 421, "Misdirected Request") }
  /// 422 Unprocessable Content.
  public static var unprocessableContent: HTTPStatus {
    HTTPStatus(known: 422, "Unprocessable Content")
  }
  /// 425 Too Early.
  public static var tooEarly: HTTPStatus { HTTPStatus(known: 425, "Too Early") }
  /// 426 Upgrade Required.
  public static var upgradeRequired: HTTPStatus { HTTPStatus(known: 426, "Upgrade Required") }
  /// 428 Precondition Required.
  public static var preconditionRequired: HTTPStatus {
    HTTPStatus(known: 428, "Precondition Required")
  }
  /// 429 Too Many Requests.
  public static var tooManyRequests: HTTPStatus { HTTPStatus(known: 429, "Too Many Requests") }
  /// 431 Request Header Fields Too Large.
  public static var requestHeaderFieldsTooLarge: HTTPStatus {
    HTTPStatus(known: 431, "Request Header Fields Too Large")
  }
  /// 451 Unavailable For Legal Reasons.
  public static var unavailableForLegalReasons: HTTPStatus {
    HTTPStatus(known: 451, "Unavailable For Legal Reasons")
  }
  /// 500 Internal Server Error.
  public static var internalServerError: HTTPStatus {
    HTTPStatus(known: 500, "Internal Server Error")
  }
  /// 501 Not Implemented.
  public static var notImplemented: HTTPStatus { HTTPStatus(known: 501, "Not Implemented") }
  /// 502 Bad Gateway.
  public static var badGateway: HTTPStatus { HTTPStatus(known: 502, "Bad Gateway") }
  /// 503 Service Unavailable.
  public static var serviceUnavailable: HTTPStatus { HTTPStatus(known: 503, "Service Unavailable") }
  /// 504 Gateway Timeout.
  public static var gatewayTimeout: HTTPStatus { HTTPStatus(known: 504, "Gateway Timeout") }
  /// 505 HTTP Version Not Supported.
  public static var httpVersionNotSupported: HTTPStatus {
    HTTPStatus(known: 505, "HTTP Version Not Supported")
  }

  /// All statuses that have a name.
  static let known: [HTTPStatus] = [
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
