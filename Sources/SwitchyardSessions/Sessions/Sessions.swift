#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The sessions of an app's visitors, in a store that survives the process and that others may
/// share.
///
///     let sessions = Sessions(in: store, tree: coordinator, initial: Basket())
///
///     let result = try await sessions.perform(id, request.idempotencyKey) { state in
///       try state.go(to: "/orders/\(state.value.order(book))")
///       return state.value.orders.count
///     }
///     return .html(page(result.state))
///
/// A step is a closure that changes the state. It is made on the state that is stored, and counts
/// if nobody has stored another meanwhile; else it is made again on the newer one. So no step is
/// lost, and none needs a lock. It depends on its argument alone, and does nothing but change it:
/// screens and responses are made of the result, after the write has won.
public struct Sessions<Value: Codable & Sendable>: Sendable {
  /// The store.
  public let store: any VersionedSessionStore
  /// The time that a session lasts after its last request.
  public let lifetime: SessionLifetime
  /// The time that a session lasts whose identifier has not come back.
  let firstLifetime: SessionLifetime
  let tree: SessionTree
  let historyLimit: Int
  let initial: Value
  let sizeLimit: Int
  let now: @Sendable () -> Date
  let onFitting: @Sendable (SessionFitting) -> Void
  let remembered: RememberedSessions

  /// Makes the sessions of a store; a number within which no session can be stops the program.
  /// - Parameters:
  ///   - store: the store.
  ///   - tree: the tree that visitors navigate.
  ///   - initial: the data of a new session.
  ///   - lifetime: the time that a session lasts after its last request, of at least a second and
  ///     at most a hundred years.
  ///   - firstLifetime: the time that a new session lasts until its identifier comes back, at most
  ///     `lifetime`: clients that keep no cookie begin another with each request.
  ///   - historyLimit: the most navigation states before and after the present one that are kept.
  ///   - sizeLimit: the most bytes of a session; one that has more already, as under a greater
  ///     limit, can be read and made smaller, and does not grow.
  ///   - rememberedLimit: the most sessions whose states are remembered, so that a step on one is
  ///     a write alone where no other server has changed it; 0 for none.
  ///   - rememberedByteLimit: the most bytes of all states that are remembered.
  ///   - reducer: makes the next navigation state; without one, that of the tree.
  ///   - now: returns the time.
  ///   - onFitting: the receiver of notes on places that the tree lacks; without it each is a line
  ///     on standard error.
  ///   - fileID: the file that makes them, for a number that is none.
  ///   - line: the line that makes them, for a number that is none.
  public init<View>(
    in store: any VersionedSessionStore,
    tree: RoutingNode<View>,
    initial: Value,
    lifetime: Duration = .seconds(14 * 86_400),
    firstLifetime: Duration = .seconds(3600),
    historyLimit: Int = 0,
    sizeLimit: Int = 1 << 20,
    rememberedLimit: Int = 10_000,
    rememberedByteLimit: Int = 16 << 20,
    reducer: RouterReducer<View>? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    onFitting: (@Sendable (SessionFitting) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    for (name, value) in [("lifetime", lifetime), ("firstLifetime", firstLifetime)] {
      stopUnless(
        value > .zero,
        "Sessions have \(value) for \(name), and end before they begin. Give it more than zero.",
        fileID,
        line
      )
    }
    for (name, value, least) in [
      ("historyLimit", historyLimit, 0), ("sizeLimit", sizeLimit, 1),
      ("rememberedLimit", rememberedLimit, 0), ("rememberedByteLimit", rememberedByteLimit, 0),
    ] {
      stopUnless(
        value >= least,
        "Sessions have \(value) for \(name). Give it \(least) or more.",
        fileID,
        line
      )
    }
    self.store = store
    self.lifetime = SessionLifetime(lifetime)
    self.firstLifetime = SessionLifetime(min(firstLifetime, lifetime))
    self.tree = SessionTree(tree, historyLimit: historyLimit, reducer: reducer)
    self.historyLimit = historyLimit
    self.initial = initial
    self.sizeLimit = sizeLimit
    self.now = now
    remembered = RememberedSessions(limit: rememberedLimit, byteLimit: rememberedByteLimit)
    self.onFitting = onFitting ?? { StandardError.print("\($0)", from: "SwitchyardSessions") }
  }
}
