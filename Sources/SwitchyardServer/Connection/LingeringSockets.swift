import SwitchyardLocks

/// The sockets of connections that have ended with a response whose client may send on.
///
/// The library closes a socket as soon as the system has all of the response. If bytes of the
/// client lie unread there, or come later, the system resets the connection and drops what it has
/// not sent yet. RFC 9112, 9.6: a server closes the sending half first, and then reads "until it
/// receives a corresponding close by the client, or until the server is reasonably certain that its
/// own TCP stack has received the client's acknowledgement of the packet(s) containing the server's
/// last response". For that time a duplicate of the descriptor is open here, and all that comes is
/// dropped, over TLS as well, where the library has tried to say goodbye before.
///
/// They do not count as connections, and there is a limit to their number, to the bytes that are
/// dropped and to the time.
final class LingeringSockets: Sendable {
  private struct Entry {
    let socket: Int32
    let since: ContinuousClock.Instant
    /// The number of bytes that were dropped.
    var dropped: Int
  }

  /// The number of bytes that are dropped of what a client sends on.
  static let lengthLimit = 16 << 20
  /// The number of bytes that are dropped at once, so that others have their turn.
  private static let portion = 64 * 1024

  private let watch: ClientWatch
  private let countLimit: Int
  private let timeLimit: Duration
  private let entries = Locked<[UInt64: Entry]>([:])

  init(watch: ClientWatch, _ configuration: EmbeddedServer.Configuration) {
    self.watch = watch
    countLimit = configuration.lingeringLimit
    timeLimit = configuration.lingerTimeLimit
  }

  /// Whether there are none.
  var isEmpty: Bool { entries.withLock { $0.isEmpty } }

  /// Keeps a socket open that is about to be closed, unless its client has ended or has received
  /// all.
  /// - Parameters:
  ///   - number: the number of the connection, which is not watched any more.
  ///   - socket: the socket, which the caller closes.
  func add(_ number: UInt64, socket: Int32) {
    shutDownWriting(socket)
    guard let dropped = dropUnread(socket, upTo: Self.portion), !hasReceivedAll(socket) else {
      return
    }
    entries.withLock { entries in
      guard entries.count < countLimit, let copy = duplicateDescriptor(socket) else { return }
      entries[number] = Entry(socket: copy, since: .now, dropped: dropped)
      watch.addReading(number, socket: copy) { [self] in
        self.entries.withLock { self.look(at: number, .now, &$0) }
      }
    }
  }

  /// Drops what has come, and closes the sockets that nothing is lost on any more, or that have
  /// lasted too long.
  func sweep(_ now: ContinuousClock.Instant) {
    // One after the other, as threads of the library wait for the lock.
    for number in entries.withLock({ Array($0.keys) }) {
      entries.withLock { look(at: number, now, &$0) }
    }
  }

  /// Closes all that there are.
  func closeAll() {
    entries.withLock { entries in
      for number in Array(entries.keys) { close(number, &entries) }
    }
  }

  private func look(
    at number: UInt64,
    _ now: ContinuousClock.Instant,
    _ entries: inout [UInt64: Entry]
  ) {
    // It may be closed since it was found to have something.
    guard let entry = entries[number] else { return }
    guard let dropped = dropUnread(entry.socket, upTo: Self.portion),
      entry.dropped + dropped < Self.lengthLimit, entry.since.duration(to: now) < timeLimit,
      !hasReceivedAll(entry.socket)
    else { return close(number, &entries) }
    entries[number]?.dropped += dropped
  }

  private func close(_ number: UInt64, _ entries: inout [UInt64: Entry]) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    watch.remove(number, socket: entry.socket)
    closeDescriptor(entry.socket)
  }
}
