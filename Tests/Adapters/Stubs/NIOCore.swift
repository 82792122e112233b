// The declarations of NIOCore that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct ByteBuffer: Sendable {
  public init() {}
  public init<Bytes: Sequence>(bytes: Bytes) where Bytes.Element == UInt8 {}
}

extension Array where Element == UInt8 {
  public init(buffer: ByteBuffer) { self = [] }
}

public enum SocketAddress: Sendable {
  case address

  public var ipAddress: String? { nil }
}

public protocol EventLoop: AnyObject, Sendable {
  func execute(_ task: @escaping @Sendable () -> Void)
}

extension EventLoop {
  public func makePromise<Value>(of type: Value.Type = Value.self) -> EventLoopPromise<Value> {
    fatalError()
  }
}

public struct EventLoopIterator: Sequence, IteratorProtocol {
  public mutating func next() -> (any EventLoop)? { nil }
}

public protocol EventLoopGroup: AnyObject, Sendable {
  func makeIterator() -> EventLoopIterator
}

public final class EventLoopFuture<Value>: Sendable {}

public struct EventLoopPromise<Value>: Sendable {
  public var futureResult: EventLoopFuture<Value> { fatalError() }
  public func succeed(_ value: Value) {}
}
