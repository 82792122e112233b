extension String {
  /// Calls a closure with the bytes of the text, without copying them where that can be.
  @inlinable
  @inline(__always)
  package func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Not by `utf8.span`: where that is inlined, Swift 6.3 gives the place of a short text, which
    // is kept in the string itself, to something else before the closure has ended.
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
    #if canImport(ObjectiveC)
      // A string that is bridged and keeps its bytes to itself.
      return try body(Array(utf8).span)
    #else
      // There are none such: to read the text once more would have it held for the closure.
      preconditionFailure("A string keeps its bytes to itself.")
    #endif
  }

  /// Returns the text of some of its bytes.
  package func text(at range: Range<Int>) -> String {
    withBytes { String(of: $0.extracting(range)) }
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
