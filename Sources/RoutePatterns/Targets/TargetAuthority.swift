/// The part of a URL between `//` and its path, and the value of a Host header, which is formed
/// alike.
struct TargetAuthority {
  /// The bytes that the authority lies in.
  private let input: [UInt8]
  private let range: Range<Int>
  private let place: RouteTargetError.Place

  init(_ input: [UInt8], in range: Range<Int>, place: RouteTargetError.Place) {
    self.input = input
    self.range = range
    self.place = place
  }

  /// Whether a byte may stand in a host name.
  ///
  /// The other characters that RFC 3986 allows (`;`, `,`, `(` and others) name no host that exists,
  /// and are read differently by every program that a request passes through.
  @inline(__always)
  static func isHostByte(_ byte: UInt8) -> Bool {
    PercentCoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
  }

  /// Appends host and port in canonical form: lower case, addresses in their one notation, without
  /// a dot at the end, and without a port that the scheme has anyway.
  func append(defaultPort: UInt16, to output: inout [UInt8]) throws(TargetFault) {
    try refuseUserInfo()
    let hostEnd: Int
    if range.first.map({ input[$0] }) == UInt8(ascii: "[") {
      hostEnd = try appendAddress(to: &output)
    } else {
      hostEnd = try appendName(to: &output)
    }
    guard hostEnd < range.upperBound else { return }
    guard input[hostEnd] == UInt8(ascii: ":") else { throw fault(.badHost, hostEnd) }
    guard let port = try port(after: hostEnd), port != defaultPort else { return }
    output.append(UInt8(ascii: ":"))
    output.append(contentsOf: String(port).utf8)
  }

  /// Appends the host of a deep link, which becomes the first segment of its path.
  func appendSegment(to output: inout [UInt8]) throws(TargetFault) {
    try refuseUserInfo()
    guard !range.isEmpty else { return }
    output.append(UInt8(ascii: "/"))
    let start = output.count
    for position in range {
      let byte = input[position]
      if byte == UInt8(ascii: ":") { throw fault(.portNotAllowed, position) }
      guard Self.isHostByte(byte) else { throw fault(.badHost, position) }
      output.append(byte.lowercasedASCII)
    }
    guard !Self.isDotSegment(output[start...]) else { throw fault(.badHost, range.lowerBound) }
  }

  /// Whether a segment of a canonical path would be read back unchanged in the place of a deep
  /// link's host.
  static func isHostSegment(_ segment: ArraySlice<UInt8>) -> Bool {
    !segment.isEmpty && !isDotSegment(segment)
      && segment.allSatisfy { isHostByte($0) && !(0x41...0x5A).contains($0) }
  }

  static func isDotSegment(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.count <= 2 && !segment.isEmpty && segment.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}

extension TargetAuthority {
  private func refuseUserInfo() throws(TargetFault) {
    if let at = input[range].firstIndex(of: UInt8(ascii: "@")) { throw fault(.userInfo, at) }
  }

  /// Appends a name or an IPv4 address, and returns where it ends.
  private func appendName(to output: inout [UInt8]) throws(TargetFault) -> Int {
    let end = input[range].firstIndex(of: UInt8(ascii: ":")) ?? range.upperBound
    let start = output.count
    var label = range.lowerBound
    for position in range.lowerBound..<end {
      let byte = input[position]
      guard Self.isHostByte(byte) else { throw fault(.badHost, position) }
      if byte == UInt8(ascii: ".") {
        guard label < position else { throw fault(.badHost, position) }
        // The dot at the end says that the name is complete; it does not make another name.
        if position == end - 1 { break }
        label = position + 1
      }
      output.append(byte.lowercasedASCII)
    }
    guard end > range.lowerBound else { throw fault(.badHost, range.lowerBound) }
    guard HostAddress.makeCanonical(&output, from: start) else { throw fault(.badHost, label) }
    return end
  }

  /// Appends an IPv6 address with its brackets, and returns where it ends.
  private func appendAddress(to output: inout [UInt8]) throws(TargetFault) -> Int {
    let inner = input[range].dropFirst()
    let end = inner.firstIndex { !(ASCIISet.addressBytes.contains($0)) } ?? range.upperBound
    guard end < range.upperBound else { throw fault(.badHost, range.lowerBound) }
    guard input[end] == UInt8(ascii: "]") else { throw fault(.badHost, end) }
    guard let address = HostAddress.version6(inner[..<end]) else {
      throw fault(.badHost, range.lowerBound)
    }
    output += "[\(address)]".utf8
    return end + 1
  }

  /// The number after a colon, `nil` when there is none.
  private func port(after colon: Int) throws(TargetFault) -> UInt16? {
    let digits = (colon + 1)..<range.upperBound
    var value: UInt32 = 0
    for position in digits {
      let digit = input[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { throw fault(.badPort, position) }
      value = value * 10 + UInt32(digit)
      guard value <= 65535 else { throw fault(.badPort, digits.lowerBound) }
    }
    return digits.isEmpty ? nil : UInt16(value)
  }

  private func fault(_ code: RouteTargetError.Code, _ offset: Int) -> TargetFault {
    TargetFault(code, at: offset, in: place)
  }
}
