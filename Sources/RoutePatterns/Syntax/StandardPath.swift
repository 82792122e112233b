/// The path as the URL standard makes it canonical, which is laxer than a target's.
///
/// It serves the literal text and the reverse direction of a `PatternComponent`, and the parser of
/// whole URLs.
package enum StandardPath {
  /// The path of a URL with one of the web's schemes: dot segments resolved, backslashes turned
  /// round.
  package static func canonical(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "" }
    let input = withoutLayout(bytes)
    // The standard parses relative text behind "/-", so that its first segment is kept as it is.
    let isRooted = input.first == UInt8(ascii: "/")
    let rest = isRooted ? input.dropFirst() : [UInt8(ascii: "-")] + input
    var segments: [[UInt8]] = []
    let pieces = rest.split(omittingEmptySubsequences: false, whereSeparator: isSlash)
    for (index, piece) in pieces.enumerated() {
      let isLast = index == pieces.count - 1
      switch dots(in: piece) {
      case 1:
        if isLast { segments.append([]) }
      case 2:
        _ = segments.popLast()
        if isLast { segments.append([]) }
      default:
        segments.append(PercentSet.path.encoded(piece))
      }
    }
    let path = [UInt8(ascii: "/")] + segments.joined(separator: [UInt8(ascii: "/")])
    return String(decoding: isRooted ? path[...] : path.dropFirst(2), as: UTF8.self)
  }

  /// Whether two dots in relative text would remove what stands before it.
  package static func climbsOut(_ bytes: ArraySlice<UInt8>) -> Bool {
    let input = withoutLayout(bytes)
    guard let first = input.first, first != UInt8(ascii: "/") else { return false }
    var depth = 0
    for piece in ([UInt8(ascii: "-")] + input).split(
      omittingEmptySubsequences: false,
      whereSeparator: isSlash
    ) {
      let count = dots(in: piece)
      if count != 1 { depth += count == 2 ? -1 : 1 }
      if depth == 0 { return true }
    }
    return false
  }

  /// The path of any other URL, which is one opaque text.
  package static func canonicalOpaque(_ bytes: [UInt8]) -> String {
    String(decoding: PercentSet.control.encoded(withoutLayout(bytes)), as: UTF8.self)
  }

  /// Leaves out tabs and line breaks, which the parser of URLs does not read.
  private static func withoutLayout(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.filter { !PercentCoding.isLayout($0) }
  }

  private static func isSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  /// The number of dots that a segment consists of, escaped ones included; 0 for any other segment.
  package static func dots(in segment: ArraySlice<UInt8>) -> Int {
    var count = 0
    var rest = segment
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2 {
        guard rest.removeFirst() == UInt8(ascii: "2"),
          rest.removeFirst() | 0x20 == UInt8(ascii: "e")
        else { return 0 }
      } else if byte != UInt8(ascii: ".") {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }
}
