/// What must hold, and what was measured.
struct Criterion {
  var name: String
  var measured: Double
  var limit: Double

  /// Whether it holds, with a part of the limit to spare.
  func holds(tolerance: Double) -> Bool { measured <= limit * (1 + tolerance) }

  func line(tolerance: Double) -> String {
    let verdict =
      measured <= limit ? "ok" : holds(tolerance: tolerance) ? "missed, tolerated" : "MISSED"
    return "criterion: \(name) \(hundredths(measured)) (at most \(hundredths(limit))) \(verdict)"
  }
}

/// A number with two digits behind the point.
func hundredths(_ number: Double) -> String {
  let whole = Int((number * 100).rounded())
  return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
}
