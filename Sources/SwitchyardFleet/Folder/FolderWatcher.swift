import Dispatch
import SessionStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells which records of a folder change, as long as it is there.
///
/// `@unchecked` because a source of Dispatch may be cancelled from anywhere.
final class FolderWatcher: @unchecked Sendable {
  private let source: any DispatchSourceProtocol
  /// The system's list of changes; -1 where there is none.
  private let descriptor: Int32

  /// - Parameters:
  ///   - path: the folder.
  ///   - wake: is told that there may be changes to take, on a thread of Dispatch.
  init(_ path: String, wake: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "switchyard.folder")
    #if os(Linux)
      let list = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      let events = UInt32(IN_MOVED_TO) | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF)
      if list >= 0, unsafe inotify_add_watch(list, path, events) >= 0 {
        let reader = DispatchSource.makeReadSource(fileDescriptor: list, queue: queue)
        reader.setEventHandler(handler: wake)
        reader.setCancelHandler { _ = close(list) }
        source = reader
        descriptor = list
        reader.activate()
        return
      }
      if list >= 0 { _ = close(list) }
    #endif
    // The system has no more watches: whoever is told looks for itself.
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .milliseconds(10), leeway: .milliseconds(2))
    timer.setEventHandler(handler: wake)
    source = timer
    descriptor = -1
    timer.activate()
  }

  deinit { source.cancel() }

  /// Takes what has happened since the last time.
  func take() -> [SessionChange] {
    guard descriptor >= 0 else { return [.anything] }
    var changes: [SessionChange] = []
    #if os(Linux)
      var bytes = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = unsafe systemRead(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        changes += unsafe bytes.withUnsafeBytes { unsafe Self.changes(in: $0, count) }
      }
    #endif
    return changes
  }

  #if os(Linux)
    private static func changes(
      in bytes: UnsafeRawBufferPointer,
      _ count: Int
    ) -> [SessionChange] {
      var changes: [SessionChange] = []
      var start = 0
      let head = MemoryLayout<inotify_event>.size
      while start + head <= count {
        let event = unsafe bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
        let end = start + head + Int(event.len)
        guard end <= count else { break }
        // The name is filled up with zeros.
        let name = unsafe bytes[start + head..<end].prefix { $0 != 0 }
        if event.mask & UInt32(IN_MOVED_TO | IN_DELETE) == 0 {
          changes.append(.anything)
        } else if let key = unsafe SessionKey(fileName: String(decoding: name, as: UTF8.self)) {
          changes.append(.session(key))
        }
        start = end
      }
      return changes
    }
  #endif
}
