/// An object that limits the life of the maps, proxies and middleware registered with it.
///
///     @MainActor final class BooksScreen: RouteOwner {
///       init(_ router: Router) {
///         router.map("/books/:id", queue: .main, owner: self) { [weak self] context, completed in
///           …
///         }
///       }
///     }
///
/// A class of the main actor needs `queue: .main`, so that its handlers may call it.
///
/// The router holds its owners weakly, and their handlers strongly: a handler captures its owner
/// weakly, as else neither ends. To find out whether an owner still lives the router retains it for
/// a moment, so that it may be released for the last time, and its `deinit` run, on a thread of the
/// router.
public protocol RouteOwner: AnyObject {}

/// A weak reference to an owner; it is only tested for life, on any thread, and never called.
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
