import SwitchyardHTTP

/// A fault of a text that should be JSON.
enum JSONFault: Error, Equatable {
  case end
  case unexpected
  case escape
  case surrogate
  case control
  case number
  case depth
  case repeatedKey
  case marks
  /// The visitor of the values has seen enough.
  case stopped

  var text: String {
    switch self {
    case .end: "the text ends too early"
    case .unexpected: "nothing like this can stand here"
    case .escape: "an escape is one of \\\", \\\\, \\/, \\b, \\f, \\n, \\r, \\t and \\uXXXX"
    case .surrogate: "half of a surrogate pair stands alone"
    case .control: "a control character in a text is written as an escape"
    case .number: "a number is written as 12, -0.5 or 1e9"
    case .depth: "values stand deeper within one another than \(JSONPlaces.depthLimit)"
    case .repeatedKey: "the key is there twice"
    case .marks:
      "a letter has more than \(String.markLimit) marks that combine with it; leave some out"
    case .stopped: "this is more than is read"
    }
  }
}

/// Reads JSON for the places of its values, and reports the place of a fault.
///
/// The values themselves are decoded by the standard decoder, which reports no places.
struct JSONPlaces {
  enum Step: Equatable {
    case key(String)
    case index(Int)
  }

  struct Failure: Error {
    let fault: JSONFault
    let offset: Int
  }

  /// A closure that receives each value's path and first byte, and returns whether to go on.
  typealias Visitor = (_ path: [Step], _ offset: Int) -> Bool

  static let depthLimit = 64

  private let bytes: [UInt8]
  private let visit: Visitor
  private var position: Int
  private var path: [Step] = []

  private init(_ bytes: [UInt8], from start: Int, _ visit: @escaping Visitor) {
    self.bytes = bytes
    position = start
    self.visit = visit
  }

  /// Reads all of a text.
  static func read(
    _ bytes: [UInt8],
    from start: Int,
    _ visit: @escaping Visitor
  ) throws(Failure) {
    var reader = JSONPlaces(bytes, from: start, visit)
    try reader.value()
    reader.skipSpace()
    if reader.position < bytes.count { throw reader.failure(.unexpected) }
  }

  private func failure(_ fault: JSONFault) -> Failure {
    Failure(fault: position < bytes.count ? fault : .end, offset: position)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) throws(Failure) {
    guard next == UInt8(ascii: character) else { throw failure(.unexpected) }
    position += 1
  }

  private mutating func value() throws(Failure) {
    skipSpace()
    guard visit(path, position) else { throw Failure(fault: .stopped, offset: position) }
    guard path.count < Self.depthLimit else { throw failure(.depth) }
    switch next {
    case UInt8(ascii: "["): try array()
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), .some(0x30...0x39): try number()
    default: throw failure(.unexpected)
    }
  }

  private mutating func word(_ word: String) throws(Failure) {
    for byte in word.utf8 {
      guard next == byte else { throw failure(.unexpected) }
      position += 1
    }
  }

  private mutating func array() throws(Failure) {
    try take("[")
    skipSpace()
    var count = 0
    while next != UInt8(ascii: "]") || count > 0 {
      path.append(.index(count))
      try value()
      path.removeLast()
      count += 1
      skipSpace()
      guard next == UInt8(ascii: ",") else { break }
      position += 1
    }
    try take("]")
  }

  private mutating func object() throws(Failure) {
    try take("{")
    skipSpace()
    var keys: Set<String> = []
    while next != UInt8(ascii: "}") || !keys.isEmpty {
      skipSpace()
      let start = position
      let key = try string()
      guard keys.insert(key).inserted else { throw Failure(fault: .repeatedKey, offset: start) }
      skipSpace()
      try take(":")
      path.append(.key(key))
      try value()
      path.removeLast()
      skipSpace()
      guard next == UInt8(ascii: ",") else { break }
      position += 1
    }
    try take("}")
  }

  // MARK: - Texts and numbers

  private mutating func string() throws(Failure) -> String {
    let start = position
    try take("\"")
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw failure(.control) }
      if byte == UInt8(ascii: "\\") {
        text += try escape()
      } else {
        text.append(byte)
        position += 1
      }
    }
    try take("\"")
    let string = String(decoding: text, as: UTF8.self)
    // Such marks are sorted where a text is hashed, as keys are at once and routes where they are
    // compared: a manifest of nothing else would take minutes.
    guard !string.hasCrowdedMarks else { throw Failure(fault: .marks, offset: start) }
    return string
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    position += 1
    guard let byte = next else { throw failure(.end) }
    let plain: [UInt8: UInt8] = [
      UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
      UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
      UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]
    if let plain = plain[byte] {
      position += 1
      return [plain]
    }
    guard byte == UInt8(ascii: "u") else { throw failure(.escape) }
    let start = position - 1
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: "\\u".utf8) {
      position += 1
      units.append(try codeUnit())
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw Failure(fault: .surrogate, offset: start)
    }
    return Array(text.utf8)
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    position += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        throw failure(.escape)
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private mutating func number() throws(Failure) {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let hasLeadingZero = next == UInt8(ascii: "0")
    let whole = try digits()
    if hasLeadingZero, whole > 1 { throw Failure(fault: .number, offset: start) }
    if next == UInt8(ascii: ".") {
      position += 1
      _ = try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      _ = try digits()
    }
  }

  private mutating func digits() throws(Failure) -> Int {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    guard position > start else { throw failure(.number) }
    return position - start
  }
}
