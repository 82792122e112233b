// The declarations of swift-log that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct Logger: Sendable {
  public typealias Metadata = [String: MetadataValue]

  public enum Level: Sendable {
    case info, warning, error
  }

  public struct Message: Sendable, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
  }

  public enum MetadataValue: Sendable {
    case string(String)
    case stringConvertible(any CustomStringConvertible & Sendable)
  }

  public func log(
    level: Level,
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    source: @autoclosure () -> String? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {}
  public func warning(
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    source: @autoclosure () -> String? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {}
  public func error(
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    source: @autoclosure () -> String? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {}
}
