/// The guards of a router beside its maps and fallbacks, with whether each is asked about all that
/// comes to them.
///
///     for row in router.guardMatrix().holes { print(row.route, row.together.example ?? "") }
public struct GuardMatrix: Hashable, Sendable, Codable {
  /// The answer for a guard and a route.
  public enum Cover: String, Hashable, Sendable, Codable, CaseIterable {
    /// The guard is surely asked about each target that comes to the route.
    case covered
    /// A target comes to the route, and the guard is not asked.
    case open
    /// It cannot be decided.
    case unknown
  }

  /// The answer, with a request that shows it.
  public struct Cell: Hashable, Sendable, Codable {
    /// The answer.
    public let cover: Cover
    /// A target that comes to the route where the guard is not asked, if the cell is open.
    public let example: String?
    /// The method of a request for it, where it is one.
    public let method: String?
    /// Whether what the route requires does not surely hold, and this guard could make it hold: it
    /// has a name that is required, or all are asked together.
    public let isHole: Bool
  }

  /// A map or fallback with its cells.
  public struct Row: Hashable, Sendable, Codable {
    /// The map or fallback.
    public let route: RouteDescription
    /// The cells, one for each of the guards.
    public let cells: [Cell]
    /// The cell for all guards together: whether one or another is asked about each target.
    public let together: Cell

    /// The errors that `validate` finds in what the route requires; also that no guard has a name,
    /// for which there is no column.
    public let findings: [RouteFinding]

    /// Makes a row of its parts, as of another one.
    package init(
      route: RouteDescription,
      cells: [Cell],
      together: Cell,
      findings: [RouteFinding]
    ) {
      self.route = route
      self.cells = cells
      self.together = together
      self.findings = findings
    }

    /// Whether something is required that does not surely hold.
    public var hasHole: Bool { !findings.isEmpty }
  }

  /// The guards that may turn somebody away, in the order in which they are asked.
  public let guards: [RouteDescription]
  /// The maps and fallbacks, in the order of their registration.
  public let rows: [Row]
  /// The errors of `validate` in what is required that are of no route, as of a tag that none has.
  public let findings: [RouteFinding]

  /// Makes a matrix of its parts, as of another one.
  package init(guards: [RouteDescription], rows: [Row], findings: [RouteFinding]) {
    self.guards = guards
    self.rows = rows
    self.findings = findings
  }

  /// The rows of which something is required that does not surely hold.
  public var holes: [Row] { rows.filter(\.hasHole) }
}

extension Router {
  /// The number of the present version of the routes; those whose owners are gone are removed
  /// first.
  package var routesVersion: Int {
    core.registry.sweep()
    return Int(core.registry.version)
  }

  /// Asks of each guard whether it is asked about all that comes to each map and fallback.
  ///
  /// Targets are compared for all there can be, and no handler and no closure runs. What cannot be
  /// decided, or no work was left for, is unknown. Observing guards turn nobody away and have no
  /// column. A row has a hole where `validate`, asked for the same, has an error for its route, as
  /// far as the work of both suffices.
  /// - Parameters:
  ///   - tags: the tags of the maps and fallbacks that some guard has to cover.
  ///   - allExceptPublic: whether some guard has to cover all that is not public.
  /// - Returns: the matrix.
  /// - Complexity: mostly linear in the number of routes, times that of guards.
  public func guardMatrix(
    requiring tags: [RouteTag] = [],
    allExceptPublic: Bool = false
  ) -> GuardMatrix {
    let table = core.registry.table
    var validator = RouteValidator(
      core,
      requiring: tags,
      allExceptPublic: allExceptPublic,
      work: max(40_000_000, 8_000 * table.count * (table.guards.count + 1))
    )
    // What is required comes first, while there is work left for it.
    var findings: [RouteID: [RouteFinding]] = [:]
    var others: [RouteFinding] = []
    for finding in validator.missingGuards() {
      if finding.routes.isEmpty { others.append(finding) }
      for route in finding.routes {
        guard let id = route.id else { continue }
        // Of many routes that lack the same each has its own.
        findings[id, default: []].append(finding.about(route))
      }
    }
    let guards = validator.guards.filter { !$0.entry.isObserving }
    let ends = validator.ends
    var check = AccessCheck(
      guards: ComparedRoutes(guards),
      ends: ComparedRoutes(ends),
      budget: validator.budget
    )
    let places = ends.indices.sorted { ends[$0].entry.order < ends[$1].entry.order }
    let rows = places.map { place -> GuardMatrix.Row in
      let found = findings[ends[place].entry.id] ?? []
      // Guards may have a name together, so that none of them alone has to cover the route.
      let required = found.isEmpty ? [] : ends[place].entry.declaration?.access?.guards ?? []
      let missing = required.filter { !check.verdict(of: place, by: .named($0)).isCovered }
      let cells = guards.map { guardian in
        GuardMatrix.Cell(
          check.verdict(of: place, by: .one(guardian.entry.id)),
          isRequired: guardian.entry.name.map(missing.contains) ?? false
        )
      }
      let isCovered = cells.contains { $0.cover == .covered }
      let together = isCovered ? .covered : check.verdict(of: place, by: .all)
      return GuardMatrix.Row(
        route: ends[place].described(in: core),
        cells: cells,
        together: GuardMatrix.Cell(together, isRequired: !found.isEmpty),
        findings: found
      )
    }
    return GuardMatrix(
      guards: guards.map { $0.described(in: core) },
      rows: rows,
      findings: others
    )
  }
}

extension GuardMatrix.Cell {
  fileprivate init(_ verdict: AccessCheck.Verdict, isRequired: Bool) {
    switch verdict {
    case .covered: (cover, example, method) = (.covered, nil, nil)
    case .unknown: (cover, example, method) = (.unknown, nil, nil)
    case .open(let target, let lookup):
      (cover, example, method) = (.open, target.description, lookup.method)
    }
    isHole = isRequired && cover != .covered
  }
}

extension GuardMatrix {
  /// Returns the matrix with other descriptions of the routes.
  package func describing(
    _ describe: (RouteDescription) -> RouteDescription
  ) -> GuardMatrix {
    GuardMatrix(
      guards: guards.map(describe),
      rows: rows.map { row in
        Row(
          route: describe(row.route),
          cells: row.cells,
          together: row.together,
          findings: row.findings.map { $0.describing(describe) }
        )
      },
      findings: findings
    )
  }
}
