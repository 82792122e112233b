// The declarations of Vapor that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import struct NIOCore.ByteBuffer
@_exported public import protocol NIOCore.EventLoop
@_exported public import class NIOCore.EventLoopFuture
@_exported public import struct NIOCore.EventLoopPromise
public import struct NIOCore.ByteBufferAllocator
public import enum NIOCore.SocketAddress
@_exported public import struct NIOHTTP1.HTTPHeaders
@_exported public import enum NIOHTTP1.HTTPMethod
@_exported public import enum NIOHTTP1.HTTPResponseStatus
@_exported public import struct NIOHTTP1.HTTPVersion

public struct URI: Sendable {
  public var string: String { "" }
}

public enum BodyStreamResult: Sendable {
  case buffer(ByteBuffer)
  case error(any Error)
  case end
}

public protocol AsyncBodyStreamWriter: Sendable {
  func write(_ result: BodyStreamResult) async throws
}

public final class Request: Sendable {
  public struct Body: Sendable {
    @preconcurrency public func drain(
      _ handler: @Sendable @escaping (BodyStreamResult) -> EventLoopFuture<Void>
    ) {}
  }

  public let remoteAddress: SocketAddress?
  public let eventLoop: any EventLoop

  init() { fatalError() }

  public var method: HTTPMethod {
    get { fatalError() }
    set {}
  }
  public var url: URI {
    get { fatalError() }
    set {}
  }
  public var version: HTTPVersion {
    get { fatalError() }
    set {}
  }
  public var headers: HTTPHeaders {
    get { fatalError() }
    set {}
  }
  public var body: Body { fatalError() }
}

public final class Response: Sendable {
  public struct Body: Sendable {
    public static let empty: Body = Body(buffer: ByteBuffer())

    public init(
      buffer: ByteBuffer,
      byteBufferAllocator: ByteBufferAllocator = ByteBufferAllocator()
    ) {}
    public init(
      asyncStream: @escaping @Sendable (any AsyncBodyStreamWriter) async throws -> Void,
      count: Int,
      byteBufferAllocator: ByteBufferAllocator = ByteBufferAllocator()
    ) {}
  }

  public init(
    status: HTTPResponseStatus,
    version: HTTPVersion,
    headersNoUpdate headers: HTTPHeaders,
    body: Body
  ) {}
}

public protocol Responder: Sendable {}

public protocol AsyncResponder: Responder {
  func respond(to request: Request) async throws -> Response
}

@preconcurrency public protocol Middleware: Sendable {}

public protocol AsyncMiddleware: Middleware {
  func respond(
    to request: Request,
    chainingTo next: any AsyncResponder
  ) async throws -> Response
}
