/// An error of a stream that keeps no promise about itself.
public struct ServerResponseStreamError: Error, Hashable, Sendable {
  /// The number of bytes that are missing.
  public let missing: Int
}

extension ServerResponseStreamError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    "The stream of the response has ended \(missing) bytes before its length. Write all bytes, or make it without "
      + "a length."
  }
}
