internal import SwitchyardSystem

/// The reading of a body of parts between delimiters (RFC 2046, 5.1), whatever pieces it comes in.
///
/// It keeps the piece that it was given last, and the header of one part. Each byte is looked at
/// once, and a second time where a delimiter begins that is none.
struct MultipartMachine: Sendable {
  enum Step: Sendable {
    /// All pieces are used up.
    case needsBytes
    case partBegins(FormPartHead)
    case bytes([UInt8])
    case partEnds
  }

  private enum Stage {
    /// Before the first delimiter, or in the body of a part.
    case preamble, body
    /// The body of a part has been given out, and its end has not.
    case partEnd
    /// Behind a delimiter.
    case delimiter, dash, padding, lineEnd
    case head
    /// Behind the last delimiter.
    case lastPadding, lastLineEnd, epilogue
  }

  /// A line break, two dashes and the boundary.
  ///
  /// The one CR is at its beginning: where it does not go on, it begins anew with the byte that
  /// differs.
  private let delimiter: [UInt8]
  private let limits: FormLimits
  private var stage = Stage.preamble
  private var piece: [UInt8] = []
  private var place = 0
  /// The number of bytes of the pieces before.
  private var taken = 0
  /// The number of bytes of the delimiter that the last ones are.
  private var matched = 2
  /// The number of these that belong to what is before: the body of a part may be empty and begin
  /// with a delimiter, whose line break is then that of the header.
  private var borrowed = 2
  private var head: [UInt8] = []
  private var parts = 0

  init(boundary: String, limits: FormLimits) {
    delimiter = Array("\r\n--\(boundary)".utf8)
    self.limits = limits
  }

  /// Adds the next piece, when a step has asked for it.
  mutating func add(_ bytes: [UInt8]) throws(ResponseError) {
    taken += piece.count
    (piece, place) = (bytes, 0)
    guard bytes.count <= limits.totalLength - taken else {
      throw .tooLong("The form has", limit: limits.totalLength)
    }
  }

  /// Notes the end of the body.
  /// - Throws: the error of a body that was cut off.
  func finish() throws(ResponseError) {
    switch stage {
    case .lastPadding, .epilogue: return
    default: throw malformed("the form ends with its boundary and two dashes")
    }
  }

  mutating func step() throws(ResponseError) -> Step {
    while true {
      switch stage {
      case .preamble:
        guard takeBody().isEnd else { return .needsBytes }
        stage = .delimiter
      case .body:
        let (bytes, isEnd) = takeBody()
        if isEnd { stage = .partEnd }
        if !bytes.isEmpty { return .bytes(bytes) }
        if !isEnd { return .needsBytes }
      case .partEnd:
        stage = .delimiter
        return .partEnds
      case .head:
        guard try takeHead() else { return .needsBytes }
        return .partBegins(try begin())
      case .epilogue:
        place = piece.count
        return .needsBytes
      case .delimiter, .dash, .padding, .lineEnd, .lastPadding, .lastLineEnd:
        guard place < piece.count else { return .needsBytes }
        stage = try next(behind: piece[place])
        place += 1
      }
    }
  }

  // MARK: - Delimiters

  /// The stage behind a byte that follows a delimiter.
  private func next(behind byte: UInt8) throws(ResponseError) -> Stage {
    let isBlank = HeaderField.isBlank(byte)
    return switch (stage, byte) {
    case (.delimiter, UInt8(ascii: "-")): .dash
    case (.dash, UInt8(ascii: "-")): .lastPadding
    case (.delimiter, _) where isBlank, (.padding, _) where isBlank: .padding
    case (.delimiter, UInt8(ascii: "\r")), (.padding, UInt8(ascii: "\r")): .lineEnd
    case (.lineEnd, UInt8(ascii: "\n")): .head
    case (.lastPadding, _) where isBlank: .lastPadding
    case (.lastPadding, UInt8(ascii: "\r")): .lastLineEnd
    case (.lastLineEnd, UInt8(ascii: "\n")): .epilogue
    default: throw malformed("behind a boundary there are two dashes or the end of its line")
    }
  }

  /// Takes what is left of the piece up to a delimiter.
  /// - Returns: the bytes that are certain to be before it, and whether it was found.
  private mutating func takeBody() -> (bytes: [UInt8], isEnd: Bool) {
    var bytes: [UInt8] = []
    if matched > 0 {
      // The last piece has ended in a delimiter, or in what looked like one.
      guard !matchOn() else { return ([], true) }
      guard place < piece.count else { return ([], false) }
      bytes += delimiter[borrowed..<matched]
      (matched, borrowed) = (0, 0)
    }
    let start = place
    while let candidate = placeOfReturn() {
      place = candidate
      let isEnd = matchOn()
      guard isEnd || place == piece.count else {
        matched = 0
        continue
      }
      bytes += piece[start..<candidate]
      return (bytes, isEnd)
    }
    place = piece.count
    if bytes.isEmpty, start == 0 { return (piece, false) }
    bytes += piece[start...]
    return (bytes, false)
  }

  /// Goes on with the delimiter at the place.
  /// - Returns: whether it has come to its end.
  private mutating func matchOn() -> Bool {
    while matched < delimiter.count {
      guard place < piece.count, piece[place] == delimiter[matched] else { return false }
      (place, matched) = (place + 1, matched + 1)
    }
    (matched, borrowed) = (0, 0)
    return true
  }

  /// The place of the next CR, by which a delimiter begins.
  private func placeOfReturn() -> Int? {
    unsafe piece.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, place < bytes.count else { return nil }
      let found = unsafe memchr(base + place, CInt(UInt8(ascii: "\r")), bytes.count - place)
      return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
    }
  }

  // MARK: - Headers of parts

  /// Takes bytes of a header.
  /// - Returns: whether it has come to its empty line.
  private mutating func takeHead() throws(ResponseError) -> Bool {
    let end = Array("\r\n\r\n".utf8)
    while place < piece.count {
      guard head.count < limits.headLength else {
        throw .tooLong("The header of a part of the form has", limit: limits.headLength)
      }
      let byte = piece[place]
      head.append(byte)
      place += 1
      guard byte == end[3] else { continue }
      // A part may have no header, which is an error of its own.
      if head.count == 2 ? head == Array(end[2...]) : head.suffix(4) == end[...] { return true }
    }
    return false
  }

  private mutating func begin() throws(ResponseError) -> FormPartHead {
    defer { head = [] }
    parts += 1
    guard parts <= limits.partCount else {
      throw .tooLong("The form has", limit: limits.partCount, .parts)
    }
    do throws(FormPartHead.Fault) {
      let read = try FormPartHead(parsing: head.dropLast(2))
      stage = .body
      (matched, borrowed) = (2, 2)
      return read
    } catch {
      throw malformed(error.expectation, error.status)
    }
  }

  private func malformed(
    _ expectation: String,
    _ status: ResponseStatus = .badRequest
  ) -> ResponseError {
    ResponseError(
      status,
      message: "The form cannot be read at byte \(taken + place): expected is that \(expectation)."
    )
  }
}
