import Synchronization

/// What is passed with what is opened: good for one handler, and for no more.
final class Ticket: Sendable {
  let kind: Kind
  /// Its place among those that the thread has opened in the same router; nothing for those of handlers.
  let number: Int?
  /// Whether the dispatch may be cancelled before its handler begins.
  let mayVanish: Bool
  private let lane: Lane
  private let born = Clock.now
  private let guards = Atomic(0)
  private let runs = Atomic(0)
  private let mark = Atomic(0)

  init(_ kind: Kind, _ lane: Lane, number: Int? = nil, mayVanish: Bool = false) {
    self.kind = kind
    self.lane = lane
    self.number = number
    self.mayVanish = mayVanish
    lane.live.add(1, ordering: .relaxed)
  }

  deinit {
    let count = runs.load(ordering: .acquiring)
    let expected = kind.map == nil ? 0 : 1
    if count != expected, !(mayVanish && count == 0) {
      Failure.stop("/\(kind) was handled \(count) times, and has to be \(expected) times")
    }
    lane.live.subtract(1, ordering: .releasing)
  }

  /// The number of the own route that has handled it, 0 for a fallback; nothing when none has.
  var handler: Int? {
    runs.load(ordering: .acquiring) == 0 ? nil : mark.load(ordering: .acquiring)
  }

  /// Another one of the same thread, for what a handler opens.
  func next(_ kind: Kind) -> Ticket {
    lane.opened.add(1, ordering: .relaxed)
    return Ticket(kind, lane)
  }

  /// The guard of all has been asked.
  func passGuard() { guards.add(1, ordering: .relaxed) }

  /// A handler begins.
  func run(by map: Kind, isSerial: Bool, in station: Int) {
    if guards.load(ordering: .acquiring) == 0 {
      Failure.stop("/\(kind) came to /\(map) past the guard")
    }
    let isRight = map == kind.map || (kind == .own && map == .unknown)
    guard isRight else { Failure.stop("/\(kind) came to /\(map)") }
    if runs.add(1, ordering: .acquiringAndReleasing).oldValue > 0 {
      Failure.stop("/\(kind) was handled twice")
    }
    guard isSerial, let number else { return }
    let last = lane.last[station].value.exchange(number, ordering: .acquiringAndReleasing)
    if last >= number {
      Failure.stop("in a serial router open \(number) of a thread was handled after \(last)")
    }
  }

  /// A route that comes and goes begins to handle it.
  func run(by own: Mark) {
    mark.store(own.number, ordering: .releasing)
    if let gone = own.gone, born >= gone {
      Failure.stop("a route that was gone at \(gone) has begun with what was opened at \(born)")
    }
  }
}

/// What the tickets of a thread tell it.
final class Lane: Sendable {
  final class Last: Sendable {
    let value = Atomic(0)
  }

  /// How many have been opened.
  let opened = Atomic(0)
  /// How many are on their way.
  let live = Atomic(0)
  /// Whether the thread is to wait until all has an end, and then on.
  let mustPause = Atomic(false)
  /// How many it may open before it is to wait in the same way.
  let limit = Atomic(Int.max)
  /// Whether it does.
  let isPausing = Atomic(false)
  /// The number that was handled last, for each router.
  let last: [Last]

  init(stations: Int) { last = (0..<stations).map { _ in Last() } }

  /// Whether the thread has to wait.
  var isHeld: Bool {
    mustPause.load(ordering: .acquiring)
      || opened.load(ordering: .relaxed) >= limit.load(ordering: .acquiring)
  }
}

/// A route that comes and goes: what it is known by, and since when it has been gone.
final class Mark: Sendable {
  let number: Int
  private let time = Atomic(0)

  init(_ number: Int) { self.number = number }

  /// When it was gone, if it is.
  var gone: Int? {
    let time = time.load(ordering: .acquiring)
    return time == 0 ? nil : time
  }

  /// From now on no dispatch may begin with it.
  func go() { time.store(Clock.tick(), ordering: .releasing) }
}

/// A time that goes on with each route that has gone.
enum Clock {
  private static let time = Atomic(1)

  static var now: Int { time.load(ordering: .acquiring) }

  static func tick() -> Int { time.add(1, ordering: .acquiringAndReleasing).newValue }
}
