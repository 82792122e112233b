/// Why there is no responder.
public enum HTTPResponderError: Error, Hashable, Sendable {
  /// The router is serial.
  case serialRouter
}

extension HTTPResponderError: CustomStringConvertible {
  /// What is wrong, and what helps.
  public var description: String {
    "HTTPResponder was given a serial router, where each request would wait for the one before it. "
      + "Make the router with Router(.server)."
  }
}
