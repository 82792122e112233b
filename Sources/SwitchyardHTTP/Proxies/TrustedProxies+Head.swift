extension TrustedProxies {
  /// A request as its client has sent it to the outermost proxy.
  struct Passed {
    var head: RequestHead
    var framing: HeadFraming
    /// The identifier that a proxy has given it.
    var requestID: String?
  }

  /// Reads where a request comes from; one that comes from no trusted proxy stays as it is.
  /// - Throws: an error 400 for fields that are malformed or contradict each other.
  func passed(_ head: RequestHead, _ framing: HeadFraming) throws(ResponseError) -> Passed {
    var passed = Passed(head: head, framing: framing)
    guard let peer = head.remoteAddress.flatMap({ NetworkAddress(parsing: $0) }), contains(peer)
    else { return passed }
    passed.requestID = requestID(head.fields)
    let origin = try origin(head.fields)
    switch origin.client {
    case .address(let address): passed.head.remoteAddress = "\(address)"
    // Not that of the proxy: rules for the addresses of a network are not for its clients. A field
    // that is missing may have been taken away by one of them.
    case .hidden: passed.head.remoteAddress = nil
    case nil where nameClients: passed.head.remoteAddress = nil
    case nil: break
    }
    if let scheme = origin.scheme { passed.head.scheme = scheme }
    if let host = origin.host { try passed.replaceHost(host) }
    return passed
  }

  /// Whether the proxies say who their clients are.
  private var nameClients: Bool { !fields.isDisjoint(with: [.forwarded, .xForwardedFor]) }

  private func origin(_ fields: HeaderFields) throws(ResponseError) -> ForwardedOrigin {
    let separate = try ForwardedOrigin(separate: fields, by: self)
    guard self.fields.contains(.forwarded) else { return separate }
    let forwarded = try ForwardedOrigin(forwarded: fields, by: self)
    guard !forwarded.isEmpty else { return separate }
    guard separate.isEmpty || separate == forwarded else {
      throw ResponseError(
        .badRequest,
        message: "A proxy has sent a Forwarded that its X-Forwarded fields contradict."
      )
    }
    return forwarded
  }

  /// The identifier, if it is short and of harmless characters.
  private func requestID(_ fields: HeaderFields) -> String? {
    guard self.fields.contains(.xRequestID) else { return nil }
    let values = fields[values: .xRequestID]
    guard values.count == 1, (1...64).contains(values[0].utf8.count),
      values[0].utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || Self.marks.contains($0) })
    else { return nil }
    return values[0]
  }

  private static let marks = Set("-._:/+=@".utf8)
}

extension TrustedProxies.Passed {
  fileprivate mutating func replaceHost(_ host: String) throws(ResponseError) {
    // A head without a host stays one; and a target that is a URL has a host of its own.
    guard framing.host != nil else { return }
    guard head.target.first == UInt8(ascii: "/") || head.target == [UInt8(ascii: "*")] else {
      throw ResponseError(
        .badRequest,
        message: "A proxy has sent a host beside a target that names one."
      )
    }
    framing.replaceHost(host)
    // Two hosts are refused, and stay two for that.
    guard framing.otherHosts.isEmpty, head.fields[.host] != host else { return }
    head.fields[.host] = host
  }
}
