extension SpecificityKey {
  /// Makes the key of a plain text, as that of its parts.
  init(plain reader: consuming PlainReader) {
    var writer = PlainKeyWriter(of: reader.bytes.count)
    while let piece = reader.next() { writer.add(piece, from: reader) }
    self = writer.end(reader)
  }
}

/// Writes the key of a plain text while that is read: literal segments in a row are one part.
struct PlainKeyWriter {
  private var key: SpecificityKey
  /// The place where the literal segments in a row begin, with the slash before them, and where
  /// they end.
  private var literal = 0..<0

  init(of length: Int) {
    // A value takes five bytes of the key and three of the text, literal text four of the key
    // besides its own.
    key = SpecificityKey(capacity: 2 * length + 20)
    key.append(hasScheme: false, host: nil, hasPort: false)
  }

  /// Adds what was read last.
  mutating func add(_ piece: PlainReader.Piece, from reader: PlainReader) {
    switch piece {
    case .literal(let range): literal = literal.lowerBound..<range.upperBound
    case .value: add(.segmentWildcard, from: reader)
    case .rest: add(.fullWildcard, from: reader)
    }
  }

  private mutating func add(_ wildcard: PatternPart.Kind, from reader: PlainReader) {
    if !literal.isEmpty { key.append(literal: reader.bytes[literal]) }
    key.append(segment: wildcard)
    literal = reader.position..<reader.position
  }

  /// The key, when all is read.
  consuming func end(_ reader: PlainReader) -> SpecificityKey {
    if !literal.isEmpty { key.append(literal: reader.bytes[literal]) }
    key.appendEnd()
    key.append(scheme: nil, port: nil)
    return key
  }
}
