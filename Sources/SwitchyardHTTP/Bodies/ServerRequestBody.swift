#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The body of a request, read whole or part by part as it comes in.
///
///     let text = try await request.body.text()
///     let book = try await request.body.decode(Book.self)
///     let form = try await request.body.form()
///     let upload = try await request.body.multipartForm()
///     for try await bytes in request.body { … }
///
/// The body is not read before a handler asks. A body from the network can be read once.
///
/// Another server makes it of what it receives:
///
///     let body = ServerRequestBody(parts)
///     let response = await responder.respond(to: head, body: body)
public struct ServerRequestBody: AsyncSequence, Sendable {
  /// A part of the body, as it came in.
  public typealias Element = [UInt8]

  private enum Source {
    case bytes([UInt8])
    case parts(any RequestBodySource)
  }

  private var source: Source
  let type: String?
  private var coding: String?
  /// The decoder of JSON, if there is one for all bodies.
  var jsonDecoder: JSONDecoder?

  var contentType: MediaType? { type.flatMap { MediaType(parsing: $0) } }

  /// Makes a body of bytes.
  public init(_ bytes: [UInt8] = [], contentType: String? = nil) {
    source = .bytes(bytes)
    type = contentType
    coding = nil
  }

  /// Makes a body of parts that come in, each of which is asked for when a handler wants it.
  ///
  /// So a handler that does not read makes the client wait. The sequence is read once, in tasks
  /// that are cancelled with the handler's. An error of it says that the client has left: the
  /// handler receives `ServerRequestBodyError.incomplete`.
  public init<Parts: AsyncSequence & Sendable>(_ parts: Parts) where Parts.Element == [UInt8] {
    self.init(parts) { $0 }
  }

  /// Makes a body of parts that come in as another type, of which each is turned into bytes.
  package init<Parts: AsyncSequence & Sendable>(
    _ parts: Parts,
    bytes: @escaping @Sendable (Parts.Element) -> [UInt8]
  ) {
    source = .parts(RequestParts(parts, bytes: bytes))
    type = nil
    coding = nil
  }

  init(_ parts: (any RequestBodySource)?, _ fields: HeaderFields) {
    source = parts.map { .parts($0) } ?? .bytes([])
    type = fields[.contentType]
    coding = fields[.contentEncoding]
  }

  /// An iterator over the parts of a body.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate enum Rest {
      case bytes([UInt8])
      case parts(any RequestBodySource)
    }

    fileprivate var rest: Rest

    /// Returns the next part, or `nil` at the end.
    /// - Throws: `ResponseError` 413 for a body that is longer than the server accepts,
    ///   `ServerRequestBodyError` for one that breaks off.
    public mutating func next() async throws -> [UInt8]? {
      switch rest {
      case .bytes(let bytes):
        rest = .bytes([])
        return bytes.isEmpty ? nil : bytes
      case .parts(let parts): return try await parts.next()
      }
    }
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator {
    switch source {
    case .bytes(let bytes): AsyncIterator(rest: .bytes(bytes))
    case .parts(let parts): AsyncIterator(rest: .parts(parts))
    }
  }
}

extension ServerRequestBody {
  /// Ends all reading, for the server that has made the body of parts.
  ///
  /// It is called when the response was sent, and returns when no part is being asked for: then the
  /// connection has one reader again. Whoever reads on receives `CancellationError`.
  public func close() async {
    if case .parts(let parts) = source { await parts.close() }
  }

  /// The codings of its content, in the order in which they were applied.
  package var codings: [String] {
    (coding?.listElements ?? []).filter { !$0.isCaselesslyEqual(to: "identity") }
  }

  /// Returns the body without its codings, from a source that decodes another.
  package func decoded(
    by decode: (any RequestBodySource) -> any RequestBodySource
  ) -> ServerRequestBody {
    var decoded = self
    if case .parts(let parts) = source {
      decoded.source = .parts(decode(parts))
    } else {
      decoded.source = .parts(decode(begin(upTo: .max, length: nil)))
    }
    decoded.coding = nil
    return decoded
  }

  /// Whether somebody has read of a body that can be read once.
  var isRead: Bool { if case .parts(let parts) = source { parts.isRead } else { false } }

  /// Returns what a request with this body and a head reads; `nil` where there is nothing.
  func source(upTo limit: Int, _ framing: HeadFraming) -> (any RequestBodySource)? {
    if case .bytes(let bytes) = source, bytes.isEmpty, !framing.hasBody { return nil }
    return begin(upTo: limit, length: framing.length)
  }

  /// Returns what a request with this body reads.
  func begin(upTo limit: Int, length: Int?) -> any RequestBodySource {
    switch source {
    case .parts(let parts):
      parts.expect(length, upTo: limit)
      return parts
    case .bytes(let bytes):
      let channel = ByteChannel(limit: limit, bound: .max) {}
      _ = channel.push(bytes)
      channel.finish()
      return channel
    }
  }
}

extension ServerRequestBody {
  /// Reads the whole body.
  /// - Parameter limit: the most bytes that it may have, if that is less than the server accepts.
  /// - Returns: the bytes.
  /// - Throws: `ResponseError` 413 for a longer one.
  public func collect(upTo limit: Int = .max) async throws -> [UInt8] {
    try ServerRequestBodyError.check("upTo", limit)
    var whole: [UInt8] = []
    for try await bytes in self {
      guard bytes.count <= limit - whole.count else {
        throw ResponseError.bodyTooLong(limit: limit)
      }
      whole += bytes
    }
    return whole
  }

  /// Reads the whole body as text.
  /// - Throws: `ResponseError` 400 for bytes that are not UTF-8, and for more than 100 marks that
  ///   combine with one letter; 413 for a longer body, 415 for one with a `Content-Encoding`.
  public func text(upTo limit: Int = .max) async throws -> String {
    try requireNoCoding()
    guard let text = String(validating: try await collect(upTo: limit), as: UTF8.self) else {
      throw ResponseError(.badRequest, message: "The body is not UTF-8.")
    }
    try text.checkMarks(in: "The body")
    return text
  }

  /// Refuses a body that is compressed, as only those who read its bytes can decode it.
  func requireNoCoding() throws(ResponseError) {
    guard codings.isEmpty else {
      throw ResponseError(
        .unsupportedMediaType,
        message: "The body is sent without a Content-Encoding.",
        fields: [.acceptEncoding: "identity"]
      )
    }
  }
}
