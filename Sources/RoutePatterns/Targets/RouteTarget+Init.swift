extension RouteTarget {
  /// Creates a target from text of the program: a URL, a deep link, or a path with or without its
  /// slash.
  ///
  ///     try RouteTarget("books/1")             // /books/1
  ///     try RouteTarget("app://Push/info")     // app://push/info
  ///
  /// A text that is canonical already is kept as it is, without a copy. The empty text is the root.
  /// - Throws: `RouteTargetError` for a text that has no canonical form.
  /// - Complexity: linear in the length of the text.
  @inlinable  // A target that is only looked at then needs no reference to the text of its own.
  @inline(__always)
  public init(_ text: String, options: Options = Options()) throws(RouteTargetError) {
    if let layout = Self.layout(of: text, options: options) {
      self.init(text: text, layout: layout)
    } else {
      try self.init(other: text, options: options)
    }
  }

  /// Creates a target from a text that is not canonical.
  @usableFromInline
  @inline(never)
  init(other text: String, options: Options) throws(RouteTargetError) {
    try self.init(slow: Array(limited: text.utf8, options), mode: .text, options: options)
  }

  /// Creates a target from a part of a text, as from the whole one.
  /// - Throws: `RouteTargetError` for a text that has no canonical form.
  public init(_ text: Substring, options: Options = Options()) throws(RouteTargetError) {
    if let layout = Self.layout(of: text.utf8, options: options) {
      self.init(text: String(text), layout: layout)
    } else {
      try self.init(slow: Array(limited: text.utf8, options), mode: .text, options: options)
    }
  }

  /// Creates a target from bytes that are read as text; any bytes may be given.
  /// - Throws: `RouteTargetError` for bytes that have no canonical form.
  public init(
    utf8 bytes: some Collection<UInt8>,
    options: Options = Options()
  ) throws(RouteTargetError) {
    if let layout = Self.layout(of: bytes, options: options) {
      self.init(text: String(decoding: bytes, as: UTF8.self), layout: layout)
    } else {
      try self.init(slow: Array(limited: bytes, options), mode: .text, options: options)
    }
  }

  /// Creates a target from the request line of an HTTP/1.1 message, as a server has to read it.
  ///
  ///     try RouteTarget(requestTarget: "/a?x=1".utf8, scheme: .https, hosts: ["Example.com"])
  ///
  /// The target begins with a slash, or is a URL with the scheme http or https, which then wins
  /// over the Host header. It has the listener's scheme and the host of the Host header, of which
  /// there must be one; `..` above the root, backslashes before the query and fragments are
  /// rejected.
  /// - Parameters:
  ///   - requestTarget: the bytes between the method and the version.
  ///   - allowsAsterisk: whether `*` is allowed, as it is for the method OPTIONS.
  ///   - scheme: the scheme that the server listens for.
  ///   - hosts: the values of all Host header fields of the request.
  ///   - options: the slash policy and the greatest length.
  /// - Throws: `RouteTargetError`, which a server answers with 400.
  public init(
    requestTarget: some Collection<UInt8>,
    allowsAsterisk: Bool = false,
    scheme: ServerScheme,
    hosts: [String],
    options: Options = Options()
  ) throws(RouteTargetError) {
    guard let host = hosts.first else {
      throw RouteTargetError(TargetFault(.missingHost, at: 0, in: .hostHeader), input: [])
    }
    guard hosts.count == 1 else {
      throw RouteTargetError(
        TargetFault(.severalHosts, at: 0, in: .hostHeader),
        input: Array(hosts[1].utf8.prefix(320))
      )
    }
    if let clean = RouteTarget(
      cleanRequest: requestTarget,
      scheme: scheme,
      host: host,
      options: options
    ) {
      self = clean
      return
    }
    try self.init(
      slow: Array(limited: requestTarget, options),
      mode: .server(
        scheme: scheme,
        host: Array(limited: host.utf8, options),
        allowsAsterisk: allowsAsterisk
      ),
      options: options
    )
  }

  /// The layout of a text that is canonical already.
  @usableFromInline
  @inline(never)
  static func layout(of text: String, options: Options) -> TargetLayout? {
    layout(of: text.utf8, options: options)
  }

  @inline(__always)
  private static func layout(
    of utf8: some Collection<UInt8>,
    options: Options
  ) -> TargetLayout? {
    let layout = utf8.withContiguousStorageIfAvailable { bytes -> TargetLayout? in
      guard bytes.count <= options.limit else { return nil }
      if unsafe TargetScanner.isCommonPath(bytes) { return TargetLayout(pathEnd: bytes.count) }
      return TargetScanner.layout(of: unsafe bytes.span, slashes: options.slashes)
    }
    return layout ?? nil
  }

  /// Creates a target from any input, clean or not.
  init(
    slow input: [UInt8],
    mode: TargetCanonicalizer.Mode,
    options: Options
  ) throws(RouteTargetError) {
    var canonicalizer = TargetCanonicalizer(input, mode: mode, options: options)
    do {
      try canonicalizer.run()
    } catch {
      if case .server(_, let host, _) = mode, error.place == .hostHeader {
        throw RouteTargetError(error, input: host)
      }
      throw RouteTargetError(error, input: input)
    }
    self.init(
      text: String(decoding: canonicalizer.output, as: UTF8.self),
      layout: canonicalizer.layout
    )
  }
}

extension Array<UInt8> {
  /// As many bytes of a collection as show that it is too long, and no more.
  fileprivate init(limited bytes: some Collection<UInt8>, _ options: RouteTarget.Options) {
    self.init(bytes.prefix(options.limit * RouteTarget.Options.rawBytesPerByte + 1))
  }
}
