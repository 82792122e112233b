/// The bytes of a manifest, with the lines that its messages name.
struct ManifestText {
  let file: String
  let bytes: [UInt8]

  private static let lineFeed = UInt8(ascii: "\n")

  /// The bytes at which lines begin, the first at 0.
  private let lineStarts: [Int]

  /// Makes a text of UTF-8; the mark that some editors put before it is skipped.
  init(_ bytes: [UInt8], file: String) throws(ManifestError) {
    self.file = file
    self.bytes = bytes
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == Self.lineFeed { starts.append(index + 1) }
    }
    lineStarts = starts
    guard bytes.count <= RouteManifest.Limits.size else { throw ManifestError(.tooLarge, in: file) }
    if let offset = Self.firstInvalidByte(of: bytes) {
      throw ManifestError(.invalidUTF8, in: self, at: offset)
    }
  }

  /// The beginning of the text, behind a byte order mark.
  var start: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The lines without their ends.
  var lines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var first = start
    while first < bytes.count {
      let end = bytes[first...].firstIndex(of: Self.lineFeed) ?? bytes.count
      let hasReturn = end > first && bytes[end - 1] == UInt8(ascii: "\r")
      lines.append(first..<(hasReturn ? end - 1 : end))
      first = end + 1
    }
    return lines
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the numbers of the lines that hold some bytes.
  func lineNumbers(of offsets: [Int]) -> [Int] {
    offsets.map { line(of: $0) + 1 }
  }

  /// Returns the byte of its line that some byte is, counted from 1.
  func column(of offset: Int) -> Int {
    let begun = lineStarts[line(of: offset)]
    return offset - (begun == 0 ? start : begun) + 1
  }

  func place(of offset: Int) -> ManifestPlace {
    let offset = min(max(offset, 0), bytes.count)
    let begun = lineStarts[line(of: offset)]
    let first = begun == 0 ? min(start, offset) : begun
    // No more is shown; a whole document may stand in one line.
    let shown = bytes[offset...].prefix(161)
    let last = shown.firstIndex(of: Self.lineFeed) ?? shown.endIndex
    // More than a caret diagram shows, even of characters of four bytes each; none is cut in two at
    // the start.
    var begin = max(first, offset - 160)
    while begin > first, begin < offset, bytes[begin] & 0xC0 == 0x80 { begin += 1 }
    var end = min(last, offset + 160)
    if end == last, end > offset, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return ManifestPlace(
      line: line(of: offset) + 1,
      column: offset - first + 1,
      excerpt: Array(bytes[begin..<end]),
      offset: offset - begin
    )
  }

  /// The number of the line with a byte, counted from 0.
  private func line(of offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}

extension ManifestError {
  init(_ code: Code, in text: ManifestText, at offset: Int) {
    self.init(code, in: text.file)
    place = text.place(of: offset)
  }
}
