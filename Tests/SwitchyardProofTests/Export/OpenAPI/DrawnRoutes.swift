import SwitchyardProof
import TestSupport

/// Draws tables of routes.
struct DrawnRoutes {
  /// The patterns that are drawn from.
  enum Kind {
    /// Those that documents say in one path each.
    case plain
    /// Those that documents say, in several paths too.
    case sayable
    /// Any.
    case any
  }

  private static let literals = [
    "books", "a", "b-c", "x.y", "%7Bz%7D", "%C3%A4", "new", "it's", "a:b", "a*b",
  ]
  private static let values = [
    ":NAME", ":NAME", ":NAME(\\d+)", ":NAME(new|old)", ":NAME(0|[1-9]\\d*)", ":NAME([1-9]\\d*)",
    ":NAME(0|-?[1-9]\\d*)", ":_", "(\\d+)", ":NAME.:MORE", "v:NAME", ":NAME([^.]+)",
    ":NAME([a-z\\d\\-]{2,4})", ":NAME(.{3})", ":NAME(a@b|c)", ":NAME-:MORE(\\d+)",
  ]
  private static let optionals = ["{/:NAME}?", "/:NAME(\\d+)?", "{/new}?", "{.:NAME(json|xml)}?"]
  private static let others = [
    "/*", "/...", "/:NAME+", "/:NAME(.+)", "/:NAME(\\d*)", "/:NAME(x\\/y)?", "{/a}*",
  ]
  private static let origins = ["//example.com", "https://:tenant.example.com", "app:/"]
  private static let names = ["book", "books", "page", "the page", "ä", "book_post"]

  var random: SeededGenerator
  private var number = 0

  init(_ random: SeededGenerator) { self.random = random }

  private mutating func filled(_ text: String) -> String {
    number += 1
    return text.replacing("NAME", with: random.pick(["id", "x", "y"]) + "\(number)")
      .replacing("MORE", with: "more\(number)")
  }

  mutating func pattern(_ kind: Kind) -> String {
    number = 0
    var text = ""
    for _ in 0..<random.below(4) {
      text += "/"
      text += filled(random.pick(random.below(2) == 0 ? Self.literals : Self.values))
    }
    if kind != .plain, random.below(4) == 0 { text += filled(random.pick(Self.optionals)) }
    if kind == .any, random.below(4) == 0 { text += filled(random.pick(Self.others)) }
    if text.isEmpty { text = "/" }
    if kind == .any, random.below(12) == 0 { text = random.pick(Self.origins) + text }
    return text
  }

  private mutating func methods() -> [RouteTag] {
    let methods: [RequestMethod] = [.get, .post, .put, .delete, .patch, .head, .options, "TRACE"]
    if random.below(8) == 0 { return [.anyMethod] }
    return (0...random.below(2)).map { _ in .method(random.pick(methods)) }
  }

  private mutating func route(_ kind: Kind) -> RouteDescription {
    var route = RouteDescription(.map, pattern(kind), tags: methods())
    if random.below(2) == 0 { route.tags.append(RouteTag(random.pick(["Public", "Views"]))) }
    if random.below(2) == 0 { route.name = random.pick(Self.names) }
    switch random.below(6) {
    case 0: route.access = .public("load \"balancer\"")
    case 1: route.access = .requires("card", "two words")
    default: break
    }
    if random.below(4) == 0 {
      route.about = RouteNotes(
        "Says \(random.below(9))",
        description: random.below(2) == 0 ? "More\nof it" : nil,
        isDeprecated: random.below(2) == 0,
        sunset: random.below(2) == 0 ? "2027-06-30" : nil
      )
    }
    return route
  }

  private mutating func other() -> RouteDescription {
    let kind = random.pick([RouteKind.fallback, .proxy, .middleware, .map])
    return RouteDescription(
      kind,
      pattern(.any),
      tags: kind == .map && random.below(2) == 0 ? [.method("PROPFIND")] : []
    )
  }

  private mutating func `guard`() -> RouteDescription {
    let pattern = random.pick(["/*", "/books/*", "/:x/*", "/a", pattern(.any)])
    var route = RouteDescription(.guard, pattern)
    if random.below(2) == 0 { route.name = random.pick(["card", "staff", "two words", "a/b"]) }
    if random.below(3) == 0 { route.tags = [.method(.get), .method(.head)] }
    if random.below(3) == 0 {
      route.exceptions = [random.pick(["/books", "POST /a/*", "/:x/new"])]
    }
    if random.below(8) == 0 { route.isObserving = true }
    return route
  }

  /// A table of maps, and where any pattern may be among them also of guards and others.
  mutating func table(_ kind: Kind, count: Int = 8) throws -> ListedRoutes {
    var routes: [RouteDescription] = []
    while routes.count < count {
      let route =
        switch random.below(kind == .any ? 6 : 1) {
        case 4: self.guard()
        case 5: other()
        default: self.route(kind)
        }
      // What is drawn need not be a pattern.
      if (try? RoutePattern(parsing: route.pattern)) != nil { routes.append(route) }
    }
    for index in routes.indices { routes[index].order = index + 1 }
    return try ListedRoutes(RouteListing(routes))
  }
}
