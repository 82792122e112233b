import CZlib

/// An expander of compressed data, which it takes part by part.
///
/// Of gzip it reads members that follow one another as one; anything else behind the end is an
/// error. One task at a time uses it. It holds some 80 KiB besides the part that it reads.
@safe
final class Inflater {
  private enum Place {
    /// Before anything was read.
    case start
    case within
    /// Behind the end of the data, or of a member.
    case end
  }

  /// The most bytes that are expanded at once.
  static let room = 1 << 15

  /// The compressed bytes that it has read.
  private(set) var consumed = 0

  private let format: ZlibFormat
  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutablePointer<UInt8>
  private var place = Place.start
  private var input: [UInt8] = []
  private var taken = 0

  init(_ format: ZlibFormat) throws(CompressedDataError) {
    self.format = format
    // In memory of its own: the library refuses a stream that has moved.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe czlib_inflate_init(stream, format.windowBits) == Z_OK else {
      unsafe stream.deallocate()
      throw CompressedDataError(.noMemory, offset: 0)
    }
    unsafe self.stream = stream
    unsafe output = .allocate(capacity: Self.room)
  }

  deinit {
    _ = unsafe inflateEnd(stream)
    unsafe stream.deallocate()
    unsafe output.deallocate()
  }

  /// Gives it the next part, when it has asked for one.
  func push(_ bytes: [UInt8]) {
    input = taken == input.count ? bytes : input[taken...] + bytes
    taken = 0
  }

  /// Takes the next expanded bytes.
  /// - Parameter count: the most bytes, if that is less than there is room for.
  /// - Returns: the bytes, in no more memory than they need; `nil` when it needs the next part, or
  ///   there is none.
  /// - Throws: an error for bytes that are no such data.
  func pull(upTo count: Int = room) throws(CompressedDataError) -> [UInt8]? {
    while true {
      if taken < input.count {
        if place == .end { try begin() }
        place = .within
      }
      guard place == .within else { return nil }
      let (bytes, result) = step(upTo: count)
      switch result {
      case Z_STREAM_END: place = .end
      case Z_OK: break
      // "Z_BUF_ERROR is not fatal": there is no more to do without more input.
      case Z_BUF_ERROR where taken == input.count: break
      case Z_MEM_ERROR: throw CompressedDataError(.noMemory, offset: consumed)
      default: throw CompressedDataError(.malformed, offset: consumed)
      }
      if !bytes.isEmpty { return bytes }
      if taken == input.count { return nil }
    }
  }

  /// Says that there is no other part, when it has asked for one.
  /// - Throws: an error for data that breaks off.
  func finish() throws(CompressedDataError) {
    guard place == .end else { throw CompressedDataError(.cutOff, offset: consumed) }
  }

  /// Begins another member behind the end of one.
  private func begin() throws(CompressedDataError) {
    guard format == .gzip, unsafe inflateReset(stream) == Z_OK else {
      throw CompressedDataError(.malformed, offset: consumed)
    }
  }

  private func step(upTo count: Int) -> (bytes: [UInt8], result: CInt) {
    let count = min(count, Self.room)
    return unsafe input.withUnsafeBufferPointer { input in
      let left = unsafe input[taken...]
      let length = min(unsafe left.count, 1 << 30)
      unsafe stream.pointee.next_in = unsafe UnsafeBufferPointer(rebasing: left).baseAddress
      unsafe stream.pointee.avail_in = UInt32(length)
      unsafe stream.pointee.next_out = output
      unsafe stream.pointee.avail_out = UInt32(count)
      let result = unsafe inflate(stream, Z_NO_FLUSH)
      let written = count - Int(unsafe stream.pointee.avail_out)
      let read = length - Int(unsafe stream.pointee.avail_in)
      taken += read
      consumed += read
      // It points nowhere from here on.
      unsafe stream.pointee.next_in = nil
      // Copied: a reader that keeps a few bytes is not to keep the room of many.
      return (unsafe Array(UnsafeBufferPointer(start: output, count: written)), result)
    }
  }
}
