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
    RouteReport(
      findings: findings.map { finding in
        RouteFinding(
          kind: finding.kind,
          severity: finding.severity,
          certainty: finding.certainty,
          routes: finding.routes.map(describe),
          aspects: finding.aspects,
          example: finding.example,
          method: finding.method,
          message: finding.message
        )
      },
      routeCount: routeCount
    )
  }
}
