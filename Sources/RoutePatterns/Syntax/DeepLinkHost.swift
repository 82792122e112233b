/// The first segment of a deep link's path, which is the host of its URL, and so in lower case.
enum DeepLinkHost {
  /// Returns parts with the literal text of the first segment in lower case.
  ///
  /// - Throws: a fault at a capital that may stand in the first segment, or behind it: in lower
  ///   case it would be wrong there, and as it is here.
  static func lowercased(
    _ parts: [PatternPart],
    of source: [UInt8]
  ) throws(PatternFault) -> [PatternPart] {
    var parts = parts
    var slashes = Slashes.zero
    for index in parts.indices {
      if slashes == .several { break }
      try lowercase(&parts[index], behind: &slashes, of: source)
    }
    return parts
  }

  /// The numbers of slashes that may stand before a place; the first segment has one before it.
  private struct Slashes: OptionSet {
    let rawValue: UInt8

    static let zero = Self(rawValue: 1)
    static let one = Self(rawValue: 2)
    static let several = Self(rawValue: 4)

    /// The numbers behind one more.
    var next: Self { Self(rawValue: rawValue << 1 | rawValue & 4).intersection([.one, .several]) }
  }

  private static func lowercase(
    _ part: inout PatternPart,
    behind slashes: inout Slashes,
    of source: [UInt8]
  ) throws(PatternFault) {
    let before = slashes
    if part.modifier.allowsMany {
      // Other rounds may stand before one; two of them have all the slashes that matter.
      for _ in 0..<2 {
        var (round, behind) = (part, slashes)
        try lowercaseOnce(&round, behind: &behind, of: source)
        slashes.formUnion(behind)
      }
    }
    try lowercaseOnce(&part, behind: &slashes, of: source)
    if part.modifier.allowsNone { slashes.formUnion(before) }
  }

  private static func lowercaseOnce(
    _ part: inout PatternPart,
    behind slashes: inout Slashes,
    of source: [UInt8]
  ) throws(PatternFault) {
    let start = part.place.part
    guard part.kind != .fixed else {
      if let length = lowercase(&part.value, behind: &slashes) {
        throw fault(behind: length, from: start, of: source)
      }
      return
    }
    if let length = lowercase(&part.prefix, behind: &slashes) {
      throw fault(behind: length, from: start, of: source)
    }
    if part.mayHoldSlash {
      let next = slashes.next
      slashes.formUnion([next, .several])
    }
    if lowercase(&part.suffix, behind: &slashes) != nil {
      throw PatternFault(.capitalInHost, at: max(0, start))
    }
  }

  private static func fault(
    behind length: Int,
    from start: Int,
    of source: [UInt8]
  ) -> PatternFault {
    PatternFault(.capitalInHost, at: RoutePath.place(behind: length, from: start, of: source))
  }

  /// Brings the letters of a text in the first segment into lower case, escapes left alone.
  ///
  /// - Returns: The number of bytes before a capital that may stand behind that segment as well.
  private static func lowercase(_ text: inout String, behind slashes: inout Slashes) -> Int? {
    var out: [UInt8] = []
    var escape = 0
    for (index, byte) in text.utf8.enumerated() {
      if byte == UInt8(ascii: "/") { slashes = slashes.next }
      if byte == UInt8(ascii: "%") { escape = 3 }
      let isCapital = ASCIISet.uppercase.contains(byte) && escape == 0 && slashes != .several
      if isCapital, slashes.contains(.several) { return index }
      out.append(isCapital ? byte | 0x20 : byte)
      escape = max(0, escape - 1)
    }
    text = String(decoding: out, as: UTF8.self)
    return nil
  }
}
