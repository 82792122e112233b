/// A response: a status, header fields and a body.
///
///     HTTPResponse(.noContent)
///     HTTPResponse.text("Hello")
///     try HTTPResponse.json(book, status: .created)
///     try HTTPResponse.file("/srv/books/1.pdf")
///     HTTPResponse.stream(type: "text/csv") { writer in try await writer.write("a,b\n") }
public struct HTTPResponse: Sendable {
  /// What follows the header.
  public enum Body: Sendable {
    /// Nothing.
    case none
    /// Bytes.
    case bytes([UInt8])
    /// A file, or a part of one.
    case file(HTTPFile)
    /// What is made while it is sent.
    case stream(HTTPResponseStream)
  }

  /// The status; a handler's with one below 200 is answered with 500, for it ends nothing.
  public var status: HTTPStatus
  /// The header fields; those that say how the message is framed, and its date, are the server's.
  ///
  /// What a handler sets of these is taken away. A server leaves out fields whose value is empty, and writes a space
  /// for a tab.
  public var fields: HTTPFields
  /// What follows the header.
  public var body: Body

  /// Makes a response.
  public init(_ status: HTTPStatus = .ok, fields: HTTPFields = HTTPFields(), body: Body = .none) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}

extension HTTPResponse.Body {
  /// The number of its bytes, if that is known before it is sent.
  public var length: Int? {
    switch self {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .file(let file): file.length
    case .stream(let stream): stream.length
    }
  }

  /// All of its bytes, as a test wants to see them.
  /// - Throws: what reading the file or making the stream throws.
  public func collect() async throws -> [UInt8] {
    switch self {
    case .none: []
    case .bytes(let bytes): bytes
    case .file(let file): try file.read()
    case .stream(let stream): try await stream.collect()
    }
  }
}
