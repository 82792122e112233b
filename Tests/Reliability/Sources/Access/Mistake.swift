import TestSupport
import SwitchyardHTTP
import Trials

/// A mistake that may open what was guarded.
enum Mistake: String, CaseIterable {
  case guardDeleted = "guards deleted"
  case guardNarrowed = "guards narrowed"
  case guardDisposed = "guards disposed of"
  case wrongGuard = "wrong guards named"
  case method = "HEAD or OPTIONS left out"
  case alias = "aliases"
  case fallback = "fallbacks"
  case prefix = "prefixes mistaken"
  case tag = "declarations forgotten"
  case newRoute = "new routes"
  case hostExcepted = "hosts excepted"
  case hostRoute = "routes of a host"

  /// Makes it once.
  /// - Returns: whether there was something to make it of.
  func make(in plan: inout Plan, _ random: inout SeededGenerator) -> Bool {
    let post = random.below(plan.posts.count)
    let guarded = plan.ends.indices.filter { plan.ends[$0].access != .everybody }
    guard !guarded.isEmpty else { return false }
    let end = random.pick(guarded)
    let outside = random.pick(["/", "/x/", "/c/", "/b/", "/1/"])
    switch self {
    case .guardDeleted: plan.posts.remove(at: post)
    case .guardDisposed: plan.posts[post].isDisposed = true
    case .guardNarrowed: Self.narrow(&plan.posts[post], &random)
    case .wrongGuard:
      let others = Plan.badges.filter { $0 != plan.posts[post].badge }
      plan.posts[post].badge = random.pick(others)
      plan.posts[post].name = plan.posts[post].badge
    case .method:
      if random.below(2) == 0 {
        // Behind a guard that names its methods, but forgets that one.
        plan.posts[post].methods = [.get, .post, .put, .patch, .delete]
        plan.ends[end].method = random.pick([.options, nil])
      } else {
        plan.posts[post].exceptions.append((.head, plan.ends[end].pattern))
        plan.ends[end].method = random.pick([.head, .get, nil])
      }
    case .alias:
      var alias = plan.ends[end]
      alias.pattern = outside + random.pick(["b", "c", ":id", "pub"])
      plan.ends.append(alias)
    case .fallback:
      let pattern = random.pick(["/*", "/c/*", "/b/*", "/a/*", "/:x"])
      let access = random.pick([plan.ends[end].access, nil])
      plan.ends.append(Plan.End(pattern: pattern, isFallback: true, access: access))
    case .prefix:
      guard let zone = plan.zones.first(where: { plan.ends[end].pattern.hasPrefix($0 + "/") })
      else { return false }
      let rest = plan.ends[end].pattern.dropFirst(zone.count + 1)
      plan.ends[end].pattern = outside + rest
    case .tag:
      let open = plan.ends.indices.filter { plan.ends[$0].access == .everybody }
      plan.ends[random.pick(open)].access = nil
    case .newRoute:
      plan.ends.append(
        Plan.End(
          method: random.pick([.get, .post, .options, nil]),
          pattern: outside + random.pick(["b", "c", ":id", "*", "pub"])
        )
      )
    case .hostExcepted:
      let method: RequestMethod? = random.pick([.get, .post, nil])
      plan.posts[post].exceptions.append((method, Plan.host + plan.posts[post].pattern))
    case .hostRoute:
      plan.ends.append(
        Plan.End(
          method: random.pick([.get, .post, nil]),
          pattern: Plan.host + outside + random.pick(["b", "c", ":id", "*"])
        )
      )
    }
    return true
  }

  private static func narrow(_ post: inout Plan.Post, _ random: inout SeededGenerator) {
    let parent = post.pattern.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    switch random.below(5) {
    case 0: post.pattern = parent + "/:y([b-z].*)"
    case 1: post.pattern = parent + "/:y(\\d+)"
    case 2: post.pattern = parent + "/b"
    case 3: post.pattern = Plan.host + post.pattern
    default: post.exceptions.append((nil, parent + random.pick(["/b", "/1", "/:z", "/*"])))
    }
  }
}
