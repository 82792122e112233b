/// An explanation of a request: every route with its verdict, and what is answered where none of
/// them does.
///
///     print(router.explain(.delete, "/books/1").table)
public struct RequestExplanation: Hashable, Sendable {
  /// The method of the request.
  public let method: RequestMethod
  /// The verdicts on all routes; maps for other methods keep fallbacks from running.
  public let routes: RouteExplanation
  /// The status that is answered where no route does: 404, 405, 204 for OPTIONS, 400 for a target
  /// that is rejected; `nil` where a map, a fallback or middleware answers, or a guard denies.
  public let status: ResponseStatus?
  /// The methods that the target can be asked with, as the field `Allow` lists them, if the status
  /// is 405 or 204.
  public let allow: String?

  init(_ method: RequestMethod, _ routes: RouteExplanation) {
    self.method = method
    self.routes = routes
    guard routes.target != nil else {
      (status, allow) = (.badRequest, nil)
      return
    }
    let isUndecided = routes.candidates.contains { $0.verdict == .undecided }
    guard routes.chosen == nil, !isUndecided else {
      (status, allow) = (nil, nil)
      return
    }
    let tags = routes.candidates.filter(\.isOfRival).flatMap(\.route.tags)
    allow = Allow.list(forMapsTagged: Set(tags))
    status = allow == nil ? .notFound : method == .options ? .noContent : .methodNotAllowed
  }

  /// The answer in one sentence.
  public var answer: String {
    guard let status else { return routes.endingText }
    guard let allow else {
      return routes.target == nil ? "The target is refused: 400." : "No map runs: 404."
    }
    return "No map runs for \(method): \(status.code), with Allow: \(allow)."
  }
}

extension RequestExplanation: CustomStringConvertible {
  /// The request and its answer, on one line.
  public var description: String {
    "\(method) \(routes.target.map { "\($0)" } ?? "a target that is refused"): \(answer)"
  }

  /// A table of all routes with their verdicts, and the answer.
  public var table: String { status == nil ? routes.table : "\(routes.table)\n\(answer)" }
}

extension Router {
  /// Explains what a request would meet if it came now, and what would answer it.
  ///
  /// As `explain` for a URL, with what is so for requests alone: HEAD finds the maps of GET, a
  /// fallback runs only where no map is for another method, and what no route answers is 404, 405
  /// or 204.
  public func explain(_ method: RequestMethod, _ target: String) -> RequestExplanation {
    RequestExplanation(
      method,
      self[method.lookupTags].explain(target, rivalTags: MethodTags.current.tags)
    )
  }
}
