import SwitchyardLocks

/// The faults of a dispatch in which guards alone are asked, and the guard that redirects.
///
/// Each handler that is no guard counts as having gone on at the moment at which it would begin,
/// and is never called.
final class GuardInquiry: Sendable {
  /// Whether the current task or thread is in a guard that is asked so, or in what that has begun.
  @TaskLocal static var isUnderWay = false

  private let reported = Locked<[RouterFault]>([])
  private let redirecting = Locked<RouteID?>(nil)

  /// The faults so far.
  var faults: [RouterFault] { reported.withLock { $0 } }

  /// The guard whose redirect has ended the dispatch.
  var redirector: RouteID? { redirecting.withLock { $0 } }

  /// Takes a fault, which the router is not told of.
  func add(_ fault: RouterFault) { reported.withLock { $0.append(fault) } }

  /// Takes the guard whose redirect ends the dispatch.
  func take(redirector: RouteID) { redirecting.withLock { $0 = redirector } }
}
