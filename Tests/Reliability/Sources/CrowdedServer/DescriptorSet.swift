#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Descriptors of which it is asked whether there is something to read.
struct DescriptorSet {
  private var bits = fd_set()
  private var end: Int32 = 0

  /// Adds a descriptor, of which there are not so many that it has no place.
  mutating func insert(_ descriptor: Int32) {
    precondition(descriptor >= 0 && descriptor < Int32(FD_SETSIZE))
    withUnsafeMutableBytes(of: &bits) { $0[Int(descriptor) / 8] |= 1 << (UInt8(descriptor % 8)) }
    end = max(end, descriptor + 1)
  }

  /// Whether a descriptor is there; behind a wait, whether it has something to read.
  func contains(_ descriptor: Int32) -> Bool {
    withUnsafeBytes(of: bits) { $0[Int(descriptor) / 8] & 1 << (UInt8(descriptor % 8)) != 0 }
  }

  /// Waits until one of them has something to read, and keeps those that have.
  mutating func wait(for time: Duration) -> Bool {
    let (seconds, attoseconds) = max(time, .zero).components
    var limit = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    return pselect(end, &bits, nil, nil, &limit, nil) > 0
  }
}
