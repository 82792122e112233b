extension RouteTarget {
  /// Creates the target of a request from the bytes that a server has read.
  ///
  /// It does the same as the public initialiser for any collection, but is not generic, so that
  /// other modules call it as it stands.
  package init(
    request: [UInt8],
    allowsAsterisk: Bool,
    scheme: ServerScheme,
    host: String?,
    otherHosts: [String],
    options: Options
  ) throws(RouteTargetError) {
    if let host, otherHosts.isEmpty,
      let clean = RouteTarget(cleanRequest: request, scheme: scheme, host: host, options: options)
    {
      self = clean
      return
    }
    try self.init(
      requestTarget: request,
      allowsAsterisk: allowsAsterisk,
      scheme: scheme,
      hosts: (host.map { [$0] } ?? []) + otherHosts,
      options: options
    )
  }

  /// Creates the target of a path that is canonical already, as nearly all in requests are, and of
  /// no site; `nil` leaves open whether there is one.
  package init?(cleanPath path: Span<UInt8>, options: Options) {
    guard path.count > 0, path.count <= options.limit, path[0] == UInt8(ascii: "/") else {
      return nil
    }
    let isCommon = unsafe path.withUnsafeBufferPointer { unsafe TargetScanner.isCommonPath($0) }
    var layout = TargetLayout(pathEnd: path.count)
    if !isCommon {
      guard let scanned = TargetScanner.layout(of: path, slashes: options.slashes),
        scanned.pathEnd == UInt32(path.count)
      else { return nil }
      layout = scanned
    }
    let text = unsafe path.withUnsafeBufferPointer {
      unsafe String(decoding: $0, as: UTF8.self)
    }
    self.init(text: text, layout: layout)
  }

  /// Creates the target of a request whose parts are canonical already, as nearly all are, without
  /// looking at each byte by itself.
  ///
  /// Returns `nil` when something has to be changed or refused; the slow path does that.
  @inline(__always)
  init?(
    cleanRequest request: some Collection<UInt8>,
    scheme: ServerScheme,
    host: String,
    options: Options
  ) {
    let hostLength = host.utf8.count
    let start = scheme.rawValue.utf8.count + 3
    guard request.count + hostLength + start <= options.limit,
      unsafe host.utf8.withContiguousStorageIfAvailable({ bytes in
        TargetScanner.isCleanListener(unsafe bytes.span, scheme.defaultPort)
      }) == true
    else { return nil }
    let made = request.withContiguousStorageIfAvailable { bytes in
      Self.clean(unsafe bytes.span, scheme, host, hostLength, options)
    }
    guard case .some(.some(let target)) = made else { return nil }
    self = target
  }

  @inline(never)
  private static func clean(
    _ request: Span<UInt8>,
    _ scheme: ServerScheme,
    _ host: String,
    _ hostLength: Int,
    _ options: Options
  ) -> RouteTarget? {
    guard request.count > 0, request[0] == UInt8(ascii: "/"),
      let ends = TargetScanner.tail(of: request, from: 0, slashes: options.slashes, fragment: false)
    else { return nil }
    let prefix = scheme == .http ? "http://" : "https://"
    let pathStart = prefix.utf8.count + hostLength
    // All of it is ASCII, as the scans have found.
    let text = unsafe String(unsafeUninitializedCapacity: pathStart + request.count) { buffer in
      var end = unsafe buffer.initialize(fromContentsOf: prefix.utf8)
      end = unsafe buffer[end...].initialize(fromContentsOf: host.utf8)
      for offset in 0..<request.count { unsafe buffer[end + offset] = request[offset] }
      return end + request.count
    }
    var layout = TargetLayout(schemeEnd: UInt32(prefix.utf8.count - 3))
    layout.hasAuthority = true
    layout.hasMergedSlashes = options.slashes == .lenient
    layout.pathStart = UInt32(pathStart)
    layout.pathEnd = UInt32(pathStart + ends.pathEnd)
    layout.queryEnd = UInt32(pathStart + ends.queryEnd)
    return RouteTarget(text: text, layout: layout)
  }
}

extension TargetScanner {
  /// Whether the value of a Host header stands in a target as it is.
  ///
  /// It does when it is a name in lower case without a dot at its end, and a port that is not the
  /// scheme's own and has no leading zero.
  static func isCleanListener(_ host: Span<UInt8>, _ defaultPort: UInt16) -> Bool {
    guard let end = endOfHost(in: host, from: 0), isCleanName(host, 0..<end) else { return false }
    return end == host.count
      || host[end] == UInt8(ascii: ":") && isCleanPort(host, from: end + 1, defaultPort)
  }

  private static func isCleanPort(
    _ host: Span<UInt8>,
    from start: Int,
    _ defaultPort: UInt16
  ) -> Bool {
    guard start < host.count, host.count - start <= 5, host[start] != UInt8(ascii: "0") else {
      return false
    }
    var port: UInt32 = 0
    for offset in start..<host.count {
      let digit = host[offset] &- UInt8(ascii: "0")
      guard digit <= 9 else { return false }
      port = port * 10 + UInt32(digit)
    }
    return port <= 65535 && port != UInt32(defaultPort)
  }
}
