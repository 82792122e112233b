public import SwitchyardHTTP

/// The rule that says who may see an inspector.
///
///     try router.mountInspector(inspector, access: .allowing { request in
///       await staff.includes(request.cookies["session"])
///     })
///
/// It is asked about each request, before a page and before a stream of events; a rule that throws
/// denies.
public struct InspectorAccess: Sendable {
  let allows: @Sendable (ServerRequest) async throws -> Bool
  /// The reason that everybody may see it.
  let reason: String?
  /// The secret that is asked for besides.
  let key: InspectorKey?

  private init(
    reason: String? = nil,
    key: InspectorKey? = nil,
    _ allows: @escaping @Sendable (ServerRequest) async throws -> Bool
  ) {
    self.allows = allows
    self.reason = reason
    self.key = key
  }

  /// Lets those in whose requests a closure allows.
  public static func allowing(
    _ allows: @escaping @Sendable (_ request: ServerRequest) async throws -> Bool
  ) -> InspectorAccess {
    InspectorAccess(allows)
  }

  /// Lets in who asks from this machine, for a name of this machine, and knows the address with the
  /// key, which ``RouteInspector/address(on:)`` has.
  ///
  ///     try router.mountInspector(inspector, access: .thisMachine)
  ///     print("The inspector is at \(inspector.address(on: "http://localhost:8080"))")
  ///
  /// The key is another one in each process, and a browser keeps it in a cookie. Who asks from this
  /// machine without it sees nothing, and the program says the address on standard error, once.
  ///
  /// The name of the host keeps out pages of other sites that have their name lead here, and the
  /// key keeps out those whom a proxy on this machine lets through: a request does not tell of it.
  /// Behind a reverse proxy take ``allowing(_:)``, by which your own staff is known.
  public static var thisMachine: InspectorAccess {
    InspectorAccess(key: InspectorKey()) { $0.isOfThisMachine }
  }

  /// Lets everybody in, for a reason that those who read the program see.
  ///
  /// A blank reason stops the program.
  public static func everybody(
    _ reason: String,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> InspectorAccess {
    stopUnless(
      reason.contains { !$0.isWhitespace },
      "An inspector for everybody needs a reason; write one such as .everybody(\"a demo\").",
      file,
      line
    )
    return InspectorAccess(reason: reason) { _ in true }
  }

  /// Answers a request for something below a path.
  ///
  /// An address with the key is answered with the cookie, and leads to itself without the key: so
  /// none is kept with the addresses that a browser remembers.
  func verdict(on request: ServerRequest, below path: String) async throws -> GuardVerdict {
    guard try await allows(request) else { return .deny }
    guard let key else { return .allow }
    if key.isNamed(by: request) {
      let cookie = try key.cookie(for: request, at: path)
      request.exchange.onResponse { $0.set(cookie) }
      var query = request.query
      query[InspectorKey.parameter] = nil
      return .redirect(String(request.target.path), query: query)
    }
    if key.isHeld(by: request) { return .allow }
    key.say(path)
    return .deny
  }

  /// Returns the rule, or what stands for it in a debug build.
  static func resolved(
    _ access: InspectorAccess?,
    isDebug: Bool = isDebugBuild
  ) throws(InspectorError) -> InspectorAccess {
    guard access == nil else { return access ?? .thisMachine }
    guard isDebug else { throw InspectorError(.noAccessRule) }
    return .thisMachine
  }

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

extension ServerRequest {
  /// Whether it comes from this machine, asks for a name of it, and says of no proxy.
  fileprivate var isOfThisMachine: Bool {
    let proxies: [HeaderField.Name] = [
      .forwarded, "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port",
      "X-Real-IP", "Via",
    ]
    guard !proxies.contains(where: fields.contains), let remoteAddress, let host = fields[.host]
    else { return false }
    return Self.isLoopback(remoteAddress) && Self.isLocal(host)
  }

  private static func isLoopback(_ address: String) -> Bool {
    let address = address.hasPrefix("::ffff:") ? String(address.dropFirst(7)) : address
    return address == "::1" || isIPv4Loopback(address)
  }

  private static func isIPv4Loopback(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func isLocal(_ host: String) -> Bool {
    if host == "[::1]" || host.hasPrefix("[::1]:") { return true }
    let name = host.prefix { $0 != ":" }.lowercased()
    return name == "localhost" || isIPv4Loopback(name)
  }
}
