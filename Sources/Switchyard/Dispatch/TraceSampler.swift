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

  init(_ configuration: RouterConfiguration) {
    receiver = configuration.onTrace
    values = configuration.traceValues
    clock = configuration.clock
    let rate = configuration.traceRate
    // A rate that is no number traces nothing.
    share = rate > 0 ? UInt64(min(rate, 1) * Double(1 << 53 as UInt64)) : 0
    sequence = Atomic(.random(in: 0 ... .max))
  }

  /// Returns the recorder of a dispatch that begins, where it has one: in any case for its times.
  func recorder(_ tags: [RouteTag], isTimed: Bool) -> TraceRecorder? {
    let isDrawn = receiver != nil && !TraceRecorder.isDelivering && draw() < share
    guard isDrawn || isTimed else { return nil }
    return TraceRecorder(values, clock, tags: tags, isDrawn ? receiver : nil)
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
