/// The order between the library's thread that has a connection and all others that have something for it.
///
/// The library's thread looks at what there is, and when there is nothing rests: it suspends the connection. Others
/// bring something (a response, a wish for more of the body, more of a stream) and signal it. The connection is
/// resumed exactly once for each time it was suspended, never before it is, and no signal is lost. The machine knows
/// neither threads nor the library; whoever holds it under a lock does what it says.
struct ConnectionMachine: Sendable {
  /// What the library's thread is to do when it has found nothing.
  enum Rest: Equatable, Sendable {
    /// Something has come since it looked.
    case looksAgain
    /// Suspend the connection, then say so.
    case suspends
    /// The server is at its end, and the connection with it.
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
  /// Whether the server ends; then nothing is suspended any more.
  private(set) var isTerminated = false

  /// The library's thread is going to look at what there is.
  mutating func looks() { isSignalled = false }

  /// The library's thread has found nothing.
  mutating func rests() -> Rest {
    if isTerminated { return .closes }
    if isSignalled { return .looksAgain }
    stage = .suspending
    return .suspends
  }

  /// The connection is suspended; says whether to resume it at once, for what came meanwhile.
  mutating func hasSuspended() -> Bool {
    stage = isSignalled ? .running : .suspended
    return isSignalled
  }

  /// There is something for the library's thread; says whether to resume the connection.
  mutating func signals() -> Bool {
    isSignalled = true
    guard stage == .suspended else { return false }
    stage = .running
    return true
  }

  /// The server ends; says whether to resume the connection.
  mutating func terminates() -> Bool {
    isTerminated = true
    return signals()
  }
}
