/// An object that limits the life of the maps and proxies registered with it.
///
///     final class BooksScreen: RouteOwner {
///       init(_ router: Router) {
///         router.map("/books/:id", owner: self) { … }
///       }
///     }
///
/// The router holds its owners weakly. To find out whether one still lives it retains it for a
/// moment, so that an owner may be released for the last time, and its `deinit` run, on a thread of
/// the router.
public protocol RouteOwner: AnyObject {}

/// A weak reference to an owner; it is only tested for life, on any thread, and never called.
struct OwnerReference: @unchecked Sendable {
  private weak var owner: (any RouteOwner)?
  private let isGiven: Bool

  init(_ owner: (any RouteOwner)?) {
    self.owner = owner
    isGiven = owner != nil
  }

  /// Whether the owner lives, or `nil` when there is none.
  var isAlive: Bool? { isGiven ? owner != nil : nil }
}
