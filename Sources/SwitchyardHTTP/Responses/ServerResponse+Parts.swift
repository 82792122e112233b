extension ServerResponse.Body: AsyncSequence {
  /// A part of the body.
  public typealias Element = [UInt8]

  /// An iterator over the parts of a body.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate enum Rest {
      case bytes([UInt8])
      case file(ServedFile)
      case stream(StreamReading, left: Int?)
    }

    fileprivate var rest: Rest

    /// Returns the next part, or `nil` at the end.
    /// - Throws: the error of reading the file or making the stream; `CancellationError` when the
    ///   task is cancelled; `ServerResponseStreamError` for a stream that ends early.
    public mutating func next() async throws -> [UInt8]? {
      switch rest {
      case .bytes(let bytes):
        rest = .bytes([])
        return bytes.isEmpty ? nil : bytes
      case .file(var file):
        defer { rest = .file(file) }
        return try file.readPart()
      case .stream(let stream, let left):
        guard let part = try await stream.pipe.next() else {
          if let left, left > 0 { throw ServerResponseStreamError(missing: left) }
          return nil
        }
        guard let left else { return part }
        // Behind its last byte the maker may have something to do: it is cancelled if that is to
        // write more.
        rest = part.count > left ? .bytes([]) : .stream(stream, left: left - part.count)
        guard part.count > left else { return part }
        return left == 0 ? nil : Array(part.prefix(left))
      }
    }
  }

  /// Begins to read the body, for a server that sends it; a stream begins to be made.
  ///
  ///     for try await bytes in response.body { try await send(bytes) }
  ///
  /// The maker of a stream waits while no part is asked for, and is cancelled when the iterator is
  /// released before the end. Of a stream with a length no more than that is read. Parts of a file
  /// are read on the thread that asks for them.
  public func makeAsyncIterator() -> AsyncIterator {
    switch self {
    case .none: AsyncIterator(rest: .bytes([]))
    case .bytes(let bytes): AsyncIterator(rest: .bytes(bytes))
    case .file(let file): AsyncIterator(rest: .file(file))
    case .stream(let stream):
      AsyncIterator(rest: .stream(StreamReading(stream.start {}), left: stream.length))
    }
  }
}

/// A stream that is being read, and made as long as somebody reads it.
private final class StreamReading: Sendable {
  let pipe: ResponsePipe

  init(_ pipe: ResponsePipe) { self.pipe = pipe }

  deinit { pipe.cancel() }
}
