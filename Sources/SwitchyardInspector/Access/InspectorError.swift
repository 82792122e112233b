/// An error thrown when an inspector cannot be mounted.
public struct InspectorError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public struct Code: Hashable, Sendable {
    enum Value: Hashable, Sendable {
      case noAccessRule, badPath, mountedTwice
    }

    let value: Value

    /// The build is for release, and nothing says who may see the inspector.
    public static let noAccessRule = Code(value: .noAccessRule)
    /// The path is not one of plain segments.
    public static let badPath = Code(value: .badPath)
    /// The inspector is mounted already.
    public static let mountedTwice = Code(value: .mountedTwice)
  }

  /// The kind of the error.
  public let code: Code
  /// The path that was given, where that is at fault.
  public let path: String?

  init(_ code: Code, path: String? = nil) {
    self.code = code
    self.path = path
  }
}
