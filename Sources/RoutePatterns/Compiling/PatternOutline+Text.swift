extension PatternOutline {
  /// Reads the text of a plain pattern: literal text, parameters that are whole segments, an
  /// asterisk at the end.
  ///
  ///     /books/new      /books/:id/pages/:_      files/*
  ///
  /// Nearly all patterns are of this form, and of such a text each byte says what it means: what
  /// the parser would make of it is told at a glance. Whatever is not, a fault among it, is left to
  /// the parser.
  ///
  /// - Returns: `nil` if the text is not plain.
  init?(plain text: [UInt8], slashes: RouteTarget.SlashPolicy) {
    var reader = PlainReader(text)
    segments.reserveCapacity(4)
    while let piece = reader.next() {
      switch piece {
      case .literal(let range): segments.append(.literal(reader.bytes[range]))
      case .value(nil): segments.append(.value(name: nil))
      case .value(let range?):
        let value = Segment.value(name: reader.bytes[range])
        // A name is taken once.
        guard !segments.contains(value) else { return nil }
        segments.append(value)
      case .rest:
        let canLackSlash = slashes == .lenient && !segments.isEmpty
        // It is the one value without a name.
        end = .rest(name: [UInt8(ascii: "0")], canLackSlash: canLackSlash)
      }
    }
    guard reader.isPlain else { return nil }
    ending = reader.ending
    isExact = true
  }
}

extension PatternOutline {
  /// The values of a plain text, as its parts have them.
  var captures: [PatternCapture] {
    var captures: [PatternCapture] = []
    captures.reserveCapacity(captureCount)
    for case .value(let name?) in segments {
      captures.append(PatternCapture(name, group: captures.count + 1, spansSegments: false))
    }
    if case .rest(let name?, _) = end {
      captures.append(PatternCapture(name, group: captures.count + 1, spansSegments: true))
    }
    return captures
  }
}

extension PatternCapture {
  fileprivate init(_ name: ArraySlice<UInt8>, group: Int, spansSegments: Bool) {
    self.init(
      name: String(decoding: name, as: UTF8.self),
      group: group,
      spansSegments: spansSegments,
      emptyIsAbsent: false
    )
  }
}
