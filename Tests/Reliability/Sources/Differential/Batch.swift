import TestSupport
import Dispatch
import Switchyard
import Trials

/// Draws among routes that come and go, in one router.
struct Batch {
  private var random: SeededGenerator
  private let plan: BatchPlan
  private var table: MatchTable
  private var yard: Yard
  private let views: [(tags: UInt64, view: RouterView)]
  private var scan = Scan()
  private var counts = BatchCounts()
  private let ended = DispatchSemaphore(value: 0)

  init(_ random: SeededGenerator) {
    var random = random
    let plan = BatchPlan(&random)
    let (patterns, targets) = plan.draw(&random)
    let yard = Yard(plan.configuration, patterns, tags: plan.tags)
    let router = yard.router
    // The last is a tag that no route has.
    views =
      [(0, router.view)]
      + ([1, 2, 4, 3, 6] as [UInt64]).map { tags in
        (tags, router[plan.tags.indices.filter { tags >> $0 & 1 != 0 }.map { plan.tags[$0] }])
      } + [(1 << 63, router["nobody's"])]
    table = MatchTable(patterns, targets, steps: plan.configuration.matchSteps)
    self.random = random
    self.plan = plan
    self.yard = yard
  }

  /// Makes the draws.
  mutating func run() throws -> Tally {
    yard.add(plan.size, &random)
    while counts.draws + counts.unsure < plan.draws {
      try change()
      for _ in 0..<(1 + random.below(16)) { try draw(random.below(table.targets.count)) }
    }
    return counts.tally(plan)
  }

  private mutating func change() throws {
    switch random.below(8) {
    case 0...2: yard.add(1 + random.below(3), &random)
    case 3, 4: try yard.dispose(1, &random)
    case 5: try yard.replace(&random)
    case 6: counts.ownerless += yard.killOwner(&random)
    default: try yard.dispose(random.below(4), &random)
    }
    counts.changes += 1
    if yard.routes.count < plan.size / 2 { yard.add(plan.size / 2, &random) }
    if yard.routes.count > plan.size * 3 / 2 { try yard.dispose(plan.size / 2, &random) }
  }

  // MARK: - A draw

  private mutating func draw(_ target: Int) throws {
    guard !isUnsure(target) else {
      counts.unsure += 1
      return
    }
    counts.draws += 1
    scan.begin()
    do {
      try compareMatches(target)
      try compareDispatch(target)
      if random.below(64) == 0 { try compareExplanation(target) }
    } catch let disagreement as Disagreement {
      throw Disagreement(
        "\(table.targets[target]): \(disagreement)\n\(plan), draw \(counts.draws) of its batch\n"
          + description(target)
      )
    }
  }

  /// Whether it depends on the order of matches if there are steps enough.
  private mutating func isUnsure(_ target: Int) -> Bool {
    var steps = 0
    var (hasLimit, hasException) = (false, false)
    for route in yard.routes {
      switch table.verdict(route.pattern, target) {
      case .unclear: return true
      // It takes the steps of the map.
      case .limited where route.kind == .middleware: return true
      case .limited: hasLimit = true
      default: steps += table.steps(route.pattern, target)
      }
      guard let exception = route.exception,
        table.verdict(route.pattern, target) == .matches
      else { continue }
      switch table.verdict(exception, target) {
      case .unclear, .limited: return true
      default: steps += table.steps(exception, target)
      }
      hasException = true
    }
    // Exceptions come last: where another took all steps, the guard is asked.
    return (hasLimit && hasException) || steps > plan.configuration.matchSteps / 2
  }

  private mutating func compareMatches(_ target: Int) throws {
    let end = scan.map(target, tags: 0, yard, &table)
    try compare(Self.found(yard.router, table.targets[target]), end, target, "match")
    for _ in 0..<3 {
      let (tags, view) = views[random.below(views.count)]
      let end = scan.map(target, tags: tags, yard, &table)
      let found = Self.found(view, table.targets[target])
      try compare(found, end, target, "match through \(view.tags)")
    }
  }

  private static func found(
    _ lookup: some RouteLookup,
    _ target: RouteTarget
  ) -> Result<FoundRoute?, MatchError> {
    do throws(MatchError) {
      return .success(try lookup.match(target))
    } catch {
      return .failure(error)
    }
  }

  private mutating func compare(
    _ result: Result<FoundRoute?, MatchError>,
    _ end: Scan.End,
    _ target: Int,
    _ what: @autoclosure () -> String
  ) throws {
    guard case .success(let found) = result else {
      guard case .failed = end else {
        throw Disagreement("\(what()) hit a limit, not \(end): \(result)")
      }
      counts.limits += 1
      return
    }
    switch end {
    case .handled(let route):
      guard let found, found.route == route.id, found.kind == route.kind else {
        throw Disagreement("\(what()) found \(name(found?.route)), not \(route.number)")
      }
      let expected = table.match(route.pattern, target)
      for index in 0...table.patterns[route.pattern].valueCount
      where found.range(at: index) != expected.range(at: index) {
        // Of very many values it knows the first ones, and says so.
        if !found.isComplete, found.range(at: index) == nil { continue }
        throw Disagreement(
          "\(what()) found \(route.number) with \(found.range(at: index) as Any) for its value "
            + "\(index), not \(expected.range(at: index) as Any)"
        )
      }
      counts.matches += 1
    case .notFound:
      guard found == nil else {
        throw Disagreement("\(what()) found \(name(found?.route)), and there is nothing")
      }
    default: throw Disagreement("\(what()) found \(name(found?.route)), not \(end)")
    }
  }

  // MARK: - Handlers

  private mutating func compareDispatch(_ target: Int) throws {
    let (tags, view) = views[random.below(views.count)]
    yard.journal.clear()
    scan.run(target, tags: tags, yard, &table)
    // Middleware runs in a task, which `open` does not wait for.
    if random.below(2) == 0, !scan.called.contains(where: { $0.kind == .middleware }) {
      let isFound = view.open(table.targets[target])
      let map = scan.map(target, tags: tags, yard, &table)
      let isExpected = if case .handled(let route) = map { route.kind == .map } else { false }
      // The steps of a dispatch are one budget: where guards or proxies have hit a limit there may be none for the map.
      guard isFound == isExpected || (!isFound && hasLimit(target, tags)) else {
        throw Disagreement("open through \(view.tags) returned \(isFound), not \(isExpected)")
      }
    } else {
      let outcome = outcome(table.targets[target], view)
      guard isExpected(outcome) else {
        throw Disagreement("dispatch through \(view.tags) ended \(outcome), not \(scan.end)")
      }
    }
    try compareCalls(target, view)
    counts.add(scan)
  }

  /// Whether a guard, a proxy or middleware of a lookup hits a limit.
  private mutating func hasLimit(_ target: Int, _ tags: UInt64) -> Bool {
    for route in yard.routes where route.kind != .map && route.kind != .fallback {
      guard Scan.fits(route, tags) else { continue }
      if case .limited = scan.answer(of: route, target, yard, &table) { return true }
    }
    return false
  }

  private func outcome(_ target: RouteTarget, _ view: RouterView) -> RouteOutcome {
    let box = OutcomeBox()
    let work: @Sendable () async -> Void = { [ended] in
      box.outcome = await view.dispatch(target)
      ended.signal()
    }
    if #available(macOS 26, *) {
      Task.immediate { await work() }
    } else {
      Task { await work() }
    }
    ended.wait()
    return box.outcome ?? .cancelled
  }

  private func isExpected(_ outcome: RouteOutcome) -> Bool {
    switch (scan.end, outcome) {
    case (.handled(let route), .handled(let id)), (.denied(let route), .denied(let id)):
      route.id == id
    case (.notFound, .notFound): true
    case (.failed(let route), .failed(let error)):
      error.code == .matchLimit && error.route == route.id
    default: false
    }
  }

  private mutating func compareCalls(_ target: Int, _ view: RouterView) throws {
    let calls = yard.journal.calls
    guard calls.count == scan.called.count,
      zip(calls, scan.called).allSatisfy({ $0.number == $1.number })
    else {
      throw Disagreement(
        "through \(view.tags) \(calls.map(\.number)) were called, not "
          + "\(scan.called.map(\.number))"
      )
    }
    for (call, route) in zip(calls, scan.called) {
      let values = table.values(route.pattern, target)
      guard call.parameters == values else {
        throw Disagreement("\(route.number) was given \(call.parameters), not \(values)")
      }
      guard call.route == table.targets[target].withoutQuery else {
        throw Disagreement("\(route.number) was called with \(call.route)")
      }
    }
  }
}

// MARK: - Explanations

extension Batch {
  private mutating func compareExplanation(_ target: Int) throws {
    let (tags, view) = views[random.below(views.count)]
    let patterns = yard.routes.flatMap { [$0.pattern] + ($0.exception.map { [$0] } ?? []) }
    guard patterns.allSatisfy({ table.verdict($0, target) != .limited }) else { return }
    let explanation = view.explain(table.targets[target])
    // Those whose owners are gone may be there still.
    let candidates = explanation.candidates.filter { $0.route.isOwnerAlive != false }
    guard candidates.map(\.route.id) == yard.routes.map(\.id) else {
      throw Disagreement("other routes are explained, or in another order:\n\(explanation.table)")
    }
    let end = scan.map(target, tags: tags, yard, &table)
    var isDecided = false
    for (route, candidate) in zip(yard.routes, candidates) {
      let verdict: RouteExplanation.Verdict
      if !Scan.fits(route, tags) {
        verdict = .skippedByTag
      } else if table.verdict(route.pattern, target) != .matches {
        verdict = .mismatch
      } else {
        verdict =
          Scan.isExcepted(route, target, .matches, &table)
          ? .excepted
          : route.kind == .middleware
            ? Scan.verdict(ofMiddleware: route, around: end) : isDecided ? .hidden : .runs
        isDecided = isDecided || route.kind == .map || route.kind == .fallback
        guard candidate.parameters == table.values(route.pattern, target) else {
          throw Disagreement(
            "\(route.number) is explained with other values:\n\(explanation.table)"
          )
        }
      }
      guard candidate.verdict == verdict else {
        throw Disagreement("\(route.number) is explained, and is \(verdict):\n\(explanation.table)")
      }
    }
    counts.explanations += 1
  }
}

// MARK: - What is told of a disagreement

extension Batch {
  private func name(_ id: RouteID?) -> String {
    guard let id else { return "nothing" }
    return yard.routes.first { $0.id == id }.map { "\($0.number)" } ?? "a route that is gone"
  }

  private mutating func description(_ target: Int) -> String {
    var lines: [String] = []
    for route in yard.routes {
      let verdict = table.verdict(route.pattern, target)
      guard verdict != .fails || yard.routes.count <= 60 else { continue }
      let tags = yard.tags.indices.filter { route.tags >> $0 & 1 != 0 }.map { yard.tags[$0] }
      lines.append(
        "  \(route.number) \(route.kind) \(table.patterns[route.pattern].pattern) \(tags)"
          + "\(route.denies ? " denies" : "")"
          + "\(route.exception.map { " except \(table.patterns[$0].pattern)" } ?? "")\(route.owner == nil ? "" : " owned"): \(verdict)"
      )
    }
    return lines.joined(separator: "\n")
  }
}
