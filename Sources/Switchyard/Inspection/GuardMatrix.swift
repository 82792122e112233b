import RoutePatterns

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
    /// Whether the route says that it requires this guard, or any where all are asked together.
    public let isRequired: Bool

    /// Whether what is required does not surely hold.
    public var isHole: Bool { isRequired && cover != .covered }
  }

  /// A map or fallback with its cells.
  public struct Row: Hashable, Sendable, Codable {
    /// The map or fallback.
    public let route: RouteDescription
    /// The cells, one for each of the guards.
    public let cells: [Cell]
    /// The cell for all guards together: whether one or another is asked about each target.
    public let together: Cell

    /// Makes a row of its parts, as of another one.
    package init(route: RouteDescription, cells: [Cell], together: Cell) {
      self.route = route
      self.cells = cells
      self.together = together
    }

    /// Whether one of the cells is a hole.
    public var hasHole: Bool { together.isHole || cells.contains(where: \.isHole) }
  }

  /// The guards that may turn somebody away, in the order in which they are asked.
  public let guards: [RouteDescription]
  /// The maps and fallbacks, in the order of their registration.
  public let rows: [Row]

  /// Makes a matrix of its parts, as of another one.
  package init(guards: [RouteDescription], rows: [Row]) {
    self.guards = guards
    self.rows = rows
  }

  /// The rows of which something is required that does not surely hold.
  public var holes: [Row] { rows.filter(\.hasHole) }
}

extension Router {
  /// The number of the version of the routes that there are now.
  package var routesVersion: Int { Int(core.registry.version) }

  /// Asks of each guard whether it is asked about all that comes to each map and fallback.
  ///
  /// It is the proof of `validate`, cell by cell: targets are compared for all there can be, and no
  /// handler and no closure runs. What cannot be decided, or no work was left for, is unknown.
  /// Observing guards turn nobody away and have no column.
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
    let count = table.guards.count + 1
    let budget = RelationBudget(work: max(40_000_000, 8_000 * table.count * count))
    let compared = { (entries: [RouteEntry]) in
      self.core.registry.owned(entries).map { ComparedRoute($0, budget) }
    }
    let guards = compared(table.guards).filter { !$0.entry.isObserving }
    let ends = compared(table.maps) + compared(table.fallbacks)
    var check = AccessCheck(
      guards: ComparedRoutes(guards),
      ends: ComparedRoutes(ends),
      budget: budget
    )
    let places = ends.indices.sorted { ends[$0].entry.order < ends[$1].entry.order }
    let rows = places.map { place -> GuardMatrix.Row in
      let end = ends[place]
      let access = end.entry.declaration?.access
      let cells = guards.map { guardian in
        GuardMatrix.Cell(
          check.verdict(of: place, by: .one(guardian.entry.id)),
          isRequired: guardian.entry.name.map { access?.guards.contains($0) == true } ?? false
        )
      }
      let isCovered = cells.contains { $0.cover == .covered }
      let together = isCovered ? .covered : check.verdict(of: place, by: .all)
      let isRequired =
        access.map { !$0.isPublic }
        ?? (allExceptPublic || end.entry.tags.contains(where: tags.contains))
      return GuardMatrix.Row(
        route: end.described(in: core),
        cells: cells,
        together: GuardMatrix.Cell(together, isRequired: isRequired)
      )
    }
    return GuardMatrix(guards: guards.map { $0.described(in: core) }, rows: rows)
  }
}

extension GuardMatrix.Cell {
  fileprivate init(_ verdict: AccessCheck.Verdict, isRequired: Bool) {
    self.isRequired = isRequired
    switch verdict {
    case .covered: (cover, example, method) = (.covered, nil, nil)
    case .unknown: (cover, example, method) = (.unknown, nil, nil)
    case .open(let target, let lookup):
      (cover, example, method) = (.open, target.description, lookup.method)
    }
  }
}

extension GuardMatrix {
  /// Returns the matrix with other descriptions of the routes.
  package func describing(
    _ describe: (RouteDescription) -> RouteDescription
  ) -> GuardMatrix {
    GuardMatrix(
      guards: guards.map(describe),
      rows: rows.map { Row(route: describe($0.route), cells: $0.cells, together: $0.together) }
    )
  }
}
