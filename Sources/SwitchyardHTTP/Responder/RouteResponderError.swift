/// An error thrown when a responder cannot be made.
public struct RouteResponderError: Error, Hashable, Sendable {
  private enum Code: Hashable, Sendable {
    case serialRouter
    case outOfRange(String, Int, least: Int)
  }

  private let code: Code

  private init(_ code: Code) { self.code = code }

  /// The router is serial.
  public static var serialRouter: Self { Self(.serialRouter) }

  /// A number of the configuration is out of its range.
  static func outOfRange(_ name: String, _ value: Int, least: Int) -> Self {
    Self(.outOfRange(name, value, least: least))
  }
}

extension RouteResponderError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch code {
    case .serialRouter:
      "RouteResponder was given a serial router, where each request would wait for the one before it. "
        + "Make the router with Router(.server)."
    case .outOfRange(let name, let value, let least):
      "RouteResponder.Configuration.\(name) is out of its range: \(value) is less than \(least). Give it "
        + "\(least) or more."
    }
  }
}
