/// The handling of a path that is too short to be read sixteen bytes at once.
enum ShortPath {
  /// Copies a path of less than sixteen bytes, with zeros behind it.
  static func copy(
    _ path: UnsafeRawPointer,
    _ length: Int,
    to short: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer {
    var words: (UInt64, UInt64) = (0, 0)
    unsafe withUnsafeMutableBytes(of: &words) {
      unsafe $0.copyMemory(from: .init(start: path, count: length))
    }
    unsafe short.storeBytes(of: SIMD2(words.0, words.1), as: SIMD2<UInt64>.self)
    return UnsafeRawPointer(short)
  }
}
