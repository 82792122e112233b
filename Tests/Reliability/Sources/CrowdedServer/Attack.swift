import TestSupport
import SwitchyardServer
import Trials

/// A regular expression as the constraint of a route, with the target that keeps it busy longest.
struct Attack: Sendable {
  /// The expression as it stands in the list.
  let regex: String
  /// The constraint as a pattern takes it.
  let pattern: RoutePattern
  /// The target, of one segment behind the path.
  let target: String
  /// How long one match takes a thread of its own.
  let cost: Duration
  /// All segments that were tried.
  let segments: [String]
  /// How the pattern is written for another path.
  private let form: Form

  /// A way to write an expression as a constraint.
  private struct Form {
    var text: String
    var isInline: Bool

    func pattern(path: String) throws -> RoutePattern {
      guard isInline else {
        return try RoutePattern(parsing: "\(path)/:x", where: ["x": .regex(text)])
      }
      return try RoutePattern(parsing: "\(path)/:x(\(text))")
    }
  }

  /// The longest segment that is tried: what a server takes of a target, with room for what stands before it.
  private static let longest = 8_000

  /// The worst of all ways to write the expression as a constraint, and of all lengths of its subject; nothing where
  /// each is refused.
  init?(_ line: RunawayExpression, path: String) throws {
    // With its captures and without them, into the pattern and beside it.
    let forms = [line.regex, line.withoutCaptures].flatMap { text in
      [true, false].map { Form(text: text, isInline: $0) }
    }
    segments = Self.segments(line)
    var worst: (cost: Duration, form: Form, pattern: RoutePattern, segment: String)?
    for form in forms {
      guard let pattern = try? form.pattern(path: path) else { continue }
      for segment in segments {
        let cost = try Self.cost(of: [pattern], path + "/" + segment)
        if worst.map({ cost > $0.cost }) ?? true { worst = (cost, form, pattern, segment) }
      }
    }
    guard let worst else { return nil }
    regex = line.regex
    (cost, form, pattern, target) = (
      worst.cost, worst.form, worst.pattern, path + "/" + worst.segment
    )
  }

  /// The same constraint behind another path.
  func pattern(path: String) throws -> RoutePattern { try form.pattern(path: path) }

  /// The subject in many lengths, with its slashes as they are and as data.
  private static func segments(_ line: RunawayExpression) -> [String] {
    var segments: [String] = []
    for keepsSlashes in [true, false] {
      let length = Double(line.segment(keepingSlashes: keepsSlashes).utf8.count)
      var factors = [1, Double(longest) / length, 320 / length]
      for power in -5...7 { factors.append(Double(sign: .plus, exponent: power, significand: 1)) }
      for factor in factors {
        let segment = line.segment(times: factor, keepingSlashes: keepsSlashes)
        if segment.utf8.count <= longest, !segments.contains(segment) { segments.append(segment) }
      }
    }
    return segments
  }

  /// What the matches of a dispatch take that asks all patterns until one matches or hits a limit: the least of some
  /// repeats, as everything else only adds to it.
  static func cost(
    of patterns: [RoutePattern],
    _ target: String,
    steps: Int = PatternLimits().matchSteps,
    repeats: Int = 4
  ) throws -> Duration {
    let target = try RouteTarget(target, options: .init(slashes: .strict))
    return (0..<repeats).map { _ in
      var budget = MatchBudget(steps: steps)
      let start = threadTime()
      do {
        for pattern in patterns { if try pattern.match(target, budget: &budget) != nil { break } }
      } catch {}
      return threadTime() - start
    }
    .min() ?? .zero
  }

  /// How many times as long a match takes now as on a quiet core; 1 at the least.
  ///
  /// What runs on the same core slows a thread down, which its own processor time does not show. The match gives back
  /// nothing that it has taken. The 90 nanoseconds are those of the suite's own test, of optimised code.
  static func slowdown() throws -> Double {
    let pattern = try RoutePattern(parsing: "/:x([a-z]+[0-9]z)")
    let target = try RouteTarget("/abcdefgh9z")
    let times = try (0..<5).map { _ in
      let start = threadTime()
      for _ in 0..<2_000 { _ = try pattern.match(target) }
      return threadTime() - start
    }
    return max(1, (times.min() ?? .zero) / .nanoseconds(90 * 2_000))
  }
}
