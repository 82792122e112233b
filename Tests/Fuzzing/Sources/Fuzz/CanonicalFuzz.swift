@testable import PatternTestSupport
@testable import RoutePatterns

/// Bytes that are made a target: by every way, under every policy.
enum CanonicalFuzz {
  static func play(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let flags = input.flags()
    let options = RouteTarget.Options(
      slashes: flags[0] ? .strict : .lenient,
      targetLength: flags[1] ? Int(input.byte()) : 8192
    )
    if flags[2] {
      playRequest(&input, flags, options)
    } else {
      playText(Array(input.rest), options)
    }
  }

  // MARK: - Text

  private static func playText(_ bytes: [UInt8], _ options: RouteTarget.Options) {
    // Of what is far too long no more is read than shows it.
    let read = Array(bytes.prefix(options.targetLength * 3 + 1))
    let slow = make { () throws(RouteTargetError) in
      try RouteTarget(slow: read, mode: .text, options: options)
    }
    let made = make { () throws(RouteTargetError) in
      try RouteTarget(utf8: bytes, options: options)
    }
    requireSame(made, slow, "the bytes")
    if let text = String(validating: bytes, as: UTF8.self) {
      let whole = make { () throws(RouteTargetError) in try RouteTarget(text, options: options) }
      requireSame(whole, slow, "the text")
      let part = make { () throws(RouteTargetError) in
        try RouteTarget(text[...], options: options)
      }
      requireSame(part, slow, "a part of a text")
    }
    switch made {
    case .success(let target):
      check(target, options)
      checkEscaped(target, options)
    case .failure(let error): check(error, bytes)
    }
  }

  /// Escapes of what needs none make no difference.
  private static func checkEscaped(_ target: RouteTarget, _ options: RouteTarget.Options) {
    guard target.scheme == nil else { return }
    var escaped: [UInt8] = []
    let (path, end) = (Array(target.path.utf8), target.path.utf8.count)
    for (index, byte) in path.enumerated() {
      // The digits of an escape are no text.
      let isDigit = path[max(0, index - 2)..<index].contains(UInt8(ascii: "%"))
      if index % 3 != 0, !isDigit, PercentCoding.isUnreserved(byte) {
        escaped += "%\(String(byte, radix: 16))".utf8
      } else {
        escaped.append(byte)
      }
    }
    escaped += Array(target.description.utf8)[end...]
    guard escaped.count <= options.targetLength * 3 else { return }
    let other = make { () throws(RouteTargetError) in
      try RouteTarget(utf8: escaped, options: options)
    }
    requireSame(other, .success(target), "\(String(decoding: escaped, as: UTF8.self))")
  }

  // MARK: - Requests

  private static func playRequest(
    _ input: inout FuzzInput,
    _ flags: FuzzFlags,
    _ options: RouteTarget.Options
  ) {
    let scheme: RouteTarget.ServerScheme = flags[3] ? .https : .http
    let hosts = (input.bytes(upTo: UInt8(ascii: "\n")) ?? Array("h.example".utf8))
      .split(separator: UInt8(ascii: "\r"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let bytes = Array(input.rest)
    let made = make { () throws(RouteTargetError) in
      try RouteTarget(
        requestTarget: bytes,
        allowsAsterisk: flags[4],
        scheme: scheme,
        hosts: hosts,
        options: options
      )
    }
    if let host = hosts.first, hosts.count == 1 {
      let limit = options.targetLength * 3 + 1
      let slow = make { () throws(RouteTargetError) in
        try RouteTarget(
          slow: Array(bytes.prefix(limit)),
          mode: .server(
            scheme: scheme,
            host: Array(host.utf8.prefix(limit)),
            allowsAsterisk: flags[4]
          ),
          options: options
        )
      }
      requireSame(made, slow, "the request")
    }
    switch made {
    case .success(let target):
      require(hosts.count == 1, "\(hosts.count) hosts")
      require(target.isAsterisk || target.fragment == nil, "a fragment: \(target)")
      require(target.host?.isEmpty == false, "no host: \(target)")
      check(target, options)
    case .failure(let error):
      let host = hosts.count > 1 ? hosts[1] : hosts.first ?? ""
      check(error, error.place == .target ? bytes : Array(host.utf8))
    }
  }

  // MARK: - What must hold

  private static func make(
    _ body: () throws(RouteTargetError) -> RouteTarget
  ) -> Result<RouteTarget, RouteTargetError> {
    Result { () throws(RouteTargetError) in try body() }
  }

  private static func requireSame(
    _ one: Result<RouteTarget, RouteTargetError>,
    _ other: Result<RouteTarget, RouteTargetError>,
    _ what: String
  ) {
    switch (one, other) {
    case (.success(let one), .success(let other)):
      require(
        one == other && one.layout == other.layout && one.hashValue == other.hashValue,
        "\(what) makes \(one), and \(other)"
      )
      require(one.segments == other.segments, "the segments of \(one) and \(other)")
    case (.failure(let one), .failure(let other)):
      require(one == other, "\(what) is \(one), and \(other)")
    default: fail("\(what) makes \(one), and \(other)")
    }
  }

  private static func check(_ target: RouteTarget, _ options: RouteTarget.Options) {
    if let fault = TargetInvariants.fault(in: target, options.slashes) {
      fail("\(fault): \(target)")
    }
    let text = target.description
    require(text.utf8.count <= options.targetLength, "too long: \(target)")
    // The text does not show that a request has asked for the server as a whole.
    guard !target.isAsterisk else { return }
    let again = make { () throws(RouteTargetError) in try RouteTarget(text, options: options) }
    requireSame(again, .success(target), "the description")
    let slow = make { () throws(RouteTargetError) in
      try RouteTarget(slow: Array(text.utf8), mode: .text, options: options)
    }
    requireSame(slow, .success(target), "the description, slowly")
    // What is canonical under one policy is so under the stricter one.
    let strict = RouteTarget.Options(slashes: .strict, targetLength: options.targetLength)
    let kept = make { () throws(RouteTargetError) in try RouteTarget(text, options: strict) }
    requireSame(kept, .success(target), "the description, strictly")
    require(text.hasPrefix(target.withoutQuery), "\(target.withoutQuery) of \(target)")
    for segment in target.segments {
      require(segment.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control in \(target)")
    }
  }

  private static func check(_ error: RouteTargetError, _ input: [UInt8]) {
    require(0...input.count ~= error.offset, "\(error.code) at \(error.offset) of \(input.count)")
    require(error.excerpt.count <= 320, "an excerpt of \(error.excerpt.count)")
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    require(
      error.excerpt.isEmpty || lines.last?.last == "^",
      "no caret: \(lines)"
    )
    require(
      error.description.unicodeScalars.allSatisfy { $0 != "\u{1B}" },
      "\(lines)"
    )
  }
}
