#if Vapor
  import NIOCore
  import Vapor

  /// The parts of a body that Vapor receives, of which the next is read when one was taken.
  ///
  /// Vapor's own sequence leaves a connection unread for ever when its reader ends before the body.
  struct ReceivedParts: AsyncSequence, Sendable {
    typealias Part = (result: BodyStreamResult, taken: EventLoopPromise<Void>)

    struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var parts: AsyncStream<Part>.AsyncIterator

      mutating func next() async throws -> [UInt8]? {
        guard let part = await parts.next(isolation: #isolation) else { return nil }
        part.taken.succeed(())
        switch part.result {
        case .buffer(let bytes): return Array(buffer: bytes)
        case .error(let error): throw error
        case .end: return nil
        }
      }
    }

    private let request: Request
    private let parts: AsyncStream<Part>
    private let receiver: AsyncStream<Part>.Continuation

    init(_ request: Request) {
      self.request = request
      (parts, receiver) = AsyncStream.makeStream()
    }

    func makeAsyncIterator() -> AsyncIterator {
      request.body.drain { [receiver, loop = request.eventLoop] result in
        let taken = loop.makePromise(of: Void.self)
        if case .terminated = receiver.yield((result, taken)) { taken.succeed(()) }
        return taken.futureResult
      }
      return AsyncIterator(parts: parts.makeAsyncIterator())
    }

    /// Drops all that still comes, so that the connection goes on with the next request.
    func close() async {
      receiver.finish()
      for await part in parts { part.taken.succeed(()) }
    }
  }
#endif
