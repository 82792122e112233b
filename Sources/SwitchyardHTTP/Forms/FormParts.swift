/// The parts of a form, as they come in.
///
/// A form is read once: iterators of the same parts go on where another has stopped. A part whose
/// body was not read is passed over when the next is asked for. The sequence ends when all of the
/// body has come, so that a form that was cut off is an error and never taken for a whole.
public struct FormParts: AsyncSequence, Sendable {
  /// A part of the form.
  public typealias Element = FormPart

  private let reader: FormReader

  init(_ reader: FormReader) { self.reader = reader }

  /// An iterator over the parts of a form.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let reader: FormReader

    /// Returns the next part, or `nil` at the end.
    /// - Throws: `ResponseError` 400 for a form that is malformed or cut off, 413 for one that is
    ///   too long, 415 for a part in a coding; `ServerRequestBodyError` for a client that has left.
    public mutating func next() async throws -> FormPart? { try await reader.nextPart() }
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }
}

extension ServerRequestBody {
  /// Returns the parts of a form that was sent as `multipart/form-data`, which are read as they
  /// come in.
  ///
  ///     for try await part in try request.body.formParts() where part.isFile {
  ///       for try await bytes in part.body { try await store.append(bytes) }
  ///     }
  ///
  /// - Parameter limits: the limits for the form; those of text and of memory are for forms that
  ///   are collected.
  /// - Returns: the parts, of which none has been read.
  /// - Throws: `ResponseError` 415 for another media type or a `Content-Encoding`, 400 for one
  ///   without a valid boundary.
  public func formParts(limits: FormLimits = FormLimits()) throws(ResponseError) -> FormParts {
    guard contentType?.isMultipartForm == true else {
      throw ResponseError(
        .unsupportedMediaType,
        message: "Send a form with files as multipart/form-data."
      )
    }
    try requireNoCoding()
    // The program's mistake, as when middleware has read it, and not the client's.
    if isRead { throw ResponseError(.internalServerError, message: "The form was read before.") }
    guard let boundary else {
      throw ResponseError(
        .badRequest,
        message: "The media type of a form has one boundary, of 1 to 70 characters."
      )
    }
    return FormParts(FormReader(self, boundary: boundary, limits: limits))
  }

  /// The boundary of the media type, if it is a valid one.
  private var boundary: String? {
    let type = type ?? ""
    let end = type.utf8.firstIndex(of: UInt8(ascii: ";")) ?? type.endIndex
    var reader = FieldValueReader(type[end...])
    guard let boundary = reader.parameters()?["boundary"] else { return nil }
    // RFC 2046, 5.1.1: a space is not the last of them.
    let isValid = boundary.utf8.allSatisfy { byte in
      byte.isASCIILetter || byte.isASCIIDigit || "'()+_,-./:=? ".utf8.contains(byte)
    }
    guard isValid, (1...70).contains(boundary.utf8.count), boundary.last != " " else { return nil }
    return boundary
  }
}
