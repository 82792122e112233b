internal import RoutePatterns

/// A URL in the parts that a pattern is matched against, as the URL standard reads and writes them.
///
/// The parts lie one behind the other in one text, without what stands between them in the URL.
struct WebAddress: Sendable {
  /// The text of all parts.
  var bytes: [UInt8] = []
  /// The ends of those that are written.
  private var ends = SIMD8<Int32>(repeating: 0)
  private var count = 0
  /// Whether the path is one text, not segments.
  var hasOpaquePath = false

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// The place of a part; the end of what there is, for one that is not written yet.
  func range(of component: WebPart) -> Range<Int> {
    let index = component.rawValue
    guard index < count else { return bytes.count..<bytes.count }
    return (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// A part.
  subscript(component: WebPart) -> ArraySlice<UInt8> { bytes[range(of: component)] }

  /// A part as a string.
  func text(of component: WebPart) -> String {
    String(decoding: self[component], as: UTF8.self)
  }

  /// Ends the part that is being written, and all before the component that are not.
  mutating func end(_ component: WebPart) {
    while count <= component.rawValue {
      ends[count] = Int32(truncatingIfNeeded: bytes.count)
      count += 1
    }
  }

  /// Writes a part that another URL has.
  mutating func copy(_ component: WebPart, of other: WebAddress) {
    bytes += other[component]
    end(component)
  }

  /// Writes a part.
  mutating func append(_ text: String, as component: WebPart) {
    bytes += text.utf8
    end(component)
  }

  /// The place where the part that is being written begins.
  var partStart: Int { count == 0 ? 0 : Int(ends[count - 1]) }
}
