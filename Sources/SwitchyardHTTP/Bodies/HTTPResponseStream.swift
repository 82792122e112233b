/// The body of a response that is made while it is sent.
///
/// Its writer waits whenever enough lies ready for the client, so that a slow one costs no memory.
public struct HTTPResponseStream: Sendable {
  /// The number of bytes, if it is known before.
  public let length: Int?
  private let produce: @Sendable (HTTPResponseWriter) async throws -> Void

  /// Makes a body of what a closure writes; its end is the body's, and what it throws breaks the response off.
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

  /// Begins to make the body.
  /// - Parameter onReadable: called, on some thread, when there is something to read after `read` had nothing.
  /// - Returns: where the server reads it.
  package func start(onReadable: @escaping @Sendable () -> Void) -> HTTPResponsePipe {
    let channel = ByteChannel(onChange: onReadable)
    let task = Task { [produce] in
      do {
        try await produce(HTTPResponseWriter(channel: channel))
        channel.finish()
      } catch {
        channel.fail(error)
      }
    }
    return HTTPResponsePipe(channel: channel, task: task)
  }

  /// All bytes.
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

/// Where the server reads a body that is being made.
package struct HTTPResponsePipe: Sendable {
  let channel: ByteChannel
  /// What makes the body.
  let task: Task<Void, Never>

  /// Takes what is there, without waiting.
  package func read(upTo count: Int) -> ByteChannel.Part { channel.read(upTo: count) }

  /// The client has left: what makes the body is cancelled.
  package func cancel() {
    task.cancel()
    channel.cancel()
  }
}

/// What the maker of a body writes with.
public struct HTTPResponseWriter: Sendable {
  let channel: ByteChannel

  /// Writes bytes, as soon as there is room for them.
  /// - Throws: `CancellationError` when the client has left.
  public func write(_ bytes: [UInt8]) async throws { try await channel.write(bytes) }

  /// Writes text in UTF-8, as soon as there is room for it.
  /// - Throws: `CancellationError` when the client has left.
  public func write(_ text: String) async throws { try await channel.write(Array(text.utf8)) }
}
