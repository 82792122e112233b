import CMicroHTTPD
import RoutePatterns

/// A client's connection, and the request that is on its way on it.
///
/// The library's thread calls it for each step of a request; while there is nothing to do for the library the
/// connection is suspended. What other threads bring (a response, a wish for more of the body, more of a stream,
/// news of the client) is kept under a lock, with the machine that says who resumes the connection and when.
///
/// `handle` and all that is marked so below are touched by the library's thread alone, or while the connection is
/// suspended; the rest is locked.
@safe
final class HTTPConnection: HTTPResponseTaker, @unchecked Sendable {
  /// What the library's thread is at.
  enum Phase {
    /// Between two requests.
    case idle
    /// The head is read, and nothing of the body.
    case head
    /// The handler reads the body.
    case body
    /// There is a response, which the client sees when the rest of its body is read and thrown away.
    case drain
    /// All of the request is read.
    case whole
    /// The response is being sent.
    case reply
  }

  /// What several threads touch.
  struct Shared {
    var machine = ConnectionMachine()
    /// Counts the requests of the connection, so that a late answer meets no other one.
    var request = 0
    /// Whether a request is being read or answered.
    var isBusy = false
    /// Whether the head of the request is read.
    var hasHead = false
    /// The body, while the library reads it.
    var reading: Reading?
    /// The response, where it went out while the body was being read.
    var farewell: Farewell?
    /// What the last sweep has seen.
    var sighting: Sighting?
    /// Whether the reader of the body has asked for more.
    var isBodyWanted = false
    var response: HTTPResponse?
    /// The response that a farewell has taken the place of, until the request has ended.
    var replaced: HTTPResponse?
    /// The exchange of the request, as long as there is no response.
    var exchange: HTTPExchange?
    /// Whether the client has left, or will send nothing more.
    var hasClientLeft = false
    /// Whether the server has told the client to go; what comes nevertheless is not read.
    var isLetGo = false
    /// Whether the socket is closed, or about to be.
    var isClosed = false
  }

  let core: ServerCore
  let number: UInt64
  let socket: Int32
  let remoteAddress: String?
  let shared = Locked(Shared())

  // The library's thread alone.
  let handle: OpaquePointer
  var phase = Phase.idle
  var target: [UInt8] = []
  /// Where the library has the target.
  var targetPlace = 0
  /// The number of the request that is being read or answered.
  var request = 0
  /// Whether the client was told to go before the request came.
  var isLate = false
  var head: RequestHeadReader?
  /// Whether the body of the response is left out.
  var isHead = false
  /// The response to a request without a body that was answered at once, until the library takes it.
  var ready: HTTPResponse?
  var channel: ByteChannel?
  var pipe: HTTPResponsePipe?
  /// How much of the body has come.
  var received = 0
  private var isWatched = false

  @unsafe
  init(core: ServerCore, number: UInt64, handle: OpaquePointer) {
    self.core = core
    self.number = number
    unsafe self.handle = handle
    socket = unsafe cmicrohttpd_socket(handle)
    remoteAddress = unsafe cmicrohttpd_client_address(handle).flatMap { unsafe addressText($0) }
  }

  // MARK: - What other threads bring

  /// Takes the response to a request, and wakes the library up where it waits for it.
  func take(_ response: HTTPResponse, for request: Int) {
    let exchange = shared.withLock { shared -> HTTPExchange? in
      guard shared.request == request, shared.response == nil, shared.farewell == nil,
        !shared.isClosed
      else { return nil }
      shared.response = response
      // The end of the body may never come.
      if let reading = shared.reading, reading.isEndless, !reading.isInvited {
        bidFarewell(&shared)
      }
      if shared.machine.signals() { resume() }
      defer { shared.exchange = nil }
      return shared.exchange
    }
    // It may hold the last of what the handler needed, which goes after the lock.
    _ = exchange
  }

  /// The reader of the body wants more than has come.
  func wantBody(of request: Int) {
    signal { shared in
      guard shared.request == request else { return false }
      shared.isBodyWanted = true
      return shared.machine.signals()
    }
  }

  /// There is more to read of a stream.
  func wantWriting(of request: Int) {
    signal { $0.request == request && $0.machine.signals() }
  }

  /// The client has left: its request is cancelled, or the stream that is being sent to it.
  func clientHasLeft() {
    let exchange = shared.withLock { shared -> HTTPExchange? in
      guard !shared.isClosed else { return nil }
      shared.hasClientLeft = true
      shutDownReading(socket)
      if shared.machine.signals() { resume() }
      return shared.exchange
    }
    exchange?.cancel()
  }

  /// Cancels the handlers of the request, if one is with them.
  func cancel() { shared.withLock { $0.exchange }?.cancel() }

  /// The server ends: nothing is suspended any more, and what is comes back to be closed.
  func terminate() { signal { $0.machine.terminates() } }

  /// Tells the client to go, if no request has come from it that has no answer yet.
  ///
  /// One that the library has just read is not begun any more: its client sees the connection end without a word,
  /// as always when a server closes an idle connection in the moment in which a request comes.
  func closeIfIdle() {
    shared.withLock { shared in
      // Under the lock the socket stays open: `close` has to wait.
      guard !shared.isClosed else { return }
      let isIdle = shared.farewell?.unsent.isEmpty ?? !shared.isBusy
      guard isIdle && !hasUnreadBytes(socket) || isForsaken(shared) else { return }
      shared.isLetGo = true
      shutDownReading(socket)
    }
  }

  private func signal(_ change: (inout Shared) -> Bool) {
    shared.withLock { shared in
      if !shared.isClosed, change(&shared) { resume() }
    }
  }

  // MARK: - Suspending

  /// "It is safe to resume a suspended connection at any time", and only that: the machine sees to it.
  ///
  /// Called under the lock, though it is an action: who ends the server must find no connection that another thread
  /// is just about to resume. The library calls nothing of ours while it holds a lock.
  func resume() { unsafe MHD_resume_connection(handle) }

  /// "The only safe way to call this function is to call it from the #MHD_AccessHandlerCallback or
  /// #MHD_ContentReaderCallback": on the library's thread, within its call.
  func suspend() {
    unsafe MHD_suspend_connection(handle)
    watchClient()
    shared.withLock { shared in
      if shared.machine.hasSuspended() { resume() }
    }
  }

  /// From now on it is noticed when the client leaves, whatever the library is waiting for.
  func watchClient() {
    guard !isWatched else { return }
    isWatched = true
    core.watch.add(number, socket: socket) { [self] in clientHasLeft() }
  }

  // MARK: - The ends

  /// The library is done with a request: it is answered, or broken off.
  func endRequest() {
    phase = .idle
    target.removeAll(keepingCapacity: true)
    head = nil
    ready = nil
    let (exchange, responses) = shared.withLock { shared in
      defer {
        shared.request += 1
        shared.isBusy = false
        shared.hasHead = false
        shared.reading = nil
        shared.farewell = nil
        shared.exchange = nil
        shared.response = nil
        shared.replaced = nil
        shared.isBodyWanted = false
      }
      return (shared.exchange, (shared.response, shared.replaced))
    }
    _ = responses
    exchange?.cancel()
    channel?.fail(HTTPBodyError.incomplete)
    channel = nil
    pipe?.cancel()
    pipe = nil
  }

  /// The library is about to close the socket.
  func close() {
    if isWatched { core.watch.remove(number, socket: socket) }
    shared.withLock { $0.isClosed = true }
  }
}
