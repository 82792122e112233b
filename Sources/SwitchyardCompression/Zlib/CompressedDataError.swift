/// An error thrown when compressed data cannot be read.
public struct CompressedDataError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    private enum Value: String, Hashable, Sendable {
      case malformed, cutOff, noMemory
    }

    private let value: Value

    private init(_ value: Value) { self.value = value }

    /// Makes the code with a name, or `nil` when there is none.
    public init?(rawValue: String) {
      guard let value = Value(rawValue: rawValue) else { return nil }
      self.value = value
    }

    /// The name of the code.
    public var rawValue: String { value.rawValue }

    /// The name of the code.
    public var description: String { rawValue }

    /// The bytes are no such data, or other bytes stand behind it.
    public static var malformed: Code { Code(.malformed) }

    /// The data has no end.
    public static var cutOff: Code { Code(.cutOff) }

    /// The system gives no memory.
    public static var noMemory: Code { Code(.noMemory) }
  }

  /// The kind of failure.
  public let code: Code
  /// The number of compressed bytes that were read before.
  public let offset: Int

  init(_ code: Code, offset: Int) {
    self.code = code
    self.offset = offset
  }
}

extension CompressedDataError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch code {
    case .malformed:
      "The compressed data is not valid near byte \(offset). Compress it again, and leave nothing behind it."
    case .cutOff:
      "The compressed data breaks off at byte \(offset). Read all of it, or compress it again."
    default: "There is no memory left for compressed data. Read less at once."
    }
  }
}
