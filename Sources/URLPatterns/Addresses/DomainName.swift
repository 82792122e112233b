internal import CICU

/// The names of hosts in ASCII, as UTS #46 says and the URL standard asks.
///
/// ICU knows the tables; it is only asked for names that are not plain ASCII.
enum DomainName {
  /// The bytes of a name that are read; a name of DNS has 253 at the most.
  private static let limit = 4_096

  /// `@unchecked`, as ICU says that any number of threads may use a reader at once.
  @safe
  private struct Reader: @unchecked Sendable {
    let handle = unsafe cicu_open()
  }

  // Held until the program ends.
  private static let reader = Reader()

  /// Returns the name in ASCII, or `nil` for what is no name.
  static func ascii(_ name: String) -> String? {
    guard name.utf8.count <= limit, let handle = unsafe reader.handle else { return nil }
    var name = name
    var capacity = 4 * name.utf8.count + 64
    // The room is enough for all names but odd ones, for which ICU says how much is.
    for _ in 0..<2 {
      var length: Int32 = -1
      let text = name.withUTF8 { bytes in
        unsafe String(unsafeUninitializedCapacity: capacity) { out in
          length = unsafe write(handle, bytes, to: out)
          return length < 0 || Int(length) > capacity ? 0 : Int(length)
        }
      }
      if length < 0 { return nil }
      if Int(length) <= capacity { return text }
      capacity = Int(length)
    }
    return nil
  }

  private static func write(
    _ handle: UnsafeMutableRawPointer,
    _ name: UnsafeBufferPointer<UInt8>,
    to out: UnsafeMutableBufferPointer<UInt8>
  ) -> Int32 {
    guard let start = name.baseAddress, let target = out.baseAddress else { return 0 }
    return unsafe start.withMemoryRebound(to: CChar.self, capacity: name.count) { start in
      unsafe target.withMemoryRebound(to: CChar.self, capacity: out.count) { target in
        unsafe cicu_to_ascii(handle, start, Int32(name.count), target, Int32(out.count))
      }
    }
  }
}
