import Dispatch
import Foundation
import Switchyard
import Trials

/// Starts the threads, looks at the memory and whether they go on, and at the end at what is left.
final class Watch: @unchecked Sendable {
  /// After how many seconds without anything going on nothing will.
  static let patience = 600

  private let opens: Int
  private let threads: Int
  private let seed: UInt64
  private let growth: Growth?
  private let lanes: [Lane]
  private let began = Date()
  // Guards what follows.
  private let lock = NSLock()
  private var figures = Figures()
  private var ended = 0

  /// By how many per cent memory may grow after the first tenth.
  struct Growth {
    /// What is allocated.
    var allocated: Int
    /// What is resident: the stacks of threads as well, which come and go with whatever else the machine does.
    var resident: Int
  }

  /// - Parameters:
  ///   - opens: how often something is opened, at least.
  ///   - threads: how many threads open.
  ///   - seed: what all draws are made from.
  ///   - growth: how much memory may grow; anything where there is none.
  init(opens: Int, threads: Int, seed: UInt64, growth: Growth?) {
    self.opens = opens
    self.threads = threads
    self.seed = seed
    self.growth = growth
    lanes = (0..<threads).map { _ in Lane(stations: 5) }
  }

  /// How often each thread opens.
  private var share: Int { (opens + threads - 1) / threads }
  private var opened: Int { lanes.reduce(0) { $0 + $1.opened.load(ordering: .relaxed) } }
  private var seconds: Double { (Date().timeIntervalSince(began) * 10).rounded() / 10 }

  func run() -> Never {
    say("Soak: \(opens) opens, \(threads) threads, seed \(seed)")
    var yard: Yard? = Yard()
    let floors = yard?.stations.map(\.floor) ?? []
    if let yard {
      crowd(into: yard)
      hold(MemoryCurve())
      start(in: yard)
    }
    let curve = watch()
    if let yard { look(at: yard, floors) }
    yard = nil
    look { floors.allSatisfy { $0.lives.count == 0 } }
    let left = floors.map(\.lives.count)
    if left.contains(where: { $0 != 0 }) { Failure.stop("left in memory, by router: \(left)") }
    report(curve, floors)
    if let growth {
      if !curve.isWhole { Failure.stop("memory was not looked at often enough to tell its growth") }
      if curve.allocatedGrowth > Double(growth.allocated) {
        Failure.stop("what is allocated has grown by more than \(growth.allocated) %")
      }
      if curve.residentGrowth > Double(growth.resident) {
        Failure.stop("what is resident has grown by more than \(growth.resident) %")
      }
    }
    exit(0)
  }

  /// Has more threads at work at once than there will be later, each as long as its memory still grows.
  ///
  /// What a router keeps for a thread is kept for good, and handed on; what Dispatch keeps, up to a thousand blocks for
  /// each thread, as long as the thread is there. How many there are depends on what else the machine does: it is not
  /// to look like a growth when that changes.
  private func crowd(into yard: Yard) {
    let (threads, blocks) = (48, 1_200)
    let (inside, leave, group) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup()
    )
    for number in 0..<threads {
      // Each queue has a thread of its own while it is at work.
      let queue = DispatchQueue(label: "crowd \(number)")
      queue.async(group: group) {
        for station in yard.stations {
          for target in station.targets.values { _ = try? station.router.match(target) }
        }
        inside.signal()
        leave.wait()
      }
      for _ in 0..<blocks { queue.async(group: group) {} }
    }
    let limit = DispatchTime.now() + .seconds(Self.patience)
    for _ in 0..<threads where inside.wait(timeout: limit) == .timedOut {
      Failure.stop("there are no threads for \(threads) queues")
    }
    for _ in 0..<threads { leave.signal() }
    group.wait()
  }

  private func start(in yard: Yard) {
    for thread in 0..<threads {
      let lane = lanes[thread]
      let seed = seed &+ UInt64(thread) &* 0xD1B5_4A32_D192_ED03
      Thread.detachNewThread { [self] in
        var visitor = Visitor(thread, in: yard, lane, seed: seed)
        visitor.visit(times: share)
        lane.isPausing.store(true, ordering: .releasing)
        lock.withLock {
          figures.add(visitor.figures)
          ended += 1
        }
      }
    }
  }

  /// Looks until all threads have ended.
  private func watch() -> MemoryCurve {
    var curve = MemoryCurve()
    var state = (0, 0)
    var changed = Date()
    var said = Date()
    while lock.withLock({ ended < threads }) {
      usleep(5_000)
      let opened = opened
      curve.glance()
      if curve.isDue(opened: opened, of: opens) {
        pause {
          curve.sample()
          hold(curve)
        }
      }
      let now = (opened, lanes.reduce(0) { $0 + $1.live.load(ordering: .relaxed) })
      if now != state { (state, changed) = (now, Date()) }
      if changed.timeIntervalSinceNow < -Double(Self.patience) {
        Failure.stop("nothing goes on: \(opened) opens, \(now.1) of which have no end")
      }
      if said.timeIntervalSinceNow < -10 {
        said = Date()
        say("Soak: \(opened) of \(opens) opens, \(Int(seconds)) s", to: 2)
      }
    }
    return curve
  }

  /// Has the threads wait where they would get far ahead of the looks at the memory, as on a fast machine.
  private func hold(_ curve: MemoryCurve) {
    for lane in lanes { lane.limit.store(curve.limit(of: share), ordering: .releasing) }
  }

  /// Does something when nothing is under way.
  private func pause(_ action: () -> Void) {
    for lane in lanes { lane.mustPause.store(true, ordering: .releasing) }
    look { lanes.allSatisfy { $0.isPausing.load(ordering: .acquiring) } }
    if lanes.contains(where: { !$0.isPausing.load(ordering: .acquiring) }) {
      Failure.stop("threads have been asked to pause, and what they opened has no end")
    }
    action()
    for lane in lanes { lane.mustPause.store(false, ordering: .releasing) }
  }

  /// Whether the routers are as they have to be.
  private func look(at yard: Yard, _ floors: [Floor]) {
    for (station, floor) in zip(yard.stations, floors) {
      look { floor.faults.disagreement == nil }
      if let disagreement = floor.faults.disagreement {
        Failure.stop("\(station.name): \(disagreement)")
      }
      let id = station.router.map("/after") { (_: RouteContext) async in }
      let gate = Gate<RouteOutcome>()
      Task { [router = station.router] in gate.put(await router.dispatch("/after")) }
      let outcome = gate.take()
      // The hasty one may have been too slow for its limit.
      if outcome != .handled(by: id), station !== yard.hasty {
        Failure.stop("\(station.name) is dead: \(outcome)")
      }
    }
  }

  private func look(until condition: () -> Bool) {
    let end = Date(timeIntervalSinceNow: Double(Self.patience))
    while !condition(), Date() < end { usleep(1_000) }
  }

  private func report(_ curve: MemoryCurve, _ floors: [Floor]) {
    let figures = lock.withLock { self.figures }
    let changes = [
      "\(figures.registrations) registrations", "\(figures.disposals) disposals",
      "\(figures.deaths) owner deaths", "\(figures.guards) guards replaced",
    ]
    let looks = [
      "\(figures.awaited) outcomes awaited", "\(figures.cancelled) cancelled",
      "\(figures.matches) matches", "\(figures.certain) handlers known beforehand",
    ]
    let faults = Faults.Kind.allCases.filter { $0 != .other }.map { kind in
      "\(floors.reduce(0) { $0 + $1.faults[kind] }) \(kind)"
    }
    say("Soak: \(opened) opens, \(changes.joined(separator: ", "))")
    say("Soak: \(looks.joined(separator: ", ")); faults: \(faults.joined(separator: ", "))")
    say("Soak: \(curve.text)")
    say("Soak: 0 lost, 0 doubled, 0 left; seed \(seed), \(seconds) s")
  }
}
