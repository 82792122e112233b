import SwitchyardLocks

/// A link to a store, for screens that are made before the store is, and held by it.
///
///     let link = StoreLink<Screen>()
///     let store = RouterStore(tree: tree(whoseScreensHave: link))
///     link.lead(to: store)
///
/// It does not keep the store. All methods can be used from any thread.
public final class StoreLink<View>: Sendable {
  private struct Weak: Sendable { weak var store: RouterStore<View>? }

  private let linked = Locked(Weak())

  /// Makes a link that leads nowhere yet.
  public init() {}

  /// The store, once there is one and for as long as it lives.
  public var store: RouterStore<View>? { linked.withLock { $0.store } }

  /// Has the link lead to a store from now on.
  public func lead(to store: RouterStore<View>) { linked.withLock { $0.store = store } }
}
