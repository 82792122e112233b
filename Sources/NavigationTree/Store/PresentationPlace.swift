import Dispatch

/// Where the presenters of a store run.
enum PresentationPlace: Sendable {
  /// On the main actor.
  case main
  /// On a queue, which knows itself by a key.
  case queue(DispatchQueue, DispatchSpecificKey<Void>)
  /// On whatever thread has something to be shown, one at a time.
  case caller

  init(_ queue: DispatchQueue?) {
    switch queue {
    case nil: self = .caller
    case let queue? where queue === DispatchQueue.main: self = .main
    case let queue?:
      let key = DispatchSpecificKey<Void>()
      queue.setSpecific(key: key, value: ())
      self = .queue(queue, key)
    }
  }

  var isMain: Bool { if case .main = self { true } else { false } }

  /// Does something there: at once where this is the place, else as soon as the place gets to it.
  func perform(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .caller: body()
    case .main:
      // Elsewhere a task, and not a block of the queue: see the probe.
      if MainActorProbe.isPassed { body() } else { Task { @MainActor in body() } }
    case .queue(let queue, let key):
      if DispatchQueue.getSpecific(key: key) != nil { body() } else { queue.async(execute: body) }
    }
  }
}
