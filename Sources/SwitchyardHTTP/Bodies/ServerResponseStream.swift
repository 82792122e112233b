/// The body of a response that is made while it is sent.
///
/// Its writer waits whenever enough is ready for the client, so that a slow client costs no memory.
public struct ServerResponseStream: Sendable {
  /// The number of bytes, if it is known before; a response with one below zero is replaced by 500.
  public let length: Int?
  private let produce: @Sendable (ServerResponseWriter) async throws -> Void
  /// The account of what is taken, where somebody is to be told of its end.
  private var account: StreamAccount?

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
    return ResponsePipe(channel: channel, task: task, account: account)
  }

  /// Returns the stream with a closure that is called once: at its end, or when nobody reads it.
  func told(_ onEnd: @escaping StreamAccount.Receiver) -> Self {
    var stream = self
    stream.account = StreamAccount(length: length, onEnd)
    return stream
  }
}

/// The server's end of a body that is being made.
package struct ResponsePipe: Sendable {
  let channel: ByteChannel
  /// The task of the producer.
  let task: Task<Void, Never>
  let account: StreamAccount?

  /// Returns the bytes that have been written, without waiting.
  package func read(upTo count: Int) -> ByteChannel.Part {
    let part = channel.read(upTo: count)
    switch part {
    case .bytes(let bytes): account?.add(bytes.count)
    case .nothing: break
    case .ended: account?.close(.whole)
    case .failed(let error): account?.close(.failed(error))
    }
    return part
  }

  /// Awaits the next bytes; `nil` at their end.
  func next() async throws -> [UInt8]? {
    do {
      let bytes = try await channel.next()
      if let bytes { account?.add(bytes.count) } else { account?.close(.whole) }
      return bytes
    } catch {
      // A reader that is cancelled may go on; if it does not it lets go of the stream.
      if !(error is CancellationError && Task.isCancelled) { account?.close(.failed(error)) }
      throw error
    }
  }

  /// Ends the body when the client has left: its producer is cancelled.
  package func cancel() {
    account?.close(.left)
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
