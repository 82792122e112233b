extension RouteTrace {
  /// A handler whose turn came.
  public struct Step: Hashable, Sendable {
    /// The identifier of its route.
    public var route: RouteID
    /// The kind of its route.
    public var kind: RouteKind
    /// The pattern of its route.
    public var pattern: String
    /// The name of its route, if it has one.
    public var name: String?
    /// The file and line that registered its route, as `Module/File.swift:12`.
    public var origin: String?
    /// The label of the queue that it runs on; `nil` for the thread that drives the dispatch, or
    /// for a part of middleware the queue of what is around it.
    public var queue: String?
    /// The parameters in the path that its pattern names, with their values if these are asked for.
    public var parameters: [Parameter]
    /// The steps that a regular expression took to match its pattern; 0 where it needs none.
    public var matchSteps: Int
    /// The moment at which its turn came.
    public var start: Int64
    /// The nanoseconds from then until it was called, as its queue got to it; `nil` where it never
    /// was.
    public var wait: Int64?
    /// The nanoseconds from then until it had answered, or until its time was up.
    ///
    /// Middleware answers behind what it is around. `nil` where it was never called, or the
    /// dispatch ended before it answered.
    public var duration: Int64?
    /// The answer, or what came of it without one.
    public var answer: Answer
    /// The target that it leads to, by a commit or a redirect, without the values that are
    /// withheld.
    public var hop: String?
    /// The type of the error that it threw; behind a colon what that says of itself, if
    /// `RouteTrace.Values.errors` is asked for.
    public var error: String?
    /// Whether it is a guard that was asked before: about the target of another leg, or in a try
    /// that was given up.
    public var isAskedAgain: Bool
    /// The faults that were reported of it while the dispatch was under way.
    public var faults: [Fault]
    /// The notes that it has left by `RouteContext.note`; NavigationTree reads those of a store as
    /// `step.tree`.
    public var notes: [String: String]

    /// Makes a step, as for a test of what shows one.
    public init(
      route: RouteID,
      kind: RouteKind,
      pattern: String,
      name: String? = nil,
      origin: String? = nil,
      queue: String? = nil,
      parameters: [Parameter] = [],
      matchSteps: Int = 0,
      start: Int64 = 0,
      wait: Int64? = nil,
      duration: Int64? = nil,
      answer: Answer,
      hop: String? = nil,
      error: String? = nil,
      isAskedAgain: Bool = false,
      faults: [Fault] = [],
      notes: [String: String] = [:]
    ) {
      self.route = route
      self.kind = kind
      self.pattern = pattern
      self.name = name
      self.origin = origin
      self.queue = queue
      self.parameters = parameters
      self.matchSteps = matchSteps
      self.start = start
      self.wait = wait
      self.duration = duration
      self.answer = answer
      self.hop = hop
      self.error = error
      self.isAskedAgain = isAskedAgain
      self.faults = faults
      self.notes = notes
    }
  }

  /// A parameter in the path.
  public struct Parameter: Hashable, Sendable, Codable {
    /// The name, as the pattern has it; a wildcard has a number.
    public var name: String
    /// The decoded value; `nil` where it is withheld.
    public var value: String?

    /// Makes a parameter; without a value it is withheld.
    public init(name: String, value: String? = nil) {
      self.name = name
      self.value = value
    }
  }
}
