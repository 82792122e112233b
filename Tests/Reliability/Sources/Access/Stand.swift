import SwitchyardHTTP
import SwitchyardProof
import Synchronization
import Trials

/// A router of a plan, whose handlers say which they are.
final class Stand: Sendable {
  let router: Router
  let responder: RouteResponder
  private let ends: [Plan.End]
  private let ids: [RouteID]
  /// The URLs of a small alphabet.
  private let urls: [String]
  private let runs = Runs()

  /// How often handlers have run; apart from what holds the router.
  private final class Runs: Sendable {
    let count = Atomic(0)
  }

  /// How a request is asked for.
  struct Request: Sendable {
    let method: String
    let url: String
  }

  /// Somebody who has some badges.
  struct Visitor: Sendable, CustomStringConvertible {
    var badges: [String]
    /// The badge that is asked for by what they are not to come to.
    ///
    /// It is `nil` for a nobody, who is to come to nothing but what is public.
    var missing: String?

    static let nobody = Visitor(badges: [], missing: nil)

    static func without(_ badge: String) -> Visitor {
      Visitor(badges: Plan.badges.filter { $0 != badge }, missing: badge)
    }

    var description: String { missing.map { "somebody without \($0)" } ?? "a nobody" }

    /// Whether an end is not to be come to.
    func isKept(from end: Plan.End) -> Bool {
      if let missing { return end.access == .holders(of: missing) }
      return end.access != .everybody
    }
  }

  private static let mark: HeaderField.Name = "X-End"
  private static let badge: HeaderField.Name = "X-Badges"

  init(_ plan: Plan) throws {
    var configuration = Router.Configuration.server
    // Several guards have one name.
    configuration.onFault = { _ in }
    let router = Router(configuration)
    self.router = router
    responder = try RouteResponder(router: router)
    ends = plan.ends
    let onHost = plan.asksForHost ? Self.paths.map { "http:\(Plan.host)\($0)" } : []
    urls = Self.paths + onHost
    var disposed: [RouteID] = []
    for post in plan.posts {
      let exceptions = try post.exceptions.map { method, pattern in
        let pattern = try RoutePattern(parsing: pattern)
        return method.map { GuardException.on($0, pattern) } ?? GuardException(pattern)
      }
      let badge = post.badge
      let id = router.guard(
        try RoutePattern(parsing: post.pattern),
        methods: post.methods,
        except: exceptions,
        name: post.name
      ) { context in
        let badges = context.request?.fields[Self.badge] ?? ""
        return badges.split(separator: " ").contains(badge[...]) ? .allow : .deny
      }
      if post.isDisposed { disposed.append(id) }
    }
    var ids: [RouteID] = []
    // Not the stand, which holds the router.
    for (index, end) in plan.ends.enumerated() {
      let pattern = try RoutePattern(parsing: end.pattern)
      let access: RouteAccess? =
        switch end.access {
        case .everybody?: .public("everybody")
        case .holders(let badge)?: .requires(badge)
        case nil: nil
        }
      let answer: RequestHandler = { [runs] _ in
        runs.count.add(1, ordering: .relaxed)
        return ServerResponse(.ok, fields: [Self.mark: "\(index)"])
      }
      let id =
        end.isFallback
        ? router.fallback(pattern, access: access, handler: answer)
        : end.method.map { router.on($0, pattern, access: access, handler: answer) }
          ?? router.any(pattern, access: access, handler: answer)
      ids.append(id)
    }
    self.ids = ids
    router.dispose(of: disposed)
  }

  /// The end that a request comes to, by its place.
  func end(of request: Request, by visitor: Visitor) async -> Int? {
    let isSecure = request.url.hasPrefix("https:")
    var head = RequestHead(
      method: request.method,
      target: Array(request.url.utf8),
      fields: [.host: "localhost", Self.badge: visitor.badges.joined(separator: " ")],
      scheme: isSecure ? .https : .http
    )
    if !request.url.hasPrefix("/") {
      let rest = request.url.drop { $0 != "/" }.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      head.fields[.host] = String(host)
      head.target = Array(rest.dropFirst(host.count).utf8)
    }
    return await responder.respond(to: head).fields[Self.mark].flatMap { Int($0) }
  }

  /// The ends that a visitor comes to and is not to, of all requests of a small alphabet, with a request for each.
  func brute(_ visitor: Visitor) async -> [Int: Request] {
    var found: [Int: Request] = [:]
    for url in urls {
      for method in ["GET", "HEAD", "POST", "DELETE", "OPTIONS"] {
        let request = Request(method: method, url: url)
        guard let end = await end(of: request, by: visitor) else { continue }
        if visitor.isKept(from: ends[end]) { found[end] = request }
      }
    }
    return found
  }

  /// The ends that an audit finds, with what shows them, and those that it cannot decide.
  /// - Throws: `Disagreement` where a handler has run for it.
  func audit(
    _ visitor: Visitor
  ) async throws -> (open: [Int: Request], undecided: [String]) {
    let before = runs.count.load(ordering: .relaxed)
    let badges = visitor.badges.joined(separator: " ")
    let report = await router.audit { $0.fields[Self.badge] = badges }
    guard runs.count.load(ordering: .relaxed) == before else {
      throw Disagreement("A handler has run for an audit.")
    }
    var open: [Int: Request] = [:]
    var undecided: [String] = []
    for entry in visitor.missing == nil ? report.unexpected : report.open + report.undecided {
      guard let id = entry.route.id, let end = ids.firstIndex(of: id),
        visitor.isKept(from: ends[end])
      else { continue }
      if entry.verdict == .open, let shown = entry.witness, let method = shown.method {
        open[end] = Request(method: method, url: shown.url)
      } else {
        undecided.append("\(entry.route): \(entry.reason ?? "")")
      }
    }
    return (open, undecided)
  }

  /// The ends that the check of patterns finds without the guards that they need, with what shows them where it is
  /// known.
  func check() -> (found: [Int: Request], undecided: [Int]) {
    var found: [Int: Request] = [:]
    var undecided: [Int] = []
    for finding in router.validate(allExceptPublic: true).findings where finding.severity == .error
    {
      // Of a name that no guard has it lists all that require it.
      let routes = finding.kind == .unknownGuard ? finding.routes[...] : finding.routes.prefix(1)
      let places = routes.compactMap(\.id).compactMap(ids.firstIndex)
      guard let end = places.first else { continue }
      if let url = finding.example {
        found[end] = Request(method: finding.method ?? "GET", url: url)
      } else {
        undecided += places
      }
    }
    return (found, undecided)
  }

  private static let paths: [String] = {
    let segments = ["/a", "/b", "/c", "/1", "/pub"]
    let two = segments.flatMap { first in segments.map { first + $0 } }
    return ["/", "/x/b", "/x/1"] + segments + two
      + two.flatMap { first in segments.map { first + $0 } }
  }()
}
