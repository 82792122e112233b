/// An error thrown when a parameter cannot be read as it is asked for.
public struct ParameterError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case missing, unreadable, unknownName, unsupported
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

    /// There is no value of the name.
    public static var missing: Code { Code(.missing) }

    /// The value is none of the type that is asked for.
    public static var unreadable: Code { Code(.unreadable) }

    /// The pattern has no parameter of the name: a mistake of the program.
    public static var unknownName: Code { Code(.unknownName) }

    /// The type holds what no names and values can hold: a mistake of the program.
    public static var unsupported: Code { Code(.unsupported) }
  }

  /// The reason.
  public let code: Code
  /// The name of the parameter, if the reason is in one alone.
  public let name: String?
  /// The values that could be read, in words such as "a whole number", if they are known.
  public let expected: String?
  /// The part of the request that the value was looked for in, if it is one value.
  public private(set) var source: ParameterSource?
  /// The pattern, as text; given when it does not have the name.
  public let pattern: String?
  /// The names of that pattern, in its order.
  public let patternNames: [String]

  init(_ code: Code, _ name: String?, expected: String? = nil, in source: ParameterSource? = nil) {
    self.code = code
    self.name = name
    self.expected = expected
    self.source = source
    pattern = nil
    patternNames = []
  }

  init(unknown name: String, in pattern: String, with names: [String]) {
    code = .unknownName
    self.name = name
    expected = nil
    source = .path
    self.pattern = pattern
    patternNames = names
  }

  /// Makes the error of a type that was not to be decoded.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(.missing, (context.codingPath.first ?? key).stringValue)
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      self.init(.unreadable, context.codingPath.first?.stringValue)
    @unknown default: self.init(.unreadable, nil)
    }
  }

  /// Returns the error of a value that was looked for in a part of the request.
  func of(_ source: ParameterSource) -> ParameterError {
    var error = self
    error.source = source
    return error
  }
}

extension ParameterError: CustomStringConvertible {
  /// The name, the fault, and for a mistake of the program a remedy.
  public var description: String {
    switch code.value {
    case .missing, .unreadable: "\(subject)\(source.map { " in the \($0)" } ?? "") \(fault)."
    case .unknownName:
      "The pattern \(pattern?.excerpt ?? "") has no parameter \"\(name?.excerpt ?? "")\", "
        + "\(patternNames.isEmpty ? "and no other" : "only \(listed)"). Correct the name; read a "
        + "value of the query by query.require."
    case .unsupported:
      "\(subject) cannot be decoded into a type with parts of its own: parameters are names with "
        + "texts. Decode a structure whose properties are texts, numbers, Bool, UUID, Date, "
        + "enumerations of these, arrays of these, or such a property alone."
    }
  }

  /// The fault of a value, as it is said of the name.
  package var fault: String {
    switch code.value {
    case .missing: "is missing"
    default: "cannot be read\(expected.map { " as \($0)" } ?? "")"
    }
  }

  private var subject: String {
    name.map { "The value of \"\($0.excerpt)\"" } ?? "The value of the parameters as a whole"
  }

  private var listed: String {
    patternNames.map { "\"\($0.excerpt)\"" }.joined(separator: ", ")
  }
}
