#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A generator whose sequence follows from its seed (SplitMix64), so that a failure can be repeated.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below a bound, with less work than `Int.random(in:)` takes in a debug build.
  package mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % bound }

  /// One of the elements of an array that is not empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}

/// How property tests are run: both values can be set in the environment.
package enum PropertyRun {
  /// `SWITCHYARD_SEED`, or one that is new in each process.
  package static let seed = environment("SWITCHYARD_SEED") ?? UInt64.random(in: 0...UInt64.max)

  /// `SWITCHYARD_CASES`, or what the suite takes without it, or one in `SWITCHYARD_SHARE` of that; in a slow run no more
  /// than its share.
  package static func cases(default count: Int) -> Int {
    let cases = environment("SWITCHYARD_CASES").map { Int(clamping: $0) }
    guard isSlow else { return cases ?? max(min(count, 10), count / share) }
    return min(cases ?? count, max(min(count, 4), count / slowness))
  }

  /// Whether the run is slowed down by a sanitizer, or is to be short: one in `SWITCHYARD_SLOW` of
  /// the cases is drawn.
  package static let isSlow = slowness > 0
  /// One in so many is tried of long lists that are not drawn: all of them without a share, or with 1.
  package static let stride = min(isSlow ? slowness : share, 6)
  private static let share = max(1, Int(clamping: environment("SWITCHYARD_SHARE") ?? 1))
  private static let slowness = Int(clamping: environment("SWITCHYARD_SLOW") ?? 0)

  /// A generator for one test, and a line that says how to run it again.
  package static func generator(for name: String, cases: Int) -> SeededGenerator {
    print("\(name): \(cases) cases, SWITCHYARD_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  /// What one in so many draws comes to at least: six deviations below, so that no chance ends a test.
  ///
  /// A slow run draws too little for it: whether draws find enough is for all others to say.
  package static func least(oneIn rarity: Int, of draws: Int) -> Int {
    guard !isSlow else { return 0 }
    let mean = Double(draws) / Double(rarity)
    return max(0, Int(mean - 6 * mean.squareRoot()))
  }

  /// What one in so many draws comes to at most, six deviations above.
  package static func most(oneIn rarity: Int, of draws: Int) -> Int {
    guard !isSlow else { return .max }
    let mean = Double(draws) / Double(rarity)
    return Int((mean + 6 * mean.squareRoot()).rounded(.up))
  }

  private static func environment(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }
}
