/// An error thrown when no URL can be made for the name of a route.
public struct RouteNameError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case unknownName, notReversible
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

    /// No route has the name.
    public static var unknownName: Code { Code(.unknownName) }

    /// The route's pattern and the values make no URL; the cause gives the reason.
    public static var notReversible: Code { Code(.notReversible) }
  }

  /// The reason.
  public let code: Code
  /// The name that was asked for.
  public let name: String
  /// The names that exist, sorted; given when the name is unknown.
  public let names: [String]
  /// The reason that the pattern makes no URL, if it is known.
  public let cause: PatternReverseError?

  init(unknown name: String, among names: [String]) {
    code = .unknownName
    self.name = name
    self.names = names
    cause = nil
  }

  init(_ name: String, cause: PatternReverseError) {
    code = .notReversible
    self.name = name
    names = []
    self.cause = cause
  }
}

extension RouteNameError: CustomStringConvertible {
  /// The name, the fault, and a remedy.
  public var description: String {
    switch code.value {
    case .unknownName:
      "No route is named \"\(name.printable)\". \(remedy)"
    case .notReversible:
      "The route \"\(name.printable)\" makes no URL. \(cause.map { "\($0)" } ?? "")"
    }
  }

  private var remedy: String {
    guard !names.isEmpty else { return "No route has a name; give it one when it is registered." }
    let shown = names.prefix(20).map { "\"\($0.printable)\"" }.joined(separator: ", ")
    let more = names.count > 20 ? ", and \(names.count - 20) more" : ""
    return "There are \(shown)\(more)."
  }
}
