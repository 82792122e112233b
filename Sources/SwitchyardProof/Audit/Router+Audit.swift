extension Router {
  /// Asks the guards of each map and fallback whether somebody would come to it.
  ///
  ///     #expect(await router.audit().unexpected.isEmpty)
  ///
  /// For each map, each of its methods and each part into which guards and their exceptions divide
  /// it, a URL is looked for and opened by the dispatch that every other goes through, with one
  /// difference: where a proxy, middleware, a map or a fallback would begin, it counts as having
  /// gone on, and is not called. Guards really run, with all that they do. Routes with a method are
  /// asked about as requests, as `RouteResponder(router:)` with its first configuration would read
  /// them; in a serial router, and all others, as lookups without tags and by each of their tags.
  ///
  /// A serial router asks in its turn. Within one of its handlers nothing is decided, as that would
  /// wait for itself.
  /// - Parameters:
  ///   - options: the bounds of the audit.
  ///   - somebody: describes who asks; called once for each question. By default a nobody.
  /// - Returns: the report on all maps and fallbacks that there are at the beginning.
  public func audit(
    _ options: RouteAudit.Options = RouteAudit.Options(),
    as somebody: @escaping @Sendable (inout RouteAudit.Visitor) -> Void = { _ in }
  ) async -> RouteAudit {
    var configuration = RouteResponder.Configuration()
    // The report says what has failed.
    configuration.onFault = { _ in }
    let responder = try? RouteResponder(router: self, configuration: configuration)
    return await Auditor(self, responder, options, as: somebody).audit()
  }
}

extension RouteResponder {
  /// Asks the guards of each map and fallback whether somebody would come to it by requests to this
  /// responder, with its limits, its trusted proxies and its pages; observers are told of nothing.
  ///
  /// As `audit` of a router.
  public func audit(
    _ options: RouteAudit.Options = RouteAudit.Options(),
    as somebody: @escaping @Sendable (inout RouteAudit.Visitor) -> Void = { _ in }
  ) async -> RouteAudit {
    await Auditor(router, self, options, as: somebody).audit()
  }
}
