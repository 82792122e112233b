import CMicroHTTPD
import SwitchyardLocks

/// A client's connection, and the request that is on its way on it.
///
/// The library's thread calls it for each step of a request; while the library has nothing to do
/// the connection is suspended. Events from other threads (a response, a request for more of the
/// body, more of a stream, the leaving of the client) are kept under a lock, with the machine that
/// decides when the connection is resumed.
///
/// `handle` and all fields that are marked so below are touched by the library's thread alone, or
/// while the connection is suspended; the rest is locked.
@safe
final class ServerConnection: ResponseTaker, @unchecked Sendable {
  /// The phase that the library's thread is in.
  enum Phase {
    /// Between two requests.
    case idle
    /// The head is read, and none of the body.
    case head
    /// The handler reads the body.
    case body
    /// There is a response, which the client sees when the rest of its body is read and dropped.
    case drain
    /// All of the request is read.
    case whole
    /// The response is being sent.
    case reply
  }

  /// The state that several threads touch.
  struct Shared {
    var machine = ConnectionMachine()
    /// Counts the requests of the connection, so that a late answer is not used for another one.
    var request = 0
    /// Whether a request is being read or answered.
    var isBusy = false
    /// Whether the head of the request is read.
    var hasHead = false
    /// The body, while the library reads it.
    var reading: Reading?
    /// The response that went out while the body was being read, if there is one.
    var farewell: Farewell?
    /// The observation of the last sweep.
    var sighting: Sighting?
    /// Whether the reader of the body has asked for more.
    var isBodyWanted = false
    var response: ServerResponse?
    /// The response that a farewell has replaced, until the request has ended.
    var replaced: ServerResponse?
    /// The exchange of the request, as long as there is no response.
    var exchange: ServerExchange?
    /// Whether the client has left, or sends no more.
    var hasClientLeft = false
    /// Whether the server has ended the connection; bytes that come nevertheless are not read.
    var isLetGo = false
    /// Whether the library closes the connection behind the response, while the client may send on.
    var isLast = false
    /// Whether the socket is closed, or about to be.
    var isClosed = false
  }

  let core: ServerCore
  let number: UInt64
  let socket: Int32
  let remoteAddress: String?
  let shared = Locked(Shared())

  // Touched by the library's thread alone.
  let handle: OpaquePointer
  var phase = Phase.idle
  var target: [UInt8] = []
  /// The address at which the library has the target.
  var targetPlace = 0
  /// The number of the request that is being read or answered.
  var request = 0
  /// Whether the connection was ended before the request came.
  var isLate = false
  var head: RequestHeadReader?
  /// Whether the body of the response is left out.
  var isHead = false
  /// The response to a request without a body that was answered at once, until the library accepts
  /// it.
  var ready: ServerResponse?
  var channel: ByteChannel?
  var pipe: ResponsePipe?
  /// The number of bytes of the body that have come.
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

  // MARK: - Events from other threads

  /// Receives the response to a request, and wakes the library if it waits for it.
  func take(_ response: ServerResponse, for request: Int) {
    let exchange = shared.withLock { shared -> ServerExchange? in
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
    // It may hold the last of the handler's objects, which are released after the lock.
    _ = exchange
  }

  /// Signals that the reader of the body wants more than has come.
  func wantBody(of request: Int) {
    signal { shared in
      guard shared.request == request else { return false }
      shared.isBodyWanted = true
      return shared.machine.signals()
    }
  }

  /// Signals that there is more to read of a stream.
  func wantWriting(of request: Int) {
    signal { $0.request == request && $0.machine.signals() }
  }

  /// Cancels the request, or the stream that is being sent, when the client has left.
  func clientHasLeft() {
    let exchange = shared.withLock { shared -> ServerExchange? in
      guard !shared.isClosed else { return nil }
      shared.hasClientLeft = true
      shutDownReading(socket)
      if shared.machine.signals() { resume() }
      return shared.exchange
    }
    exchange?.cancel()
  }

  /// Cancels the handlers of the request, if any are running.
  func cancel() { shared.withLock { $0.exchange }?.cancel() }

  /// Ends the connection with the server: it is not suspended any more, and is resumed to be
  /// closed.
  func terminate() { signal { $0.machine.terminates() } }

  /// Ends the connection, unless a request has come that has no answer yet.
  ///
  /// A request that the library has just read is not begun any more: its client sees the connection
  /// end without a response, as always when a server closes an idle connection at the moment a
  /// request comes.
  func closeIfIdle() {
    shared.withLock { shared in
      // Under the lock the socket stays open: `close` has to wait.
      // If the last response has been sent, the library is about to close the connection.
      guard !shared.isClosed, shared.isBusy || !shared.isLast else { return }
      let isIdle =
        shared.farewell.map { $0.unsent.isEmpty && hasReceivedAll(socket) } ?? !shared.isBusy
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

  /// Resumes the connection, which must be suspended: the machine makes sure of it.
  ///
  /// "It is safe to resume a suspended connection at any time", and only that.
  ///
  /// Called under the lock, though it is an action: code that ends the server must find no
  /// connection that another thread is about to resume. The library calls none of our code while it
  /// holds a lock.
  func resume() { unsafe MHD_resume_connection(handle) }

  /// Suspends the connection; called on the library's thread, within its call.
  ///
  /// "The only safe way to call this function is to call it from the #MHD_AccessHandlerCallback or
  /// #MHD_ContentReaderCallback."
  func suspend() {
    unsafe MHD_suspend_connection(handle)
    watchClient()
    shared.withLock { shared in
      if shared.machine.hasSuspended() { resume() }
    }
  }

  /// Watches the client, so that its leaving is noticed whatever the library is waiting for.
  func watchClient() {
    guard !isWatched else { return }
    isWatched = true
    core.watch.add(number, socket: socket) { [self] in clientHasLeft() }
    shared.withLock { watchRoom($0) }
  }

  // MARK: - The ends

  /// Called when the library is done with a request: it is answered, or broken off.
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
    channel?.fail(ServerRequestBodyError.incomplete)
    channel = nil
    pipe?.cancel()
    pipe = nil
  }

  /// Called when the library is about to close the socket.
  func close() {
    if isWatched { core.watch.remove(number, socket: socket) }
    let lingers = shared.withLock { shared in
      shared.isClosed = true
      return shared.isLast && !shared.machine.isTerminated
    }
    // What else its client sends would have the system drop the rest of the response.
    if lingers { core.lingering.add(number, socket: socket) }
  }
}
