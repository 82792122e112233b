/// The state machine that orders the library's thread of a connection and all threads that signal
/// it.
///
/// The library's thread handles what has come, and rests when nothing has: it suspends the
/// connection. Other threads bring something (a response, a request for more of the body, more of a
/// stream) and signal it. The connection is resumed exactly once for each time it was suspended,
/// never before it is, and no signal is lost. The machine knows neither threads nor the library;
/// its owner, under a lock, carries out the actions it returns.
struct ConnectionMachine: Sendable {
  /// The action of the library's thread when nothing has come.
  enum Rest: Equatable, Sendable {
    /// Something has come since it looked.
    case looksAgain
    /// Suspend the connection, then say so.
    case suspends
    /// The server is ending, and the connection with it.
    case closes
  }

  private enum Stage {
    /// The library has the connection: it calls, or waits for the client.
    case running
    /// The library's thread is about to suspend it: to resume it now would be too early.
    case suspending
    case suspended
  }

  private var stage = Stage.running
  /// Whether something has come since the library's thread looked the last time.
  private var isSignalled = false
  /// Whether the server ends; then no connection is suspended any more.
  private(set) var isTerminated = false

  /// Records that the library's thread is about to handle what has come.
  mutating func looks() { isSignalled = false }

  /// Records that the library's thread has nothing to do; returns its next action.
  mutating func rests() -> Rest {
    if isTerminated { return .closes }
    if isSignalled { return .looksAgain }
    stage = .suspending
    return .suspends
  }

  /// Records that the connection is suspended; returns whether to resume it at once, for a signal
  /// meanwhile.
  mutating func hasSuspended() -> Bool {
    stage = isSignalled ? .running : .suspended
    return isSignalled
  }

  /// Records a signal for the library's thread; returns whether to resume the connection.
  mutating func signals() -> Bool {
    isSignalled = true
    guard stage == .suspended else { return false }
    stage = .running
    return true
  }

  /// Records that the server ends; returns whether to resume the connection.
  mutating func terminates() -> Bool {
    isTerminated = true
    return signals()
  }
}
