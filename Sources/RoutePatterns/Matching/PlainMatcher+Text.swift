extension PlainMatcher {
  /// Reads the text of a pattern, and comes to what its expression would say; nothing where it is not plain.
  init?(plainText text: Span<UInt8>, slashes: RouteTarget.SlashPolicy) {
    // A value or a rest takes two bytes of text, and may end a step before it.
    let capacity = text.count / 2 + text.count / 8 + 4
    let steps = unsafe withUnsafeTemporaryAllocation(of: Step.self, capacity: capacity) { buffer in
      var writer = unsafe StepWriter(steps: buffer)
      return unsafe writer.write(text, slashes) ? Array(writer.written) : nil
    }
    guard let steps else { return nil }
    self.init(steps)
  }

  /// Writes steps into memory that has room for all of them.
  @safe
  private struct StepWriter {
    private let steps: UnsafeMutableBufferPointer<Step>
    private var count = 0
    private var step = Step()

    init(steps: UnsafeMutableBufferPointer<Step>) { unsafe self.steps = steps }

    var written: Slice<UnsafeMutableBufferPointer<Step>> { unsafe steps[..<count] }

    /// - Returns: false where the text is not plain.
    mutating func write(_ text: Span<UInt8>, _ slashes: RouteTarget.SlashPolicy) -> Bool {
      var captures = 0
      let start = PlainText.start(of: text)
      var position = start
      while position <= text.count {
        let isFirst = position == start
        guard let segment = PlainText.segment(of: text, at: &position) else { return false }
        switch segment {
        case .literal(let range):
          append(UInt8(ascii: "/"))
          for index in range { append(text[index]) }
        case .unnamed:
          append(UInt8(ascii: "/"))
          take(.segment)
        case .parameter(let name):
          if captures > 0, PlainText.hasName(name, in: text, before: name.lowerBound) {
            return false
          }
          captures += 1
          append(UInt8(ascii: "/"))
          take(.capturedSegment)
        case .rest:
          captures += 1
          // Of a target that does not end in a slash the last one is missing, unless it is the root.
          if slashes == .lenient, !isFirst {
            take(.slashOrEnd)
          } else {
            append(UInt8(ascii: "/"))
          }
          take(.capturedRest)
        }
      }
      if step.length > 0 { take(.nothing) }
      return captures <= CaptureRanges.inlineCount
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8) {
      if step.length == 8 { take(.nothing) }
      step.word |= UInt64(byte) &<< (8 &* UInt64(step.length))
      step.length += 1
    }

    @inline(__always)
    private mutating func take(_ piece: Piece) {
      step.piece = piece
      unsafe steps.initializeElement(at: count, to: step)
      count += 1
      step = Step()
    }
  }
}
