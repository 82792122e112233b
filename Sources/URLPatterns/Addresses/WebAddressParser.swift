/// Reads a URL as the URL standard's parser does, one part after the other.
struct WebAddressParser {
  let input: [UInt8]
  var out: WebAddressWriter
  var isSpecial = false
  var isFile = false
  let base: WebAddress?

  static func parse(_ text: Span<UInt8>, base: WebAddress?) -> WebAddress? {
    var (start, end) = (0, text.count)
    while start < end, text[start] <= 0x20 { start += 1 }
    while end > start, text[end - 1] <= 0x20 { end -= 1 }
    var input: [UInt8] = []
    input.reserveCapacity(end - start)
    for index in start..<end where !PercentSet.isLayout(text[index]) { input.append(text[index]) }
    var parser = WebAddressParser(input: input, base: base)
    guard parser.url() else { return nil }
    return WebAddress(parser.out)
  }

  private init(input: [UInt8], base: WebAddress?) {
    self.input = input
    self.base = base
    out = WebAddressWriter(capacity: input.count + 16)
  }

  /// Whether a byte stands at a place.
  func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
    index < input.count && input[index] == UInt8(ascii: character)
  }

  /// Whether what ends a segment stands at a place.
  func hasSlash(at index: Int) -> Bool {
    has("/", at: index) || (isSpecial && has("\\", at: index))
  }

  private mutating func url() -> Bool {
    guard let colon = endOfScheme() else { return relative() }
    for byte in input[..<colon] { out.bytes.append(byte.lowercasedASCII) }
    out.end(.protocol)
    let scheme = out[.protocol]
    isSpecial = WebScheme.isSpecial(scheme)
    isFile = scheme.elementsEqual("file".utf8)
    let next = colon + 1
    if isFile {
      let sibling = base.flatMap { $0[.protocol].elementsEqual("file".utf8) ? $0 : nil }
      return file(from: next, sibling)
    }
    if isSpecial {
      if let base, base[.protocol].elementsEqual(scheme),
        !has("/", at: next) || !has("/", at: next + 1)
      {
        return relative(from: next, to: base)
      }
      var start = next
      while hasSlash(at: start) { start += 1 }
      return authority(from: start)
    }
    guard has("/", at: next) else {
      opaquePath(from: next)
      return true
    }
    if has("/", at: next + 1) { return authority(from: next + 2) }
    out.end(.port)
    path(from: next + 1)
    return true
  }

  /// The colon behind the scheme that a URL begins with.
  private func endOfScheme() -> Int? {
    guard let first = input.first, first.isASCIILetter else { return nil }
    for (index, byte) in input.enumerated() {
      if byte == UInt8(ascii: ":") { return index }
      if StandardText.schemeByte(byte) == nil { return nil }
    }
    return nil
  }

  // MARK: - Relative URLs

  private mutating func relative() -> Bool {
    guard let base else { return false }
    if base.hasOpaquePath {
      guard has("#", at: 0) else { return false }
      for component in WebPart.allCases.prefix(7) { out.copy(component, of: base) }
      out.hasOpaquePath = true
      fragment(from: 1)
      return true
    }
    out.copy(.protocol, of: base)
    isSpecial = WebScheme.isSpecial(out[.protocol])
    isFile = out[.protocol].elementsEqual("file".utf8)
    return isFile ? file(from: 0, base) : relative(from: 0, to: base)
  }

  /// Reads what stands behind the scheme of the base.
  private mutating func relative(from start: Int, to base: WebAddress) -> Bool {
    if hasSlash(at: start) {
      if hasSlash(at: start + 1) {
        var next = start + 2
        while isSpecial, hasSlash(at: next) { next += 1 }
        return authority(from: next)
      }
      copyAuthority(of: base)
      path(from: start + 1)
      return true
    }
    copyAuthority(of: base)
    relativePath(from: start, to: base) { $0.shortenPath() }
    return true
  }

  private mutating func copyAuthority(of base: WebAddress) {
    for component in [WebPart.username, .password, .hostname, .port] {
      out.copy(component, of: base)
    }
  }

  /// Reads a path that goes on where that of the base leaves off, or a query or a fragment alone.
  private mutating func relativePath(
    from start: Int,
    to base: WebAddress,
    shorten: (inout WebAddressParser) -> Void
  ) {
    out.bytes += base[.pathname]
    if has("?", at: start) || has("#", at: start) || start == input.count {
      out.end(.pathname)
      if !has("?", at: start) { out.copy(.search, of: base) }
      tail(from: start)
    } else {
      shorten(&self)
      path(from: start)
    }
  }

  // MARK: - Files

  /// Reads what stands behind `file:`; the base is one of a file.
  private mutating func file(from start: Int, _ base: WebAddress?) -> Bool {
    out.end(.password)
    if hasSlash(at: start) {
      if hasSlash(at: start + 1) { return fileHost(from: start + 2) }
      if let base {
        out.bytes += base[.hostname]
        out.end(.port)
        if !startsWithDrive(start + 1), let drive = drive(of: base) { out.bytes += drive }
      }
      out.end(.port)
      path(from: start + 1)
      return true
    }
    if let base {
      out.bytes += base[.hostname]
      out.end(.port)
      relativePath(from: start, to: base) { parser in
        if parser.startsWithDrive(start) {
          parser.out.bytes.removeSubrange(parser.out.partStart...)
        } else {
          parser.shortenPath()
        }
      }
      return true
    }
    out.end(.port)
    path(from: start)
    return true
  }

  private mutating func fileHost(from start: Int) -> Bool {
    var end = start
    while end < input.count, !hasSlash(at: end), !has("?", at: end), !has("#", at: end) { end += 1 }
    if end == start + 2, isDrive(input[start..<end]) {
      out.end(.port)
      path(from: start)
      return true
    }
    if end > start {
      guard let host = StandardHost.canonical(input[start..<end], DomainName.ascii) else {
        return false
      }
      if host != "localhost" { out.bytes += host.utf8 }
    }
    out.end(.port)
    path(from: hasSlash(at: end) ? end + 1 : end)
    return true
  }
}

extension WebAddress {
  /// The longest URL that is read.
  private static let limit = 1 << 28

  /// Reads a URL, relative to a base where there is one; `nil` for what is none.
  ///
  /// - Complexity: linear in the lengths of both.
  init?(parsing text: String, base: WebAddress? = nil) {
    if let address = WebAddress(clean: text) {
      self = address
      return
    }
    var text = text
    let address = text.withUTF8 { bytes in
      unsafe bytes.count <= Self.limit ? WebAddressParser.parse(bytes.span, base: base) : nil
    }
    guard let address else { return nil }
    self = address
  }
}

extension PercentSet {
  /// Whether a byte is a tab or a line break, which a URL may hold anywhere and means nothing.
  @inline(__always)
  static func isLayout(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
