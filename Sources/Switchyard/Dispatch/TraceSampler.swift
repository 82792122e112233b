import Synchronization

/// Decides which dispatches of a router are traced, each as it begins.
final class TraceSampler: Sendable {
  private let receiver: (@Sendable (RouteTrace) -> Void)?
  private let values: RouteTrace.Values
  private let clock: RouterClock
  /// Of so many of 2^53 dispatches one is traced.
  private let share: UInt64
  /// The state of a sequence of numbers that look random; a draw is one addition to it.
  private let sequence: Atomic<UInt64>
  /// The nanoseconds that each trace is to be paid with, and those of which all have been; `nil`
  /// where there is no limit.
  private let price: Int64?
  private let paid = Atomic<Int64>(.min)

  private static let second: Int64 = 1_000_000_000

  init(_ configuration: RouterConfiguration) {
    receiver = configuration.onTrace
    values = configuration.traceValues
    clock = configuration.clock
    let rate = configuration.traceRate
    // A rate that is no number traces nothing.
    share = rate > 0 ? UInt64(min(rate, 1) * Double(1 << 53 as UInt64)) : 0
    sequence = Atomic(.random(in: 0 ... .max))
    // Beyond a second nothing can be saved up, and so nothing is traced.
    price = configuration.traceLimit.map { $0 < 1 ? 2 * Self.second : Self.second / Int64($0) }
  }

  /// Returns the recorder of a dispatch that begins, where it has one: in any case for its times.
  func recorder(_ tags: [RouteTag], isTimed: Bool) -> TraceRecorder? {
    let isDrawn = receiver != nil && !TraceRecorder.isDelivering && draw() < share && pay()
    guard isDrawn || isTimed else { return nil }
    return TraceRecorder(values, clock, tags: tags, isDrawn ? receiver : nil)
  }

  /// Takes the price of a trace from the time that has gone by, of which a second can be saved up.
  /// - Returns: whether there was enough.
  private func pay() -> Bool {
    guard let price else { return true }
    let now = clock.now().wholeNanoseconds
    var seen = paid.load(ordering: .relaxed)
    while true {
      let next = max(seen, now - Self.second) + price
      guard next <= now else { return false }
      let change = paid.compareExchange(expected: seen, desired: next, ordering: .relaxed)
      if change.exchanged { return true }
      seen = change.original
    }
  }

  /// Returns a number below 2^53, by the generator SplitMix64.
  private func draw() -> UInt64 {
    guard share < 1 << 53 else { return 0 }
    var word = sequence.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return (word ^ (word >> 31)) >> 11
  }
}
