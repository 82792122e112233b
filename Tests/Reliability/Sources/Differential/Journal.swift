import Switchyard

/// What handlers were called with.
///
/// `@unchecked` because all handlers of a router run on the thread that opens its targets, or while that waits.
final class Journal: @unchecked Sendable {
  /// A handler's call.
  struct Call {
    /// Which route it is of.
    let number: Int
    let route: String
    let parameters: Parameters
  }

  private(set) var calls: [Call] = []

  func add(_ number: Int, _ route: String, _ parameters: Parameters) {
    calls.append(Call(number: number, route: route, parameters: parameters))
  }

  func clear() { calls.removeAll(keepingCapacity: true) }
}

/// How a dispatch ended, handed from one thread to another.
///
/// `@unchecked` because who waits reads it after a signal that comes behind the write.
final class OutcomeBox: @unchecked Sendable {
  var outcome: RouteOutcome?
}

/// An object that routes live no longer than.
final class Owner: RouteOwner {}
