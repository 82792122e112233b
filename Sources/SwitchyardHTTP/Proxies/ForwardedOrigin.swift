/// The origin of a request, as far as the proxies in front name it.
struct ForwardedOrigin: Equatable, Sendable {
  /// The client that has reached the outermost of them.
  var client: ForwardedHop?
  /// The scheme that it has used there.
  var scheme: RouteTarget.ServerScheme?
  /// The host that it has asked there.
  var host: String?

  /// Whether nothing is named.
  var isEmpty: Bool { self == ForwardedOrigin() }
}

extension ForwardedOrigin {
  /// Reads the fields `Forwarded`.
  ///
  /// Scheme and host are those that the outermost proxy names that names any.
  init(forwarded fields: HeaderFields, by proxies: TrustedProxies) throws(ResponseError) {
    self.init()
    let name = HeaderField.Name.forwarded
    var elements: [ForwardedElement] = []
    // One that was emptied is as good as none.
    for line in fields[values: name] where !line.isEmpty {
      guard let list = ForwardedElement.list(parsing: line) else {
        throw ResponseError(malformed: name)
      }
      elements += list
    }
    for element in elements.reversed() {
      if let text = element.parameters["proto"] { scheme = try Self.scheme(text, name) }
      if let text = element.parameters["host"] { host = try Self.host(text, name) }
      // A proxy that does not say whom it serves hides that.
      let hop = try element.parameters["for"]
        .map { text throws(ResponseError) in try Self.hop(text, name, needsBrackets: true) }
      client = hop ?? .hidden
      if client?.isTrusted(by: proxies) != true { break }
    }
  }

  /// Reads the fields whose names begin with `X-Forwarded`.
  ///
  /// Of several schemes or hosts the one is taken that stands, seen from the end, where the client
  /// stands among the clients; one that stands alone was written by the outermost proxy.
  init(separate fields: HeaderFields, by proxies: TrustedProxies) throws(ResponseError) {
    self.init()
    var place = 0
    if proxies.fields.contains(.xForwardedFor) {
      let name = HeaderField.Name.xForwardedFor
      for (index, text) in Self.elements(fields, name).reversed().enumerated() {
        place = index
        client = try Self.hop(text, name, needsBrackets: false)
        if client?.isTrusted(by: proxies) != true { break }
      }
    }
    if proxies.fields.contains(.xForwardedProto) {
      let name = HeaderField.Name.xForwardedProto
      let text = try Self.element(at: place, of: fields, name)
      scheme = try text.map { text throws(ResponseError) in try Self.scheme(text, name) }
    }
    if proxies.fields.contains(.xForwardedHost) {
      let name = HeaderField.Name.xForwardedHost
      let text = try Self.element(at: place, of: fields, name)
      host = try text.map { text throws(ResponseError) in try Self.host(text, name) }
    }
  }

  // MARK: - Elements

  /// The elements of all fields of a name, also those that are empty; a field without any text has
  /// none.
  private static func elements(_ fields: HeaderFields, _ name: HeaderField.Name) -> [String] {
    fields[values: name].filter { !$0.isEmpty }
      .flatMap { $0.split(at: UInt8(ascii: ","), omittingEmpty: false).map(\.trimmed) }
  }

  private static func element(
    at place: Int,
    of fields: HeaderFields,
    _ name: HeaderField.Name
  ) throws(ResponseError) -> String? {
    let all = elements(fields, name)
    if all.count <= 1 { return all.first }
    guard place < all.count else { throw ResponseError(malformed: name) }
    return all[all.count - 1 - place]
  }

  private static func hop(
    _ text: String,
    _ name: HeaderField.Name,
    needsBrackets: Bool
  ) throws(ResponseError) -> ForwardedHop {
    guard let hop = ForwardedHop(parsing: text, needsBrackets: needsBrackets) else {
      throw ResponseError(malformed: name)
    }
    return hop
  }

  private static func scheme(
    _ text: String,
    _ name: HeaderField.Name
  ) throws(ResponseError) -> RouteTarget.ServerScheme {
    guard let scheme = RouteTarget.ServerScheme(rawValue: text.lowercased()) else {
      throw ResponseError(malformed: name)
    }
    return scheme
  }

  /// Returns a host, which is checked together with the target.
  private static func host(
    _ text: String,
    _ name: HeaderField.Name
  ) throws(ResponseError) -> String {
    guard !text.isEmpty else { throw ResponseError(malformed: name) }
    return text
  }
}

extension ForwardedHop {
  fileprivate func isTrusted(by proxies: TrustedProxies) -> Bool {
    guard case .address(let address) = self else { return false }
    return proxies.contains(address)
  }
}

extension ResponseError {
  fileprivate init(malformed name: HeaderField.Name) {
    self.init(.badRequest, message: "A proxy has sent a malformed \(name).")
  }
}
