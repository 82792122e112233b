import Dispatch
import Switchyard

/// A dispatch whose handlers are moved by hand, in a router whose routes change at the moments of a program.
///
/// One thread at a time touches it, hence `@unchecked`: that of the test, or of the queue, for which the other waits.
final class PlayedDispatch: @unchecked Sendable {
  private let program: PlayedProgram
  private let router: Router
  private let queue: DispatchQueue?
  private var table = PlayedTable()
  private var ids: [Int: RouteID] = [:]
  private var owners: [Int: TestOwner] = [:]
  private var moments = 0
  private var changesInHandlers = 0
  /// The answer that a handler gives later.
  private var reply: (@Sendable () -> Void)?
  private var events: [PlayedEvent] = []
  /// The guards that have allowed since the last handler of another kind.
  private var allowed: Set<Int> = []
  /// Whether there was a handler of another kind since.
  private var isPastGuards = false
  private var lastGuard = 0
  private var firstVersion = 0
  /// Whether a handler has led to another target.
  private var isLed = false
  private var ends = 0
  private var faults: [String] = []

  private init(_ program: PlayedProgram) {
    self.program = program
    var configuration = Router.Configuration.app
    configuration.order = program.setting.order
    configuration.precedence = program.setting.precedence
    configuration.onFault = { _ in }
    queue = program.setting.hasQueue ? DispatchQueue(label: "played") : nil
    configuration.queue = queue
    router = Router(configuration)
  }

  /// Plays a program to its end.
  /// - Returns: what is wrong, if something is, and what it should have come to.
  static func play(
    _ program: PlayedProgram,
    watchedBy watchdog: PlayedWatchdog
  ) async -> (fault: String?, PlayedPrediction) {
    let prediction = PlayedPrediction(program)
    let dispatch = PlayedDispatch(program)
    let faults = await dispatch.play(prediction, watchdog)
    return (faults.isEmpty ? nil : "\(program)\n\(faults.joined(separator: "\n"))", prediction)
  }

  private func play(
    _ prediction: PlayedPrediction,
    _ watchdog: PlayedWatchdog
  ) async -> [String] {
    queue?.suspend()
    // Before there are routes that it would meet.
    let hold = hold()
    for route in program.routes { apply(.each([.add(route)])) }
    firstVersion = table.versions.count - 1
    let task = start()
    if let hold {
      passMoment()
      hold()
    }
    move(times: prediction.turns)
    if events != prediction.events {
      faults.append("ran \(events)\ninstead of \(prediction.events)")
      // It may wait for what never comes.
      task.cancel()
    }
    queue?.resume()
    let ending = ending(await watchdog.value(of: task))
    if faults.isEmpty, ending != prediction.ending {
      faults.append("ended as \(ending) instead of \(prediction.ending)")
    }
    if case .notFound = ending { expectNoMap("is not found") }
    reply?()
    router.dispose(of: Array(ids.values))
    return faults
  }

  /// Has another dispatch take the turn, if this one is to wait for it.
  /// - Returns: what gives the turn on.
  private func hold() -> (@Sendable () -> Void)? {
    guard program.setting.waits else { return nil }
    router.map("/hold") { [unowned self] _, _, _, completed in reply = completed }
    router.open("/hold")
    takeTurn()
    defer { reply = nil }
    return reply
  }

  private func start() -> Task<RouteOutcome, Never> {
    let router = router
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate { await router.dispatch("/a", payload: 1) }
    }
    return Task { await router.dispatch("/a", payload: 1) }
  }

  /// Has handlers start and answer, one after the other.
  private func move(times: Int) {
    var turns = 0
    while true {
      if let reply {
        passMoment()
        self.reply = nil
        reply()
      } else if turns < times {
        turns += 1
        passMoment()
        takeTurn()
      } else {
        return
      }
    }
  }

  /// Lets the queue do one thing.
  private func takeTurn() {
    guard let queue else { return }
    let isDone = DispatchSemaphore(value: 0)
    queue.async {
      queue.suspend()
      isDone.signal()
    }
    queue.resume()
    isDone.wait()
  }

  // MARK: - Changes

  private func passMoment(inHandler isInHandler: Bool = false) {
    for (moment, change) in program.changes where moment == moments { apply(change) }
    moments += 1
    guard isInHandler, let always = program.always, changesInHandlers < always.times else { return }
    changesInHandlers += 1
    apply(always.change)
  }

  private func apply(_ change: PlayedProgram.Change) {
    switch change {
    case .each(let changes):
      for step in table.steps(of: changes) {
        perform(step, with: router)
        table.apply([step])
      }
    case .update(let changes):
      let steps = table.steps(of: changes)
      router.update { update in
        for step in steps { perform(step, with: update) }
      }
      table.apply(steps)
    case .ownerDies(let owner):
      owners[owner] = nil
      table.endOwner(owner)
    }
  }

  private func perform(_ step: PlayedTable.Step, with registrar: some RouteRegistrar) {
    switch step {
    case .add(let entry): ids[entry.id] = register(entry, with: registrar)
    case .remove(let id):
      if let id = ids[id] { registrar.dispose(of: id) }
    }
  }

  private func owner(_ number: Int?) -> TestOwner? {
    guard let number else { return nil }
    let owner = owners[number] ?? TestOwner()
    owners[number] = owner
    return owner
  }

  // MARK: - Handlers

  private func register(
    _ entry: PlayedTable.Entry,
    with registrar: some RouteRegistrar
  ) -> RouteID? {
    let route = entry.route
    let check = RouteValidation.check { [unowned self] _ in
      passMoment()
      return true
    }
    let checks = route.hasCheck ? ["x": check] : [:]
    guard let pattern = try? RoutePattern(parsing: route.path, where: checks) else { return nil }
    let owner = owner(route.owner)
    if route.timing == .async { return registerAsync(entry, pattern, owner, with: registrar) }
    switch route.kind {
    case .guard:
      return registrar.guard(pattern) { [unowned self] target, parameters, payload, decide in
        run(entry, target, parameters, payload) { decide(entry.verdict) }
      }
    case .proxy:
      return registrar.proxy(pattern, owner: owner) {
        [unowned self] target, parameters, payload, next in
        run(entry, target, parameters, payload) {
          guard case .leads(let target) = route.manner else { return next(nil) }
          next((target, ["from": "\(entry.id)"], entry.id))
        }
      }
    case .middleware: return nil
    case .map:
      return registrar.map(pattern, owner: owner) {
        [unowned self] target, parameters, payload, completed in
        run(entry, target, parameters, payload, completed)
      }
    case .fallback:
      return registrar.fallback(pattern, owner: owner) {
        [unowned self] target, parameters, payload, completed in
        run(entry, target, parameters, payload, completed)
      }
    }
  }

  private func registerAsync(
    _ entry: PlayedTable.Entry,
    _ pattern: RoutePattern,
    _ owner: TestOwner?,
    with registrar: some RouteRegistrar
  ) -> RouteID {
    switch entry.route.kind {
    case .guard:
      return registrar.guard(pattern) { [unowned self] (context: RouteContext) async in
        run(entry, context)
        return entry.verdict
      }
    case .proxy:
      return registrar.proxy(pattern, owner: owner) {
        [unowned self] (context: RouteContext) async in
        run(entry, context)
        guard case .leads(let target) = entry.route.manner else { return .pass }
        return .commit(target, parameters: ["from": "\(entry.id)"], payload: entry.id)
      }
    case .middleware, .map:
      return registrar.map(pattern, owner: owner) { [unowned self] (context: RouteContext) async in
        run(entry, context)
      }
    case .fallback:
      return registrar.fallback(pattern, owner: owner) {
        [unowned self] (context: RouteContext) async in
        run(entry, context)
      }
    }
  }

  private func run(
    _ entry: PlayedTable.Entry,
    _ target: String,
    _ parameters: Parameters,
    _ payload: (any Sendable)?,
    _ answer: @escaping @Sendable () -> Void
  ) {
    let event = PlayedEvent(
      id: entry.id,
      target: target,
      payload: payload as? Int ?? 0,
      parameter: parameters["from"]
    )
    begin(entry, event)
    if entry.route.timing == .later { reply = answer } else { answer() }
  }

  private func run(_ entry: PlayedTable.Entry, _ context: RouteContext) {
    let values = context[[Int].self] ?? []
    let event = PlayedEvent(
      id: entry.id,
      target: context.route,
      payload: context.payload(as: Int.self) ?? 0,
      parameter: context.parameters["from"],
      values: values,
      trail: context.trail.map(\.text)
    )
    if entry.route.manner == .leaves { context[[Int].self] = values + [entry.id] }
    begin(entry, event)
  }

  // MARK: - What has to hold whatever was predicted

  private func begin(_ entry: PlayedTable.Entry, _ event: PlayedEvent) {
    events.append(event)
    if case .leads = entry.route.manner { isLed = true }
    if table.gone.contains(entry.id) { faults.append("\(entry) runs, and has gone") }
    switch entry.route.kind {
    case .guard:
      // Within a try they are asked in the order of their registration.
      if isPastGuards || entry.id <= lastGuard { allowed = [] }
      (isPastGuards, lastGuard) = (false, entry.id)
      if entry.route.manner != .denies { allowed.insert(entry.id) }
    case .proxy, .middleware: isPastGuards = true
    case .map, .fallback:
      isPastGuards = true
      expectGuards(of: entry, on: event.target)
      ends += 1
      if ends > 1 { faults.append("\(ends) maps have run") }
      if entry.route.kind == .fallback { expectNoMap("comes to \(entry)") }
    }
    passMoment(inHandler: true)
  }

  /// In some version that has the map all guards of the target have allowed in this try, and are still there.
  private func expectGuards(of entry: PlayedTable.Entry, on target: String) {
    let isGuarded = table.versions[firstVersion...].contains { version in
      version.contains { $0.id == entry.id }
        && version.guards(of: target)
          .allSatisfy { allowed.contains($0.id) && !table.gone.contains($0.id) }
    }
    if !isGuarded { faults.append("\(entry) runs unguarded") }
  }

  /// There was a version in which no map was to be found.
  private func expectNoMap(_ what: String) {
    // Where it was led elsewhere is for the prediction.
    guard !isLed else { return }
    let hasMap = table.versions[firstVersion...].allSatisfy { version in
      version.end(of: "/a", program.setting.precedence)?.route.kind == .map
    }
    if hasMap { faults.append("\(what), and there always was a map") }
  }

  private func ending(_ outcome: RouteOutcome) -> PlayedEnding {
    func number(_ id: RouteID) -> Int { ids.first { $0.value == id }?.key ?? 0 }
    switch outcome {
    case .handled(let id): return .handled(number(id))
    case .notFound: return .notFound
    case .denied(let id): return .denied(number(id))
    case .failed(let error) where error.code == .loop: return .looped
    case .failed(let error) where error.code == .unsettled: return .unsettled(error.path)
    default: return .other("\(outcome)")
    }
  }
}

extension PlayedTable.Entry {
  fileprivate var verdict: GuardVerdict {
    switch route.manner {
    case .proceeds, .leaves: .allow
    case .denies: .deny
    case .leads(let target): .redirect(target)
    }
  }
}

extension TrailStep {
  fileprivate var text: String {
    switch self {
    case .guard(let route): "guard \(route.pattern.text)"
    case .proxy(let route): "proxy \(route.pattern.text)"
    case .commit(let target): "commit \(target.withoutQuery)"
    case .redirect(let target): "redirect \(target.withoutQuery)"
    }
  }
}

/// Cancels a dispatch that does not end.
final class PlayedWatchdog: Sendable {
  private let watched = Shared<(number: Int, task: Task<RouteOutcome, Never>?)>((0, nil))

  /// Watches while a closure runs.
  func watch(_ body: () async -> Void) async {
    let watcher = Task.detached { [watched] in
      var last = 0
      while !Task.isCancelled {
        let (number, task) = watched.withLock { $0 }
        // It is the same as ten seconds ago.
        if number == last { task?.cancel() }
        last = number
        try? await Task.sleep(for: .seconds(10))
      }
    }
    await body()
    watcher.cancel()
  }

  fileprivate func value(of task: Task<RouteOutcome, Never>) async -> RouteOutcome {
    watched.withLock { $0 = ($0.number + 1, task) }
    let outcome = await task.value
    watched.withLock { $0.task = nil }
    return outcome
  }
}
