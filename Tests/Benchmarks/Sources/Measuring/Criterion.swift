/// What must hold, and what was measured.
package struct Criterion {
  package var name: String
  package var measured: Double
  package var limit: Double

  package init(name: String, measured: Double, limit: Double) {
    self.name = name
    self.measured = measured
    self.limit = limit
  }

  /// Whether it holds, with a part of the limit to spare.
  package func holds(tolerance: Double) -> Bool { measured <= limit * (1 + tolerance) }

  /// What one row differs from itself by, measured twice.
  private static let noise = 0.03

  package func line(tolerance: Double) -> String {
    let verdict =
      if measured <= limit {
        "ok"
      } else if holds(tolerance: Self.noise) {
        "even, as near as can be measured"
      } else {
        holds(tolerance: tolerance) ? "missed, tolerated" : "MISSED"
      }
    return "criterion: \(name) \(hundredths(measured)) (at most \(hundredths(limit))) \(verdict)"
  }
}

/// A number with two digits behind the point.
package func hundredths(_ number: Double) -> String {
  let whole = Int((number * 100).rounded())
  return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
}
