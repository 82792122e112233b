/// Something that a router noticed and went on from.
public struct RouterFault: Sendable {
  /// The event that is reported, with what belongs to it.
  enum Event: Sendable {
    case droppedAnswer, repeatedAnswer, lateAnswer, timeLimit, repeatedNext
    case guardFailed(any Error)
    case dispatchFailed(DispatchError)
    case rejectedTarget(RouteTargetError)
    case duplicateName(String, of: RouteID)
    case accessRefused(RefusedAccess)
  }

  /// The kinds of faults.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    private enum Value: String, Hashable, Sendable {
      case droppedAnswer, repeatedAnswer, lateAnswer, timeLimit, guardFailed, dispatchFailed
      case rejectedTarget, duplicateName, repeatedNext, accessRefused
    }

    private let value: Value

    private init(_ value: Value) { self.value = value }

    /// Makes the code with a name, or `nil` when there is none.
    public init?(rawValue: String) {
      guard let value = Value(rawValue: rawValue) else { return nil }
      self.value = value
    }

    /// The name of the code.
    public var rawValue: String { value.rawValue }

    /// The name of the code.
    public var description: String { rawValue }

    /// The closure that a handler answers with is gone, and was never called.
    public static var droppedAnswer: Code { Code(.droppedAnswer) }

    /// A handler answered again; the first answer counts.
    public static var repeatedAnswer: Code { Code(.repeatedAnswer) }

    /// A handler answered when its time was up.
    public static var lateAnswer: Code { Code(.lateAnswer) }

    /// Middleware went on to what it is around once more, or when it had ended.
    public static var repeatedNext: Code { Code(.repeatedNext) }

    /// A handler took longer than it may.
    public static var timeLimit: Code { Code(.timeLimit) }

    /// A map or fallback did not run: nothing says who may come to it, or it requires a guard that
    /// was not asked.
    public static var accessRefused: Code { Code(.accessRefused) }

    /// A guard threw, redirects to what is no target, or its pattern hit a limit: it denies.
    public static var guardFailed: Code { Code(.guardFailed) }

    /// A dispatch that nobody waits for failed, or one met a limit or a loop.
    public static var dispatchFailed: Code { Code(.dispatchFailed) }

    /// A target that nobody waits for was to be opened, and has no canonical form.
    public static var rejectedTarget: Code { Code(.rejectedTarget) }

    /// A name is given to a route that another has already; the latest has it.
    public static var duplicateName: Code { Code(.duplicateName) }
  }

  let event: Event
  /// The kind of the route it happened to, if it was one.
  public let kind: RouteKind?
  /// The route it happened to, if it was one.
  public let route: RouteID?
  /// The pattern of that route.
  public let pattern: String?
  /// The place at which that route was registered.
  public let origin: RouteOrigin?
  /// The target that was on its way, without its query.
  public let target: String?

  init(_ event: Event, route: MatchedRoute? = nil, target: String? = nil) {
    self.event = event
    kind = route?.kind
    self.route = route?.id
    pattern = route?.pattern.text
    origin = route?.origin
    self.target = target
  }
}

extension RouterFault {
  /// The kind of fault that happened.
  public var code: Code {
    switch event {
    case .droppedAnswer: .droppedAnswer
    case .repeatedAnswer: .repeatedAnswer
    case .lateAnswer: .lateAnswer
    case .timeLimit: .timeLimit
    case .repeatedNext: .repeatedNext
    case .guardFailed: .guardFailed
    case .dispatchFailed: .dispatchFailed
    case .rejectedTarget: .rejectedTarget
    case .duplicateName: .duplicateName
    case .accessRefused: .accessRefused
    }
  }

  /// The error behind the fault, if there is one: of a guard, of a dispatch, or of a target.
  public var error: (any Error)? {
    switch event {
    case .guardFailed(let error): error
    case .dispatchFailed(let error): error
    case .rejectedTarget(let error): error
    case .droppedAnswer, .repeatedAnswer, .lateAnswer, .timeLimit, .duplicateName, .repeatedNext,
      .accessRefused:
      nil
    }
  }
}
