/// A response: a status, header fields and a body.
///
///     ServerResponse(.noContent)
///     ServerResponse.text("Hello")
///     try ServerResponse.json(book, status: .created)
///     try ServerResponse.file("/srv/books/1.pdf")
///     ServerResponse.stream(type: "text/csv") { writer in try await writer.write("a,b\n") }
public struct ServerResponse: Sendable {
  /// The body of a response, which follows the head.
  public enum Body: Sendable {
    /// No body.
    case none
    /// Bytes.
    case bytes([UInt8])
    /// A file, or a part of one.
    case file(ServedFile)
    /// A stream, which is made while it is sent.
    case stream(ServerResponseStream)
  }

  /// The status; a handler's response with one below 200 is replaced by 500, as it would end no
  /// request.
  public var status: ResponseStatus
  /// The header fields; the fields that frame the message, and its date, are set by the server.
  ///
  /// Values that a handler sets for these are removed, but for the `Content-Length` of a 304, which
  /// is that of the content. A server leaves out fields whose value is empty, and writes a space
  /// for a tab.
  public var fields: HeaderFields
  /// The body, which follows the head.
  public var body: Body

  /// Makes a response.
  public init(
    _ status: ResponseStatus = .ok,
    fields: HeaderFields = HeaderFields(),
    body: Body = .none
  ) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}

extension ServerResponse.Body {
  /// The number of its bytes, if that is known before it is sent.
  public var length: Int? {
    switch self {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .file(let file): file.length
    case .stream(let stream): stream.length
    }
  }

  /// Returns all of its bytes, for tests.
  /// - Throws: the error of reading the file or making the stream.
  public func collect() async throws -> [UInt8] {
    var whole: [UInt8] = []
    for try await bytes in self { whole += bytes }
    return whole
  }
}
