import RoutePatterns

/// What holds for every canonical target, whatever it was made from.
enum TargetInvariants {
  /// The first rule that a target breaks, or `nil`.
  ///
  /// Written against the text alone, with nothing of the code that made it.
  static func fault(in target: RouteTarget, _ slashes: RouteTarget.SlashPolicy) -> String? {
    let bytes = Array(target.description.utf8)
    let path = Array(target.path.utf8)
    guard path.first == 0x2F else { return "the path has no slash first" }
    if let fault = fault(in: bytes) { return fault }
    var segments: [[UInt8]] = [[]]
    for byte in path.dropFirst() {
      if byte == 0x2F { segments.append([]) } else { segments[segments.count - 1].append(byte) }
    }
    if segments.contains([0x2E]) || segments.contains([0x2E, 0x2E]) { return "a dot segment" }
    if slashes == .lenient, path.count > 1, segments.contains([]) { return "an empty segment" }
    return nil
  }

  private static func fault(in bytes: [UInt8]) -> String? {
    let raw = Set("\\\"<>^`{|} ".utf8)
    var index = 0
    var (isQuery, isFragment) = (false, false)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x3F, !isFragment { isQuery = true }
      if byte == 0x23 { (isQuery, isFragment) = (false, true) }
      guard byte > 0x20, byte < 0x7F, !raw.contains(byte) else { return "byte \(byte)" }
      if byte == 0x25 {
        guard index + 2 < bytes.count, let high = value(bytes[index + 1]),
          let low = value(bytes[index + 2])
        else { return "a bad escape" }
        let data = high << 4 | low
        let isLayout = isQuery && (data == 0x09 || data == 0x0A || data == 0x0D)
        if data < 0x20 && !isLayout || data == 0x7F { return "an escaped control byte" }
        switch data {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
          return "an escape that could be decoded"
        default: break
        }
        index += 2
      }
      index += 1
    }
    return nil
  }

  /// The value of an upper-case digit.
  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 55
    default: nil
    }
  }
}
