import Dispatch

/// Receives signals of the process, from its start to its stop; after that they do what they did
/// before.
final class SignalWatch: Sendable {
  private let numbers: [CInt]
  private let onSignal: @Sendable (CInt) -> Void

  init(_ numbers: [CInt], onSignal: @escaping @Sendable (CInt) -> Void) {
    self.numbers = numbers
    self.onSignal = onSignal
  }

  /// Begins, and returns when no signal can be missed any more.
  func start() async {
    await inTurn { [self] in
      for number in numbers { SignalSources.add(number, of: ObjectIdentifier(self), onSignal) }
    }
  }

  /// Ends; called again, it does nothing.
  func stop() async {
    await inTurn { [self] in
      for number in numbers { SignalSources.remove(number, of: ObjectIdentifier(self)) }
    }
  }

  private static let queue = DispatchQueue(label: "SwitchyardServer.signals")

  /// Runs a closure after those of all other watches, on a thread that may wait.
  private func inTurn(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Self.queue.async {
        body()
        continuation.resume()
      }
    }
  }
}
