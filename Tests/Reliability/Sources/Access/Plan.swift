import TestSupport
import SwitchyardHTTP
import Trials

/// Guards, maps and fallbacks, as they are registered.
struct Plan: CustomStringConvertible {
  /// A guard, which asks for a badge.
  struct Post: CustomStringConvertible {
    var name: String
    var badge: String
    var pattern: String
    var methods: [RequestMethod] = []
    var exceptions: [(method: RequestMethod?, pattern: String)] = []
    /// Whether it is disposed of when all is registered.
    var isDisposed = false

    var description: String {
      let excepted = exceptions.map { "\($0.method?.rawValue ?? "*") \($0.pattern)" }
      return "guard \(pattern) \(methods) \"\(name)\" asks for \(badge), except \(excepted)"
        + (isDisposed ? ", disposed of" : "")
    }
  }

  /// Who may come to a map or fallback, as it is declared.
  enum Access: Equatable {
    case everybody
    case holders(of: String)
  }

  /// A map, or a fallback.
  struct End: CustomStringConvertible {
    /// `nil` for all.
    var method: RequestMethod?
    var pattern: String
    var isFallback = false
    /// `nil` where it is forgotten.
    var access: Access?

    var description: String {
      "\(isFallback ? "fallback" : method?.rawValue ?? "any") \(pattern), "
        + (access.map { "\($0)" } ?? "not declared")
    }
  }

  var posts: [Post] = []
  var ends: [End] = []
  /// The prefixes that guards stand before.
  private(set) var zones: [String] = []

  static let badges = ["card", "staff", "boss"]
  /// The host that some patterns ask for.
  static let host = "//admin.example"

  /// Whether a pattern asks for a host.
  var asksForHost: Bool {
    let patterns = posts.flatMap { [$0.pattern] + $0.exceptions.map(\.pattern) }
    return (patterns + ends.map(\.pattern)).contains { $0.hasPrefix(Self.host) }
  }

  var description: String {
    (posts.map(\.description) + ends.map(\.description)).joined(separator: "\n  ")
  }

  /// Draws a sound one: each end is public, or stands behind the guard that it requires.
  static func draw(_ random: inout SeededGenerator) -> Plan {
    var plan = Plan()
    var prefixes = ["/a", "/b", "/c", "/a/b"]
    for badge in badges.prefix(2 + random.below(2)) {
      let zone = prefixes.remove(at: random.below(prefixes.count))
      plan.zones.append(zone)
      plan.addZone(zone, badge, &random)
    }
    plan.ends.append(End(method: .get, pattern: "/", access: .everybody))
    plan.ends.append(
      End(method: random.pick([.get, .post, nil]), pattern: "/1", access: .everybody)
    )
    if random.below(2) == 0 {
      plan.ends.append(End(pattern: "/*", isFallback: true, access: .everybody))
    }
    return plan
  }

  private mutating func addZone(
    _ zone: String,
    _ badge: String,
    _ random: inout SeededGenerator
  ) {
    let form = random.below(4)
    // Where one path is excepted on all hosts, a map of a host would be open at it.
    let host = random.below(3) == 0 ? Self.host : ""
    var kinds = ["/b", "/:id", "/:id(\\d+)", "/:id/c", "/1{/:page}?"]
    if form != 1 { kinds.append("/*") }
    let methods: [RequestMethod?] =
      form == 2 ? [.get, .post] : [.get, .get, .post, .delete, .options, nil]
    for _ in 0..<(2 + random.below(4)) {
      ends.append(
        End(
          method: random.pick(methods),
          pattern: (random.below(3) == 0 ? host : "") + zone + random.pick(kinds),
          access: .holders(of: badge)
        )
      )
    }
    var post = Post(name: badge, badge: badge, pattern: zone + "/*")
    switch form {
    case 1:
      post.pattern = zone + "/:x"
      var other = post
      other.pattern = zone + "/:x/*"
      posts.append(other)
    case 2: post.methods = [.get, .post]
    case 3:
      let pattern = host + zone + "/pub"
      post.exceptions = [(.get, pattern)]
      ends.append(End(method: .get, pattern: pattern, access: .everybody))
      if random.below(2) == 0 {
        let end = End(pattern: zone + "/*", isFallback: true, access: .holders(of: badge))
        ends.append(end)
      }
    default: break
    }
    posts.insert(post, at: random.below(posts.count + 1))
  }
}
