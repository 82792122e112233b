#if PostgreSQL
  internal import Dispatch

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// Tells when a socket can be read or written, on a queue.
  ///
  /// It has a descriptor of its own for it: libpq closes its own whenever it likes.
  final class SocketWatch {
    private let descriptor: Descriptor
    private let reads: any DispatchSourceRead
    private let writes: any DispatchSourceWrite
    /// Whether it also tells when the socket can be written; not all the time, as mostly it can.
    var awaitsWriting = false {
      didSet {
        guard awaitsWriting != oldValue else { return }
        if awaitsWriting { writes.resume() } else { writes.suspend() }
      }
    }

    init?(_ socket: Int32, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
      let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { return nil }
      let descriptor = Descriptor(copy)
      self.descriptor = descriptor
      reads = DispatchSource.makeReadSource(fileDescriptor: copy, queue: queue)
      writes = DispatchSource.makeWriteSource(fileDescriptor: copy, queue: queue)
      reads.setEventHandler(handler: body)
      writes.setEventHandler(handler: body)
      // It may be closed when both sources are done with it.
      reads.setCancelHandler { withExtendedLifetime(descriptor) {} }
      writes.setCancelHandler { withExtendedLifetime(descriptor) {} }
      reads.resume()
    }

    deinit {
      // A source that is suspended must not be released.
      if !awaitsWriting { writes.resume() }
      reads.cancel()
      writes.cancel()
    }

    /// Whether there is something to read, the end of the connection included.
    ///
    /// Dispatch tells of an end once, and together with what came before it: whoever reads a part
    /// then is told no more.
    var hasInput: Bool {
      var byte: UInt8 = 0
      let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
      let count = unsafe recv(descriptor.number, &byte, 1, flags)
      return count >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
    }

    private final class Descriptor: Sendable {
      let number: Int32
      init(_ number: Int32) { self.number = number }
      deinit { close(number) }
    }
  }
#endif
