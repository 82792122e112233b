/// An explanation of a request: every route with its verdict, and what is answered where none of
/// them does.
///
///     print(router.explain(.delete, "/books/1").table)
public struct RequestExplanation: Hashable, Sendable {
  /// The method of the request.
  public let method: RequestMethod
  /// The verdicts on all routes; maps for other methods keep fallbacks from running.
  public private(set) var routes: RouteExplanation
  /// The status that is answered where no route does: 404, 405, 204 for OPTIONS, 403 for a map or
  /// fallback whose access is refused, 400 or 414 for a target that is, 501 for CONNECT.
  ///
  /// It is `nil` where a map or fallback answers if the guards allow it and the proxies go on, a
  /// match cannot be decided, or middleware sees what no route answers.
  public let status: ResponseStatus?
  /// The methods that the target can be asked with, as the field `Allow` lists them, if the status
  /// is 405 or 204.
  public let allow: String?

  init(_ method: RequestMethod, _ routes: RouteExplanation) {
    self.method = method
    self.routes = routes
    guard let target = routes.target else {
      (status, allow) = (.badRequest, nil)
      return
    }
    guard !target.isAsterisk else {
      (status, allow) = (.noContent, Allow.everything)
      return
    }
    guard routes.refused == nil else {
      (status, allow) = (.forbidden, nil)
      return
    }
    let isDecided = routes.candidates.allSatisfy { $0.verdict != .undecided }
    guard routes.chosen == nil, routes.middlewareOfMisses == nil, isDecided else {
      (status, allow) = (nil, nil)
      return
    }
    let tags = routes.candidates.filter(\.isOfRival).flatMap(\.route.tags)
    allow = Allow.list(forMapsTagged: Set(tags))
    status = allow == nil ? .notFound : method == .options ? .noContent : .methodNotAllowed
  }

  init(_ method: RequestMethod, refused reason: String, with status: ResponseStatus) {
    self.method = method
    self.status = status
    routes = RouteExplanation(rejected: reason, tags: method.lookupTags)
    allow = nil
  }

  /// Returns the explanation with other descriptions of the routes.
  package func describing(
    _ describe: (RouteDescription) -> RouteDescription
  ) -> RequestExplanation {
    var explanation = self
    explanation.routes = routes.describing(describe)
    return explanation
  }

  /// The answer in one sentence.
  public var answer: String {
    guard let status else {
      if let middleware = routes.middlewareOfMisses {
        return "No map runs: the \(middleware.route) sees 404 or 405, and may answer otherwise."
      }
      return routes.endingText
    }
    guard routes.refused == nil else { return "\(routes.endingText.dropLast()): \(status.code)." }
    guard let allow else {
      return routes.target == nil
        ? "The request is refused: \(status.code)." : "No map runs: \(status.code)."
    }
    return "No map runs for \(method): \(status.code), with Allow: \(allow)."
  }
}

extension RouteExplanation {
  /// The first middleware that runs where no map and no fallback does.
  fileprivate var middlewareOfMisses: Candidate? {
    guard chosen == nil else { return nil }
    return running.first { $0.route.kind == .middleware }
  }
}

extension RequestExplanation: CustomStringConvertible {
  /// The request and its answer, on one line.
  public var description: String {
    "\(method) \(routes.target.map { "\($0)" } ?? "a request that is refused"): \(answer)"
  }

  /// A table of all routes with their verdicts, and the answer.
  public var table: String { status == nil ? routes.table : "\(routes.table)\n\(answer)" }
}

extension RequestExplanation: Encodable {
  private enum CodingKeys: String, CodingKey {
    case method, routes, status, allow
  }

  /// Writes the verdicts, and the status as a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(method.rawValue, forKey: .method)
    try container.encode(routes, forKey: .routes)
    try container.encodeIfPresent(status?.code, forKey: .status)
    try container.encodeIfPresent(allow, forKey: .allow)
  }
}

extension Router {
  /// Explains what a request would meet if it came now, and what would answer it.
  ///
  /// As `explain` for a URL, with what is so for requests alone: HEAD finds the maps of GET, a
  /// fallback runs only where no map is for another method, and what no route answers is 404, 405
  /// or 204; CONNECT is 501. The target is a path, or a whole URL of http or https where the host
  /// matters.
  public func explain(_ method: RequestMethod, _ target: String) -> RequestExplanation {
    guard !method.asksForTunnel else {
      let reason = "CONNECT asks for a tunnel, which no route answers."
      return RequestExplanation(method, refused: reason, with: .notImplemented)
    }
    do throws(RouteTargetError) {
      // The part of a server: a request with any host.
      let isSecure = target.prefix(8).lowercased() == "https://"
      let read = try RouteTarget(
        request: Array(target.utf8),
        allowsAsterisk: method == .options,
        scheme: isSecure ? .https : .http,
        host: "host.invalid",
        otherHosts: [],
        options: targetOptions
      )
      let isWhole = !target.hasPrefix("/") && !read.isAsterisk
      if isWhole, read.scheme != (isSecure ? "https" : "http") {
        let reason = "A request's target is a path, or a URL of http or https."
        return RequestExplanation(method, refused: reason, with: .badRequest)
      }
      let view = self[method.lookupTags]
      let rivals = MethodTags.current.tags
      guard !read.isAsterisk else {
        return RequestExplanation(method, RouteExplanation(read, candidates: []))
      }
      return RequestExplanation(method, view.explain(target, rivalTags: rivals))
    } catch {
      let isTooLong = error.code == .tooLong && error.place == .target
      let status: ResponseStatus = isTooLong ? .uriTooLong : .badRequest
      return RequestExplanation(method, refused: "\(error)", with: status)
    }
  }
}
