import RoutePatterns

/// A request whose head is known to be sound: its method and target.
///
/// A head that could be read in two ways is refused, and its connection closed: the bytes behind it
/// might be read as another request by another program.
struct CheckedRequest {
  let method: RouteTag.Method
  let target: RouteTarget

  init(
    _ head: HTTPRequestHead,
    _ limits: HeadLimits,
    _ options: RouteTarget.Options
  ) throws(HTTPError) {
    guard head.target.count <= limits.targetLength else {
      throw HTTPError(closing: .uriTooLong)
    }
    let framing = try HeadFraming(head.fields, limits)
    // Compared by name first, as nearly all have this one.
    let named = head.method == "GET" ? .get : RouteTag.Method(rawValue: head.method)
    guard let method = named else {
      guard head.method.utf8.isToken else {
        throw HTTPError(closing: .badRequest, message: "The method is none.")
      }
      throw HTTPError(closing: .notImplemented)
    }
    if let length = framing.length, length > limits.bodyLength {
      throw HTTPError(closing: .contentTooLarge)
    }
    do throws(RouteTargetError) {
      target = try RouteTarget(
        request: head.target,
        allowsAsterisk: method == .options,
        scheme: head.scheme,
        host: framing.host,
        otherHosts: framing.otherHosts,
        options: options
      )
    } catch {
      let isTooLong = error.code == .tooLong && error.place == .target
      throw HTTPError(
        closing: isTooLong ? .uriTooLong : .badRequest,
        message: isTooLong ? nil : error.publicMessage
      )
    }
    // A whole URL names a scheme, which the client can choose: a guard sees the scheme of the
    // listener.
    guard
      head.target.first == UInt8(ascii: "/") || target.isAsterisk
        || target.scheme == head.scheme.rawValue
    else {
      throw HTTPError(
        closing: .badRequest,
        message: "The target has another scheme than the server."
      )
    }
    self.method = method
  }
}

/// The limits of a responder's configuration for heads, which are read for each request.
struct HeadLimits: Sendable {
  let targetLength: Int
  let fieldsLength: Int
  let fieldCount: Int
  let bodyLength: Int

  init(_ configuration: HTTPResponder.Configuration) {
    targetLength = configuration.targetLength
    fieldsLength = configuration.fieldsLength
    fieldCount = configuration.fieldCount
    bodyLength = configuration.bodyLength
  }
}

/// The host, and the length of the body, as the header fields give them.
private struct HeadFraming {
  var host: String?
  /// Further hosts, which are not allowed.
  var otherHosts: [String] = []
  var length: Int?

  init(_ fields: HTTPFields, _ limits: HeadLimits) throws(HTTPError) {
    guard fields.count <= limits.fieldCount else {
      throw HTTPError(closing: .requestHeaderFieldsTooLarge)
    }
    var size = 0
    var lengths: [String] = []
    var codings: [String] = []
    for field in fields {
      size += field.name.text.utf8.count + field.value.utf8.count
      // Few names are as long as one of these.
      switch field.name.text.utf8.count {
      case 4 where field.name == .host:
        if host == nil { host = field.value } else { otherHosts.append(field.value) }
      case 14 where field.name == .contentLength: lengths.append(field.value)
      case 17 where field.name == .transferEncoding: codings.append(field.value)
      default: break
      }
    }
    guard size <= limits.fieldsLength else {
      throw HTTPError(closing: .requestHeaderFieldsTooLarge)
    }
    length = try Self.length(lengths, codings)
  }

  private static func length(_ lengths: [String], _ codings: [String]) throws(HTTPError) -> Int? {
    if !codings.isEmpty {
      guard lengths.isEmpty else {
        throw HTTPError(
          closing: .badRequest,
          message: "The request has a Content-Length beside a Transfer-Encoding."
        )
      }
      guard codings.count == 1, codings[0].isCaselesslyEqual(to: "chunked") else {
        throw HTTPError(
          closing: .notImplemented,
          message: "The only Transfer-Encoding that is understood is \"chunked\"."
        )
      }
      return nil
    }
    guard let first = lengths.first else { return nil }
    guard lengths.allSatisfy({ $0 == first }) else {
      throw HTTPError(closing: .badRequest, message: "The request has two lengths.")
    }
    // No sign and no list: `Int` would also read a sign, which is not allowed here.
    guard !first.isEmpty, first.utf8.allSatisfy(\.isASCIIDigit) else {
      throw HTTPError(closing: .badRequest, message: "The Content-Length is no number.")
    }
    return Int(first) ?? .max
  }
}

extension HTTPError {
  /// Makes an error after which the connection is closed without reading on.
  init(closing status: HTTPStatus, message: String? = nil) {
    self.init(status, message: message, fields: [.connection: "close"])
  }
}

extension RouteTargetError {
  /// The message for the client: the fault, without any text that it has sent.
  fileprivate var publicMessage: String? {
    String("\(self)".prefix { $0 != "\n" })
  }
}
