import TestSupport
import Switchyard
import Trials

/// Guards whose regular expressions run away, from the attacks and some more.
struct Runaways: Sendable {
  private let all: [Runaway]

  /// Keeps the expressions that exhaust a limit.
  init() throws {
    all = try (RunawayExpression.all() + RunawayExpression.others).flatMap { Runaway.all($0) }
    guard !all.isEmpty else { throw Disagreement("No guard's regular expression hits its limit.") }
  }

  /// Shows that guards deny the targets on which they hit their limits.
  ///
  /// Some are told from what such a guard matches without its regular expression, and need no guard.
  func show() async throws {
    var denied = 0
    for runaway in all where try await runaway.denies() { denied += 1 }
    let words =
      "\(denied) of \(all.count) targets are denied by a guard that hits its limit on them"
    guard denied > all.count / 2 else { throw Disagreement("Only \(words).") }
    say("Guards: \(words); none of the others can the guard match")
  }

  func draw(_ random: inout SeededGenerator) -> Runaway { random.pick(all) }
}

/// A guard and a target on which it hits its limit.
struct Runaway: Sendable {
  private let pattern: RoutePattern
  private let target: String
  private let steps: Int

  static func all(_ expression: RunawayExpression) -> [Runaway] {
    var found: [Runaway] = []
    for steps in [3_000, 100_000] {
      let limits = PatternLimits(matchSteps: steps)
      let options = RoutePattern.Options(slashes: .strict, limits: limits)
      guard
        let pattern = try? RoutePattern(
          parsing: "/:x",
          where: ["x": .regex(expression.withoutCaptures)],
          options: options
        )
      else { continue }
      for keepsSlashes in [true, false] {
        let text = "/" + expression.segment(keepingSlashes: keepsSlashes)
        let runaway = Runaway(pattern: pattern, target: text, steps: steps)
        if case .limit = runaway.verdict(text) { found.append(runaway) }
      }
    }
    return found
  }

  /// What the guard's pattern says of a target by itself.
  private enum Verdict { case rejected, limit, no, yes }

  private func verdict(_ text: String) -> Verdict {
    guard let target = try? RouteTarget(text, options: .init(slashes: .strict)) else {
      return .rejected
    }
    do {
      return try pattern.match(target) == nil ? .no : .yes
    } catch {
      return .limit
    }
  }

  /// A router with the guard before all maps, which would allow whatever it is asked for.
  private func site(
    _ configuration: Router.Configuration,
    _ stage: Stage
  ) -> (Router, guard: RouteID) {
    var configuration = configuration
    configuration.slashes = .strict
    configuration.matchSteps = steps
    configuration.onFault = { stage.fault($0) }
    let router = Router(configuration)
    router.map("/*") { route, _, _, completed in
      stage.reach(route)
      completed()
    }
    router.proxy("/way/commit") { _, _, passed, next in next((passed as? String, nil, nil)) }
    router.guard("/way/redirect") { _, _, passed, decide in
      decide(.redirect(passed as? String ?? ""))
    }
    let id = router.guard(pattern) { route, _, _, decide in
      stage.allow(0, route)
      decide(.allow)
    }
    return (router, id)
  }

  /// Whether the guard denies its target, as its regular expression hits its limit, and no map runs; or cannot match it.
  func denies() async throws -> Bool {
    let stage = Stage()
    let (router, id) = site(.server, stage)
    let outcome = await router.dispatch(target)
    let notes = stage.take()
    if outcome == .denied(by: id), notes.limits == 1, notes.steps.isEmpty { return true }
    guard try pattern.overlaps(literal(target)) == .no else {
      throw Disagreement("\(outcome), though \(pattern.regex) may match \(target); \(notes)")
    }
    return false
  }

  /// Sends the target and some like it to a router whose guard would allow all that it is asked for.
  func play(_ random: inout SeededGenerator, _ tally: inout Tally) async throws {
    let stage = Stage()
    let (router, id) = site(random.below(2) == 0 ? .app : .server, stage)
    for _ in 0..<(steps > 10_000 ? 2 : 10) {
      let text = random.below(2) == 0 ? target : changed(&random)
      let way = random.pick(["", "", "/way/commit", "https://example.com/way/redirect"])
      let outcome = await router.dispatch(way.isEmpty ? text : way, payload: text)
      let notes = stage.take()
      tally.draws += 1
      func fault(_ words: String) -> Disagreement {
        Disagreement(
          "\(words)\n  guard \(pattern.regex)\n  '\(text)' by '\(way)', \(outcome), \(notes)"
        )
      }
      let isReached = notes.steps.contains { if case .reached = $0 { true } else { false } }
      switch verdict(text) {
      case .rejected: tally.count("rejected")
      case .limit where isReached:
        // A router may tell with less than the whole regular expression, if only it is true.
        let isAllowed = notes.steps.count == 2
        guard try isAllowed || pattern.overlaps(literal(text)) == .no else {
          throw fault("UNGUARDED: a guard hits its limit, and a map runs.")
        }
        tally.count("told within the limit of a guard that hits it by itself")
      case .limit:
        guard outcome == .denied(by: id), notes.limits == 1 else {
          throw fault("A guard hits its limit, and does not deny.")
        }
        tally.count("denied by a guard that hit its limit")
      case .yes:
        if isReached, notes.steps.count != 2 { throw fault("UNGUARDED: the guard is not asked.") }
        guard isReached || (outcome == .denied(by: id) && notes.limits == 1) else {
          throw fault("No map runs, and no guard has denied for its limit.")
        }
        tally.count(
          isReached ? "reached past guards that allowed" : "denied by a guard that hit its limit"
        )
      case .no:
        guard isReached || (outcome == .denied(by: id) && notes.limits == 1) else {
          throw fault("No map runs, and no guard has denied for its limit.")
        }
        tally.count(
          isReached ? "reached where none stands" : "denied by a guard that hit its limit"
        )
      }
    }
  }

  /// A pattern that matches one path alone.
  private func literal(_ path: String) throws -> RoutePattern {
    let letters = path.unicodeScalars.map { scalar in
      scalar == "/" || scalar.properties.isAlphabetic ? String(scalar) : "\\\(scalar)"
    }
    var options = pattern.options
    options.limits.patternLength = 1 << 20
    return try RoutePattern(parsing: letters.joined(), options: options)
  }

  /// The target with a byte more, fewer or other somewhere; of as many segments, as a guard is not asked for others.
  private func changed(_ random: inout SeededGenerator) -> String {
    var bytes = Array(target.utf8)
    let places = bytes.indices.dropFirst().filter { bytes[$0] != PlainPath.slash }
    let at = random.pick(places)
    switch random.below(3) {
    case 0: bytes.remove(at: at)
    case 1: bytes.insert(bytes[at], at: at)
    default: bytes[at] = random.pick(Array("ab1!x-c".utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
