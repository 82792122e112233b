/// A URL in the parts that a pattern is matched against, as the URL standard reads and writes them.
struct WebAddress: Sendable {
  /// The text that holds the parts, in their order: the URL itself, if it stands as it is written,
  /// or the parts one behind the other.
  let text: String
  private let ends: SIMD8<UInt32>
  /// The number of bytes before each part that are of none, four bits for each.
  private let gaps: UInt32
  /// Whether the path is one text, not segments.
  let hasOpaquePath: Bool

  /// The URL that a writer has written.
  init(_ writer: consuming WebAddressWriter) {
    writer.end(.hash)
    hasOpaquePath = writer.hasOpaquePath
    ends = writer.ends
    gaps = 0
    text = String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A URL whose text has all parts, with these ends.
  init(_ text: consuming String, _ ends: SIMD8<UInt32>, gaps: UInt32) {
    self.text = text
    self.ends = ends
    self.gaps = gaps
    hasOpaquePath = false
  }

  /// A URL that stands as it is written; `nil` where it has to be read.
  init?(clean text: String) {
    guard let url = text.withBytes({ CleanURL($0) }) else { return nil }
    let host = UInt32(truncatingIfNeeded: url.schemeEnd + 3)
    let path = UInt32(truncatingIfNeeded: url.pathStart)
    let pathEnd = UInt32(truncatingIfNeeded: url.pathEnd)
    let queryEnd = UInt32(truncatingIfNeeded: url.queryEnd)
    let end = UInt32(truncatingIfNeeded: text.utf8.count)
    // The three characters between scheme and host, the question mark, and the number sign.
    let gaps: UInt32 = (queryEnd > pathEnd ? 1 << 24 : 0) | (end > queryEnd ? 1 << 28 : 0)
    self.init(
      text,
      SIMD8(host - 3, host, host, path, path, pathEnd, queryEnd, end),
      gaps: gaps | 3 << 4
    )
  }

  /// The place of a part.
  @inline(__always)
  func range(of part: WebPart) -> Range<Int> { range(of: part.rawValue) }

  /// The place of the part with a number.
  @inline(__always)
  func range(of index: Int) -> Range<Int> {
    let before = index == 0 ? 0 : Int(ends[index &- 1])
    let start =
      before &+ Int(truncatingIfNeeded: gaps &>> UInt32(truncatingIfNeeded: 4 &* index) & 15)
    return unsafe Range(uncheckedBounds: (start, Int(ends[index])))
  }

  /// A part.
  subscript(part: WebPart) -> Substring.UTF8View { text[utf8: range(of: part)].utf8 }

  /// A part as a string.
  func text(of part: WebPart) -> String { String(text[utf8: range(of: part)]) }
}
