/// An object that a map or a proxy lives no longer than.
///
///     final class BooksScreen: RouteOwner {
///       init(_ router: Router) {
///         router.map("/books/:id", owner: self) { … }
///       }
///     }
///
/// The router holds its owners weakly. To find out whether one is still there it takes hold of it for a moment,
/// so that an owner may be released for the last time, and its `deinit` run, on a thread of the router.
public protocol RouteOwner: AnyObject {}

/// An owner as the router knows it; it is looked at and never touched, on whatever thread.
struct OwnerReference: @unchecked Sendable {
  private weak var owner: (any RouteOwner)?
  private let isGiven: Bool

  init(_ owner: (any RouteOwner)?) {
    self.owner = owner
    isGiven = owner != nil
  }

  /// Whether the owner lives; nothing when there is none.
  var isAlive: Bool? { isGiven ? owner != nil : nil }
}
