/// Something that a coordinator noticed and went on from.
public struct RoutableFault: Sendable {
  /// The kinds of faults.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: Hashable, Sendable {
    /// A completion was not called within the time limit.
    case stuck(after: Duration)
    /// A completion is gone, and was never called.
    case droppedCompletion
    /// A completion was called again; the first call counts.
    case repeatedCompletion
    /// A completion was called when its time was up.
    case lateCompletion
    /// A routable does not implement what it was asked for.
    case notImplemented
    /// There is nothing to ask, as the routable around the element is not known since an earlier fault.
    case noRoutable
    /// An action was refused, and the state says so.
    case refused(NavigationRefusal)
  }

  /// What a routable is asked for.
  public enum Call: String, Hashable, Sendable {
    /// To show an element.
    case push
    /// To close an element.
    case pop
    /// To show an element in the place of another.
    case change
    /// To say what shows elements within one that has appeared by itself.
    case shown
  }

  /// What happened.
  public let code: Code
  /// What the routable was asked for, if the fault is about that.
  public let call: Call?
  /// The element it was asked for; when it was to change one, the new one.
  public let element: RouteElement?
  /// The type of the routable that was asked, if there is one.
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

/// A call of a routable, as faults speak of it.
struct RoutableRequest: Sendable {
  let call: RoutableFault.Call
  let element: RouteElement
  let routable: String?
  let route: Route
}
