/// A URL that is being written, part by part.
struct WebAddressWriter {
  /// The text of all parts, one behind the other, without what stands between them in the URL.
  var bytes: [UInt8] = []
  /// The ends of those that are written.
  private(set) var ends = SIMD8<UInt32>(repeating: 0)
  private var count = 0
  /// Whether the path is one text, not segments.
  var hasOpaquePath = false

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// A part; the end of what there is, for one that is not written yet.
  subscript(part: WebPart) -> ArraySlice<UInt8> {
    let index = part.rawValue
    guard index < count else { return bytes[bytes.count...] }
    return bytes[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
  }

  /// Ends the part that is being written, and all before it that are not.
  mutating func end(_ part: WebPart) {
    while count <= part.rawValue {
      ends[count] = UInt32(truncatingIfNeeded: bytes.count)
      count += 1
    }
  }

  /// Writes a part that another URL has.
  mutating func copy(_ part: WebPart, of other: WebAddress) {
    bytes += other[part]
    end(part)
  }

  /// Writes a part.
  mutating func append(_ text: String, as part: WebPart) {
    bytes += text.utf8
    end(part)
  }

  /// The place where the part that is being written begins.
  var partStart: Int { count == 0 ? 0 : Int(ends[count - 1]) }
}
