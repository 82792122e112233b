import CZlib

/// A compressor of one body, which it takes piece by piece.
///
/// One task at a time uses it. It holds some 300 KiB, until it is released.
@safe
final class Deflater {
  /// The part of the input that a reader is to have.
  enum Flush {
    /// No more than there is enough of.
    case none
    /// Everything up to here, at the cost of some bytes.
    case all
    /// Everything, and the end.
    case end

    fileprivate var mode: CInt {
      switch self {
      case .none: Z_NO_FLUSH
      case .all: Z_SYNC_FLUSH
      case .end: Z_FINISH
      }
    }
  }

  /// The bytes that are made at once.
  private static let room = 1 << 15

  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutablePointer<UInt8>

  /// Makes a compressor.
  /// - Parameters:
  ///   - format: the format of its output.
  ///   - level: from 1, the fastest, to 9, the smallest.
  /// - Throws: an error when the system gives no memory.
  init(_ format: ZlibFormat, level: Int) throws(CompressedDataError) {
    // In memory of its own: the library refuses a stream that has moved.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe czlib_deflate_init(stream, CInt(level), format.windowBits) == Z_OK else {
      unsafe stream.deallocate()
      throw CompressedDataError(.noMemory, offset: 0)
    }
    unsafe self.stream = stream
    unsafe output = .allocate(capacity: Self.room)
  }

  deinit {
    // "All dynamically allocated data structures for this stream are freed."
    _ = unsafe deflateEnd(stream)
    unsafe stream.deallocate()
    unsafe output.deallocate()
  }

  /// Compresses a piece.
  /// - Parameters:
  ///   - bytes: the piece; what is made of it stands in memory.
  ///   - flush: the part of it that a reader is to have.
  /// - Returns: the compressed bytes that are there.
  func compress(_ bytes: ArraySlice<UInt8>, _ flush: Flush) -> [UInt8] {
    var compressed: [UInt8] = []
    unsafe bytes.withUnsafeBufferPointer { input in
      unsafe stream.pointee.next_in = input.baseAddress
      unsafe stream.pointee.avail_in = UInt32(input.count)
      // "If deflate returns with avail_out == 0, this function must be called again with the same
      // value of the flush parameter and more output space".
      var isFull = true
      while isFull {
        unsafe stream.pointee.next_out = output
        unsafe stream.pointee.avail_out = UInt32(Self.room)
        // No result is an error here: that there was nothing to do is none.
        _ = unsafe deflate(stream, flush.mode)
        let count = Self.room - Int(unsafe stream.pointee.avail_out)
        unsafe compressed += UnsafeBufferPointer(start: output, count: count)
        isFull = count == Self.room
      }
      // It points nowhere from here on.
      unsafe stream.pointee.next_in = nil
    }
    return compressed
  }
}
