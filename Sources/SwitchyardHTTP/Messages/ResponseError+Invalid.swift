extension ResponseError {
  /// A field of a request whose value is not accepted.
  ///
  /// In problem details it is an object with these members; those that are `nil` are left out.
  public struct InvalidField: Hashable, Sendable, Encodable {
    /// The name of the field; of one within others the names on the way to it, with dots between.
    public var field: String
    /// The reason, for the client.
    public var message: String
    /// The part of the request that it has come in, or would have.
    public var source: ParameterSource?
    /// The values that are accepted, in words such as "a whole number".
    public var expected: String?

    /// Makes a field with the reason that its value is not accepted.
    public init(
      _ field: String,
      _ message: String,
      source: ParameterSource? = nil,
      expected: String? = nil
    ) {
      self.field = field
      self.message = message
      self.source = source
      self.expected = expected
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
  /// Problem details have them as the member `errors`, an array of objects with `field`, `message`
  /// and, where they are given, `source` and `expected`; plain text has a line for each. So have
  /// those of a value that cannot be read, which is 400.
  public static func invalid(
    _ fields: [InvalidField],
    message: String? = nil
  ) -> ResponseError {
    ResponseError(.unprocessableContent, message: message, members: ["errors": fields])
  }

  /// The fields that are not accepted, or cannot be read, as a page for the error shows them.
  public var invalidFields: [InvalidField] { members["errors"] as? [InvalidField] ?? [] }

  /// Makes the error of a value that cannot be read: 400 with its field.
  static func unreadable(_ message: String, _ field: InvalidField?) -> ResponseError {
    ResponseError(.badRequest, message: message, members: field.map { ["errors": [$0]] } ?? [:])
  }
}
