import Dispatch
import SwitchyardLocks
import SwitchyardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tells which records of a folder change, also of one that is made or put back later.
///
/// `@unchecked` because its source of Dispatch belongs to its queue.
final class FolderWatcher: @unchecked Sendable {
  private struct State: Sendable {
    /// The system's list of changes; -1 where there is none.
    var list: Int32 = -1
    /// The changes that were not taken.
    var changes: [SessionChange] = []
    /// Whether somebody was told of them.
    var isTold = false
    /// Whether the folder is gone, and is to be looked for.
    var isGone = false
    /// The folder that the list is of.
    var identity: FolderFiles.Identity?
  }

  private let path: String
  private let wake: @Sendable () -> Void
  private let queue = DispatchQueue(label: "switchyard.folder")
  private let state = Locked(State())
  private var source: (any DispatchSourceProtocol)?

  /// The most changes that are kept one by one.
  private static let most = 1_000

  /// - Parameters:
  ///   - path: the folder.
  ///   - wake: is told that there are changes to take, once until they are, on a thread of
  ///     Dispatch.
  init(_ path: String, wake: @escaping @Sendable () -> Void) {
    self.path = path
    self.wake = wake
    queue.sync { start(isAgain: false) }
  }

  deinit { source?.cancel() }

  /// Makes the folder, and watches it before anything is written there.
  /// - Parameter make: makes it, and returns the number of its error, or 0.
  /// - Returns: the same number.
  func watch(making make: () -> Int32) -> Int32 {
    // Else the queue could find it in between, and tell that anything may have changed.
    queue.sync {
      let number = make()
      if number == 0 {
        start(isAgain: false)
        // Another process may have written before it was watched.
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        if names?.isEmpty == false { tellOfAll() }
      }
      return number
    }
  }

  /// Takes what has happened since the last time.
  func take() -> [SessionChange] {
    let (changes, isGone) = state.withLock { state in
      read(&state)
      defer {
        state.changes = []
        state.isTold = false
      }
      return (state.changes, state.isGone)
    }
    if isGone { queue.async { [weak self] in self?.look() } }
    return changes
  }

  /// Watches the folder that is at the path now, where that is another one: where a link was turned
  /// to it, the system tells nothing of that.
  func turn(to identity: FolderFiles.Identity?) {
    guard let identity, isOther(identity) else { return }
    queue.async { [weak self] in
      // Another call may have been quicker.
      guard let self, self.isOther(identity) else { return }
      self.start(isAgain: true)
    }
  }

  /// Whether another folder than the one that is watched has an identity.
  private func isOther(_ identity: FolderFiles.Identity) -> Bool {
    state.withLock { $0.list >= 0 && $0.identity != identity }
  }

  // MARK: - On the queue

  /// Reads what has happened, so that its source has nothing more to tell, and tells of it.
  private func look() {
    let (isToTell, isGone) = state.withLock { state in
      read(&state)
      defer { if !state.changes.isEmpty { state.isTold = true } }
      return (!state.changes.isEmpty && !state.isTold, state.isGone)
    }
    if isToTell { wake() }
    if isGone { start(isAgain: true) }
  }

  /// Begins to watch, or where that cannot be, to look from time to time.
  private func start(isAgain: Bool) {
    source?.cancel()
    #if os(Linux)
      let list = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      let events = UInt32(
        IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
      )
      if list >= 0, let identity = watchedIdentity(list, events) {
        state.withLock { state in
          state.list = list
          state.isGone = false
          state.identity = identity
        }
        let reader = DispatchSource.makeReadSource(fileDescriptor: list, queue: queue)
        reader.setEventHandler { [weak self] in self?.look() }
        reader.setCancelHandler { _ = close(list) }
        source = reader
        reader.activate()
        // It may have changed before.
        if isAgain { tellOfAll() }
        return
      }
      let isMissing = errno == ENOENT || errno == ENOTDIR
      if list >= 0 { _ = close(list) }
    #else
      let isMissing = false
    #endif
    state.withLock { state in
      state.list = -1
      state.isGone = false
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    if isMissing {
      // Until it is there.
      timer.schedule(deadline: .now() + .milliseconds(100), leeway: .milliseconds(20))
      timer.setEventHandler { [weak self] in self?.start(isAgain: true) }
    } else {
      // The system has no more watches: whoever is told looks for itself.
      timer.schedule(deadline: .now(), repeating: .milliseconds(10), leeway: .milliseconds(2))
      timer.setEventHandler { [weak self] in self?.tellOfAll() }
    }
    source = timer
    timer.activate()
  }

  #if os(Linux)
    /// Watches what is at the path, and returns its identity; `nil`, with `errno`, where it cannot.
    private func watchedIdentity(_ list: Int32, _ events: UInt32) -> FolderFiles.Identity? {
      var status = stat()
      while true {
        guard unsafe stat(path, &status) == 0 else { return nil }
        let identity = FolderFiles.Identity(status)
        let watch = unsafe inotify_add_watch(list, path, events)
        guard watch >= 0 else { return nil }
        // Where the path leads to another folder by now, nobody knows which of them is watched.
        if unsafe stat(path, &status) == 0, FolderFiles.Identity(status) == identity {
          return identity
        }
        _ = inotify_rm_watch(list, watch)
      }
    }
  #endif

  private func tellOfAll() {
    state.withLock { $0.changes = [.anything] }
    look()
  }

  // MARK: - The system

  private func read(_ state: inout State) {
    #if os(Linux)
      guard state.list >= 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe systemRead(state.list, $0) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        unsafe bytes.withUnsafeBytes { unsafe Self.read($0, count, &state) }
      }
      if state.isGone { state.list = -1 }
      if state.changes.count > Self.most { state.changes = [.anything] }
    #endif
  }

  #if os(Linux)
    private static func read(
      _ bytes: UnsafeRawBufferPointer,
      _ count: Int,
      _ state: inout State
    ) {
      var start = 0
      let head = MemoryLayout<inotify_event>.size
      while start + head <= count {
        let event = unsafe bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
        let end = start + head + Int(event.len)
        guard end <= count else { break }
        // The name is filled up with zeros.
        let name = unsafe bytes[start + head..<end].prefix { $0 != 0 }
        if event.mask & UInt32(IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE) == 0 {
          state.changes.append(.anything)
          if event.mask & UInt32(IN_Q_OVERFLOW) == 0 { state.isGone = true }
        } else if let key = unsafe SessionKey(fileName: String(decoding: name, as: UTF8.self)) {
          state.changes.append(.session(key))
        }
        start = end
      }
    }
  #endif
}
