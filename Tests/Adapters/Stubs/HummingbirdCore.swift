// The declarations of HummingbirdCore that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import HTTPTypes
public import NIOCore

public struct RequestBody: Sendable, AsyncSequence {
  public typealias Element = ByteBuffer

  public struct AsyncIterator: AsyncIteratorProtocol {
    public mutating func next() async throws -> ByteBuffer? { nil }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

public struct Request: Sendable {
  public let head: HTTPRequest
  public var body: RequestBody
}

public protocol ResponseBodyWriter {
  mutating func write(_ buffer: ByteBuffer) async throws
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws
}

public struct ResponseBody: Sendable {
  public init() {}
  public init(byteBuffer: ByteBuffer) {}
  public init(
    contentLength: Int? = nil,
    _ write: @Sendable @escaping (inout any ResponseBodyWriter) async throws -> Void
  ) {}
}

public struct Response: Sendable {
  public init(
    status: HTTPResponse.Status,
    headers: HTTPFields = .init(),
    body: ResponseBody = .init()
  ) {}
}
