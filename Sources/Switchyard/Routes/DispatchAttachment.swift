/// An object that a module attaches to a dispatch: its handlers find it, and it is notified of the
/// outcome.
///
/// Handlers find it whatever payload a commit gives.
///
/// A class: handing it on costs one reference, and finding out its type takes no search among
/// conformances.
package protocol DispatchAttachment: AnyObject, Sendable {
  /// The target to be opened, made under the router's own policies.
  var target: RouteTarget { get }
  /// The tags of the lookup.
  var lookupTags: [RouteTag] { get }
  /// The methods whose maps keep fallbacks from running, as the target exists for another lookup;
  /// `nil` where there are none.
  ///
  /// They are asked for before the routes of a leg are found, and where no map was found once more:
  /// if they have changed, the routes are found anew.
  var rivals: MethodTags? { get }
  /// Reports a fault of the dispatch, by the router that opens the target.
  func report(_ fault: RouterFault)

  /// Takes the error that a guard has thrown, as the reason of its denial.
  /// - Returns: whether it is an answer, and no fault to be reported.
  func takeDenial(_ error: any Error, by route: RouteID) -> Bool

  /// Makes another attachment of the same dispatch, which takes the place of this one when a leg
  /// begins anew.
  ///
  /// - Parameter keepsTraces: whether it has what handlers have left in this one, as it is now.
  /// - Returns: the other attachment.
  func copy(keepsTraces: Bool) -> any DispatchAttachment

  /// The number of times that handlers have left something in it.
  var traces: Int { get }

  /// Whether a leg may begin anew; not when handlers have used up what they would have to be given
  /// again.
  var canBeginAnew: Bool { get }

  /// Returns the time that the handler has from now on where its limit is over: what is left of the
  /// limit since something for it has come in, or `nil`.
  func timeLeft(of limit: Duration) -> Duration?

  /// Another attachment has taken the place of this one: what handlers have left in it, or will, is
  /// let go of.
  func tryIsGivenUp()

  /// No map and no fallback was found; called before the dispatch ends as not found.
  /// - Parameter tags: the tags of all maps that match the target, in the version in which there
  ///   was none.
  func foundNoMap(among tags: Set<RouteTag>)

  /// Whether no middleware is to run where no map was found, as others may answer.
  var leavesMisses: Bool { get }

  /// The dispatch has ended; called once, on any thread, also before `begin` returns.
  func dispatchEnded(_ end: DispatchEnd)

  /// Called once, on any thread, when a dispatch that was under way is released.
  ///
  /// It has ended, and so have its handlers, including one that has outlasted its time or its
  /// dispatch.
  func dispatchIsGone()
}

extension DispatchAttachment {
  // For an attachment in which handlers leave nothing.

  package func takeDenial(_ error: any Error, by route: RouteID) -> Bool { false }

  package func copy(keepsTraces: Bool) -> any DispatchAttachment { self }

  package var traces: Int { 0 }

  package var canBeginAnew: Bool { true }

  package func timeLeft(of limit: Duration) -> Duration? { nil }

  package func tryIsGivenUp() {}

  package func foundNoMap(among tags: Set<RouteTag>) {}
  package var leavesMisses: Bool { false }
  package var rivals: MethodTags? { nil }
}
