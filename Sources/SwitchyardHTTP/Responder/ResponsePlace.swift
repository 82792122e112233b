internal import Synchronization

/// The place where the response of an exchange is.
enum ResponsePlace: UInt8, AtomicRepresentable {
  case nowhere
  /// A handler has set it, and it is among the state.
  case set
  /// A handler has returned it.
  case passed
  /// Middleware changes it, and nobody else touches it.
  case changed
  /// Another exchange has taken the place of this one: nothing that comes now is answered.
  case closed
  /// The exchange has ended.
  case over

  var isClosed: Bool { self == .closed || self == .over }
}

extension Atomic<ResponsePlace> {
  /// Changes the place, if it is the one that is expected; returns whether it was.
  func change(from old: ResponsePlace, to new: ResponsePlace) -> Bool {
    compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  /// The place, read by writing it again: whoever closes it afterwards sees all that this thread
  /// has done before, such as making the state.
  var settled: ResponsePlace {
    var last = load(ordering: .relaxed)
    while true {
      let (isLast, other) = compareExchange(
        expected: last,
        desired: last,
        ordering: .acquiringAndReleasing
      )
      if isLast { return last }
      last = other
    }
  }

  /// Whether what comes now is answered, read likewise.
  var isStillOpen: Bool { !settled.isClosed }
}
