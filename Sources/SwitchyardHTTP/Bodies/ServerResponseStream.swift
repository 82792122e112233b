/// The body of a response that is made while it is sent.
///
/// Its writer waits whenever enough is ready for the client, so that a slow client costs no memory.
public struct ServerResponseStream: Sendable {
  /// The number of bytes, if it is known before.
  public let length: Int?
  private let produce: @Sendable (ServerResponseWriter) async throws -> Void

  /// Makes a body that a closure writes; the body ends when the closure does, and an error breaks
  /// the response off.
  public init(
    length: Int? = nil,
    _ produce: @escaping @Sendable (ServerResponseWriter) async throws -> Void
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
  package func start(onReadable: @escaping @Sendable () -> Void) -> ResponsePipe {
    let channel = ByteChannel(onChange: onReadable)
    let task = Task { [produce] in
      do {
        try await produce(ServerResponseWriter(channel: channel))
        channel.finish()
      } catch {
        channel.fail(error)
      }
    }
    return ResponsePipe(channel: channel, task: task)
  }
}

/// The server's end of a body that is being made.
package struct ResponsePipe: Sendable {
  let channel: ByteChannel
  /// The task of the producer.
  let task: Task<Void, Never>

  /// Returns the bytes that have been written, without waiting.
  package func read(upTo count: Int) -> ByteChannel.Part { channel.read(upTo: count) }

  /// Awaits the next bytes; `nil` at their end.
  func next() async throws -> [UInt8]? { try await channel.next() }

  /// Ends the body when the client has left: its producer is cancelled.
  package func cancel() {
    task.cancel()
    channel.cancel()
  }
}

/// A writer for the producer of a body.
public struct ServerResponseWriter: Sendable {
  let channel: ByteChannel

  /// Writes bytes, as soon as there is room for them.
  /// - Throws: `CancellationError` when the client has left.
  public func write(_ bytes: [UInt8]) async throws { try await channel.write(bytes) }

  /// Writes text in UTF-8, as soon as there is room for it.
  /// - Throws: `CancellationError` when the client has left.
  public func write(_ text: String) async throws { try await channel.write(Array(text.utf8)) }
}
