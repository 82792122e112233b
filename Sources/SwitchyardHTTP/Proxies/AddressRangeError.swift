/// An error thrown when a text is no range of addresses.
public struct AddressRangeError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case noAddress, badLength, bitsBehindLength
    }

    package let value: Value

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

    /// It does not begin with a numeric address.
    public static var noAddress: Code { Code(.noAddress) }

    /// The number of bits is none, or greater than the address has.
    public static var badLength: Code { Code(.badLength) }

    /// The address has bits behind those that count.
    public static var bitsBehindLength: Code { Code(.bitsBehindLength) }
  }

  /// The kind of failure.
  public let code: Code
  /// The text, as it was given.
  public let text: String
  private let remedy: String

  init(_ code: Code, _ text: String, remedy: String = "") {
    self.code = code
    self.text = text
    self.remedy = remedy
  }
}

extension AddressRangeError: CustomStringConvertible {
  /// The text, the fault and its remedy.
  public var description: String {
    let text = "\"\(text.excerpt)\""
    return switch code.value {
    case .noAddress:
      "\(text) is no range of addresses. Write a numeric address without a zone or a port, such as 10.0.0.1 "
        + "or fd00::1, or a range such as 10.0.0.0/8."
    case .badLength: "\(text) has no number of bits behind the slash. Write one from \(remedy)."
    case .bitsBehindLength:
      "\(text) names an address within the range that it means. Write the first, \(remedy), or leave out the "
        + "slash if it is a single address."
    }
  }
}
