import RoutePatterns

/// What a head says once it is known to be sound: the method and the target.
///
/// A head that could be read in two ways is refused, and its connection closed: what stands behind it might be read
/// as another request by somebody else.
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
    // Asked for by name first, as nearly all have this one.
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
    // A whole URL names a scheme, which is the client's word: what a guard sees is that of the listener.
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

/// What a responder's configuration says of heads, which is looked at for each request.
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

/// What the header fields say of the host, and of where the message ends.
private struct HeadFraming {
  var host: String?
  /// What there must not be.
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
    // No sign, no list: what `Int` reads besides digits is none of it.
    guard !first.isEmpty, first.utf8.allSatisfy(\.isASCIIDigit) else {
      throw HTTPError(closing: .badRequest, message: "The Content-Length is no number.")
    }
    return Int(first) ?? .max
  }
}

extension HTTPError {
  /// An error behind which nothing more is read from the connection.
  init(closing status: HTTPStatus, message: String? = nil) {
    self.init(status, message: message, fields: [.connection: "close"])
  }
}

extension RouteTargetError {
  /// What a client is told: what is wrong, and nothing of what it has sent.
  fileprivate var publicMessage: String? {
    String("\(self)".prefix { $0 != "\n" })
  }
}
