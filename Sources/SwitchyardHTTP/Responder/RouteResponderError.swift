/// An error thrown when a responder cannot be made.
public enum RouteResponderError: Error, Hashable, Sendable {
  /// The router is serial.
  case serialRouter
}

extension RouteResponderError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    "RouteResponder was given a serial router, where each request would wait for the one before it. "
      + "Make the router with Router(.server)."
  }
}
