extension RouteTrace {
  /// The way in which a dispatch ended.
  public struct Outcome: Hashable, Sendable, Codable {
    /// The kinds of outcomes; one that is not known here was written by another version.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
      /// The name of the code.
      public let rawValue: String

      /// Makes the code with a name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The name of the code.
      public var description: String { rawValue }

      /// A map or fallback ran to its end, or middleware answered in its place.
      public static let handled = Code(rawValue: "handled")
      /// No map was found; to a request another method may have one, as its status says.
      public static let notFound = Code(rawValue: "notFound")
      /// A guard did not allow it, or the map was refused.
      public static let denied = Code(rawValue: "denied")
      /// A guard redirects, and that was reported to whoever opened it, as a responder has it.
      public static let redirected = Code(rawValue: "redirected")
      /// Something went wrong on the way; `failure` says what.
      public static let failed = Code(rawValue: "failed")
      /// The map took longer than it may.
      public static let timedOut = Code(rawValue: "timedOut")
      /// The task that waited for it was cancelled, or the client of a request has left.
      public static let cancelled = Code(rawValue: "cancelled")
    }

    /// The kind of outcome.
    public var code: Code
    /// The route that has handled it, denied it or is at fault.
    public var route: RouteID?
    /// The pattern of that route.
    public var pattern: String?
    /// The name of that route, if it has one.
    public var name: String?
    /// The target that is redirected to, without the values that are withheld.
    public var target: String?
    /// The name of the failure, as `DispatchError.Code` has it.
    public var failure: String?
    /// The type of the error behind a failure; behind a colon what that says of itself, if
    /// `RouteTrace.Values.errors` is asked for.
    public var error: String?

    /// Makes an outcome, as for a test of what shows one.
    public init(
      _ code: Code,
      route: RouteID? = nil,
      pattern: String? = nil,
      name: String? = nil,
      target: String? = nil,
      failure: String? = nil,
      error: String? = nil
    ) {
      self.code = code
      self.route = route
      self.pattern = pattern
      self.name = name
      self.target = target
      self.failure = failure
      self.error = error
    }
  }

  /// A fault that was reported while the dispatch was under way.
  public struct Fault: Hashable, Sendable, Codable {
    /// The name of its kind, as `RouterFault.Code` has it.
    public var code: String
    /// The moment at which it was reported.
    public var time: Int64
    /// The route that it happened to, if it was one.
    public var route: RouteID?
    /// The type of the error behind it; behind a colon what that says of itself, if
    /// `RouteTrace.Values.errors` is asked for.
    public var error: String?

    /// Makes a fault, as for a test of what shows one.
    public init(code: String, time: Int64 = 0, route: RouteID? = nil, error: String? = nil) {
      self.code = code
      self.time = time
      self.route = route
      self.error = error
    }
  }
}
