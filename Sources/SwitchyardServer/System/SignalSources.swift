import Dispatch
import SwitchyardLocks
import SwitchyardSystem

/// The sources of the signals that are watched, one for each signal.
enum SignalSources {
  private struct Entry {
    let source: any DispatchSourceSignal
    /// The receivers, by their owners.
    var receivers: [ObjectIdentifier: Receiver]
    /// The disposition before the first of the receivers.
    var former: sigaction
  }

  private struct State {
    var entries: [CInt: Entry] = [:]
    /// The dispositions with which sources receive signals.
    ///
    /// On Linux the library installs its handler of a signal with the first source that a process
    /// makes for it, and never again.
    var installed: [CInt: sigaction] = [:]
  }

  private static let state = Locked(State())

  /// A closure that is called with a signal, on any thread.
  typealias Receiver = @Sendable (CInt) -> Void

  /// Has a closure receive a signal; called by one thread at a time, which waits for the library.
  static func add(_ number: CInt, of owner: ObjectIdentifier, _ receiver: @escaping Receiver) {
    let isWatched = state.withLock { state in
      state.entries[number]?.receivers[owner] = receiver
      return state.entries[number] != nil
    }
    guard !isWatched else { return }
    let former = disposition(of: number)
    #if canImport(Darwin)
      // The signal would end the process before its source hears of it.
      signal(number, SIG_IGN)
    #endif
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { tell(of: number) }
    state.withLock { state in
      state.entries[number] = Entry(source: source, receivers: [owner: receiver], former: former)
    }
    wait { done in
      source.setRegistrationHandler(handler: done)
      source.resume()
    }
    state.withLock { state in
      if var installed = state.installed[number] {
        unsafe sigaction(number, &installed, nil)
      } else {
        state.installed[number] = disposition(of: number)
      }
    }
  }

  /// Has the closure of an owner receive a signal no more; the last restores its disposition.
  static func remove(_ number: CInt, of owner: ObjectIdentifier) {
    let last = state.withLock { state -> Entry? in
      let removed = state.entries[number]?.receivers.removeValue(forKey: owner)
      guard removed != nil, state.entries[number]?.receivers.isEmpty == true else { return nil }
      return state.entries.removeValue(forKey: number)
    }
    guard var last else { return }
    // As long as there is a source, it takes the signal away from any handler.
    wait { done in
      last.source.setCancelHandler(handler: done)
      last.source.cancel()
    }
    unsafe sigaction(number, &last.former, nil)
  }

  private static func tell(of number: CInt) {
    let receivers = state.withLock { $0.entries[number].map { Array($0.receivers.values) } ?? [] }
    for receiver in receivers { receiver(number) }
  }

  private static func wait(for begin: (DispatchWorkItem) -> Void) {
    let done = DispatchWorkItem {}
    begin(done)
    done.wait()
  }

  private static func disposition(of number: CInt) -> sigaction {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    return action
  }
}
