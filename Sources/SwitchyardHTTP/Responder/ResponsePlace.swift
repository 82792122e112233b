internal import Synchronization

/// The place where the response of an exchange is.
enum ResponsePlace: UInt8, AtomicRepresentable {
  case nowhere
  /// A handler has set it, and it is among the state.
  case set
  /// A handler has returned it.
  case passed
  /// The exchange or the try is over: nothing that comes now is answered.
  case closed
}

extension Atomic<ResponsePlace> {
  /// Changes the place, if it is the one that is expected; returns whether it was.
  func change(from old: ResponsePlace, to new: ResponsePlace) -> Bool {
    compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }
}
