/// An error thrown when a responder cannot be made.
public enum HTTPResponderError: Error, Hashable, Sendable {
  /// The router is serial.
  case serialRouter
}

extension HTTPResponderError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    "HTTPResponder was given a serial router, where each request would wait for the one before it. "
      + "Make the router with Router(.server)."
  }
}
