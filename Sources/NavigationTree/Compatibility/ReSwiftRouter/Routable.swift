/// A closure that a routable calls when a change of the screen is complete; once, from any thread.
public typealias RoutingCompletion = @Sendable () -> Void

/// A part of the screen that shows elements of a route within itself.
///
///     struct BooksRoutable: Routable {
///       let stack: PageStack
///
///       func push(
///         _ element: RouteElement,
///         animated: Bool,
///         completion: @escaping RoutingCompletion
///       ) -> any Routable {
///         stack.push(BookPage(id: element), animated: animated, completion: completion)
///         return BookRoutable(stack: stack)
///       }
///
///       func pop(
///         _ element: RouteElement,
///         animated: Bool,
///         completion: @escaping RoutingCompletion
///       ) {
///         stack.pop(animated: animated, completion: completion)
///       }
///     }
///
/// A routable is asked for the element right after its own. Each call is made on the main actor
/// when the one before it has completed. A method that a routable does not implement is reported
/// when it is called, and counts as done.
@MainActor
public protocol Routable {
  /// Shows an element within this one, and returns the routable for the elements within that.
  func push(
    _ element: RouteElement,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> any Routable

  /// Closes the element that is shown within this one.
  func pop(_ element: RouteElement, animated: Bool, completion: @escaping RoutingCompletion)

  /// Replaces the element within this one by another, and returns the routable for the elements
  /// within that.
  func change(
    _ from: RouteElement,
    to element: RouteElement,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> any Routable

  /// Returns the routable within an element that has appeared without a push or a change, as by a
  /// gesture.
  func shown(_ element: RouteElement) -> any Routable

  /// Whether a pop of an element closes all that is open within it as well, so that several pops
  /// are one call: as a view controller dismisses all modals over one.
  var popsAllWithin: Bool { get }
}

extension Routable {
  /// Reports that push is not implemented.
  public func push(
    _ element: RouteElement,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> any Routable {
    UnimplementedRoutable.note(completion)
  }

  /// Reports that pop is not implemented.
  public func pop(_ element: RouteElement, animated: Bool, completion: @escaping RoutingCompletion)
  {
    UnimplementedRoutable.note(completion)
  }

  /// Reports that change is not implemented.
  public func change(
    _ from: RouteElement,
    to element: RouteElement,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> any Routable {
    UnimplementedRoutable.note(completion)
  }

  /// By default each element is popped by a call of its own.
  public var popsAllWithin: Bool { false }

  /// Reports that elements which appear by themselves are not known.
  public func shown(_ element: RouteElement) -> any Routable {
    UnimplementedRoutable.note {}
  }
}

/// Stands for the routable that a call would have returned, had it been implemented.
struct UnimplementedRoutable: Routable {
  @MainActor private static var isNoted = false

  /// Notes that the running call is not implemented, and completes it.
  @discardableResult
  @MainActor
  fileprivate static func note(_ completion: RoutingCompletion) -> any Routable {
    isNoted = true
    completion()
    return UnimplementedRoutable()
  }

  /// Whether a call turned out not to be implemented.
  @MainActor
  static func isNoted(during call: () -> Void) -> Bool {
    // A routable may make another coordinator's calls within its own.
    let outer = isNoted
    defer { isNoted = outer }
    isNoted = false
    call()
    return isNoted
  }
}
