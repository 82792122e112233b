/// The bytes of a manifest, with the lines that its messages name.
struct ManifestText {
  let file: String
  let bytes: [UInt8]

  private static let lineFeed = UInt8(ascii: "\n")

  /// Makes a text of UTF-8; the mark that some editors put before it is skipped.
  init(_ bytes: [UInt8], file: String) throws(ManifestError) {
    self.file = file
    self.bytes = bytes
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

  /// Returns the numbers of the lines that hold some bytes, which are given in their order.
  func lineNumbers(of offsets: [Int]) -> [Int] {
    var line = 1
    var position = 0
    return offsets.map { offset in
      line += bytes[position..<max(position, offset)].count { $0 == Self.lineFeed }
      position = max(position, offset)
      return line
    }
  }

  /// Returns the byte of its line that some byte is, counted from 1.
  func column(of offset: Int) -> Int {
    offset - (bytes[..<offset].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? start) + 1
  }

  func place(of offset: Int) -> ManifestPlace {
    let offset = min(max(offset, 0), bytes.count)
    let before = bytes[..<offset]
    let first = before.lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? min(start, offset)
    let last = bytes[offset...].firstIndex(of: Self.lineFeed) ?? bytes.count
    // More than a caret diagram shows, even of characters of four bytes each; none is cut in two at
    // the start.
    var begin = max(first, offset - 160)
    while begin > first, begin < offset, bytes[begin] & 0xC0 == 0x80 { begin += 1 }
    var end = min(last, offset + 160)
    if end == last, end > offset, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return ManifestPlace(
      line: before.count { $0 == Self.lineFeed } + 1,
      column: offset - first + 1,
      excerpt: Array(bytes[begin..<end]),
      offset: offset - begin
    )
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
