/// An error thrown when a responder cannot be made.
public struct RouteResponderError: Error, Hashable, Sendable {
  private enum Code: Hashable, Sendable {
    case serialRouter
  }

  private let code: Code

  private init(_ code: Code) { self.code = code }

  /// The router is serial.
  public static var serialRouter: Self { Self(.serialRouter) }
}

extension RouteResponderError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    "RouteResponder was given a serial router, where each request would wait for the one before it. "
      + "Make the router with Router(.server)."
  }
}
