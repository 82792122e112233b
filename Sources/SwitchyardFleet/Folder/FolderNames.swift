import SwitchyardSystem

/// The names of all files of a folder, read one after the other.
///
/// Those of files that come or go meanwhile may be among them; each of the others is, once.
@safe
final class FolderNames: Sequence, IteratorProtocol {
  #if canImport(Darwin)
    private typealias List = UnsafeMutablePointer<DIR>
  #else
    private typealias List = OpaquePointer
  #endif

  private let list: List
  /// The number of names that were read.
  private(set) var count = 0

  /// Reads the folder of a descriptor, which is closed with the list; `nil` where that cannot be.
  init?(of descriptor: Int32) {
    guard let list = unsafe fdopendir(descriptor) else { return nil }
    unsafe self.list = list
  }

  deinit { unsafe _ = closedir(list) }

  /// Reads the next name; `nil` behind the last.
  func next() -> String? {
    guard let entry = unsafe readdir(list) else { return nil }
    count += 1
    return unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
      unsafe String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
