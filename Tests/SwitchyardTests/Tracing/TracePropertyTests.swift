import Dispatch
import Switchyard
import TestSupport
import Testing

/// Routers that are drawn by chance: what their traces say, against what handlers have noted by hand, what `explain`
/// says, and what the router has reported.
@Suite struct TracePropertyTests {
  /// A call that a handler has noted, with what it was about to answer.
  private struct Call: Equatable, CustomStringConvertible {
    let route: RouteID
    let target: String
    let answer: RouteTrace.Answer

    var description: String { "\(route.description.prefix(4)) \(target) \(answer)" }
  }

  private enum Deed: CaseIterable {
    case goesOn, goesOnLater, goesOnAsync, leads, refuses, throwsError, drops, goesOnTwice

    /// What a trace says of it.
    func answer(of kind: RouteKind) -> RouteTrace.Answer {
      switch (self, kind) {
      case (.throwsError, _): .throwsError
      case (.drops, _): .dropsAnswer
      case (.leads, .guard): .redirects
      case (.leads, .proxy): .commits
      case (.refuses, .guard): .denies
      case (_, .guard): .allows
      case (_, .proxy): .passes
      default: .completes
      }
    }
  }

  private final class Stage: Sendable {
    let router: Router
    let calls = Shared<[Call]>([])
    let traces = TraceLog()
    let faults = FaultLog()
    private let later = DispatchQueue(label: "later")

    init(_ order: Router.Order) {
      var configuration: Router.Configuration = order == .serial ? .app : .server
      configuration.handlerTimeLimit = nil
      configuration.guardTimeLimit = nil
      configuration.traceValues = .all
      configuration.hopLimit = 3
      configuration.onTrace = { [traces] in traces.receive($0) }
      configuration.onFault = { [faults] in faults.receive($0) }
      router = Router(configuration)
      router.planFarewell()
    }

    private func note(_ context: RouteContext, _ deed: Deed) {
      let kind = context.matched.kind
      let call = Call(
        route: context.matched.id,
        target: "\(context.target)",
        answer: deed.answer(of: kind)
      )
      calls.withLock { $0.append(call) }
    }

    private func perform(_ deed: Deed, _ goOn: @escaping @Sendable () -> Void) {
      switch deed {
      case .goesOnLater: later.async(execute: goOn)
      case .drops: break
      case .goesOnTwice:
        goOn()
        goOn()
      default: goOn()
      }
    }

    func register(
      _ kind: RouteKind,
      _ pattern: RoutePattern,
      _ deed: Deed,
      _ queue: DispatchQueue?
    ) {
      let isAsync = deed == .goesOnAsync || deed == .throwsError
      switch (kind, isAsync) {
      case (.guard, false):
        router.guard(pattern, queue: queue) { [self] context, decide in
          note(context, deed)
          perform(deed) {
            decide(deed == .leads ? .redirect("/a/2") : deed == .refuses ? .deny : .allow)
          }
        }
      case (.guard, true):
        router.guard(pattern, queue: queue) { [self] (context: RouteContext) async throws in
          note(context, deed)
          if deed == .throwsError { throw Boom() }
          await Task.yield()
          return .allow
        }
      case (.proxy, false):
        router.proxy(pattern, queue: queue) { [self] (context: RouteContext, next) in
          note(context, deed)
          perform(deed) { next(deed == .leads ? .commit("/a/1") : .pass) }
        }
      case (.proxy, true):
        router.proxy(pattern, queue: queue) { [self] (context: RouteContext) async throws in
          note(context, deed)
          if deed == .throwsError { throw Boom() }
          await Task.yield()
          return .pass
        }
      case (.middleware, _):
        router.around(pattern, queue: queue) { [self] context, next in
          note(context, .goesOn)
          try await next()
        }
      case (_, false):
        router.map(pattern, queue: queue) { [self] (context: RouteContext, completed) in
          note(context, deed)
          perform(deed, completed)
        }
      case (_, true):
        router.map(pattern, queue: queue) { [self] (context: RouteContext) async throws in
          note(context, deed)
          if deed == .throwsError { throw Boom() }
          await Task.yield()
        }
      }
    }
  }

  @Test func `a trace says what handlers, explanations and faults say`() async throws {
    let count = PropertyRun.cases(default: 400)
    var random = PropertyRun.generator(for: "traces", cases: count)
    var seen: [RouteTrace.Answer: Int] = [:]
    for _ in 0..<count {
      let seed = random.next()
      var draw = SeededGenerator(seed: seed)
      let stage = Stage(draw.below(2) == 0 ? .serial : .concurrent)
      let queue = DispatchQueue(label: "handlers")
      for kind in [RouteKind.guard, .proxy, .middleware, .map] {
        for _ in 0..<draw.below(3) {
          let pattern: RoutePattern = draw.pick(["/a/*", "/a/:x", "/a/1", "/a/2", "/:x/1", "/*"])
          let deed = draw.below(3) == 0 ? draw.pick(Deed.allCases) : .goesOn
          stage.register(kind, pattern, deed, draw.below(3) == 0 ? queue : nil)
        }
      }
      for _ in 0..<3 {
        let target = draw.pick(["/a/1", "/a/2?x=1", "/b/1", "/nothing/here"])
        let explanation = stage.router.explain(target)
        // A handler of the last target may still be about to answer once more.
        await withCheckedContinuation { handlers in queue.async { handlers.resume() } }
        let reported = stage.faults.all.count
        let outcome = await stage.router.dispatch(target)
        let traces = stage.traces.take()
        let calls = stage.calls.withLock { calls in
          defer { calls = [] }
          return calls
        }
        let trace = try #require(traces.first)
        #expect(traces.count == 1)
        let about: Comment = "seed \(seed) \(target)\n\(trace)\n\(explanation.table)\n\(calls)"
        for step in trace.steps { seen[step.answer, default: 0] += 1 }
        check(trace, calls, explanation, about)
        #expect(fits(trace.outcome, outcome), about)
        // What is reported when the trace is out already is not in it.
        let faults = stage.faults.all.dropFirst(reported).map(\.code.rawValue)
        let told = trace.allFaults.map(\.code)
        #expect(told.sorted() == faults.prefix(told.count).sorted(), about)
      }
    }
    print("traces: \(seen.map { "\($0.value) \($0.key)" }.sorted())")
    if count >= 400 { #expect(seen.count == 8, "\(seen)") }
  }

  private func check(
    _ trace: RouteTrace,
    _ calls: [Call],
    _ explanation: RouteExplanation,
    _ about: Comment
  ) {
    let told = trace.legs.flatMap { leg in
      leg.steps.map { Call(route: $0.route, target: leg.target, answer: $0.answer) }
    }
    // What comes of middleware hangs on what it is around.
    func plain(_ call: Call) -> Call {
      let kind = trace.steps.first { $0.route == call.route }?.kind
      guard kind == .middleware else { return call }
      return Call(route: call.route, target: call.target, answer: .completes)
    }
    #expect(told.map(plain) == calls.map(plain), about)
    let running = explanation.running.map(\.route.id)
    let first = trace.legs.first?.steps.map(\.route) ?? []
    #expect(Array(running.prefix(first.count)) == first, about)
    if first.count == running.count {
      #expect(trace.legs.count <= 1 || trace.legs[1].cause != .opening, about)
    }
    var last: Int64 = 0
    for step in trace.steps {
      #expect(step.start >= last && step.wait ?? -1 >= 0 && step.duration ?? -1 >= 0, about)
      last = step.start
      let end = step.start + (step.wait ?? 0) + (step.duration ?? 0)
      #expect(end <= trace.duration, about)
    }
    var asked: Set<RouteID> = []
    for leg in trace.legs {
      for step in leg.steps where step.kind == .guard {
        #expect(step.isAskedAgain == asked.contains(step.route), about)
      }
      asked.formUnion(leg.steps.map(\.route))
    }
  }

  private func fits(_ traced: RouteTrace.Outcome, _ outcome: RouteOutcome) -> Bool {
    switch outcome {
    case .handled(let id): traced.code == .handled && traced.route == id
    case .denied(let id): traced.code == .denied && traced.route == id
    case .failed(let error):
      traced.code == .failed && traced.failure == error.code.rawValue && traced.route == error.route
    case .notFound: traced.code == .notFound
    case .redirected, .rejected, .timedOut, .cancelled: false
    }
  }
}
