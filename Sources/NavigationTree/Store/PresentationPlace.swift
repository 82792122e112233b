import Dispatch

/// Where the presenters of a store run.
struct PresentationPlace: Sendable {
  /// A queue, which knows itself by a key.
  private struct Queue: Sendable {
    let queue: DispatchQueue
    let key = DispatchSpecificKey<Void>()

    init(_ queue: DispatchQueue) {
      self.queue = queue
      queue.setSpecific(key: key, value: ())
    }

    var isHere: Bool { DispatchQueue.getSpecific(key: key) != nil }
  }

  /// Nothing for whatever thread has something to be shown.
  private let queue: Queue?

  /// The main queue, which is that of the main actor.
  static let main = PresentationPlace(Queue(.main))

  private init(_ queue: Queue?) { self.queue = queue }

  init(_ queue: DispatchQueue?) {
    let isMain = queue.map { $0 === DispatchQueue.main } ?? false
    self = isMain ? .main : PresentationPlace(queue.map(Queue.init))
  }

  var isMain: Bool { queue?.queue === DispatchQueue.main }

  /// Whether the current thread is at the place.
  var isHere: Bool { queue?.isHere ?? true }

  /// Does something there: at once where this is the place, else as soon as the place gets to it.
  func perform(_ body: @escaping @Sendable () -> Void) {
    if let queue, !queue.isHere { queue.queue.async(execute: body) } else { body() }
  }
}
