/// A fault that a coordinator noticed and went on from.
public struct RoutableFault: Sendable {
  /// The kinds of faults.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    package enum Value: Hashable, Sendable {
      case stuck(after: Duration)
      case droppedCompletion
      case repeatedCompletion
      case lateCompletion
      case notImplemented
      case noRoutable
      case refused(RouteActionError)
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// The name of the code, with what belongs to it.
    public var description: String { "\(value)" }

    /// A completion was not called within the time limit.
    public static func stuck(after: Duration) -> Code {
      Code(.stuck(after: after))
    }

    /// A completion was released without being called.
    public static var droppedCompletion: Code { Code(.droppedCompletion) }

    /// A completion was called again; the first call counts.
    public static var repeatedCompletion: Code { Code(.repeatedCompletion) }

    /// A completion was called when its time was up.
    public static var lateCompletion: Code { Code(.lateCompletion) }

    /// A routable does not implement the method that was called.
    public static var notImplemented: Code { Code(.notImplemented) }

    /// There is no routable to call: the one around the element is not known since an earlier
    /// fault.
    public static var noRoutable: Code { Code(.noRoutable) }

    /// An action was refused, as the state tells.
    public static func refused(_ value: RouteActionError) -> Code {
      Code(.refused(value))
    }
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

  init(_ refusal: RouteActionError) {
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
