/// Reads raw bytes and escapes one after another, and refuses bytes that no part of a target may
/// hold.
///
/// Whether escapes are UTF-8 is seen over the whole run of bytes that they stand for. A character
/// must be raw or escaped as a whole: one that begins with an escape and goes on raw is refused.
///
/// In a query all of that is data: a percent sign that begins no escape stands for itself, bytes
/// need not be UTF-8, and escapes of line breaks and tabs are what forms send for them.
struct TargetByteReader {
  /// One byte of data.
  struct Unit {
    let byte: UInt8
    let isEscaped: Bool
  }

  private(set) var position: Int
  private let end: Int
  private let isQuery: Bool
  /// The character that has begun and is not complete.
  private var pending = 0
  private var pendingStart = 0
  private var pendingIsEscaped = false
  /// The range that the next byte of the character must lie in.
  private var continuation: ClosedRange<UInt8> = 0x80...0xBF

  init(_ range: Range<Int>, isQuery: Bool = false) {
    position = range.lowerBound
    end = range.upperBound
    self.isQuery = isQuery
  }

  /// The next byte of the part, or `nil` at its end.
  mutating func next(in input: [UInt8]) throws(TargetFault) -> Unit? {
    let start = position
    guard start < end else {
      if pending > 0 { throw TargetFault(.invalidUTF8, at: pendingStart) }
      return nil
    }
    var byte = input[start]
    let isEscaped = byte == UInt8(ascii: "%")
    position += 1
    if isEscaped {
      guard end - start > 2, let value = PercentCoding.byte(input[start + 1], input[start + 2])
      else {
        guard isQuery else { throw TargetFault(.badEscape, at: start) }
        return Unit(byte: byte, isEscaped: true)
      }
      byte = value
      position += 2
    }
    if !isQuery, byte >= 0x80 || pending > 0 { try check(byte, isEscaped: isEscaped, at: start) }
    if PercentCoding.isControl(byte), !(isQuery && isEscaped && PercentCoding.isLayout(byte)) {
      throw TargetFault(.controlByte, at: start)
    }
    return Unit(byte: byte, isEscaped: isEscaped)
  }

  /// Checks a byte that begins or continues a character of several bytes.
  ///
  /// The Unicode Standard, table 3-7: neither overlong forms nor surrogates nor anything beyond
  /// U+10FFFF.
  private mutating func check(
    _ byte: UInt8,
    isEscaped: Bool,
    at start: Int
  ) throws(TargetFault) {
    if pending > 0 {
      guard continuation.contains(byte), isEscaped == pendingIsEscaped else {
        throw TargetFault(.invalidUTF8, at: pendingStart)
      }
      pending -= 1
      continuation = 0x80...0xBF
      return
    }
    pendingStart = start
    pendingIsEscaped = isEscaped
    switch byte {
    case 0xC2...0xDF: pending = 1
    case 0xE0...0xEF: pending = 2
    case 0xF0...0xF4: pending = 3
    default: throw TargetFault(.invalidUTF8, at: start)
    }
    switch byte {
    case 0xE0: continuation = 0xA0...0xBF
    case 0xED: continuation = 0x80...0x9F
    case 0xF0: continuation = 0x90...0xBF
    case 0xF4: continuation = 0x80...0x8F
    default: break
    }
  }
}
