/// Reads segment after segment of a plain text, each with the slash before it.
struct PlainReader {
  /// A segment, or all that is left, by places in the text.
  enum Piece {
    case literal(Range<Int>)
    /// A value, and its name unless that is `_`.
    case value(Range<Int>?)
    case rest
  }

  /// The text, with the slash of the root.
  let bytes: [UInt8]
  /// Whether all that was read is plain; nothing more is read where it is not.
  private(set) var isPlain: Bool
  /// The end of what was read.
  private(set) var position = 0
  /// The place where the literal text begins that is read.
  private var literal = 0

  /// Begins to read a text.
  init(_ text: [UInt8]) {
    let slash = UInt8(ascii: "/")
    // The slash of the root need not be written.
    bytes = text.first == slash ? text : [slash] + text
    // An expression stands in no plain text, and is told before any of it is read.
    isPlain = !text.isEmpty && !text.contains(UInt8(ascii: "("))
  }

  /// Begins to read a text that is known to be plain.
  init(_ text: String) { self.init(Array(text.utf8)) }

  /// The literal text at the end, when all is read.
  var ending: ArraySlice<UInt8> { bytes[literal...] }

  /// The next piece; nothing at the end, or where the text is not plain.
  mutating func next() -> Piece? {
    guard isPlain, position < bytes.count else { return nil }
    let start = position + 1
    switch start < bytes.count ? bytes[start] : 0 {
    case UInt8(ascii: ":"): return value(from: start + 1)
    case UInt8(ascii: "*"): return rest(from: start)
    default: return literal(from: start)
    }
  }

  /// A value whose name is all of its segment.
  private mutating func value(from start: Int) -> Piece? {
    var end = start
    while end < bytes.count, isNamePart(bytes[end], first: end == start) { end += 1 }
    isPlain = end > start && (end == bytes.count || bytes[end] == UInt8(ascii: "/"))
    (position, literal) = (end, end)
    let isUnnamed = end == start + 1 && bytes[start] == UInt8(ascii: "_")
    return isPlain ? .value(isUnnamed ? nil : start..<end) : nil
  }

  private mutating func rest(from start: Int) -> Piece? {
    isPlain = start + 1 == bytes.count
    (position, literal) = (bytes.count, bytes.count)
    return isPlain ? .rest : nil
  }

  /// A literal segment, all of whose bytes stand for themselves; only that of the root is empty.
  private mutating func literal(from start: Int) -> Piece? {
    var end = start
    // Dots alone can mean something.
    var holdsOther = bytes.count == 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "/") {
      guard isLiteral(bytes[end]) else {
        isPlain = false
        return nil
      }
      if bytes[end] != UInt8(ascii: ".") { holdsOther = true }
      end += 1
    }
    isPlain = holdsOther
    position = end
    return isPlain ? .literal(start..<end) : nil
  }

  @inline(__always)
  private func isNamePart(_ byte: UInt8, first: Bool) -> Bool {
    byte.isASCIILetter || (!first && byte.isASCIIDigit) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  @inline(__always)
  private func isLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: ":"):
      false
    default: PercentCoding.isPathByte(byte)
    }
  }
}
