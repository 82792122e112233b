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
  static let main = PresentationPlace(mainQueue)

  private static let mainQueue = Queue(.main)

  private init(_ queue: Queue?) { self.queue = queue }

  init(_ queue: DispatchQueue?) {
    self = Self.isMain(queue) ? .main : PresentationPlace(queue.map(Queue.init))
  }

  var isMain: Bool { Self.isMain(queue?.queue) }

  /// Whether a queue is the main queue.
  ///
  /// On Linux each look at that gives another object, so that it is known by its key alone.
  private static func isMain(_ queue: DispatchQueue?) -> Bool {
    queue?.getSpecific(key: mainQueue.key) != nil
  }

  /// Whether the current thread is at the place.
  var isHere: Bool { queue?.isHere ?? true }

  /// Does something there: at once where this is the place, else as soon as the place gets to it.
  func perform(_ body: @escaping @Sendable () -> Void) {
    if let queue, !queue.isHere { queue.queue.async(execute: body) } else { body() }
  }
}
