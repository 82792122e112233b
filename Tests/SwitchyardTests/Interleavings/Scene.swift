import RoutePatterns

@testable import Switchyard

/// A router whose handlers, clock and dispatches are moved by hand, and what is known of all of them.
///
/// One thread of a troupe at a time touches it, hence `@unchecked`.
final class Scene: InterleavedScene, @unchecked Sendable {
  /// What a handler does when it is called.
  enum Manner: Sendable {
    /// It answers, to the effect that the next is to run.
    case answers
    /// It keeps what it is to answer by.
    case keeps
    /// Others have a turn while it runs, and then it answers.
    case dwells
    /// Others have a turn while it runs, and it keeps what it is to answer by.
    case dwellsAndKeeps
    /// It answers, and others have a turn before it returns.
    case lingers
    /// It opens another dispatch, and answers.
    case opens(Int, String)
  }

  /// What has to hold of the guard before what is guarded.
  enum Watch { case always, unlessGone }

  /// What a handler is to answer by, and its place among those of its dispatch.
  private typealias Reply = (place: Int, give: @Sendable (Bool) -> Void)

  let troupe: Troupe
  let lives = Counter()
  private(set) var faults: [String] = []
  private(set) var router: Router?
  private weak var core: RouterCore?
  private let isSerial: Bool
  private var now = Duration.zero
  private var alarms: [(moment: Duration, action: @Sendable () -> Void)] = []
  private var ids: [String: RouteID] = [:]
  private var owners: [String: TestOwner] = [:]
  /// The routes that were disposed of, or whose owners have gone, by now.
  private var gone: Set<String> = []
  private var dispatches: [Int: Attended] = [:]
  private var replies: [Int: [Reply]] = [:]
  private var spent: [Int: Reply] = [:]
  private var watch = Watch.unlessGone
  /// All that a driver has left to be done elsewhere, and nobody has done yet.
  private var errands: [@Sendable () -> Void] = []

  init(_ troupe: Troupe, _ order: Router.Order) {
    self.troupe = troupe
    isSerial = order == .serial
    var configuration = Router.Configuration.app
    configuration.order = order
    configuration.guardTimeLimit = .seconds(5)
    configuration.handlerTimeLimit = .seconds(5)
    configuration.onFault = { _ in }
    configuration.clock = RouterClock(
      now: { [unowned self] in now },
      wake: { [unowned self] delay, action in alarms.append((now + delay, action)) }
    )
    let router = Router(configuration)
    self.router = router
    core = router.core
  }

  func carryOut(_ operation: () -> Void) {
    Driver.$elsewhere.withValue(.init { [unowned self] in errands.append($0) }) {
      operation()
      while !errands.isEmpty {
        // Others may come before, and do it.
        troupe.pause()
        if !errands.isEmpty { errands.removeFirst()() }
      }
    }
  }

  // MARK: - Routes

  func map(_ name: String, _ pattern: RoutePattern, _ manner: Manner, isOwned: Bool = false) {
    let tracked = Tracked(lives)
    ids[name] = router?.map(pattern, owner: owner(name, isOwned)) {
      [unowned self] _, _, passed, completed in
      tracked.use()
      run(name, passed, manner) { _ in completed() }
    }
  }

  func proxy(_ name: String, _ pattern: RoutePattern, _ manner: Manner, to route: String? = nil) {
    let tracked = Tracked(lives)
    ids[name] = router?.proxy(pattern) { [unowned self] _, _, passed, next in
      tracked.use()
      run(name, passed, manner) { _ in next(route.map { ($0, nil, passed) }) }
    }
  }

  func `guard`(_ name: String, _ pattern: RoutePattern, _ manner: Manner) {
    let tracked = Tracked(lives)
    ids[name] = router?.guard(pattern) { [unowned self] _, _, passed, decide in
      tracked.use()
      run(name, passed, manner) { [unowned self] allows in
        if allows, name.hasPrefix("guard "), let number = passed as? Int {
          dispatches[number]?.isAllowed = true
        }
        decide(allows ? .allow : .deny)
      }
    }
  }

  /// From now on there is always a guard: nothing guarded runs that none has allowed.
  func watchAlways() { watch = .always }

  private func owner(_ name: String, _ isOwned: Bool) -> TestOwner? {
    guard isOwned else { return nil }
    let owner = TestOwner()
    owners[name] = owner
    return owner
  }

  func dispose(_ name: String) {
    if let id = ids[name] { router?.dispose(of: id) }
    gone.insert(name)
  }

  func release(_ name: String) {
    owners[name] = nil
    gone.insert(name)
  }

  func letGoOfRouter() { router = nil }

  // MARK: - Dispatches

  /// Begins a dispatch, where it is said so by its driver from the beginning.
  func begin(_ number: Int, _ text: String, isFull: Bool = false) {
    guard let router, let target = try? RouteTarget(text) else { return }
    let attended = Attended(number, target, router)
    dispatches[number] = attended
    let dispatch = RouteDispatch(
      router.core,
      target,
      payload: .value(number),
      tags: [],
      attachment: attended,
      listener: .attachment
    )
    if !isFull {
      switch dispatch.run() {
      case .ended(let outcome): return attended.end(outcome)
      case .underWay: return attended.dispatch = dispatch
      case nil: break
      }
    }
    attended.dispatch = dispatch
    dispatch.prepareToEnter()
    dispatch.enter()
  }

  func cancel(_ number: Int) {
    dispatches[number]?.isCancelled = true
    dispatches[number]?.dispatch?.cancel()
  }

  /// Answers by what a handler of a dispatch has kept first.
  func answer(_ number: Int, allows: Bool = true) {
    guard replies[number]?.isEmpty == false, let reply = replies[number]?.removeFirst() else {
      return
    }
    spent[number] = reply
    reply.give(allows)
  }

  /// Answers once more by what has been answered by.
  func answerAgain(_ number: Int) { spent[number]?.give(true) }

  /// Lets go of all that handlers of a dispatch have kept.
  func drop(_ number: Int) {
    let (kept, old) = (replies.removeValue(forKey: number), spent.removeValue(forKey: number))
    for reply in kept ?? [] { dispatches[number]?.drop(reply.place) }
    withExtendedLifetime((kept, old)) {}
  }

  /// The time of all handlers is up that run.
  func expire() {
    now += .seconds(5)
    let due = alarms.filter { $0.moment <= now }
    alarms.removeAll { $0.moment <= now }
    for dispatch in dispatches.values { dispatch.outlast() }
    for alarm in due { alarm.action() }
  }

  // MARK: - Handlers

  private func run(
    _ name: String,
    _ payload: (any Sendable)?,
    _ manner: Manner,
    _ reply: @escaping @Sendable (Bool) -> Void
  ) {
    guard let number = payload as? Int, let own = dispatches[number] else {
      return faults.append("\(name) runs for nobody")
    }
    if gone.contains(name) { faults.append("\(name) begins for \(number) though it has gone") }
    if own.ends > 0 { faults.append("\(name) begins for \(number) after its end") }
    if name.hasPrefix("guarded"), !own.isAllowed,
      watch == .always || !gone.contains(where: { $0.hasPrefix("guard ") })
    {
      faults.append("\(name) runs for \(number) unguarded")
    }
    // One that was called without a machine is told of its end when it has given its turn on.
    let others = dispatches.values.filter { $0 !== own && $0.isWaitedFor && $0.ends == 0 }
    if isSerial, let other = others.first {
      faults.append("\(name) begins for \(number) in the turn of \(other.number)")
    }
    let place = own.begin(name)
    let reply: Reply = (
      place,
      { allows in
        own.answer(place, allows)
        reply(allows)
      }
    )
    switch manner {
    case .answers: reply.give(true)
    case .keeps: replies[number, default: []].append(reply)
    case .dwells:
      troupe.pause()
      reply.give(true)
    case .dwellsAndKeeps:
      replies[number, default: []].append(reply)
      troupe.pause()
    case .lingers:
      reply.give(true)
      troupe.pause()
    case .opens(let other, let text):
      if dispatches[other] == nil { begin(other, text) }
      reply.give(true)
    }
  }

  // MARK: - The end

  func finish() -> [String] {
    for _ in 0..<20 where dispatches.values.contains(where: { $0.ends == 0 }) {
      for number in dispatches.keys.sorted() { carryOut { answer(number) } }
    }
    carryOut { expire() }
    for number in dispatches.keys.sorted() {
      guard let own = dispatches[number] else { continue }
      if own.ends != 1 { faults.append("\(number) has ended \(own.ends) times") }
      if let fault = own.fault(ids, gone) { faults.append("\(number): \(fault)") }
      carryOut { drop(number) }
    }
    if let router {
      let id = router.map("/the/end") { _, _, _, completed in completed() }
      carryOut { begin(99, "/the/end") }
      if dispatches[99]?.outcome != .handled(by: id) { faults.append("the router is dead") }
    }
    let weakly = dispatches.values.map(\.inTheEnd)
    dispatches = [:]
    router = nil
    owners = [:]
    // What counts the time of what has ended holds nothing of it.
    carryOut { expire() }
    InterleavedCase<Scene>.wait { [lives] in lives.value == 0 }
    faults += weakly.compactMap { $0() }
    if core != nil { faults.append("the router is never let go of") }
    if lives.value != 0 { faults.append("\(lives.value) handlers are never let go of") }
    return faults
  }
}
