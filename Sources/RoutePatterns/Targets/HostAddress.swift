/// The addresses that stand for hosts, each in its one canonical text, as the URL standard reads
/// and writes them.
///
/// What is no address here must not become one elsewhere: a resolver reads `0x7f.1` as 127.0.0.1.
enum HostAddress {
  /// Replaces the name that a text ends with by the IPv4 address that it is, in any notation; a
  /// name stays.
  ///
  /// The name is in lower case and does not end in a dot.
  ///
  /// - Returns: whether it is a host: what ends in a number and is no address is none.
  static func makeCanonical(_ text: inout [UInt8], from start: Int) -> Bool {
    let dot = UInt8(ascii: ".")
    let last = text[(text[start...].lastIndex(of: dot).map { $0 + 1 } ?? start)...]
    guard last.allSatisfy(\.isASCIIDigit) || number(last) != nil else { return true }
    let labels = text[start...].split(separator: dot, omittingEmptySubsequences: false)
    var address: UInt64 = 0
    for (index, label) in labels.enumerated() {
      // The last number is all the bytes that are left.
      let shift = index == labels.count - 1 ? 0 : 8 * (3 - index)
      let limit: UInt64 = index == labels.count - 1 ? 1 << (8 * max(4 - index, 0)) : 256
      guard labels.count <= 4, let number = number(label), number < limit else { return false }
      address |= number << UInt64(shift)
    }
    let bytes = [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }
    text.replaceSubrange(start..., with: bytes.joined(separator: ".").utf8)
    return true
  }

  /// A number in lower case: decimal, octal behind `0`, hexadecimal behind `0x`; beyond 32 bits
  /// only that it is so.
  private static func number(_ label: ArraySlice<UInt8>) -> UInt64? {
    let isHexadecimal = label.starts(with: "0x".utf8)
    let isOctal = label.count > 1 && label.first == UInt8(ascii: "0")
    let radix: UInt8 = isHexadecimal ? 16 : isOctal ? 8 : 10
    if label.isEmpty { return nil }
    var number: UInt64 = 0
    for byte in label.dropFirst(isHexadecimal ? 2 : 0) {
      guard let digit = byte.hexDigitValue, digit < radix else { return nil }
      number = min(number * UInt64(radix) + UInt64(digit), 1 << 32)
    }
    return number
  }

  /// Returns the canonical text of what stands between brackets, or `nil` if it is no IPv6 address.
  static func version6(_ text: ArraySlice<UInt8>) -> String? {
    var gap: Int?
    var groups: [UInt16] = []
    let colon = UInt8(ascii: ":")
    let pair = text.indices.dropLast().first { text[$0] == colon && text[$0 + 1] == colon }
    if let pair {
      guard let before = Self.groups(text[..<pair], isEnd: false) else { return nil }
      groups = before
      gap = before.count
    }
    guard let after = Self.groups(text[(pair.map { $0 + 2 } ?? text.startIndex)...], isEnd: true)
    else { return nil }
    groups += after
    // A pair of colons stands for one group of zeros or more.
    guard gap == nil ? groups.count == 8 : groups.count < 8 else { return nil }
    if let gap { groups.insert(contentsOf: Array(repeating: 0, count: 8 - groups.count), at: gap) }
    return written(groups)
  }

  /// Reads groups between colons; in place of the last two an IPv4 address may stand.
  private static func groups(_ text: ArraySlice<UInt8>, isEnd: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    var groups: [UInt16] = []
    for part in text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      if isEnd, part.endIndex == text.endIndex, let bytes = decimalBytes(part) {
        groups += [UInt16(bytes[0]) << 8 | UInt16(bytes[1])]
        groups += [UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
        continue
      }
      guard (1...4).contains(part.count) else { return nil }
      var group: UInt16 = 0
      for byte in part {
        guard let digit = byte.hexDigitValue else { return nil }
        group = group << 4 | UInt16(digit)
      }
      groups.append(group)
    }
    return groups
  }

  /// The bytes of an IPv4 address in its canonical text.
  private static func decimalBytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let bytes = labels.compactMap { label in
      label.allSatisfy(\.isASCIIDigit) && (label.count == 1 || label.first != UInt8(ascii: "0"))
        ? UInt8(String(decoding: label, as: UTF8.self)) : nil
    }
    return labels.count == 4 && bytes.count == 4 ? bytes : nil
  }

  /// Writes groups in hexadecimal, and a pair of colons for the first of the longest runs of zeros.
  private static func written(_ groups: [UInt16]) -> String {
    var gap = 0..<0
    var start = 0
    for (index, group) in groups.enumerated() {
      if group != 0 { start = index + 1 }
      if index + 1 - start > max(gap.count, 1) { gap = start..<(index + 1) }
    }
    let texts = groups.map { String($0, radix: 16) }
    guard !gap.isEmpty else { return texts.joined(separator: ":") }
    return texts[..<gap.lowerBound].joined(separator: ":") + "::"
      + texts[gap.upperBound...].joined(separator: ":")
  }
}
