/// What a target would meet if it were opened, and why.
///
/// It is what a dispatch would find, as if all guards allowed and all proxies went on.
public struct RouteExplanation: Hashable, Sendable, Codable {
  /// The canonical target; nothing when there is none.
  public let target: RouteTarget?
  /// Why what was to be opened has no canonical form, in words.
  public let rejection: String?
  /// The tags of the lookup.
  public let tags: [RouteTag]
  /// All routes in the order in which a dispatch asks: guards, proxies, maps as they win, fallbacks.
  public let candidates: [Candidate]

  init(_ target: RouteTarget, tags: [RouteTag], candidates: [Candidate]) {
    self.target = target
    rejection = nil
    self.tags = tags
    self.candidates = candidates
  }

  init(rejected error: RouteTargetError, tags: [RouteTag]) {
    target = nil
    rejection = "\(error)"
    self.tags = tags
    candidates = []
  }

  /// The map or fallback that would run, if one would.
  public var chosen: Candidate? {
    candidates.first { $0.isRunning && ($0.route.kind == .map || $0.route.kind == .fallback) }
  }

  /// The guards and proxies that would run, and then the map or fallback, in this order.
  public var running: [Candidate] { candidates.filter(\.isRunning) }

  /// What becomes of a route.
  public enum Verdict: String, Hashable, Sendable, Codable {
    /// It matches, and its handler is called.
    case runs
    /// It matches, and one before it runs in its place, or ends the dispatch.
    case hidden
    /// The tags of the lookup do not find it.
    case skippedByTag
    /// It was disposed of, or its owner is gone.
    case gone
    /// It does not match.
    case mismatch
    /// Whether it matches could not be decided, which ends the dispatch.
    case undecided
  }

  /// Why a target does not match a pattern.
  public enum Mismatch: String, Hashable, Sendable, Codable {
    /// The pattern asks for another scheme.
    case scheme
    /// The pattern asks for another host.
    case host
    /// The pattern asks for another port.
    case port
    /// The path is another.
    case path
    /// The path is the same but for the case of letters.
    case letterCase
    /// The path is the same but for doubled slashes or a slash at the end.
    case slashes
    /// All would match, but a closure refuses a value.
    case validation
  }

  /// A route, and what becomes of it.
  public struct Candidate: Hashable, Sendable {
    /// The route.
    public let route: RouteDescription
    /// What becomes of it.
    public let verdict: Verdict
    /// Why it does not match, when it does not.
    public var mismatch: Mismatch?
    /// What its handler would be given, when it matches.
    public var parameters: Parameters?
    /// The route that runs in its place, or ends the dispatch before it, when it is hidden.
    public var hider: RouteUUID?
    /// Why it could not be decided, in words.
    public var failure: String?

    init(_ route: RouteDescription, _ verdict: Verdict) {
      self.route = route
      self.verdict = verdict
    }

    var isRunning: Bool { verdict == .runs }
  }
}
