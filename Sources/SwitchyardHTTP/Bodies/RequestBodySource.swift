/// The source of a request's body, which is read once.
package protocol RequestBodySource: AnyObject, Sendable {
  /// Awaits the next bytes; `nil` at their end.
  func next() async throws -> [UInt8]?
  /// Whether a reader has had some bytes, which nobody gets again.
  var isRead: Bool { get }
  /// Sets what there may be, before anything is read; a channel is made with a limit of its own.
  /// - Parameters:
  ///   - limit: the most bytes; the reader of more receives an error 413.
  ///   - length: the number of bytes that the head announces, if it does.
  func expect(upTo limit: Int, length: Int?)
  /// Ends all reading; returns when none is under way.
  func close() async
}
