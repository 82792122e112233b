/// The location of a redirect: on this site, or on an origin that is allowed.
///
///     let location = try ResponseLocation("/books/1?page=2", allowing: [])
///     response.fields[.location] = location.text
struct ResponseLocation: Hashable, Sendable {
  /// The value of the header field.
  let text: String

  /// Makes a location of a target.
  init(
    _ target: RouteTarget,
    allowing origins: Set<String>
  ) throws(ResponseLocationError) {
    guard let scheme = target.scheme else {
      // With two slashes at its beginning it would name a host; for some clients also with a
      // backslash.
      text = "/" + target.description.drop { $0 == "/" || $0 == "\\" }
      return
    }
    guard let host = target.host, scheme == "http" || scheme == "https",
      origins.contains("\(scheme)://\(host)\(target.port.map { ":\($0)" } ?? "")")
    else { throw ResponseLocationError(location: target.withoutQuery) }
    text = target.description
  }

  /// Makes a location of a text, which may come from a client.
  init(_ text: String, allowing origins: Set<String>) throws(ResponseLocationError) {
    // A relative location is not accepted: it leads to another place from each page.
    let bytes = text.utf8
    let isLocal = bytes.first == UInt8(ascii: "/")
    let second = bytes.dropFirst().first
    let namesHost = second == UInt8(ascii: "/") || second == UInt8(ascii: "\\")
    let target = try? RouteTarget(text, options: RouteTarget.Options(slashes: .strict))
    guard let target, isLocal ? !namesHost : target.scheme != nil else {
      throw ResponseLocationError(location: text)
    }
    try self.init(target, allowing: origins)
  }
}

/// An error thrown when a redirect leads off the site.
public struct ResponseLocationError: Error, Hashable, Sendable {
  /// The location that was refused.
  public let location: String
}

extension ResponseLocationError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    "A redirect to \"\(location.excerpt)\" leads off the site. Begin it with exactly one slash, or allow its "
      + "origin, without the scheme's own port: for handlers by `allowing:`, for guards in "
      + "RouteResponder.Configuration.allowedOrigins."
  }
}

extension ServerResponse {
  /// Makes a redirect to a place on this site, or on an origin that is allowed.
  ///
  ///     return try .redirect(to: request.query["callback"] ?? "/")
  /// - Parameters:
  ///   - location: a path from the root that begins with exactly one slash, or a URL of an allowed
  ///     origin.
  ///   - origins: other origins that it may lead to, each as `https://host` in lower case, with its
  ///     port unless that is the scheme's own.
  ///   - status: the status, 303 by default: the next request is a GET.
  /// - Returns: the response.
  /// - Throws: `ResponseLocationError` for any other place, as a client may have written one.
  public static func redirect(
    to location: String,
    allowing origins: Set<String> = [],
    status: ResponseStatus = .seeOther
  ) throws(ResponseLocationError) -> ServerResponse {
    ServerResponse(
      status,
      fields: [.location: try ResponseLocation(location, allowing: origins).text]
    )
  }
}
