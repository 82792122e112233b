/// The body of a response that is made while it is sent.
///
/// Its writer waits whenever enough is ready for the client, so that a slow client costs no memory.
public struct HTTPResponseStream: Sendable {
  /// The number of bytes, if it is known before.
  public let length: Int?
  private let produce: @Sendable (HTTPResponseWriter) async throws -> Void

  /// Makes a body that a closure writes; the body ends when the closure does, and an error breaks
  /// the response off.
  public init(
    length: Int? = nil,
    _ produce: @escaping @Sendable (HTTPResponseWriter) async throws -> Void
  ) {
    self.length = length
    self.produce = produce
  }

  /// Makes a body of a sequence of parts.
  public init<Parts: AsyncSequence & Sendable>(length: Int? = nil, _ parts: Parts)
  where Parts.Element == [UInt8] {
    self.init(length: length) { writer in
      for try await bytes in parts { try await writer.write(bytes) }
    }
  }

  /// Begins to produce the body.
  /// - Parameter onReadable: called, on some thread, when there are bytes to read after `read` had
  ///   none.
  /// - Returns: the pipe that the server reads.
  package func start(onReadable: @escaping @Sendable () -> Void) -> HTTPResponsePipe {
    let pipe = HTTPResponsePipe(onReadable: onReadable)
    let produce = produce
    pipe.run {
      try await produce(HTTPResponseWriter(pipe: pipe))
    }
    return pipe
  }

  /// Returns all bytes.
  func collect() async throws -> [UInt8] {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self)
    let pipe = start { signal.yield() }
    defer { pipe.cancel() }
    var whole: [UInt8] = []
    var signalled = signals.makeAsyncIterator()
    while true {
      switch pipe.read(upTo: .max) {
      case .bytes(let bytes): whole += bytes
      case .ended: return whole
      case .failed(let error): throw error
      case .nothing:
        guard await signalled.next() != nil else { throw CancellationError() }
      }
    }
  }
}

/// A writer for the producer of a body.
public struct HTTPResponseWriter: Sendable {
  let pipe: HTTPResponsePipe

  /// Writes bytes, as soon as there is room for them.
  /// - Throws: `CancellationError` when the client has left.
  public func write(_ bytes: [UInt8]) async throws { try await pipe.write(bytes) }

  /// Writes text in UTF-8, as soon as there is room for it.
  /// - Throws: `CancellationError` when the client has left.
  public func write(_ text: String) async throws { try await pipe.write(Array(text.utf8)) }
}
