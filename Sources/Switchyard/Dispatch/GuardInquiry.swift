import SwitchyardLocks

/// The faults of a dispatch in which guards alone are asked.
///
/// Each handler that is no guard counts as having gone on at the moment at which it would begin,
/// and is never called.
final class GuardInquiry: Sendable {
  /// Whether the current task or thread is in a guard that is asked so, or in what that has begun.
  @TaskLocal static var isUnderWay = false

  private let reported = Locked<[RouterFault]>([])

  /// The faults so far.
  var faults: [RouterFault] { reported.withLock { $0 } }

  /// Takes a fault, which the router is not told of.
  func add(_ fault: RouterFault) { reported.withLock { $0.append(fault) } }
}
