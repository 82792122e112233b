/// Where the values of a match stand in the subject, kept without allocation for up to eight of them.
struct CaptureRanges: Sendable {
  /// Start and end of each value in turn.
  private var inline = SIMD16<UInt32>(repeating: .max)
  private var more: [UInt32] = []

  static let inlineCount = 8

  /// The range of the n-th value; nothing when it took no part in the match.
  subscript(index: Int) -> Range<Int>? {
    get {
      let (start, end) =
        if index < Self.inlineCount {
          (inline[2 * index], inline[2 * index + 1])
        } else if 2 * (index - Self.inlineCount) + 1 < more.count {
          (more[2 * (index - Self.inlineCount)], more[2 * (index - Self.inlineCount) + 1])
        } else {
          (UInt32.max, UInt32.max)
        }
      return start == .max || end < start ? nil : Int(start)..<Int(end)
    }
    set {
      let start = newValue.map { UInt32(truncatingIfNeeded: $0.lowerBound) } ?? .max
      let end = newValue.map { UInt32(truncatingIfNeeded: $0.upperBound) } ?? .max
      if index < Self.inlineCount {
        inline[2 * index] = start
        inline[2 * index + 1] = end
      } else {
        let place = 2 * (index - Self.inlineCount)
        while more.count < place + 2 { more.append(.max) }
        more[place] = start
        more[place + 1] = end
      }
    }
  }
}
