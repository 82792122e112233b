extension PlainText {
  /// The outline of a plain text: what the parts of its pattern come to, without making them.
  static func outline(of text: Span<UInt8>) -> PatternOutline {
    var segments: [PatternOutline.Segment] = []
    var isOpen = false
    var position = start(of: text)
    while position <= text.count, let segment = segment(of: text, at: &position) {
      switch segment {
      case .literal(let range): segments.append(.literal(string(text, range)))
      case .parameter, .unnamed: segments.append(.any)
      case .rest: isOpen = true
      }
    }
    return PatternOutline(
      segments,
      isOpen: isOpen,
      canLackLast: false,
      shape: isOpen ? .prefix(segments) : .exact(segments)
    )
  }
}
