/// Asks the guards before each map and fallback of a router, one question after the other.
final class Auditor {
  private let router: Router
  /// The responder of requests; `nil` for a serial router, which answers none.
  private let responder: RouteResponder?
  private let options: RouteAudit.Options
  private let somebody: @Sendable (inout RouteAudit.Visitor) -> Void
  private let table: AuditedTable
  /// The number of times that no answer came in the time of a question, and that a guard took
  /// longer than it may.
  private var silences = 0
  /// The number of questions so far.
  private var asking = 0
  private var lateness: [RouteID: Int] = [:]

  /// The number of times that guards may be silent before no other question waits for them.
  private static let patience = 3

  init(
    _ router: Router,
    _ responder: RouteResponder?,
    _ options: RouteAudit.Options,
    as somebody: @escaping @Sendable (inout RouteAudit.Visitor) -> Void
  ) {
    (self.router, self.responder, self.options) = (router, responder, options)
    self.somebody = somebody
    table = AuditedTable(router[[]])
  }

  func audit() async -> RouteAudit {
    let reason =
      RouterView.isInInquiry
      ? "The audit was begun by a guard that an audit asks; begin it elsewhere." : nil
    var entries: [RouteAudit.Entry] = []
    for end in table.ends {
      if let reason {
        entries.append(.init(route: end.route, verdict: .undecided, questions: [], reason: reason))
      } else {
        entries.append(await entry(of: end))
      }
    }
    return RouteAudit(entries: entries, version: table.version)
  }

  // MARK: - Routes

  private func entry(of end: AuditedTable.Route) async -> RouteAudit.Entry {
    var questions: [RouteAudit.Question] = []
    var reason: String?
    for lookup in lookups(of: end) {
      let search = WitnessSearch(
        for: end,
        in: lookup,
        table,
        options,
        meet: { self.targets(of: $0, lookup) },
        rival: { self.rival(at: $0) }
      )
      if !search.isComplete {
        reason = reason ?? (search.isCut ? Self.tooManyParts : Self.unknownParts)
      }
      for target in search.targets {
        let question = await ask(about: target, end, lookup)
        questions.append(question)
        reason = reason ?? question.doubt
      }
    }
    let verdict = verdict(on: end, questions, isSure: reason == nil)
    return RouteAudit.Entry(
      route: end.route,
      verdict: verdict,
      questions: questions,
      reason: verdict == .undecided ? reason : nil
    )
  }

  private static let tooManyParts =
    "It is too large to be looked at whole: its parts come to partsPerRoute, or its expressions and "
    + "those before it are too large to be compared. Fewer guards and exceptions make fewer parts."
  private static let unknownParts =
    "Not all of it could be asked about: give values that its closures accept, or write what they "
    + "check as an expression."

  private func verdict(
    on end: AuditedTable.Route,
    _ questions: [RouteAudit.Question],
    isSure: Bool
  ) -> RouteAudit.Verdict {
    if questions.contains(where: { $0.answer == .runs }) { return .open }
    if isSure, !questions.isEmpty { return .closed }
    if !router.routes.contains(where: { $0.id == end.id }) { return .gone }
    return isSure ? .unreachable : .undecided
  }

  /// The ways in which a map can be asked for: a request by each of its methods, and a lookup by
  /// each of its other tags; of one without a method also a lookup by no tag.
  private func lookups(of end: AuditedTable.Route) -> [AuditedLookup] {
    let names = end.route.tags.filter { $0.methodToken == nil && $0 != .anyMethod }
    return requests(of: end) + names.map { .view([$0]) }
  }

  private func requests(of end: AuditedTable.Route) -> [AuditedLookup] {
    let tags = end.route.tags
    let methods = tags.compactMap { $0.methodToken.flatMap(RequestMethod.init(rawValue:)) }
    let isForAny = tags.contains(.anyMethod)
    guard responder != nil, isForAny || !methods.isEmpty else {
      let methods = tags.filter { $0.methodToken != nil || $0 == .anyMethod }
      return [.view([])] + methods.map { .view([$0]) }
    }
    guard isForAny else {
      // HEAD finds the maps of GET.
      let isHeadToo = methods.contains(.get) && !methods.contains(.head)
      return (isHeadToo ? methods + [.head] : methods).map { .request($0) }
    }
    var all: [RequestMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
    let named = table.namedMethods.compactMap(\.methodToken).sorted()
    for method in named.compactMap(RequestMethod.init(rawValue:)) where !all.contains(method) {
      all.append(method)
    }
    if let other = RequestMethod.unheard(beside: Set(all)) { all.append(other) }
    return all.map { .request($0) }
  }

  // MARK: - Targets

  /// Returns what a target is asked for as in a lookup, with the routes that it meets: a request by
  /// http and by https, unless the target says which, and none for what no request has.
  private func targets(of target: RouteTarget, _ lookup: AuditedLookup) -> [AuditedTarget] {
    guard let responder, case .request(let method) = lookup else {
      let met = router[lookup.tags].meet(target, rivalTags: [])
      return [AuditedTarget(target: target, head: nil, met: met)]
    }
    let own = target.scheme.flatMap(RouteTarget.ServerScheme.init(rawValue:))
    guard target.scheme == nil || own != nil else { return [] }
    let port = target.port.map { ":\($0)" } ?? ""
    return (own.map { [$0] } ?? [.http, .https]).compactMap { scheme in
      let head = RequestHead(
        method: method.rawValue,
        target: Array(target.pathAndQuery.utf8),
        fields: [.host: target.host.map { "\($0)\(port)" } ?? options.host],
        scheme: scheme
      )
      guard let read = try? responder.read(head) else { return nil }
      let met = router[method.lookupTags].meet(read.target, rivalTags: MethodTags.current.tags)
      return AuditedTarget(target: read.target, head: head, met: met)
    }
  }

  /// The route that answers a target by whichever method, a map before a fallback.
  private func rival(at target: RouteTarget) -> RouteID? {
    router[MethodTags.current.tags].meet(target, rivalTags: []).end
  }

  // MARK: - Questions

  /// A target with what has come of asking about it.
  private struct Step {
    let asked: AuditedTarget
    let ending: AuditEnding
  }

  /// Asks the guards about a target.
  private func ask(
    about first: AuditedTarget,
    _ end: AuditedTable.Route,
    _ lookup: AuditedLookup
  ) async -> RouteAudit.Question {
    var steps: [Step] = []
    let last: Step
    if let late = first.met.guards.first(where: { lateness[$0, default: 0] >= Self.patience }) {
      let name = table[late].map { "\($0.route)" } ?? "a guard"
      let ending = AuditEnding(unanswered: "It was not asked: \(name) was late too often before.")
      last = Step(asked: first, ending: ending)
    } else if silences >= Self.patience {
      let ending = AuditEnding(unanswered: "It was not asked: no answers came before.")
      last = Step(asked: first, ending: ending)
    } else {
      let found = await followed(first, end, lookup)
      steps = found.steps
      last = found.last
    }
    let ending = last.ending
    if ending.answer == .timedOut, let late = ending.by { lateness[late, default: 0] += 1 }
    if ending.isSilent { silences += 1 }
    var question = question(of: last, lookup)
    if ending.answer != .runs {
      question.doubt =
        doubt(on: question, last, end, lookup)
        ?? steps.lazy.compactMap { self.doubt(onKeeperOf: $0, end, lookup) }.first
    }
    return question
  }

  private func question(of step: Step, _ lookup: AuditedLookup) -> RouteAudit.Question {
    let (asked, ending) = (step.asked, step.ending)
    return RouteAudit.Question(
      method: asked.head?.method,
      url: asked.target.description,
      tags: asked.head == nil ? lookup.tags : [],
      answer: ending.answer,
      by: ending.by.flatMap { table[$0]?.route },
      status: ending.status,
      location: ending.location,
      detail: ending.detail,
      proxies: asked.met.proxies.compactMap { table[$0]?.route }
    )
  }

  /// Returns the reason that the last step of a question does not say what comes of it, if there is
  /// one.
  private func doubt(
    on question: RouteAudit.Question,
    _ last: Step,
    _ end: AuditedTable.Route,
    _ lookup: AuditedLookup
  ) -> String? {
    guard question.answer.isDecided else { return "\(question): \(question.answerText)." }
    if last.ending.isRelative {
      return "\(question): \(question.answerText), to a relative place; give a path."
    }
    guard let next = last.ending.next, self.next(next, from: last.asked, end, lookup) != nil else {
      return nil
    }
    return "\(question): \(question.answerText), which comes to the same map; it was not followed "
      + "further."
  }

  /// Returns the reason that the route which keeps out in a step may let others pass, if there is
  /// one; `nil` also where none keeps out.
  private func doubt(
    onKeeperOf step: Step,
    _ end: AuditedTable.Route,
    _ lookup: AuditedLookup
  ) -> String? {
    guard step.ending.keepsOut else { return nil }
    let question = question(of: step, lookup)
    guard let keeper = step.ending.by.flatMap({ table[$0] }),
      keeper.route.kind == .guard || keeper.id == end.id
    else { return "A route keeps out for \(question) that the audit does not know; audit again." }
    // Such a guard counts, or limits who comes too often, and lets pass by what it is.
    if keeper.route.isObserving == true {
      return "The \(keeper.route) keeps out for \(question), and only observes."
    }
    if keeper.id == end.id {
      if table.surelyRefuses(end, step.asked.met, in: lookup.tags) { return nil }
      return "The \(end.route) refuses \(question) by itself, and may not refuse all of it: a "
        + "closure or an expression decides for what the guards are asked that it requires."
    }
    if keeper.surelyStands(before: end, in: lookup.tags) { return nil }
    return "The \(keeper.route) keeps out for \(question), and may not be asked for all of it: a "
      + "closure or an expression of its own decides that."
  }

  /// The redirects to the same map that are followed.
  private static let hops = 4

  /// Asks about a target, and about those of the same map that a guard sends the visitor to.
  /// - Returns: all of them with their answers, and the last.
  private func followed(
    _ first: AuditedTarget,
    _ end: AuditedTable.Route,
    _ lookup: AuditedLookup
  ) async -> (steps: [Step], last: Step) {
    var last = Step(asked: first, ending: await ending(of: first, end, lookup))
    var steps = [last]
    while !last.ending.isRelative,
      let target = last.ending.next,
      let next = self.next(target, from: last.asked, end, lookup),
      steps.count <= Self.hops, !steps.contains(where: { $0.asked.target == next.target })
    {
      last = Step(asked: next, ending: await ending(of: next, end, lookup))
      steps.append(last)
    }
    return (steps, last)
  }

  /// Returns where a visitor is sent, as that is asked for; `nil` where it is not the same map.
  ///
  /// A path is one of the same origin.
  private func next(
    _ target: RouteTarget,
    from asked: AuditedTarget,
    _ end: AuditedTable.Route,
    _ lookup: AuditedLookup
  ) -> AuditedTarget? {
    var whole = target
    if target.scheme == nil, let scheme = asked.target.scheme, let host = asked.target.host {
      let port = asked.target.port.map { ":\($0)" } ?? ""
      let text = "\(scheme)://\(host)\(port)\(target.pathAndQuery)"
      whole = (try? RouteTarget(text, options: router.targetOptions)) ?? target
    }
    return targets(of: whole, lookup).first { $0.met.end == end.id }
  }

  private func ending(
    of asked: AuditedTarget,
    _ end: AuditedTable.Route,
    _ lookup: AuditedLookup
  ) async -> AuditEnding {
    let fields = asked.head?.fields ?? HeaderFields()
    let method: RequestMethod? = if case .request(let method) = lookup { method } else { nil }
    asking += 1
    let shown = asked.head == nil ? nil : method
    var visitor = RouteAudit.Visitor(asking, shown, asked.target, fields)
    somebody(&visitor)
    guard let responder, var head = asked.head else {
      let view = router[lookup.tags]
      let (target, payload) = (asked.target, visitor.payload)
      let answer = await waited { await view.askGuards(about: target, payload: payload) }
      return AuditEnding(answer, end.id)
    }
    head.fields = visitor.fields
    head.remoteAddress = visitor.remoteAddress
    let request = head
    let answer = await waited { await responder.askGuards(about: request) }
    return AuditEnding(answer, end.id, router.targetOptions)
  }

  /// Waits for an answer no longer than a question may take.
  private func waited<Answer: Sendable>(
    for answer: @escaping @Sendable () async -> Answer
  ) async -> Answer {
    let limit = options.timeLimit
    let task = Task { await answer() }
    let timer = Task {
      try? await Task.sleep(for: limit)
      if !Task.isCancelled { task.cancel() }
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
