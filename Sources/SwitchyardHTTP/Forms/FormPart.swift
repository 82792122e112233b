/// A part of a form that is being received: a field, or a file.
///
///     for try await part in try request.body.formParts() {
///       guard part.name == "photo" else { continue }
///       for try await bytes in part.body { try await album.append(bytes) }
///     }
///
/// Its body is there until the next part is asked for.
public struct FormPart: Sendable {
  let head: FormPartHead
  /// The body, which is read once, before the next part is asked for.
  public let body: Body

  init(_ head: FormPartHead, of reader: FormReader, number: Int) {
    self.head = head
    body = Body(reader: reader, number: number, head: head)
  }

  /// The name of the field.
  public var name: String { head.name }
  /// Whether it is a file, also one without a name.
  public var isFile: Bool { head.isFile }
  /// The name of the file as the client says it, which is never a path.
  public var givenFilename: String? { head.givenFilename }
  /// The last part of the name of the file, without what could lead elsewhere; `nil` where nothing
  /// is left, or more than the 255 bytes that the name of a file may have.
  ///
  /// Clients choose it, and two of them may choose the same: a file that is kept needs a name of
  /// the program's.
  public var filename: String? { head.filename }
  /// The media type, as the client says it.
  public var contentType: String? { head.fields[.contentType] }
  /// The header fields of the part.
  public var fields: HeaderFields { head.fields }
}

extension FormPart {
  /// The body of a part, as a sequence of bytes that come in.
  ///
  /// While nothing is asked for, the client waits.
  public struct Body: AsyncSequence, Sendable {
    /// Some bytes of the part.
    public typealias Element = [UInt8]

    fileprivate let reader: FormReader
    fileprivate let number: Int
    fileprivate let head: FormPartHead

    /// An iterator over the bytes of a part.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let body: Body

      /// Returns the next bytes, or `nil` at the end of the part.
      /// - Throws: `ResponseError` 400 for a form that is malformed or cut off, 413 for one that is
      ///   too long; `ServerRequestBodyError` for a client that has left, and for a part that was
      ///   passed over.
      public mutating func next() async throws -> [UInt8]? {
        try await body.reader.nextBytes(ofPart: body.number)
      }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

    /// Reads all bytes of the part.
    /// - Parameter limit: the most bytes that it may have, if that is less than the limits say.
    /// - Returns: the bytes, all of which are in memory then.
    /// - Throws: `ResponseError` 413 for more.
    public func collect(upTo limit: Int = .max) async throws -> [UInt8] {
      try await collect(upTo: limit, orElse: head.tooLong(beyond: limit))
    }

    /// Reads all bytes of the part, or throws an error where there are more than the limit.
    private func collect(upTo limit: Int, orElse error: ResponseError) async throws -> [UInt8] {
      try ServerRequestBodyError.check("upTo", limit)
      var whole: [UInt8] = []
      for try await bytes in self {
        guard bytes.count <= limit - whole.count else { throw error }
        whole += bytes
      }
      return whole
    }

    /// Reads all of the part as text.
    /// - Throws: `ResponseError` 400 for bytes that are not UTF-8, and for more than 100 marks that
    ///   combine with one letter; 413 for more than the limit.
    public func text(upTo limit: Int = .max) async throws -> String {
      try await text(upTo: limit, orElse: head.tooLong(beyond: limit))
    }

    /// Reads all of the part as text, or throws an error where there is more than the limit.
    func text(upTo limit: Int, orElse error: ResponseError) async throws -> String {
      let bytes = try await collect(upTo: limit, orElse: error)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw head.notUTF8
      }
      try text.checkMarks(in: head.place)
      return text
    }
  }
}
