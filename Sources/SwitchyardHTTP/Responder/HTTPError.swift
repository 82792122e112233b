/// An error that a handler throws to answer with a status.
///
///     guard let book else { throw HTTPError(.notFound, message: "There is no such book.") }
///
/// Unlike that of any other error, its message is shown to the client.
public struct HTTPError: Error, Sendable {
  /// The status of the response.
  public var status: HTTPStatus
  /// The message for the client.
  public var message: String?
  /// Header fields of the response.
  public var fields: HTTPFields

  /// Makes an error.
  public init(_ status: HTTPStatus, message: String? = nil, fields: HTTPFields = HTTPFields()) {
    self.status = status
    self.message = message
    self.fields = fields
  }
}

extension HTTPError: CustomStringConvertible {
  /// The status, and the message.
  public var description: String { message.map { "\(status): \($0)" } ?? "\(status)" }
}
