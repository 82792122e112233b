import Switchyard
import SwitchyardHTTP
import Trials

/// Whether guards and maps were called as they had to be.
struct GuardCheck {
  let layout: Layout
  private let patterns: [RoutePattern]

  init(_ layout: Layout) {
    self.layout = layout
    patterns = layout.posts.map { $0.pattern(layout.policies) }
  }

  /// Holds the steps of one dispatch against the patterns and the letters of the paths, and counts what it was.
  func check(
    _ steps: [Step],
    _ ending: Ending,
    _ attempt: @autoclosure () -> Attempt,
    _ tally: inout Tally
  ) throws {
    func fault(_ text: String) -> Disagreement {
      Disagreement("\(text)\n  \(layout)\n  \(attempt())\n  steps \(steps), \(ending)")
    }
    var allowed: [Step] = []
    var refused = false
    var reached: String?
    for step in steps {
      switch step {
      case .allowed(_, let route):
        allowed.append(step)
        if refused { throw fault("A guard is asked for \(route) after one refused it.") }
      case .refused(let post, let route):
        try expectAsked(post, route, fault)
        refused = true
      case .redirected(let post, let route):
        try expectAsked(post, route, fault)
        allowed.removeAll(keepingCapacity: true)
      case .committed: allowed.removeAll(keepingCapacity: true)
      case .reached(let route):
        guard reached == nil else { throw fault("Two maps run: for \(reached ?? ""), \(route).") }
        reached = route
        if refused { throw fault("A map runs for \(route), which a guard refused.") }
        let guarded = try checkReach(route, allowed, fault)
        tally.count(guarded ? "reached past guards that allowed" : "reached where none stands")
        if !guarded, layout.posts.contains(.admin),
          let habit = BoldReader.habit(thatSeesAdmin: PlainPath(route).path)
        {
          tally.count("of these taken for /admin by servers that see through \(habit)")
        }
      }
    }
    try check(ending, refused, reached, fault)
    if reached == nil, refused { tally.count("denied") }
  }

  /// A guard is asked for nothing that its pattern does not match.
  private func expectAsked(
    _ post: Int,
    _ route: String,
    _ fault: (String) -> Disagreement
  ) throws {
    let target = try RouteTarget(route, options: .init(slashes: layout.policies.slashes))
    if try patterns[post].match(target) == nil {
      throw fault("The guard \(layout.posts[post]) is asked for \(route), which it does not match.")
    }
  }

  /// Each guard that stands before the path has allowed it; whether there is one.
  private func checkReach(
    _ route: String,
    _ allowed: [Step],
    _ fault: (String) -> Disagreement
  ) throws -> Bool {
    let plain = PlainPath(route)
    if let text = plain.fault(layout.policies.slashes) {
      throw fault("The path of \(route) is not canonical: \(text).")
    }
    let target = try RouteTarget(route, options: .init(slashes: layout.policies.slashes))
    guard target.description == route else {
      throw fault("The target \(route) is not canonical: it is made \(target) again.")
    }
    var isGuarded = false
    for (post, place) in layout.posts.enumerated() {
      let matches = try patterns[post].match(target) != nil
      let reads = place.standsBefore(plain, layout.policies)
      guard matches || reads else { continue }
      isGuarded = true
      if !allowed.contains(.allowed(post, route)) {
        let reason = matches ? "its pattern matches" : "its letters say so, though no pattern does"
        throw fault("UNGUARDED: \(route) is reached, and \(place) stands before it: \(reason).")
      }
    }
    return isGuarded
  }

  /// The outcome says what the handlers saw.
  private func check(
    _ ending: Ending,
    _ refused: Bool,
    _ reached: String?,
    _ fault: (String) -> Disagreement
  ) throws {
    switch ending {
    case .unmade, .opened: break
    case .ended(.handled): if reached == nil { throw fault("It is handled by no map.") }
    case .ended(.denied), .ended(.rejected), .ended(.notFound), .ended(.failed),
      .ended(.redirected):
      if reached != nil { throw fault("A map ran, and the outcome does not say so.") }
    case .ended(.timedOut), .ended(.cancelled): throw fault("It has no such end.")
    case .answered(let status):
      if (status == .ok) != (reached != nil) {
        throw fault("The status is \(status), and a map \(reached == nil ? "did not run" : "ran").")
      }
    }
  }
}
