@testable import NavigationTestSupport
import Dispatch
import NavigationTree
import RoutePatterns
import SwitchyardLocks
import TestSupport
import Testing

@Suite struct `Properties of navigation by many threads` {
  /// Where a store presents.
  enum Place: CaseIterable, Sendable {
    case caller, serialQueue, concurrentQueue

    var queue: DispatchQueue? {
      switch self {
      case .caller: nil
      case .serialQueue: DispatchQueue(label: "serial")
      case .concurrentQueue: DispatchQueue(label: "concurrent", attributes: .concurrent)
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `presenters run one at a time, and see every state in order`(_ place: Place) async throws {
    let cases = PropertyRun.cases(default: 4_000)
    // The cases are operations.
    let runs = max(1, cases / (ThreadedRun.threads * ThreadedRun.operations))
    var seeds = PropertyRun.generator(for: "threads, \(place)", cases: cases)
    var steps = 0
    for _ in 0..<runs {
      let run = ThreadedRun(seed: seeds.next(), queue: place.queue)
      await run.play()
      if let fault = await run.fault() {
        Issue.record("\(fault)\n\(run.theatre.sketch)")
        return
      }
      steps += run.log.withLock { $0.states.count }
    }
    print("threads, \(place): \(steps) states")
    // A few trees may all be such that little changes in them.
    if runs >= 10 { #expect(steps > runs * 10) }
  }
}

/// Several threads that drive one store.
final class ThreadedRun: Sendable {
  /// What an observer has seen.
  struct Log {
    var states: [RouterState] = []
    var shown: [Facet]
    var fault: String?
    var isInside = false
  }

  static let threads = 4
  static let operations = 24

  let theatre: Theatre
  let log: Locked<Log>
  private let store: RouterStore<Prop>
  private let observations: [NavigationObservation]
  private let others: Locked<[RouterState]>
  private let changes = Locked(0)
  private let seed: UInt64

  init(seed: UInt64, queue: DispatchQueue?) {
    var generator = SeededGenerator(seed: seed)
    let sketch = Sketch(&generator)
    let log = Locked(Log(shown: .empty(sketch)))
    let others = Locked<[RouterState]>([])
    let theatre = Theatre(
      sketch,
      enter: {
        log.withLock { log in
          if log.isInside { log.fault = "two presenters run at once" }
          log.isInside = true
        }
      },
      leave: { log.withLock { $0.isInside = false } }
    )
    let screen = theatre.screen
    screen.isPlayedByOne = false
    let store = RouterStore(tree: theatre.tree(), queue: queue, setRoot: { screen.setRoot($0) })
    let first = store.observe { state in
      // What is shown now has to be this state, whatever the store is in by now.
      let facets = screen.facets
      log.withLock { log in
        log.states.append(state)
        let expected = log.shown.showing(state, in: sketch)
        if log.isInside { log.fault = "an observer runs within a presenter" }
        let fault =
          sketch.fault(in: state)
          ?? facets.difference(to: expected, before: log.shown)
        log.fault = log.fault ?? fault
        log.shown = facets
      }
    }
    let second = store.observe { state in others.withLock { $0.append(state) } }
    observations = [first, second]
    (self.theatre, self.log, self.store, self.others) = (theatre, log, store, others)
    self.seed = generator.next()
  }

  /// Lets all threads do what their seeds say, and waits until all is shown.
  func play() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
        DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
          var generator = SeededGenerator(seed: seed &+ UInt64(thread))
          for _ in 0..<Self.operations { act(&generator) }
        }
        continuation.resume()
      }
    }
    await store.settle()
  }

  private func act(_ generator: inout SeededGenerator) {
    let hasChanged: Bool =
      switch generator.below(12) {
      case 0: store.goBack()
      case 1: store.goForward()
      case 2: store.dispatch(Sketch.unknown(&generator)).transition != nil
      case 3: watch()
      case 4:
        store.dispatch(theatre.sketch.request(&generator).text, options: [.junctionsOnly])
          .transition != nil
      default: store.dispatch(theatre.sketch.request(&generator).text).transition != nil
      }
    if hasChanged { changes.withLock { $0 += 1 } }
  }

  /// Observes for a moment, as somebody who comes and goes.
  private func watch() -> Bool {
    let seen = Locked(0)
    let observation = store.observe { _ in seen.withLock { $0 += 1 } }
    _ = store.state
    _ = store.history
    observation.cancel()
    return false
  }

  /// What is wrong when all have ended.
  func fault() async -> String? {
    let final = store.state
    let presented = await store.presented { $0.map(\.view.node) }
    let (log, others) = (log.withLock { $0 }, others.withLock { $0 })
    if let fault = log.fault ?? theatre.screen.fault { return fault }
    if log.states.count != changes.withLock({ $0 }) {
      return "\(changes.withLock { $0 }) changes, and \(log.states.count) states were seen"
    }
    if log.states != others { return "two observers have seen different states" }
    if (log.states.last ?? RouterState()) != final { return "the last state was not seen" }
    for (one, next) in zip(log.states, log.states.dropFirst()) where one == next {
      return "a state was seen twice: \(one)"
    }
    let live = theatre.screen.facets.indices.filter { theatre.screen.facets[$0].isLive }
    if presented != live { return "presented are \(presented), and \(live) are there" }
    store.reset()
    await store.settle()
    let isEmpty = theatre.screen.facets.allSatisfy { $0 == Facet() }
    return isEmpty ? theatre.screen.fault : "something is left after a reset"
  }
}
