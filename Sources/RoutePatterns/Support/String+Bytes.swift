extension String {
  /// Calls a closure with the bytes of the text, without copying them where that can be.
  @inlinable
  @inline(__always)
  package func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return try body(utf8.span)
    }
    return try body(Array(utf8).span)
  }

  /// Makes a text of its bytes.
  package init(of bytes: Span<UInt8>) {
    // Short texts of ASCII take no look at what is no UTF-8 then.
    self = unsafe String(unsafeUninitializedCapacity: bytes.count) { buffer in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      }
      return bytes.count
    }
  }
}
