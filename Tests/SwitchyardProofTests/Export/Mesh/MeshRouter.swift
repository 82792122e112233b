@testable import SwitchyardProof
import TestSupport

/// What a router answers, in the words of an edge.
extension ListedRoutes {
  func answer(_ method: RequestMethod, _ target: String) -> String {
    let explanation = router.explain(method, target)
    switch explanation.status?.code {
    case nil: return explanation.routes.chosen?.route.name ?? "?"
    case 404: return "none"
    default: return explanation.allow == nil ? "refused" : "other-method"
    }
  }
}

/// Tables and requests by chance.
struct MeshDraw {
  static let segments = [
    "books", "12", "new", "files", "a.b", "a", "b", "any", "old", "%2F", "%C3%A9", "..", ".", "",
    "A", "BOOKS", "%20", "~", "a%2Eb", "..a", "ab",
  ]
  private static let patterns = [
    "", "books", "new", "files", "a", "b", "any", "ab", ":id", ":id(\\d+)", ":name.:type", ":rest+",
    "*", "%C3%A9", ":x((?!a)[a-z]+)", ":to(a|b|new)", ":odd(.*)", "%2F",
  ]
  private static let methods: [RequestMethod] = [.get, .get, .head, .post, .put, "PROPFIND"]
  private static let configurations: [Router.Configuration] = {
    var strict = Router.Configuration.server
    strict.slashes = .strict
    strict.letterCase = .insensitive
    strict.precedence = .latestFirst
    return [.server, strict]
  }()

  /// A table of a few routes, each with a name of its own.
  static func routes(_ random: inout SeededGenerator) throws -> ListedRoutes {
    let configuration = random.pick(configurations)
    let router = Router(configuration)
    for number in 0..<(2 + random.below(8)) {
      let text = (0..<(1 + random.below(3))).map { _ in "/" + random.pick(patterns) }.joined()
      // Two slashes begin a host.
      guard !text.hasPrefix("//"), let pattern = try? RoutePattern(parsing: text) else { continue }
      let name = "r\(number)"
      switch random.below(12) {
      case 0: router.fallback(pattern, name: name) { _ in .text("") }
      case 1 where random.below(3) == 0:
        let tags: [RouteTag] = random.pick([[], [.method("PROPFIND")], [.method(.get)]])
        router.proxy(pattern, tags: tags, name: name) { _, next in next(.pass) }
      case 2: router.guard(pattern) { _ in .deny }
      default: router.on(random.pick(methods), pattern, name: name) { _ in .text("") }
      }
    }
    return try ListedRoutes(router.routes, configuration: configuration)
  }

  static func method(_ random: inout SeededGenerator) -> RequestMethod {
    random.pick([.get, .get, .head, .post, .options, .put, "PROPFIND", "TRACE", "FOO"])
  }

  static func path(_ random: inout SeededGenerator) -> String {
    (0..<(1 + random.below(3))).map { _ in "/" + random.pick(segments) }.joined()
  }
}
