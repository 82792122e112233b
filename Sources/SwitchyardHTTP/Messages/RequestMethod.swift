/// A method of HTTP: any token, as RFC 9110 defines it.
///
///     router.on(.get, "/books") { … }
///     router.on("PROPFIND", "/books/*") { … }
///
/// Letters count in their case, as they do for all servers: `get` is another method than `GET`.
public struct RequestMethod: RawRepresentable, Hashable, Sendable, Codable {
  /// The token.
  public let rawValue: String

  /// Makes a method of a text, or `nil` for one that is no token.
  public init?(rawValue: String) {
    guard rawValue.utf8.isToken else { return nil }
    self.rawValue = rawValue
  }

  private init(known token: StaticString) { rawValue = "\(token)" }
}

extension RequestMethod {
  /// Asks for the resource under a URL.
  public static let get = Self(known: "GET")
  /// Asks for the head of the response that `get` would have.
  public static let head = Self(known: "HEAD")
  /// Sends data to be worked on.
  public static let post = Self(known: "POST")
  /// Puts a resource under a URL.
  public static let put = Self(known: "PUT")
  /// Changes a part of the resource under a URL.
  public static let patch = Self(known: "PATCH")
  /// Removes the resource under a URL.
  public static let delete = Self(known: "DELETE")
  /// Asks for the methods that are allowed.
  public static let options = Self(known: "OPTIONS")

  /// The methods with names of their own here, which a map for any method is listed with.
  public static let known: [RequestMethod] = [.get, .head, .post, .put, .patch, .delete, .options]

  /// Whether a success would begin a tunnel, so that no route answers it.
  var asksForTunnel: Bool { rawValue == "CONNECT" }

  // https://www.iana.org/assignments/http-methods
  /// The methods that are registered, for texts in which a word may be misspelt.
  package static let registered: [RequestMethod] =
    known + [
      "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "COPY", "LABEL", "LINK", "LOCK",
      "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL", "MKREDIRECTREF", "MKWORKSPACE", "MOVE",
      "ORDERPATCH", "PROPFIND", "PROPPATCH", "QUERY", "REBIND", "REPORT", "SEARCH", "TRACE",
      "UNBIND", "UNCHECKOUT", "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF", "VERSION-CONTROL",
    ]
}

extension RequestMethod: ExpressibleByStringLiteral {
  /// Makes a method of a literal; one that is no token stops the program.
  public init(stringLiteral token: String) {
    guard let method = RequestMethod(rawValue: token) else {
      fatalError("The method \(token) is no token; write one such as PROPFIND.")
    }
    self = method
  }
}

extension RequestMethod: CustomStringConvertible {
  /// The token.
  public var description: String { rawValue }
}

extension RouteTag {
  /// Makes the tag of a request's method, which no text can equal.
  public static func method(_ method: RequestMethod) -> RouteTag {
    RouteTag(method: method.rawValue)
  }

  /// The method, or `nil` for a name.
  public var method: RequestMethod? { methodToken.flatMap { RequestMethod(rawValue: $0) } }
}
