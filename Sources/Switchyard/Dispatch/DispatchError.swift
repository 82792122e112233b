/// Why a dispatch failed.
public struct DispatchError: Error, Sendable {
  /// The kinds of failure.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: String, Hashable, Sendable, Codable {
    /// A handler threw an error, which is the cause.
    case handlerThrew
    /// A proxy's closure to go on with is gone, and was never called.
    case droppedNext
    /// A proxy took longer than it may.
    case proxyTimeLimit
    /// It could not be decided whether a pattern matches; the cause says why.
    case matchLimit
    /// A proxy commits to a target that has no canonical form; the cause says why.
    case badCommit
    /// There were more commits and redirects than are allowed.
    case loop
    /// Routes that it had found were gone before their turn, each time that it began anew; `path` has their patterns.
    case unsettled
    /// A handler of a serial router waits for a dispatch of the same router, which would wait for the handler.
    case reentrant
  }

  /// What went wrong.
  public let code: Code
  /// The target that was on its way, without its query.
  public let target: String
  /// The pattern of the route at fault, if one is.
  public let pattern: String?
  /// The route at fault, if one is.
  public let route: RouteUUID?
  /// For a loop, the targets that it went through; for what is unsettled, the patterns of the routes that had gone.
  public let path: [String]
  /// The error behind this one, if there is one.
  public let cause: (any Error)?

  init(
    _ code: Code,
    target: String,
    entry: RouteEntry? = nil,
    path: [String] = [],
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.target = target
    pattern = entry?.pattern.text
    route = entry?.id
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
