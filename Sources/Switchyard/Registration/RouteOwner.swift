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
  /// The identity of the owner, `nil` when there is none.
  let identifier: ObjectIdentifier?

  init(_ owner: (any RouteOwner)?) {
    self.owner = owner
    identifier = owner.map { ObjectIdentifier($0) }
  }

  /// Retains the owner, if there is one and it lives.
  /// - Returns: whether it lives, or there is none.
  func retain(in retained: inout RetainedOwners) -> Bool {
    guard identifier != nil else { return true }
    guard let owner else { return false }
    retained.add(owner)
    return true
  }

  /// Whether the owner lives; `nil` when there is none.
  var isAlive: Bool? { identifier == nil ? nil : owner != nil }
}

/// Owners that were found alive, to be released where their `deinit` may run.
struct RetainedOwners {
  // Mostly there is one: without memory from the heap.
  private var first: AnyObject?
  private var others: [AnyObject] = []

  mutating func add(_ owner: AnyObject) {
    if first == nil { first = owner } else { others.append(owner) }
  }
}
