/// The source of a request's body, which is read once.
package protocol RequestBodySource: AnyObject, Sendable {
  /// Awaits the next bytes; `nil` at their end.
  func next() async throws -> [UInt8]?
  /// Whether a reader has had some bytes, which nobody gets again.
  var isRead: Bool { get }
  /// The bytes that have come in.
  var arrival: BodyArrival { get }
  /// The most bytes that there may be: the reader of more receives an error 413, and before any
  /// are read if the head announces them.
  var limit: Int { get set }
  /// Sets the number of bytes that the head announces, and the limit, before anybody reads.
  func expect(_ length: Int?, upTo limit: Int)
  /// Sets the clock that tells when bytes come in: that of the router that answers.
  func follow(_ clock: RouterClock)
  /// Ends all reading; returns when none is under way.
  func close() async
}
