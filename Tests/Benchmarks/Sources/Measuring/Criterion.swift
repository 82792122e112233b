/// What must hold, and what was measured.
package struct Criterion {
  package var name: String
  package var measured: Double
  /// The bar: what must be reached.
  package var limit: Double
  /// The best that was recorded, where that misses the bar.
  package var record: Double?
  /// The groups of rows that it is measured by.
  package var groups: Set<String>
  /// Whether whatever else the machine does changes it, as it does what a clock on the wall shows: then it is told, and is
  /// no gate.
  package var isOfTheMachine: Bool

  package init(
    name: String,
    measured: Double,
    limit: Double,
    record: Double? = nil,
    groups: Set<String> = [],
    isOfTheMachine: Bool = false
  ) {
    self.name = name
    self.measured = measured
    self.limit = limit
    self.record = record
    self.groups = groups
    self.isOfTheMachine = isOfTheMachine
  }

  /// What one row differs from itself by, measured twice.
  private static let noise = 0.03
  /// The part by which what misses its bar may be above its record, before it has become worse: other processors have
  /// other ratios.
  private static let leeway = 0.5

  /// Whether the bar is reached, as near as can be measured.
  package var isReached: Bool { measured <= limit * (1 + Self.noise) }

  /// What it is held at, with a part of the limit to spare.
  private func bound(_ tolerance: Double) -> Double {
    max(limit * (1 + max(tolerance, Self.noise)), (record ?? 0) * (1 + Self.leeway))
  }

  /// Whether it holds, with a part of the limit to spare.
  package func holds(tolerance: Double) -> Bool {
    measured <= bound(tolerance) || isOfTheMachine
  }

  package func line(tolerance: Double) -> String {
    "criterion: \(name) \(hundredths(measured)) (at most \(hundredths(limit))) \(verdict(tolerance))"
  }

  private func verdict(_ tolerance: Double) -> String {
    if isReached { return measured <= limit ? "ok" : "even, as near as can be measured" }
    guard holds(tolerance: tolerance) else { return "MISSED" }
    let held =
      isOfTheMachine
      ? "no gate, as it is of this machine" : "held at \(hundredths(bound(tolerance)))"
    return "misses its bar; \(held)"
  }
}

/// A number with two digits behind the point.
package func hundredths(_ number: Double) -> String {
  let whole = Int((number * 100).rounded())
  return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
}
