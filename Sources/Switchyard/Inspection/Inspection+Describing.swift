extension RouteExplanation {
  /// The explanation with other descriptions of its routes, such as those read from a file.
  package func describing(
    _ describe: (RouteDescription) -> RouteDescription
  ) -> RouteExplanation {
    guard let target else { return self }
    let described = candidates.map { describe($0.route) }
    var ids: [RouteID: RouteID] = [:]
    for (candidate, route) in zip(candidates, described) {
      if let old = candidate.route.id { ids[old] = route.id }
    }
    return RouteExplanation(
      target,
      tags: tags,
      candidates: zip(candidates, described).map { candidate, route in
        Candidate(
          route,
          candidate.verdict,
          mismatch: candidate.mismatch,
          parameters: candidate.parameters,
          hider: candidate.hider.map { ids[$0] ?? $0 },
          failure: candidate.failure
        )
      }
    )
  }
}

extension RouteReport {
  /// The report with other descriptions of its routes, such as those read from a file.
  package func describing(_ describe: (RouteDescription) -> RouteDescription) -> RouteReport {
    RouteReport(findings: findings.map { $0.describing(describe) }, routeCount: routeCount)
  }
}

extension RouteFinding {
  /// The finding with other descriptions of its routes.
  func describing(_ describe: (RouteDescription) -> RouteDescription) -> RouteFinding {
    with(routes.map(describe))
  }

  /// The finding for one of its routes.
  func about(_ route: RouteDescription) -> RouteFinding { with([route]) }

  private func with(_ routes: [RouteDescription]) -> RouteFinding {
    RouteFinding(
      kind: kind,
      severity: severity,
      certainty: certainty,
      routes: routes,
      aspects: aspects,
      example: example,
      method: method,
      message: message
    )
  }
}
