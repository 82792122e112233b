extension ResponseError {
  /// A field of a request whose value is not accepted.
  public struct InvalidField: Hashable, Sendable, Encodable {
    /// The name of the field.
    public var field: String
    /// The reason, for the client.
    public var message: String

    /// Makes a field with the reason that its value is not accepted.
    public init(_ field: String, _ message: String) {
      self.field = field
      self.message = message
    }
  }

  /// Makes an error for values that could be read, and are not accepted: 422 with all of their
  /// fields.
  ///
  ///     var invalid: [ResponseError.InvalidField] = []
  ///     if book.title.isEmpty { invalid.append(.init("title", "is empty")) }
  ///     if book.year < 1450 { invalid.append(.init("year", "is before 1450")) }
  ///     if !invalid.isEmpty { throw ResponseError.invalid(invalid) }
  ///
  /// Problem details have them as the member `errors`, an array of objects with `field` and
  /// `message`; plain text has a line for each.
  public static func invalid(
    _ fields: [InvalidField],
    message: String? = nil
  ) -> ResponseError {
    ResponseError(.unprocessableContent, message: message, members: ["errors": fields])
  }

  /// The fields that are not accepted, if it is such an error.
  var invalidFields: [InvalidField] { members["errors"] as? [InvalidField] ?? [] }
}
