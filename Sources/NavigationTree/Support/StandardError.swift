#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The place of faults that nobody else receives.
package enum StandardError {
  /// Writes a fault, on one line.
  package static func print(_ fault: String, from module: String = "NavigationTree") {
    let bytes = Array("\(module): \(fault)\n".utf8)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
