import TestSupport
import Foundation
import Switchyard
import Trials

/// What one thread does.
struct Visitor {
  /// The most that are on their way at a time, so that memory has no reason to grow.
  private static let limit = 24
  private let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

  private let yard: Yard
  private let lane: Lane
  private let thread: Int
  private var generator: SeededGenerator
  private var own: [OwnRoutes]
  private var numbers: [Int]
  private(set) var figures = Figures()

  init(_ thread: Int, in yard: Yard, _ lane: Lane, seed: UInt64) {
    self.yard = yard
    self.lane = lane
    self.thread = thread
    generator = SeededGenerator(seed: seed)
    own = yard.stations.map { OwnRoutes(thread, at: $0) }
    numbers = yard.stations.map { _ in 0 }
  }

  /// Opens as often as is asked for, and sees to it that all has an end.
  mutating func visit(times: Int) {
    while lane.opened.load(ordering: .relaxed) < times {
      if lane.isHeld { pause() }
      if lane.live.load(ordering: .relaxed) >= Self.limit { rest(until: Self.limit / 2) }
      let place = yard.pick(generator.below(Yard.shares))
      let station = yard.stations[place]
      change(at: place)
      let kind = station === yard.hasty ? .late : generator.pick(kinds)
      numbers[place] += 1
      lane.opened.add(1, ordering: .relaxed)
      if generator.below(64) == 0 {
        wait(for: kind, at: place)
      } else if kind == .own {
        openOwn(at: place)
      } else {
        open(kind, at: place)
      }
    }
    for place in own.indices {
      own[place].removeAll()
      figures.add(own[place])
    }
    rest(until: 0)
  }

  private func rest(until count: Int) {
    while lane.live.load(ordering: .acquiring) > count { usleep(100) }
  }

  private func pause() {
    rest(until: 0)
    lane.isPausing.store(true, ordering: .releasing)
    while lane.isHeld { usleep(500) }
    lane.isPausing.store(false, ordering: .releasing)
  }

  // MARK: - Changes

  private mutating func change(at place: Int) {
    let draw = generator.below(1 << 20)
    switch draw & 63 {
    case 0..<5: own[place].register(draw >> 6)
    case 5..<10: own[place].remove(draw >> 6)
    case 10 where draw >> 6 & 15 == 0:
      yard.stations[place].replaceGuard()
      figures.guards += 1
    case 11, 12: match(at: place)
    default: break
    }
  }

  private mutating func match(at place: Int) {
    guard own[place].isCertain() else { return }
    figures.matches += 1
    do {
      let found = try yard.stations[place].router.match(own[place].target)
      let route = found?.kind == .map ? found?.route : nil
      if found == nil || route != own[place].top {
        Failure.stop("match(\(own[place].path)) has found \(String(describing: found))")
      }
    } catch {
      Failure.stop("match(\(own[place].path)): \(error)")
    }
  }

  // MARK: - Opens

  private func ticket(_ kind: Kind, at place: Int, mayVanish: Bool = false) -> Ticket {
    Ticket(kind, lane, number: numbers[place], mayVanish: mayVanish)
  }

  private mutating func open(_ kind: Kind, at place: Int) {
    let station = yard.stations[place]
    if let fault = kind.fault { station.floor.faults.expect(fault) }
    let ticket = ticket(kind, at: place)
    let isFound =
      switch generator.below(4) {
      case _ where kind == .unseen: station.router["None"].open(kind.path, payload: ticket)
      case 0 where station.targets[kind] != nil:
        station.targets[kind].map { station.router.open($0, payload: ticket) } ?? false
      case 1: station.view.open(kind.path, payload: ticket)
      case 2: station.router["All"].open(kind.path, payload: ticket)
      default: station.router.open(kind.path, payload: ticket)
      }
    // Of what has a map of its own.
    if kind.map == kind, kind != .unknown, !isFound { Failure.stop("/\(kind) was not found") }
  }

  private mutating func openOwn(at place: Int) {
    let station = yard.stations[place]
    let ticket = ticket(.own, at: place)
    let path = own[place].path
    // Asked before: an owner that a router still looks at may go meanwhile.
    let isCertain = own[place].isCertain()
    let isFound =
      generator.below(2) == 0
      ? station.router.open(path, payload: ticket) : station.view.open(path, payload: ticket)
    guard isCertain else { return }
    if isFound != (own[place].top != nil) {
      Failure.stop("\(path) in \(station.name): open returned \(isFound)")
    }
    guard station.isImmediate else { return }
    figures.certain += 1
    if ticket.handler != own[place].topMark {
      let handler = ticket.handler.map { "route \($0)" } ?? "nobody"
      Failure.stop(
        "\(path) in \(station.name) was handled by \(handler), and not \(own[place].topMark)"
      )
    }
  }

  /// Waits for an outcome, which keeps the thread from opening meanwhile.
  private mutating func wait(for kind: Kind, at place: Int) {
    let isCancelled = kind.canBeCancelled && generator.below(4) == 0
    let station = yard.stations[place]
    let view = kind == .unseen ? station.router["None"] : station.view
    let path = kind == .own ? own[place].path : kind.path
    if kind == .circle { station.floor.faults.expect(.loop) }
    let top = kind == .own && own[place].isCertain() ? own[place].top : nil
    let gate = Gate<RouteOutcome>()
    do {
      let ticket = ticket(kind, at: place, mayVanish: isCancelled)
      let task = Task { gate.put(await view.dispatch(path, payload: ticket)) }
      if isCancelled { task.cancel() }
    }
    let outcome = gate.take()
    figures.awaited += 1
    let isRight =
      if isCancelled, outcome == .cancelled {
        true
      } else if let top {
        outcome == .handled(by: top)
      } else {
        outcome.isEnd(of: kind)
      }
    if outcome == .cancelled { figures.cancelled += 1 }
    if !isRight { Failure.stop("\(path) in \(station.name): \(outcome)") }
  }
}

/// What a thread has done beside opening.
struct Figures: Sendable {
  var registrations = 0
  var disposals = 0
  var deaths = 0
  var guards = 0
  var matches = 0
  var awaited = 0
  var cancelled = 0
  var certain = 0

  mutating func add(_ routes: OwnRoutes) {
    registrations += routes.registrations
    disposals += routes.disposals
    deaths += routes.deaths
  }

  mutating func add(_ other: Figures) {
    registrations += other.registrations
    disposals += other.disposals
    deaths += other.deaths
    guards += other.guards
    matches += other.matches
    awaited += other.awaited
    cancelled += other.cancelled
    certain += other.certain
  }
}
