extension RouteTrace: CustomStringConvertible {
  /// The target, the time, the steps and the outcome, on one line.
  public var description: String {
    let steps = steps.map(\.description) + ["\(outcome)"]
    return "\(target.printable) \(Self.milliseconds(duration)) ms: \(steps.joined(separator: ", "))"
  }

  /// Returns a time with three digits behind the point; one below zero, which only a trace from
  /// elsewhere has, is none.
  package static func milliseconds(_ nanoseconds: Int64) -> String {
    let nanoseconds = max(0, nanoseconds)
    let thousandths = "\(nanoseconds / 1000 % 1000)"
    let zeros = String(repeating: "0", count: max(0, 3 - thousandths.utf8.count))
    return "\(nanoseconds / 1_000_000).\(zeros)\(thousandths)"
  }
}

extension RouteTrace.Step: CustomStringConvertible {
  /// The kind, the pattern, the name and the answer.
  public var description: String {
    let name = name.map { " \"\($0.printable)\"" } ?? ""
    let hop = hop.map { " to \($0.printable)" } ?? ""
    return "\(kind.rawValue) \(pattern.printable)\(name) \(answer)\(hop)"
  }
}

extension RouteTrace.Outcome: CustomStringConvertible {
  /// The code, and what belongs to it.
  public var description: String {
    switch code {
    case .redirected: "redirected to \((target ?? RouteTrace.withheld).printable)"
    case .failed: "failed: \(failure ?? error ?? "unknown")"
    default: code.rawValue
    }
  }
}
