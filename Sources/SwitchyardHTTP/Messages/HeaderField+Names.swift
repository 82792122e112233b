extension HeaderField.Name {
  /// Accept.
  public static var accept: Self { Self(known: "Accept") }
  /// Accept-Encoding.
  public static var acceptEncoding: Self { Self(known: "Accept-Encoding") }
  /// Accept-Ranges.
  public static var acceptRanges: Self { Self(known: "Accept-Ranges") }
  /// Access-Control-Allow-Credentials.
  public static var accessControlAllowCredentials: Self {
    Self(known: "Access-Control-Allow-Credentials")
  }
  /// Access-Control-Allow-Headers.
  public static var accessControlAllowHeaders: Self { Self(known: "Access-Control-Allow-Headers") }
  /// Access-Control-Allow-Methods.
  public static var accessControlAllowMethods: Self { Self(known: "Access-Control-Allow-Methods") }
  /// Access-Control-Allow-Origin.
  public static var accessControlAllowOrigin: Self { Self(known: "Access-Control-Allow-Origin") }
  /// Access-Control-Expose-Headers.
  public static var accessControlExposeHeaders: Self {
    Self(known: "Access-Control-Expose-Headers")
  }
  /// Access-Control-Max-Age.
  public static var accessControlMaxAge: Self { Self(known: "Access-Control-Max-Age") }
  /// Access-Control-Request-Headers.
  public static var accessControlRequestHeaders: Self {
    Self(known: "Access-Control-Request-Headers")
  }
  /// Access-Control-Request-Method.
  public static var accessControlRequestMethod: Self {
    Self(known: "Access-Control-Request-Method")
  }
  /// Allow.
  public static var allow: Self { Self(known: "Allow") }
  /// Authorization.
  public static var authorization: Self { Self(known: "Authorization") }
  /// Cache-Control.
  public static var cacheControl: Self { Self(known: "Cache-Control") }
  /// Connection.
  public static var connection: Self { Self(known: "Connection") }
  /// Content-Disposition.
  public static var contentDisposition: Self { Self(known: "Content-Disposition") }
  /// Content-Encoding.
  public static var contentEncoding: Self { Self(known: "Content-Encoding") }
  /// Content-Length.
  public static var contentLength: Self { Self(known: "Content-Length") }
  /// Content-Range.
  public static var contentRange: Self { Self(known: "Content-Range") }
  /// Content-Security-Policy.
  public static var contentSecurityPolicy: Self { Self(known: "Content-Security-Policy") }
  /// Content-Type.
  public static var contentType: Self { Self(known: "Content-Type") }
  /// Cookie.
  public static var cookie: Self { Self(known: "Cookie") }
  /// Date.
  public static var date: Self { Self(known: "Date") }
  /// ETag.
  public static var eTag: Self { Self(known: "ETag") }
  /// Forwarded.
  public static var forwarded: Self { Self(known: "Forwarded") }
  /// Host.
  public static var host: Self { Self(known: "Host") }
  /// If-Match.
  public static var ifMatch: Self { Self(known: "If-Match") }
  /// If-Modified-Since.
  public static var ifModifiedSince: Self { Self(known: "If-Modified-Since") }
  /// If-None-Match.
  public static var ifNoneMatch: Self { Self(known: "If-None-Match") }
  /// If-Range.
  public static var ifRange: Self { Self(known: "If-Range") }
  /// If-Unmodified-Since.
  public static var ifUnmodifiedSince: Self { Self(known: "If-Unmodified-Since") }
  /// Last-Modified.
  public static var lastModified: Self { Self(known: "Last-Modified") }
  /// Location.
  public static var location: Self { Self(known: "Location") }
  /// Origin.
  public static var origin: Self { Self(known: "Origin") }
  /// Range.
  public static var range: Self { Self(known: "Range") }
  /// Referer.
  public static var referer: Self { Self(known: "Referer") }
  /// Referrer-Policy.
  public static var referrerPolicy: Self { Self(known: "Referrer-Policy") }
  /// Retry-After.
  public static var retryAfter: Self { Self(known: "Retry-After") }
  /// Server.
  public static var server: Self { Self(known: "Server") }
  /// Server-Timing.
  public static var serverTiming: Self { Self(known: "Server-Timing") }
  /// Set-Cookie.
  public static var setCookie: Self { Self(known: "Set-Cookie") }
  /// Transfer-Encoding.
  public static var transferEncoding: Self { Self(known: "Transfer-Encoding") }
  /// User-Agent.
  public static var userAgent: Self { Self(known: "User-Agent") }
  /// Vary.
  public static var vary: Self { Self(known: "Vary") }
  /// WWW-Authenticate.
  public static var wwwAuthenticate: Self { Self(known: "WWW-Authenticate") }
  /// X-Content-Type-Options.
  public static var xContentTypeOptions: Self { Self(known: "X-Content-Type-Options") }
  /// X-Forwarded-For.
  public static var xForwardedFor: Self { Self(known: "X-Forwarded-For") }
  /// X-Forwarded-Host.
  public static var xForwardedHost: Self { Self(known: "X-Forwarded-Host") }
  /// X-Forwarded-Proto.
  public static var xForwardedProto: Self { Self(known: "X-Forwarded-Proto") }
  /// X-Request-ID.
  public static var xRequestID: Self { Self(known: "X-Request-ID") }
}
