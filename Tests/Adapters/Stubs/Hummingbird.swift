// The declarations of Hummingbird that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import struct HTTPTypes.HTTPFields
@_exported public import struct HTTPTypes.HTTPRequest
@_exported public import struct HTTPTypes.HTTPResponse
@_exported public import struct HummingbirdCore.Request
@_exported public import struct HummingbirdCore.RequestBody
@_exported public import struct HummingbirdCore.Response
@_exported public import struct HummingbirdCore.ResponseBody
@_exported public import protocol HummingbirdCore.ResponseBodyWriter
@_exported public import struct NIOCore.ByteBuffer
public import protocol NIOCore.EventLoopGroup
public import enum NIOCore.SocketAddress

public enum EventLoopGroupProvider {
  case shared(any EventLoopGroup)
  case singleton

  public var eventLoopGroup: any EventLoopGroup { fatalError() }
}

public protocol InitializableFromSource<Source>: Sendable {
  associatedtype Source

  init(source: Source)
}

public protocol RequestContextSource {}

public struct ApplicationRequestContextSource: RequestContextSource {}

public protocol RequestContext: InitializableFromSource, RequestContextSource {
  associatedtype Source: RequestContextSource = ApplicationRequestContextSource
}

public protocol RemoteAddressRequestContext: RequestContext {
  var remoteAddress: SocketAddress? { get }
}

public protocol HTTPResponder<Context>: Sendable {
  associatedtype Context
  @Sendable func respond(to request: Request, context: Context) async throws -> Response
}

public protocol MiddlewareProtocol<Input, Output, Context>: Sendable {
  associatedtype Input
  associatedtype Output
  associatedtype Context

  func handle(
    _ input: Input,
    context: Context,
    next: (Input, Context) async throws -> Output
  ) async throws -> Output
}

public protocol RouterMiddleware<Context>: MiddlewareProtocol
where Input == Request, Output == Response {}
