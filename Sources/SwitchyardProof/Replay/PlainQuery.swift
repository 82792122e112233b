/// The bytes of queries with which a target is sound, wherever they stand.
struct PlainQuery {
  private let low = Self.bits(from: 0)
  private let high = Self.bits(from: 64)

  @inline(__always)
  func has(_ byte: UInt8) -> Bool {
    guard byte < 128 else { return false }
    return (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }

  /// A bit for each of 64 bytes.
  private static func bits(from start: UInt8) -> UInt64 {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~=&+,:;/@!$'()*".utf8
      .reduce(0) { bits, byte in
        byte &- start < 64 ? bits | 1 &<< UInt64(byte &- start) : bits
      }
  }
}
