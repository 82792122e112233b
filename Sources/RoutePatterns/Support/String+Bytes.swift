extension String {
  /// Calls a closure with the bytes of the text, without copying them where that can be.
  @inlinable
  @inline(__always)
  package func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The span of a string's bytes is got by a call; this is inlined.
    var failure: Failure?
    let result: Result?? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      do throws(Failure) {
        return try unsafe body(bytes.span)
      } catch {
        failure = error
        return nil
      }
    }
    if let result, let result { return result }
    if let failure { throw failure }
    return try body(Array(utf8).span)
  }

  /// Makes a text of its bytes.
  package init(of bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
