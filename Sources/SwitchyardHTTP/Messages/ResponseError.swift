/// An error that a handler throws to answer with a status.
///
///     guard let book else { throw ResponseError(.notFound, message: "There is no such book.") }
///
/// Unlike that of any other error, its message is shown to the client.
public struct ResponseError: Error, Sendable {
  /// The status of the response.
  public var status: ResponseStatus
  /// The message for the client.
  public var message: String?
  /// Header fields of the response.
  public var fields: HeaderFields

  /// Makes an error.
  public init(
    _ status: ResponseStatus,
    message: String? = nil,
    fields: HeaderFields = HeaderFields()
  ) {
    self.status = status
    self.message = message
    self.fields = fields
  }
}

extension ResponseError: CustomStringConvertible {
  /// The status, and the message.
  public var description: String { message.map { "\(status): \($0)" } ?? "\(status)" }
}

extension ResponseError {
  /// Makes an error after which the connection is closed without reading on.
  init(closing status: ResponseStatus, message: String? = nil) {
    self.init(status, message: message, fields: [.connection: "close"])
  }
}
