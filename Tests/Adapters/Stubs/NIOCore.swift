// The declarations of NIOCore that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@preconcurrency public protocol _NIOPreconcurrencySendable: Sendable {}

public struct ByteBufferAllocator: Sendable {
  public init() {}
}

public struct ByteBuffer: Sendable {
  public init() {}
  public init<Bytes: Sequence>(bytes: Bytes) where Bytes.Element == UInt8 {}
}

extension Array where Element == UInt8 {
  public init(buffer: ByteBuffer) { self = [] }
}

public enum SocketAddress: Sendable {
  public struct IPv4Address: Sendable {}

  case v4(IPv4Address)

  public var ipAddress: String? { nil }
}

public protocol EventLoop: EventLoopGroup {
  @preconcurrency func execute(_ task: @escaping @Sendable () -> Void)
}

extension EventLoop {
  public func makePromise<T>(
    of type: T.Type = T.self,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> EventLoopPromise<T> { fatalError() }
}

public struct EventLoopIterator: Sequence, IteratorProtocol {
  public mutating func next() -> (any EventLoop)? { nil }
}

public protocol EventLoopGroup: AnyObject, _NIOPreconcurrencySendable {
  func makeIterator() -> EventLoopIterator
}

public final class EventLoopFuture<Value>: Sendable {}

public struct EventLoopPromise<Value>: Sendable {
  public let futureResult: EventLoopFuture<Value>

  @preconcurrency public func succeed(_ value: Value) where Value: Sendable {}
}
