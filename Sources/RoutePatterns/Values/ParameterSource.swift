/// The part of a request that a value has come in.
///
/// More may come, as tokens of a program's own: `ParameterSource(rawValue: "header")`.
public struct ParameterSource: RawRepresentable, Hashable, Sendable, Codable {
  /// The name of the part.
  public let rawValue: String

  /// Makes the source with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The path.
  public static var path: ParameterSource { ParameterSource(rawValue: "path") }

  /// The query.
  public static var query: ParameterSource { ParameterSource(rawValue: "query") }

  /// A form that was sent as the body.
  public static var form: ParameterSource { ParameterSource(rawValue: "form") }

  /// A body of another kind, such as JSON.
  public static var body: ParameterSource { ParameterSource(rawValue: "body") }
}

extension ParameterSource: CustomStringConvertible {
  /// The name of the part.
  public var description: String { rawValue }
}
