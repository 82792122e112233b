/// A header field: a name, and a value that holds no control character.
public struct HeaderField: Hashable, Sendable {
  /// The name.
  public let name: Name
  /// The value, without white space around it.
  public let value: String

  /// Makes a field.
  ///
  /// Characters that no value may hold, line breaks and other controls, become spaces: no value can
  /// begin another field.
  public init(name: Name, value: String) {
    self.name = name
    self.value = Self.legal(value)
  }

  /// Makes a field of a value that is known to be valid.
  init(_ name: Name, known value: String) {
    self.name = name
    self.value = value
  }

  /// Returns the value as it may stand in a message.
  private static func legal(_ value: String) -> String {
    // Mostly no change is needed, which bytes in one place tell at once.
    let isLegal = unsafe value.utf8.withContiguousStorageIfAvailable { bytes in
      let bytes = unsafe bytes.span
      guard bytes.count > 0 else { return true }
      for index in bytes.indices where isControl(bytes[index]) { return false }
      return !isBlank(bytes[0]) && !isBlank(bytes[bytes.count - 1])
    }
    if isLegal == true { return value }
    let bytes = value.utf8.map { isControl($0) ? UInt8(ascii: " ") : $0 }
    let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  /// Whether no value may hold a byte: a control other than a tab.
  package static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != 0x09) || byte == 0x7F
  }
}

extension HeaderField: CustomStringConvertible {
  /// The field as it stands in a message.
  public var description: String { "\(name): \(value)" }
}

extension HeaderField {
  /// The name of a header field; the case of its letters is ignored.
  ///
  ///     response.fields[.cacheControl] = "no-store"
  ///     response.fields["X-Request-ID"] = id
  public struct Name: Sendable {
    /// The name as it was written.
    public let text: String

    /// Makes a name of a text from elsewhere; returns `nil` if it is not a valid name.
    public init?(parsing text: String) {
      guard text.utf8.isToken else { return nil }
      self.text = text
    }

    init(known text: String) { self.text = text }
  }
}

extension HeaderField.Name: Hashable {
  /// Whether two names are the same, whatever the case of their letters.
  public static func == (one: Self, other: Self) -> Bool {
    let (first, second) = (one.text.utf8, other.text.utf8)
    guard first.count == second.count else { return false }
    // Mostly they are written alike.
    return one.text == other.text
      || zip(first, second).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// Hashes the letters without regard to their case.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte.lowercasedASCII) }
  }
}

extension HeaderField.Name: ExpressibleByStringLiteral {
  /// Makes a name of a literal; one that is not valid stops the program.
  public init(stringLiteral text: String) {
    guard text.utf8.isToken else {
      fatalError("\"\(text.excerpt)\" is no name of a header field; write one such as X-Token.")
    }
    self.text = text
  }
}

extension HeaderField.Name: CustomStringConvertible {
  /// The name as it was written.
  public var description: String { text }
}
