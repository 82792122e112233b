/// The reason that a dispatch failed.
public struct DispatchError: Error, Sendable {
  /// The kinds of failure.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case handlerThrew, droppedNext, proxyTimeLimit, matchLimit, badCommit, loop, unsettled,
        reentrant
    }

    package let value: Value

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

    /// A handler threw an error, which is the cause.
    public static var handlerThrew: Code { Code(.handlerThrew) }

    /// A proxy's closure to go on with is gone, and was never called.
    public static var droppedNext: Code { Code(.droppedNext) }

    /// A proxy took longer than it may.
    public static var proxyTimeLimit: Code { Code(.proxyTimeLimit) }

    /// It could not be decided whether a pattern matches; the cause says why.
    public static var matchLimit: Code { Code(.matchLimit) }

    /// A proxy commits to a target that has no canonical form; the cause says why.
    public static var badCommit: Code { Code(.badCommit) }

    /// There were more commits and redirects than are allowed.
    public static var loop: Code { Code(.loop) }

    /// Routes that it had found were gone before their turn, each time that it began anew; `path`
    /// has their patterns.
    public static var unsettled: Code { Code(.unsettled) }

    /// A handler of a serial router waits for a dispatch of the same router, which would wait for
    /// the handler.
    public static var reentrant: Code { Code(.reentrant) }
  }

  /// The kind of failure.
  public let code: Code
  /// The target that was on its way, without its query.
  public let target: String
  /// The pattern of the route at fault, if one is.
  public let pattern: String?
  /// The route at fault, if one is.
  public let route: RouteID?
  /// The place at which that route was registered.
  public let origin: RouteOrigin?
  /// For a loop, the targets that it went through; for what is unsettled, the patterns of the
  /// routes that had gone.
  public let path: [String]
  /// The error behind this one, if there is one.
  public let cause: (any Error)?

  init(
    _ code: Code,
    target: String,
    route: MatchedRoute? = nil,
    path: [String] = [],
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.target = target
    pattern = route?.pattern.text
    self.route = route?.id
    origin = route?.origin
    self.path = path
    self.cause = cause
  }
}

extension DispatchError: Equatable {
  /// Two failures are equal when code, target, route and path are; of a cause nothing is known.
  public static func == (one: DispatchError, other: DispatchError) -> Bool {
    one.code == other.code && one.target == other.target && one.route == other.route
      && one.path == other.path
  }
}
