/// An error that a handler throws to answer with a status.
///
///     guard let book else { throw ResponseError(.notFound, message: "There is no such book.") }
///
/// Unlike that of any other error, its message is shown to the client. One that a guard throws is
/// the response of its denial.
///
/// A client that prefers JSON receives all of it as problem details (RFC 9457). The title is the
/// reason of the status; that of a problem of your own stands in the status:
///
///     throw ResponseError(
///       ResponseStatus(code: 403, reason: "You do not have enough credit"),
///       message: "Your balance is 30, but that costs 50.",
///       type: "https://shop.example/problems/no-credit",
///       instance: "/accounts/12345/orders/7",
///       members: ["balance": 30, "accounts": ["/accounts/12345"]]
///     )
public struct ResponseError: Error, Sendable {
  /// The status of the response.
  public var status: ResponseStatus
  /// The message for the client.
  public var message: String?
  /// Header fields of the response.
  public var fields: HeaderFields
  /// The URL of a page on problems of this kind; `nil` if the status says it all.
  public var type: String?
  /// The URL of this problem alone.
  public var instance: String?
  /// Values for programs, by the names of further members of the problem details.
  ///
  /// One named as a member of RFC 9457 is left out, and one that cannot be encoded is reported.
  public var members: [String: any Encodable & Sendable]

  /// Makes an error.
  public init(
    _ status: ResponseStatus,
    message: String? = nil,
    fields: HeaderFields = HeaderFields(),
    type: String? = nil,
    instance: String? = nil,
    members: [String: any Encodable & Sendable] = [:]
  ) {
    self.status = status
    self.message = message
    self.fields = fields
    self.type = type
    self.instance = instance
    self.members = members
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
