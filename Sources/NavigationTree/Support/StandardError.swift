#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The place of faults that nobody else receives.
enum StandardError {
  /// Writes a fault, on one line.
  static func print(_ fault: String) {
    let bytes = Array("NavigationTree: \(fault)\n".utf8)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
