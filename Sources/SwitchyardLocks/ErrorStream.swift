#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Standard error, for what nobody else receives.
package enum ErrorStream {
  /// Writes a text; one that cannot be written, as its reader has gone, is lost.
  package static func print(_ text: String) {
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBytes { bytes in
      PipeSignal.withhold(from: STDERR_FILENO) {
        unsafe _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      }
    }
  }
}
