/// An explanation of a lookup: every route with its verdict on a target, and the reason.
///
/// It shows what a dispatch would find if all guards allowed and all proxies went on.
public struct RouteExplanation: Hashable, Sendable, Codable {
  /// The canonical target; `nil` when the input has none.
  public let target: RouteTarget?
  /// The reason that the input has no canonical form, in words.
  public let rejection: String?
  /// The tags of the lookup.
  public let tags: [RouteTag]
  /// All routes in the order in which a dispatch asks: guards, proxies, middleware, maps as they
  /// win, fallbacks.
  public let candidates: [Candidate]

  /// Makes an explanation, as for a test of what shows one.
  public init(_ target: RouteTarget, tags: [RouteTag] = [], candidates: [Candidate]) {
    self.target = target
    rejection = nil
    self.tags = tags
    self.candidates = candidates
  }

  package init(rejected reason: String, tags: [RouteTag]) {
    target = nil
    rejection = reason
    self.tags = tags
    candidates = []
  }

  /// The map or fallback that would run, if one would.
  public var chosen: Candidate? {
    candidates.first { $0.isRunning && ($0.route.kind == .map || $0.route.kind == .fallback) }
  }

  /// The map or fallback that would run if what is declared of it let it, if one would.
  public var refused: Candidate? { candidates.first { $0.verdict == .refused } }

  /// The guards and proxies that would run, and then the map or fallback behind the middleware
  /// around it, in this order.
  public var running: [Candidate] { candidates.filter(\.isRunning) }

  /// The verdict on a route.
  public enum Verdict: String, Hashable, Sendable, Codable {
    /// It matches, and its handler is called.
    case runs
    /// It matches, and a route before it runs in its place, or ends the dispatch.
    case hidden
    /// The tags of the lookup do not find it, or those of middleware not the map that runs.
    case skippedByTag
    /// It is middleware that matches, and there is neither map nor fallback to run around.
    case aroundNothing
    /// It is a guard that matches, and is not asked, as one of its exceptions matches as well.
    case excepted
    /// It was disposed of, or its owner is gone.
    case gone
    /// It does not match.
    case mismatch
    /// The match could not be decided, which ends the dispatch.
    case undecided
    /// It is the map or fallback that matches and does not run: where access has to be declared,
    /// nothing says who may come to it, or a guard that it requires is not asked.
    case refused
  }

  /// The reason that a target does not match a pattern.
  public enum Mismatch: String, Hashable, Sendable, Codable {
    /// The pattern asks for another scheme.
    case scheme
    /// The pattern asks for another host.
    case host
    /// The pattern asks for another port.
    case port
    /// The path differs.
    case path
    /// The path is the same but for the case of letters.
    case letterCase
    /// The path is the same but for doubled slashes or a slash at the end.
    case slashes
    /// All would match, but a closure refuses a value.
    case validation
  }

  /// A route with its verdict.
  public struct Candidate: Hashable, Sendable, Codable {
    /// The route.
    public let route: RouteDescription
    /// The verdict on the route.
    public let verdict: Verdict
    /// The reason that it does not match, if it does not.
    public let mismatch: Mismatch?
    /// The parameters that its handler would receive, if it matches; also of a map that a request
    /// of another method would find, where a request is explained.
    public let parameters: Parameters?
    /// The route that runs in its place, or ends the dispatch before it, when it is hidden.
    public let hider: RouteID?
    /// The reason that it could not be decided, or is refused, in words.
    public let failure: String?

    /// Makes a candidate; what is left out does not apply to it.
    public init(
      _ route: RouteDescription,
      _ verdict: Verdict,
      mismatch: Mismatch? = nil,
      parameters: Parameters? = nil,
      hider: RouteID? = nil,
      failure: String? = nil
    ) {
      self.route = route
      self.verdict = verdict
      self.mismatch = mismatch
      self.parameters = parameters
      self.hider = hider
      self.failure = failure
    }

    var isRunning: Bool { verdict == .runs }

    /// Whether it matches, and a lookup by another method would find it.
    package var isOfRival: Bool {
      route.kind == .map && verdict == .skippedByTag && parameters != nil
    }
  }
}
