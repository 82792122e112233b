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
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: String, Hashable, Sendable, Codable {
    /// The host knows no controller of the name.
    case unknownName
    /// There is no controller that could present.
    case noPresenter
    /// There is no navigation controller to push on.
    case noNavigationController
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
