extension OpenAPIDocument {
  /// Finds where the document and routes differ.
  ///
  ///     let document = try OpenAPIDocument(parsing: data)
  ///     for difference in document.differences(from: routes) { print(difference) }
  ///
  /// Paths are compared as texts with values, and values as sets of texts: what a schema says in
  /// words that are not understood is `undecided`.
  ///
  /// - Parameters:
  ///   - routes: the routes.
  ///   - schemes: the keys of security schemes by the names of guards, for those that differ.
  /// - Returns: the differences, in the order of the document and then of the routes.
  public func differences(
    from routes: ListedRoutes,
    schemes: [String: String] = [:]
  ) -> [OpenAPIDifference] {
    var comparison = OpenAPIComparison(self, routes, schemes)
    return comparison.run()
  }
}

/// Compares the operations of a document with those of routes.
private struct OpenAPIComparison {
  private let document: OpenAPIDocument
  private let routes: ListedRoutes
  private let table: OpenAPITable
  /// The names of guards, by the keys of schemes.
  private let guards: [String: Set<String>]
  private let known: [OpenAPIOperation.Key: OpenAPIOperation]
  private let shapes: [String: [RequestMethod]]
  /// The work that schemas and values may take: seconds, however hostile a document is.
  ///
  /// Guards of the map that wins are compared without it: one that was left open would pass for one
  /// that need not be required. Those of further maps are undecided then.
  private let budget = RelationBudget(work: 100_000_000)
  private var found: [OpenAPIDifference] = []

  init(_ document: OpenAPIDocument, _ routes: ListedRoutes, _ schemes: [String: String]) {
    self.document = document
    self.routes = routes
    table = OpenAPITable(routes)
    guards = Dictionary(grouping: schemes.keys) { schemes[$0] ?? $0 }.mapValues { Set($0) }
    known = Dictionary(table.operations.map { ($0.key, $0) }) { one, _ in one }
    shapes = Dictionary(grouping: table.operations, by: \.template.shape)
      .mapValues { $0.map(\.method) }
  }

  mutating func run() -> [OpenAPIDifference] {
    var places: Set<Int> = []
    var keys: Set<OpenAPIOperation.Key> = []
    for operation in document.operations {
      keys.insert(operation.key)
      if let own = own(operation) {
        if let place = own.place, own.isOfAnyMethod { places.insert(place) }
        compare(operation, own)
      } else if !isAnsweredWithoutRoute(operation) {
        findOther(for: operation)
      }
    }
    for operation in table.operations where !keys.contains(operation.key) {
      if operation.isOfAnyMethod {
        // One of its operations stands for all, and is reported for all.
        guard let place = operation.place, places.insert(place).inserted else { continue }
      }
      found.append(
        OpenAPIDifference(
          .undocumented,
          operation,
          "The document does not have it.",
          example: operation.pattern.flatMap(sample),
          route: route(of: operation)
        )
      )
    }
    return found
  }

  private func route(of operation: OpenAPIOperation) -> RouteDescription? {
    operation.place.map { routes.entries[$0].route }
  }

  /// The operation of the table with the same path, where a map for GET answers HEAD as well.
  private func own(_ operation: OpenAPIOperation) -> OpenAPIOperation? {
    if let own = known[operation.key] { return own }
    // A route for any method answers also those that documents of routes do not list.
    guard let get = known[.init(shape: operation.template.shape, method: .get)],
      operation.method == .head || get.isOfAnyMethod
    else { return nil }
    // Its guards need not be asked for all methods alike.
    return table.secured(get, for: operation.method).operation
  }

  /// Whether it asks for the methods of a path that has some.
  private func isAnsweredWithoutRoute(_ operation: OpenAPIOperation) -> Bool {
    operation.method == .options && shapes[operation.template.shape] != nil
  }

  private func sample(_ pattern: RoutePattern) -> RouteTarget? {
    let language = PatternLanguage(pattern, budget: budget)
    return language.targetShared(with: language)
  }

  // MARK: - Operations of the document alone

  private mutating func findOther(for operation: OpenAPIOperation) {
    guard let pattern = operation.pattern, let target = sample(pattern) else {
      let message = "It cannot be compared, as its path and schemas make no pattern."
      return add(.undecided, operation, message)
    }
    guard let place = try? routes.map(for: target, operation.method) else {
      let methods = shapes[operation.template.shape]?.map(\.rawValue).joined(separator: ", ")
      let message = methods.map { "Its path has routes for \($0) alone." }
      return add(.unserved, operation, message ?? "No route answers it.", target)
    }
    let entry = routes.entries[place]
    guard entry.route.kind == .map else {
      let message = "No map answers it; \(entry.route) takes its place."
      return add(.unserved, operation, message, target, entry.route)
    }
    // What no document says may be described in several pieces, each of which has guards.
    if table.unsaid.contains(place), entry.pattern.covers(pattern) == .yes {
      var own = operation
      (own.place, own.reason) = (place, entry.route.access?.reason)
      return compareSecurity(operation, table.secured(own, for: operation.method).operation)
    }
    let message = "No route has this path; \(entry.route) answers it."
    add(.unserved, operation, message, target, entry.route)
  }

  private mutating func add(
    _ kind: OpenAPIDifference.Kind,
    _ operation: OpenAPIOperation,
    _ message: String,
    _ example: RouteTarget? = nil,
    _ route: RouteDescription? = nil
  ) {
    found.append(
      OpenAPIDifference(kind, operation, message, example: example, route: route)
    )
  }

  // MARK: - Operations of both

  private mutating func compare(_ operation: OpenAPIOperation, _ own: OpenAPIOperation) {
    compareNames(operation, own)
    compareValues(operation, own)
    compareSecurity(operation, own)
  }

  private mutating func compareNames(_ operation: OpenAPIOperation, _ own: OpenAPIOperation) {
    for (value, other) in zip(operation.template.values, own.template.values) {
      guard let name = other.name, value.name != name else { continue }
      let called = value.name.map { "is called \($0.printable)" } ?? "has no name"
      let message = "A value \(called) in the document, and \(name.printable) in the route."
      add(.renamed, operation, message, nil, route(of: own))
    }
  }

  /// Whether the values are written alike on both sides, as most are.
  private func areAlike(_ operation: OpenAPIOperation, _ own: OpenAPIOperation) -> Bool {
    operation.unclear.isEmpty
      && operation.template.values.map(\.expression) == own.template.values.map(\.expression)
  }

  private mutating func compareValues(_ operation: OpenAPIOperation, _ own: OpenAPIOperation) {
    guard !areAlike(operation, own) else { return }
    let route = route(of: own)
    guard let pattern = operation.pattern, let first = own.pattern else {
      let message = "Its values cannot be compared, as its schemas make no pattern."
      return add(.undecided, operation, message, nil, route)
    }
    let documented = PatternLanguage(pattern, budget: budget)
    let taken = PatternLanguage(
      [first] + (table.others[own.key] ?? []).compactMap(\.pattern),
      slashes: first.options.slashes,
      budget: budget
    )
    // What a document has no room for is noted, and not asked of it.
    let said = PatternLanguage(first, budget: budget)
    let isAllDocumented = documented.covers(said)
    let isAllTaken = taken.covers(documented)
    if isAllDocumented == .no {
      let target = documented.targetMissed(of: said)
      add(.narrower, operation, "The document leaves out what a route takes.", target, route)
    }
    let isUnclear = !operation.unclear.isEmpty
    if isAllTaken == .no, !isUnclear {
      let target = taken.targetMissed(of: documented)
      add(.wider, operation, "The document has what no route for it takes.", target, route)
    }
    guard isAllDocumented != .no else { return }
    if isUnclear || isAllDocumented == .unknown || isAllTaken == .unknown {
      let message = "A schema says of a value what cannot be compared with the route."
      add(.undecided, operation, message, nil, route)
    }
  }

  // MARK: - Security

  private mutating func compareSecurity(_ operation: OpenAPIOperation, _ own: OpenAPIOperation) {
    let required = own.security?.first ?? []
    let others = further(of: operation, own)
    let allowed = Set(required + own.partly + others.flatMap(\.guards))
    // The guards that each key stands for.
    var ways = (operation.security ?? []).map { $0.map { guards[$0] ?? [$0] } }
    if ways.isEmpty { ways = [[]] }
    let route = route(of: own)
    func isMissing(_ name: String) -> Bool {
      !ways.allSatisfy { $0.contains { $0.contains(name) } }
    }
    for name in required where isMissing(name) {
      let message = "The guard \(name.printable) is asked, and the document does not require it."
      add(.unsecured, operation, message, nil, route)
    }
    var told = Set(required)
    // What is certain first: it says more of a guard than what is not.
    for isCertain in [true, false] {
      for other in others where (other.example != nil) == isCertain {
        for name in other.required where isMissing(name) && told.insert(name).inserted {
          let message =
            "The guard \(name.printable) is asked where \(other.route) answers, and the document "
            + "does not require it."
          let kind: OpenAPIDifference.Kind = isCertain ? .unsecured : .undecided
          add(kind, operation, message, other.example, other.route)
        }
      }
    }
    for other in others {
      for name in other.doubtful where isMissing(name) && told.insert(name).inserted {
        let message =
          "It cannot be told whether the guard \(name.printable) is asked wherever \(other.route) "
          + "answers, and the document does not require it."
        add(.undecided, operation, message, nil, other.route)
      }
    }
    let surplus = ways.map { $0.filter { $0.isDisjoint(with: allowed) } }
    guard surplus.allSatisfy({ !$0.isEmpty }), let names = surplus.first else { return }
    let list = names.flatMap { $0.sorted() }.map(\.printable).joined(separator: ", ")
    add(.oversecured, operation, "The document requires \(list), and no guard does.", nil, route)
  }

  /// The part of an operation that a map takes, as the maps before it have left it.
  private struct Further {
    let route: RouteDescription
    /// The guards that are asked about all of it, those about a part, and those of which this
    /// cannot be told.
    var required: [String]
    var partly: [String] = []
    var doubtful: [String] = []
    /// A target that it surely takes, if one is found.
    let example: RouteTarget?

    var guards: [String] { required + partly + doubtful }
  }

  /// Returns what further maps take of an operation of the document.
  private func further(of operation: OpenAPIOperation, _ own: OpenAPIOperation) -> [Further] {
    // A document that says what the first map takes has nothing of the others.
    guard let others = table.others[own.key], !areAlike(operation, own),
      let pattern = operation.pattern, let first = own.pattern
    else { return [] }
    let documented = PatternLanguage(pattern, budget: budget)
    var before = [LanguageCover(PatternLanguage(first, budget: budget))]
    var result: [Further] = []
    for other in others {
      guard let pattern = other.pattern, let place = other.place else { continue }
      let language = PatternLanguage(pattern, budget: budget)
      // What is left without these is what both have, and no map before.
      let covers = before + [LanguageCover(documented, exceptions: [language])]
      before.append(LanguageCover(language))
      if case .none = documented.possibleHole(in: covers) { continue }
      let (secured, _, part) = table.secured(other, for: operation.method)
      var example: RouteTarget?
      if operation.unclear.isEmpty, case .found(let target) = documented.sureHole(in: covers) {
        example = target
      }
      var further = Further(
        route: routes.entries[place].route,
        required: secured.security?.first ?? [],
        example: example
      )
      for member in part where !further.required.contains(member.name) {
        // A guard may leave out what the map is not asked about.
        let covers = covers + [member.cover(operation.method)]
        if case .none = documented.possibleHole(in: covers) {
          further.required.append(member.name)
        } else if case .found = documented.sureHole(in: covers) {
          further.partly.append(member.name)
        } else {
          further.doubtful.append(member.name)
        }
      }
      result.append(further)
    }
    return result
  }
}
