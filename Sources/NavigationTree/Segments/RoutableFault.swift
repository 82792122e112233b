/// A fault that a coordinator noticed and went on from.
public struct RoutableFault: Sendable {
  /// The kinds of faults.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Hashable, Sendable {
    /// A completion was not called within the time limit.
    case stuck(after: Duration)
    /// A completion was released without being called.
    case droppedCompletion
    /// A completion was called again; the first call counts.
    case repeatedCompletion
    /// A completion was called when its time was up.
    case lateCompletion
    /// A routable does not implement the method that was called.
    case notImplemented
    /// There is no routable to call: the one around the element is not known since an earlier
    /// fault.
    case noRoutable
    /// An action was refused, as the state tells.
    case refused(NavigationRefusal)
  }

  /// A method of a routable.
  public enum Call: String, Hashable, Sendable {
    /// Showing an element.
    case push
    /// Closing an element.
    case pop
    /// Showing an element in the place of another.
    case change
    /// Naming the routable within an element that has appeared by itself.
    case shown
  }

  /// The kind of fault.
  public let code: Code
  /// The method that the routable was called with, if the fault is about a call.
  public let call: Call?
  /// The element of the call; of a change, the new one.
  public let element: RouteElement?
  /// The type of the routable that was called, if there is one.
  public let routable: String?
  /// The route that was to be opened.
  public let route: Route

  init(_ code: Code, of request: RoutableRequest) {
    self.code = code
    call = request.call
    element = request.element
    routable = request.routable
    route = request.route
  }

  init(_ refusal: NavigationRefusal) {
    code = .refused(refusal)
    (call, element, routable) = (nil, nil, nil)
    route = refusal.route
  }
}

/// A call of a routable, as faults describe it.
struct RoutableRequest: Sendable {
  let call: RoutableFault.Call
  let element: RouteElement
  let routable: String?
  let route: Route
}
