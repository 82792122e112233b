extension ResponseError {
  /// The things that are counted in a body.
  package enum CountedUnit: String {
    case bytes, fields, parts
    /// Times the length of the body as it was sent.
    case ratio

    fileprivate var words: String { self == .ratio ? "times its length" : rawValue }
  }

  /// Makes the error of a body, or a part of one, that is longer than it may be: 413, with the
  /// number in words and for programs.
  /// - Parameters:
  ///   - clause: the thing that is too long, with its verb, as the sentence begins.
  ///   - limit: the most that it may have.
  ///   - unit: the things that are counted.
  ///   - field: the field, if it is one.
  /// - Returns: the error.
  package static func tooLong(
    _ clause: String,
    limit: Int,
    _ unit: CountedUnit = .bytes,
    field: InvalidField? = nil
  ) -> ResponseError {
    var members: [String: any Encodable & Sendable] = ["limit": limit, "unit": unit.rawValue]
    if let field { members["errors"] = [field] }
    return ResponseError(
      .contentTooLarge,
      message: "\(clause) more than \(limit) \(unit.words).",
      members: members
    )
  }

  /// Makes the error of a body that is longer than the limit that is in force for its request.
  /// - Parameters:
  ///   - limit: the most bytes that it may have.
  ///   - isUnread: whether nothing of it is read, so that its connection is closed.
  /// - Returns: the error.
  package static func bodyTooLong(limit: Int, isUnread: Bool = false) -> ResponseError {
    var error = tooLong("The body has", limit: limit)
    if isUnread { error.fields[.connection] = "close" }
    return error
  }
}
