/// The slow path: makes the canonical text of any input, byte by byte, or finds its fault.
///
/// The parts are written to `output` one after the other. Output is never read as input again, so
/// nothing is decoded twice.
struct TargetCanonicalizer {
  /// The source of the input.
  enum Mode {
    /// Text of the program, a commit or a redirect: lenient about the root.
    case text
    /// The target of a request line, with the scheme of the listener and the value of the Host
    /// header.
    case server(scheme: RouteTarget.ServerScheme, host: [UInt8], allowsAsterisk: Bool)

    var isServer: Bool { if case .server = self { true } else { false } }
  }

  let input: [UInt8]
  let mode: Mode
  let slashes: RouteTarget.SlashPolicy
  /// The greatest length of the canonical text.
  let limit: Int

  var output: [UInt8] = []
  var layout = TargetLayout()
  /// The beginning of the part of the path that `..` may remove: behind the host of a deep link.
  var floor = 0
  /// Whether `\` separates segments, as it does in a URL of the web.
  ///
  /// A request target has none before its query: servers in front read it in one way or the other.
  var backslashSeparates: Bool { layout.hasAuthority }

  init(_ input: [UInt8], mode: Mode, options: RouteTarget.Options) {
    self.input = input
    self.mode = mode
    slashes = options.slashes
    layout.hasMergedSlashes = slashes == .lenient
    limit = options.limit
  }

  /// Makes the canonical text; afterwards `output` holds it and `layout` its parts.
  mutating func run() throws(TargetFault) {
    guard input.count <= limit * RouteTarget.Options.rawBytesPerByte else {
      throw TargetFault(.tooLong, at: limit * RouteTarget.Options.rawBytesPerByte)
    }
    output.reserveCapacity(input.count + 32)
    let fragmentStart = input.firstIndex(of: UInt8(ascii: "#")) ?? input.count
    if mode.isServer, fragmentStart < input.count {
      throw TargetFault(.fragmentNotAllowed, at: fragmentStart)
    }
    let queryStart = input[..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
    if mode.isServer, let place = input[..<queryStart].firstIndex(of: UInt8(ascii: "\\")) {
      throw TargetFault(.backslashNotAllowed, at: place)
    }

    let start = try writePrefix(before: queryStart)
    if mode.isServer, try copyIfClean(from: start) { return }
    try writePath(start..<queryStart)
    layout.pathEnd = UInt32(output.count)
    if queryStart < fragmentStart { try writeTail(queryStart..<fragmentStart) }
    layout.queryEnd = UInt32(output.count)
    if fragmentStart < input.count { try writeTail(fragmentStart..<input.count) }
  }

  /// Copies the rest of a request target at once when the fast path finds it clean.
  ///
  /// In server mode only: clean text seldom comes here, and so the tests can hold one path against
  /// the other.
  private mutating func copyIfClean(from start: Int) throws(TargetFault) -> Bool {
    guard start < input.count, input[start] == UInt8(ascii: "/"),
      let ends = TargetScanner.tail(of: input.span, from: start, slashes: slashes, fragment: false)
    else { return false }
    let shift = output.count - start
    output.append(contentsOf: input[start...])
    guard output.count <= limit else { throw TargetFault(.tooLong, at: limit - shift) }
    layout.pathEnd = UInt32(ends.pathEnd + shift)
    layout.queryEnd = UInt32(ends.queryEnd + shift)
    return true
  }

  /// Writes scheme and host, and returns where the path of the input begins.
  private mutating func writePrefix(before end: Int) throws(TargetFault) -> Int {
    switch mode {
    case .text:
      guard let colon = TargetScheme.end(in: input), colon < end else { return 0 }
      return try writeURL(colon: colon, before: end)
    case .server(let scheme, let host, let allowsAsterisk):
      if input.first == UInt8(ascii: "/") {
        try writeListener(scheme, host)
        return 0
      }
      if input == [UInt8(ascii: "*")] {
        guard allowsAsterisk else { throw TargetFault(.asteriskNotAllowed, at: 0) }
        try writeListener(scheme, host)
        layout.isAsterisk = true
        return input.count
      }
      guard let colon = TargetScheme.end(in: input), colon < end else {
        throw TargetFault(.missingLeadingSlash, at: 0)
      }
      // Absolute-form wins over the Host header, which must be a good one all the same.
      try writeListener(scheme, host)
      output.removeAll(keepingCapacity: true)
      return try writeURL(colon: colon, before: end)
    }
  }

  /// Writes the scheme of the listener and the host of the Host header.
  private mutating func writeListener(
    _ scheme: RouteTarget.ServerScheme,
    _ host: [UInt8]
  ) throws(TargetFault) {
    let name = scheme.rawValue.utf8
    // The limit is that of a whole target: what is longer need not be read.
    guard host.count <= limit * RouteTarget.Options.rawBytesPerByte else {
      throw TargetFault(.tooLong, at: limit, in: .hostHeader)
    }
    output.append(contentsOf: name)
    layout.schemeEnd = UInt32(output.count)
    layout.hasAuthority = true
    output.append(contentsOf: "://".utf8)
    let authority = TargetAuthority(host, in: host.indices, place: .hostHeader)
    try authority.append(defaultPort: scheme.defaultPort, to: &output)
    if output.count >= limit { throw TargetFault(.tooLong, at: host.count, in: .hostHeader) }
    startPath()
  }

  /// Writes the scheme and host of a URL.
  private mutating func writeURL(colon: Int, before end: Int) throws(TargetFault) -> Int {
    guard input[(colon + 1)..<end].starts(with: "//".utf8) else {
      throw TargetFault(.opaqueScheme, at: colon)
    }
    output.append(contentsOf: input[..<colon].lazy.map { $0 | 0x20 })
    layout.schemeEnd = UInt32(colon)
    let defaultPort = TargetScheme.defaultPort(of: output)
    if mode.isServer, RouteTarget.ServerScheme(lowercased: output) == nil {
      throw TargetFault(.unsupportedScheme, at: 0)
    }
    layout.hasAuthority = defaultPort != nil
    let hostStart = colon + 3
    let separates = backslashSeparates
    let hostEnd =
      input[hostStart..<end].firstIndex {
        $0 == UInt8(ascii: "/") || (separates && $0 == UInt8(ascii: "\\"))
      } ?? end
    let authority = TargetAuthority(input, in: hostStart..<hostEnd, place: .target)
    if let defaultPort {
      output.append(contentsOf: "://".utf8)
      try authority.append(defaultPort: defaultPort, to: &output)
      startPath()
    } else {
      output.append(contentsOf: ":/".utf8)
      startPath()
      try authority.appendSegment(to: &output)
      floor = output.count
    }
    return hostEnd
  }

  private mutating func startPath() {
    layout.pathStart = UInt32(output.count)
    floor = output.count
  }
}
