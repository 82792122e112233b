/// A request whose head is known to be sound: its method and target.
///
/// A head that could be read in two ways is refused, and its connection closed: the bytes behind it
/// might be read as another request by another program.
struct CheckedRequest {
  let method: RequestMethod
  let target: RouteTarget

  /// Makes one for a test, of a head that nobody has sent.
  init(method: RequestMethod, target: RouteTarget) {
    self.method = method
    self.target = target
  }

  init(
    _ head: borrowing RequestHead,
    _ framing: borrowing HeadFraming,
    _ limits: HeadLimits,
    _ options: RouteTarget.Options
  ) throws(ResponseError) {
    guard head.target.count <= limits.targetLength else {
      throw ResponseError(closing: .uriTooLong)
    }
    guard head.fields.count <= limits.fieldCount, framing.size <= limits.fieldsLength else {
      throw ResponseError(closing: .requestHeaderFieldsTooLarge)
    }
    _ = try framing.checkedLength()
    guard framing.canMeetExpectations else {
      throw ResponseError(
        .expectationFailed,
        message: "The only expectation that is understood is \"100-continue\"."
      )
    }
    // Compared by name first, as nearly all have this one.
    let method = try head.method == "GET" ? .get : RequestMethod(checked: head.method)
    let target: RouteTarget
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
      throw ResponseError(
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
      throw ResponseError(
        closing: .badRequest,
        message: "The target has another scheme than the server."
      )
    }
    self.init(method: method, target: target)
  }
}

extension RequestMethod {
  /// Reads a method as a client writes it.
  fileprivate init(checked name: String) throws(ResponseError) {
    guard let method = RequestMethod(rawValue: name) else {
      throw ResponseError(closing: .badRequest, message: "The method is none.")
    }
    // RFC 9110, 9.3.6: a success to it begins a tunnel. A server in front would then send all that
    // its client writes past its own rules.
    guard !method.asksForTunnel else {
      throw ResponseError(
        closing: .notImplemented,
        message: "There are no tunnels here, so CONNECT is not answered by any route."
      )
    }
    self = method
  }
}

extension RequestHead {
  /// Replaces the host by that of the checked target, if the request names it by a URL.
  ///
  /// "MUST ignore the received Host header field (if any) and instead use the host information of
  /// the request-target": whoever reads the field sees what guards have seen.
  mutating func replaceHost(byThatOf checked: RouteTarget) {
    guard target.first != UInt8(ascii: "/"), !checked.isAsterisk, let name = checked.host else {
      return
    }
    let host = checked.port.map { "\(name):\($0)" } ?? name
    if fields[.host] != host { fields[.host] = host }
  }
}
