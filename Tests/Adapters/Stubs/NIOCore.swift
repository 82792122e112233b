// The declarations of NIOCore that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct ByteBuffer: Sendable {
  public init<Bytes: Sequence>(bytes: Bytes) where Bytes.Element == UInt8 {}
}

extension Array where Element == UInt8 {
  public init(buffer: ByteBuffer) { self = [] }
}

public enum SocketAddress: Sendable {
  case address

  public var ipAddress: String? { nil }
}
