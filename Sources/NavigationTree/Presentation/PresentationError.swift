/// An error thrown when a controller could not be shown.
///
///     func makeController(named name: String, in container: String?) throws -> Screen {
///       guard let make = screens[name] else {
///         throw PresentationError.unknownName(name, in: container)
///       }
///       return make()
///     }
///
/// It is the cause of the `DispatchError` that the dispatch ends with, which names the route.
public struct PresentationError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case unknownName, noPresenter, noNavigationController
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

    /// The host knows no controller of the name.
    public static var unknownName: Code { Code(.unknownName) }

    /// There is no controller that could present.
    public static var noPresenter: Code { Code(.noPresenter) }

    /// There is no navigation controller to push on.
    public static var noNavigationController: Code { Code(.noNavigationController) }
  }

  /// The kind of failure.
  public let code: Code
  /// The name that the host does not know, if the error is about one.
  public let name: String?
  /// The container that was searched for the name, if any.
  public let container: String?

  private init(_ code: Code, name: String? = nil, container: String? = nil) {
    self.code = code
    self.name = name
    self.container = container
  }

  /// The host knows no controller of a name, in a storyboard or another container of descriptions.
  public static func unknownName(_ name: String, in container: String?) -> PresentationError {
    PresentationError(.unknownName, name: name, container: container)
  }

  /// There is no controller that could present, as before there is a window.
  public static let noPresenter = PresentationError(.noPresenter)

  /// There is no navigation controller to push on.
  public static let noNavigationController = PresentationError(.noNavigationController)
}
