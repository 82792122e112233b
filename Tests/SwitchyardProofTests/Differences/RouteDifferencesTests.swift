import Foundation
import TestSupport
import Testing

@testable import SwitchyardProof

/// A change of a table, and what is said of it.
private struct Change: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// A line for each route: a kind or methods, a pattern, and perhaps a name.
  let old: [String]
  let new: [String]
  /// The kinds, with what shows each.
  let differences: [String]
  var precedence = Router.Precedence.mostSpecific

  init(
    _ description: String,
    _ old: [String],
    _ new: [String],
    _ differences: String...,
    precedence: Router.Precedence = .mostSpecific
  ) {
    testDescription = description
    (self.old, self.new, self.differences) = (old, new, differences)
    self.precedence = precedence
  }

  func compared(work: Int = 40_000_000) throws -> RouteDifferences {
    RouteDifferences(from: try table(old), to: try table(new), work: work)
  }

  private func table(_ lines: [String]) throws -> ListedRoutes {
    var configuration = Router.Configuration.server
    configuration.precedence = precedence
    return try ListedRoutes(RouteListing(lines.map(Self.route)), configuration: configuration)
  }

  private static func route(_ line: String) throws -> RouteDescription {
    var words = line.split(separator: " ").map { String($0) }
    let exceptions = words.filter { $0.hasPrefix("!") }
      .map { String($0.dropFirst()).replacing(":/", with: " /") }
    let labels = words.filter { $0.hasPrefix("@") }.map { RouteTag(String($0.dropFirst())) }
    let access = words.last.flatMap(Self.access)
    words.removeAll { $0.hasPrefix("!") || $0.hasPrefix("@") || $0.contains("=") }
    let parts = words[0].split(separator: ":")
    let kind = RouteKind(rawValue: String(parts[0])) ?? .map
    let isByMethod = parts.count > 1 || kind == .map && parts[0] != "map"
    let methods = isByMethod ? (parts.last ?? "").split(separator: ",") : []
    let tags = try methods.map { word in
      word == "*" ? "HTTP" : RouteTag.method(try #require(RequestMethod(rawValue: String(word))))
    }
    return RouteDescription(
      kind,
      words[1],
      tags: tags + labels,
      exceptions: exceptions.isEmpty ? nil : exceptions,
      name: words.count > 2 ? words[2] : nil,
      access: access
    )
  }

  private static func access(_ word: String) -> RouteAccess? {
    let parts = word.split(separator: "=").map { String($0) }
    guard parts.count == 2 else { return nil }
    return parts[0] == "public"
      ? RouteAccess(reason: parts[1])
      : RouteAccess(guards: parts[1].split(separator: ",").map { String($0) })
  }
}

@Suite struct RouteDifferencesTests {
  private static let changes = [
    Change("nothing", ["GET /a", "guard /b/*"], ["guard /b/*", "GET /a"]),
    Change("another text for the same", ["GET /a/:x(b|c)"], ["GET /a/:x(c|b)"]),
    Change("a route is gone", ["GET /a", "GET /b"], ["GET /a"], "removed GET /b"),
    Change("a route is new", ["GET /a"], ["GET /a", "GET /b"], "added GET /b"),
    Change(
      "a new route takes a part of another",
      ["GET /books/:id"],
      ["GET /books/:id", "GET /books/new"],
      "taken GET /books/new",
      "added GET /books/new"
    ),
    Change(
      "a fallback is there for what no map has",
      ["fallback:* /*"],
      ["fallback:* /*", "GET /a"],
      "taken GET /a",
      "added GET /a"
    ),
    Change(
      "the latest wins",
      ["GET /a/:x x", "GET /a/b b"],
      ["GET /a/b b", "GET /a/:x x"],
      "shadowed GET /a/b",
      "widened GET /a/b",
      precedence: .latestFirst
    ),
    Change(
      "a parameter is narrower",
      ["GET /books/:id book"],
      ["GET /books/:id(\\d+) book"],
      "narrowed GET /books/a",
      "nameMoved /books/a"
    ),
    Change(
      "a parameter is wider",
      ["GET /books/:id(\\d+)"],
      ["GET /books/:id"],
      "widened GET /books/a"
    ),
    Change(
      "a parameter has another name",
      ["GET /books/:id"],
      ["GET /books/:slug"],
      "parameters GET /books/a"
    ),
    Change(
      "parameters change their places",
      ["GET /:x/:y"],
      ["GET /:y/:x"],
      "parameters GET /b/a"
    ),
    Change(
      "a guard before a proxy is gone",
      ["guard /a/*", "proxy /a/*"],
      ["proxy /a/*"],
      "unguarded /a",
      "guardRemoved /a"
    ),
    Change(
      "a guard before a proxy is for one method",
      ["GET /a", "guard /a", "proxy /a"],
      ["GET /a", "guard:GET /a", "proxy /a"],
      "unguarded POST /a",
      "guardNarrowed POST /a"
    ),
    Change(
      "a guard before a fallback is for one method, beside a map for none",
      ["map /x", "fallback:* /a/*", "guard /a/*"],
      ["map /x", "fallback:* /a/*", "guard:GET /a/*"],
      "unguarded POST /a",
      "guardNarrowed POST /a"
    ),
    Change(
      "an exception is for one method, beside a map for none",
      ["map /x", "fallback:* /a/*", "guard /a/*"],
      ["map /x", "fallback:* /a/*", "guard /a/* !POST:/a/*"],
      "unguarded POST /a",
      "guardNarrowed POST /a"
    ),
    Change(
      "a guard before a proxy is for one method, beside a map for none",
      ["map /x", "guard /a/*", "proxy /a/*"],
      ["map /x", "guard:GET /a/*", "proxy /a/*"],
      "unguarded POST /a",
      "guardNarrowed POST /a"
    ),
    Change(
      "a guard before a fallback for some methods is for one",
      ["fallback:GET,POST /a/*", "guard /a/*"],
      ["fallback:GET,POST /a/*", "guard:GET /a/*"],
      "unguarded POST /a",
      "guardNarrowed POST /a"
    ),
    Change(
      "a fallback is for fewer methods",
      ["fallback:GET,POST /a/*"],
      ["fallback:GET /a/*"],
      "methodLost POST /a"
    ),
    Change(
      "an app has a fallback for any method",
      ["map /x", "fallback:* /a/*"],
      ["map /x"],
      "removed /a"
    ),
    Change(
      "a guard before a proxy of a view is gone, where requests have the rest",
      ["fallback:GET /a/*", "proxy /b/* @X", "guard /b/*"],
      ["fallback:GET /a/*", "proxy /b/* @X"],
      "unguarded /b through X",
      "guardRemoved /b through X"
    ),
    Change("a method is gone", ["GET,POST /a"], ["GET /a"], "methodLost POST /a"),
    Change("a method is new", ["GET /a"], ["GET,POST /a"], "methodAdded POST /a"),
    Change("one route becomes two", ["GET,POST /a"], ["GET /a", "POST /a"]),
    Change("two routes become one", ["GET /a", "POST /a"], ["GET,POST /a"]),
    Change(
      "a name is gone",
      ["GET /a/:x a"],
      ["GET /a/:x"],
      "nameGone /a/a"
    ),
    Change(
      "a route has moved with its name",
      ["GET /a/:x a"],
      ["GET /b/:x a"],
      "narrowed GET /a/a",
      "nameMoved /a/a",
      "widened GET /b/a"
    ),
    Change(
      "a guard is gone",
      ["guard /a/*", "GET /a/b"],
      ["GET /a/b"],
      "unguarded GET /a/b",
      "guardRemoved GET /a/b"
    ),
    Change(
      "a guard of another name is another guard",
      ["guard /a/* card", "GET /a/b"],
      ["guard /a/* pass", "GET /a/b"],
      "guardRemoved GET /a/b",
      "guardAdded GET /a/b"
    ),
    Change(
      "one of two guards is gone",
      ["guard /admin/*", "guard /admin/*", "GET /admin/users"],
      ["guard /admin/*", "GET /admin/users"],
      "guardRemoved GET /admin/users"
    ),
    Change(
      "a guard without a name is gone, beside one with a name",
      ["guard /a/* card", "guard /a/*", "GET /a/b"],
      ["guard /a/* card", "GET /a/b"],
      "guardRemoved GET /a/b"
    ),
    Change(
      "a guard is there twice",
      ["guard /a/*", "GET /a/b"],
      ["guard /a/*", "guard /a/*", "GET /a/b"],
      "guardAdded GET /a/b"
    ),
    Change(
      "a guard becomes one for each method",
      ["guard /a", "GET,POST /a"],
      ["guard:GET,HEAD /a", "guard:POST /a", "GET,POST /a"]
    ),
    Change(
      "a guard has an exception",
      ["guard /a/*", "GET,POST /a/b"],
      ["guard /a/* !/a/b", "GET,POST /a/b"],
      "unguarded GET /a/b",
      "guardNarrowed GET /a/b"
    ),
    Change(
      "a guard is for fewer methods",
      ["guard /a/*", "* /a/b"],
      ["guard:GET,HEAD /a/*", "* /a/b"],
      "unguarded POST /a/b",
      "guardNarrowed POST /a/b"
    ),
    Change(
      "a new route where a guard was asked in vain",
      ["guard /a/*", "GET /b"],
      ["GET /b", "GET /a/c"],
      "unguarded GET /a/c",
      "guardRemoved GET /a/c",
      "added GET /a/c"
    ),
    Change(
      "a guard is new",
      ["GET /a"],
      ["guard /*", "GET /a"],
      "guardAdded GET /a"
    ),
    Change(
      "tags",
      ["GET /a @Public"],
      ["GET /a @Private"],
      "tagsChanged GET /a"
    ),
    Change(
      "an app",
      ["map app://books/:id @Views"],
      ["map app://books/:id @Logs"],
      "viewLost app://books/a through Views",
      "viewAdded app://books/a through Logs",
      "tagsChanged app://books/a"
    ),
    Change(
      "a declaration is gone",
      ["GET /a requires=card", "fallback:* /* public=door"],
      ["GET /a", "fallback:* /*"],
      "accessLost GET /a",
      "accessLost GET /"
    ),
    Change(
      "an access requires less",
      ["GET /a requires=card,staff", "POST /b requires=card", "PUT /c requires=card"],
      ["GET /a requires=staff", "POST /b requires=staff", "PUT /c public=door"],
      "accessWidened GET /a",
      "accessWidened POST /b",
      "accessWidened PUT /c"
    ),
    Change(
      "an access is new, requires more, or has another reason",
      ["GET /a", "GET /b requires=card", "GET /c public=door", "GET /d public=door"],
      [
        "GET /a public=door", "GET /b requires=staff,card", "GET /c public=gate",
        "GET /d requires=card",
      ],
      "accessChanged GET /a",
      "accessChanged GET /b",
      "accessChanged GET /c",
      "accessChanged GET /d"
    ),
    Change(
      "an access with its guards in another order",
      ["GET /a requires=card,staff"],
      ["GET /a requires=staff,card"]
    ),
    Change(
      "a part of a route loses its access",
      ["GET,POST /a/:x requires=card"],
      ["GET /a/:x requires=card", "POST /a/:x"],
      "accessLost POST /a/a"
    ),
    Change(
      "one of two routes of which one is made loses its access",
      ["GET /a requires=card", "POST /a requires=staff"],
      ["GET,POST /a requires=card"],
      "accessWidened POST /a"
    ),
    Change(
      "an access is lost where another route wins some of it",
      ["GET /:x requires=card", "GET /a"],
      ["GET /:x", "GET /a"],
      "accessLost GET /b"
    ),
    Change(
      "proxies and middleware",
      ["proxy /old/*", "middleware /*", "GET /a"],
      ["proxy /old/:x", "GET /a"],
      "removed GET /a",
      "narrowed GET /old"
    ),
    Change(
      "an expression that is not regular, and stays",
      ["GET /:x((?:a|ab)*+c)", "GET /d"],
      ["GET /:x((?:a|ab)*+c)", "GET /e"],
      "removed GET /d",
      "added GET /e"
    ),
  ]

  @Test func `middleware that runs where no map does counts as what is reached`() throws {
    let misses = RouteDescription(.middleware, "/*", isForMisses: true)
    let map = RouteDescription(.map, "/b", tags: [.method(.get)])
    let before = RouteListing([RouteDescription(.guard, "/a"), misses, map])
    let found = RouteDifferences(
      from: try ListedRoutes(before),
      to: try ListedRoutes(RouteListing([misses, map]))
    )
    #expect(found.differences.map(\.kind) == [.unguarded, .guardRemoved])
    let gone = RouteDifferences(
      from: try ListedRoutes(before),
      to: try ListedRoutes(RouteListing([RouteDescription(.guard, "/a"), map]))
    )
    #expect(gone.differences.map(\.kind) == [.removed])
  }

  /// A listing says that a closure decides, and not what it refuses.
  @Test(
    arguments: [
      (RouteKind.guard, nil, true, "guardNarrowed"), (.guard, true, nil, "guardNarrowed"),
      (.map, nil, true, "narrowed"), (.map, true, nil, "widened"), (.guard, true, true, nil),
    ] as [(RouteKind, Bool?, Bool?, String?)]
  )
  func `a closure that comes or goes is a difference that is not decided`(
    _ kind: RouteKind,
    _ before: Bool?,
    _ after: Bool?,
    _ difference: String?
  ) throws {
    let table = { (isOpaque: Bool?) in
      let tags: [RouteTag] = [.method(.get)]
      return try ListedRoutes(
        RouteListing([
          RouteDescription(
            .guard,
            "/m/:x",
            isOpaque: kind == .guard ? isOpaque : nil,
            name: "card"
          ),
          RouteDescription(.map, "/m/:id", tags: tags, isOpaque: kind == .map ? isOpaque : nil),
        ])
      )
    }
    let found = try RouteDifferences(from: table(before), to: table(after)).differences
    #expect(found.map { "\($0.kind)" } == [difference].compactMap(\.self))
    #expect(found.allSatisfy { $0.certainty == .unknown })
  }

  /// A table that servers share says what stands behind each route.
  @Test(
    arguments: [
      (RouteKind.guard, true), (.proxy, true), (.middleware, true), (.map, false),
      (.fallback, false),
    ] as [(RouteKind, Bool)]
  )
  func `another handler is a difference, and so are other settings`(
    _ kind: RouteKind,
    _ breaks: Bool
  ) throws {
    let get: [RouteTag] = [.method(.get)]
    let table = { (handler: String?, settings: [String: String]?) in
      try ListedRoutes(
        RouteListing([
          RouteDescription(
            kind,
            "/a/*",
            tags: get,
            name: "staff",
            handler: handler,
            configuration: settings
          ),
          RouteDescription(.map, "/a/b", tags: get, handler: "page"),
        ])
      )
    }
    let before = try table("role", ["role": "staff"])
    let others = [
      try table("anybody", ["role": "staff"]), try table(nil, ["role": "staff"]),
      try table("role", ["role": "visitor"]), try table("role", nil),
    ]
    for after in others {
      let found = RouteDifferences(from: before, to: after).differences
      #expect(found.map(\.kind) == [.handlerChanged])
      #expect(found.map(\.isBreaking) == [breaks])
      #expect(found.allSatisfy { $0.certainty == .yes && $0.example != nil })
      #expect(!found.contains { $0.message.contains("visitor") })
    }
    // The name is the key of a route without one of its own.
    let named = try (table("staff", [:]), table(nil, nil))
    #expect(RouteDifferences(from: named.0, to: named.1).isEmpty)
  }

  /// The methods of each guard, none for all, and the key of its handler.
  @Test(
    arguments: [
      ([("", "card")], [("", "card"), ("", "staff")], ["guardAdded"]),
      ([("", "card"), ("", "staff")], [("", "staff"), ("", "card")], []),
      ([("", "card"), ("", "staff")], [("", "staff")], ["guardRemoved"]),
      ([("", "card")], [("GET,HEAD", "card"), ("POST", "anybody")], ["handlerChanged POST"]),
    ] as [([(String, String)], [(String, String)], [String])]
  )
  func `guards without names are known by their handlers`(
    _ before: [(String, String)],
    _ after: [(String, String)],
    _ differences: [String]
  ) throws {
    let ways: [RouteTag] = [.method(.get), .method(.post)]
    let map = RouteDescription(.map, "/a", tags: ways)
    let table = { (guards: [(String, String)]) in
      let routes = guards.map { names, handler in
        let methods = names.split(separator: ",").compactMap { RequestMethod(rawValue: String($0)) }
        let tags = methods.map { RouteTag.method($0) }
        return RouteDescription(.guard, "/a", tags: tags, handler: handler)
      }
      return try ListedRoutes(RouteListing(routes + [map]))
    }
    let found = try RouteDifferences(from: table(before), to: table(after)).differences
    let texts = found.map { difference in
      let method = difference.kind == .handlerChanged ? difference.method : nil
      return "\(difference.kind)\(method.map { " \($0)" } ?? "")"
    }
    #expect(texts == differences)
  }

  /// Whichever of two that have the same targets is split, or both.
  @Test(
    arguments: [RouteKind.proxy, .guard],
    [["A", "A", "B"], ["A", "B", "B"], ["A", "A", "B", "B"]]
  )
  func `a route that becomes two with its handler is the same`(
    _ kind: RouteKind,
    _ handlers: [String]
  ) throws {
    let get: [RouteTag] = [.method(.get), .method(.head)]
    let post: [RouteTag] = [.method(.post)]
    let map = RouteDescription(.map, "/a", tags: get + post)
    let whole = ["A", "B"].map { RouteDescription(kind, "/a", tags: get + post, handler: $0) }
    var seen: Set<String> = []
    let split = handlers.map { handler in
      let isOne = handlers.count { $0 == handler } == 1
      let tags = isOne ? get + post : seen.insert(handler).inserted ? get : post
      return RouteDescription(kind, "/a", tags: tags, handler: handler)
    }
    let before = try ListedRoutes(RouteListing(whole + [map]))
    let after = try ListedRoutes(RouteListing(split + [map]))
    #expect(RouteDifferences(from: before, to: after).isEmpty)
    #expect(RouteDifferences(from: after, to: before).isEmpty)
  }

  @Test func `another proxy beside one of the same pattern is told, and no setting's value`() throws
  {
    let table = { (handlers: [String]) in
      let proxies = handlers.map { handler in
        RouteDescription(
          .proxy,
          "/a",
          name: "to\(handler)",
          handler: handler,
          configuration: ["key": "secret"]
        )
      }
      let map = RouteDescription(.map, "/a", tags: [.method(.get)])
      return try ListedRoutes(RouteListing(proxies + [map]))
    }
    let found = try RouteDifferences(from: table(["A"]), to: table(["B", "A"]))
    #expect(found.differences.map(\.kind) == [.added])
    #expect(found.differences.first?.new?.handler == "B")
    #expect(found.differences.first?.new?.configuration == nil)
  }

  @Test func `a method that no list has is asked as well`() throws {
    let all = RequestMethod.registered.map { RouteTag.method($0) }
    let map = RouteDescription(.map, "/a", tags: [.anyMethod])
    let found = RouteDifferences(
      from: try ListedRoutes(RouteListing([RouteDescription(.guard, "/a"), map])),
      to: try ListedRoutes(RouteListing([RouteDescription(.guard, "/a", tags: all), map]))
    )
    #expect(found.differences.contains { $0.kind == .unguarded })
  }

  @Test(arguments: changes)
  private func `a change is seen with what shows it`(_ change: Change) throws {
    let found = try change.compared()
    let texts = found.differences.map { difference in
      let method = difference.method.map { "\($0.rawValue) " } ?? ""
      let view = difference.view.map { " through \($0)" } ?? ""
      return "\(difference.kind) \(method)\(difference.example ?? "-")\(view)"
    }
    #expect(texts == change.differences, "\(found.table)")
    #expect(found.differences.allSatisfy { $0.certainty == .yes })
    let breaking = found.differences.prefix(while: \.isBreaking)
    #expect(found.differences.dropFirst(breaking.count).allSatisfy { !$0.isBreaking })
    #expect(found.isCompatible == breaking.isEmpty)
  }

  @Test func `a table is not different from itself, whatever is in it`() throws {
    let lines = Self.changes.flatMap(\.old)
    let found = try Change("same", lines, lines).compared()
    #expect(found.isEmpty, "\(found.table)")
    #expect(found.description == "No difference between \(lines.count) and \(lines.count) routes.")
  }

  @Test func `what is not decided is said, and breaks`() throws {
    let change = Change("", ["guard /a/*", "GET /a/:x"], ["GET /a/:x"])
    let found = try change.compared(work: 300)
    let undecided = try #require(found.differences(.undecided).first)
    #expect(!found.isCompatible)
    #expect(undecided.message.contains("the work of one run was spent"))
  }

  @Test func `intricate expressions take no more than the work of a run`() throws {
    // So many places in so few letters are more than that.
    let old = (0..<8).map { "GET /:x(.*[ab][cd].{\(20 + $0)}a.{30})/:y" }
    let change = Change("", old, old + ["GET /:y(.*[bc].{14}d*)/x"])
    let found = try change.compared(work: 4_000_000)
    #expect(!found.differences(.undecided).isEmpty)
  }

  @Test(.timeLimit(.minutes(10)))
  func `many guards before one target take no time that grows with their cube`() throws {
    func time(_ count: Int) throws -> Duration {
      let tables = ["n", "m"].map { letter in
        (0..<count).map { "guard /x/* \(letter)\($0)" } + ["GET /x/a a"]
      }
      let change = Change("", tables[0], tables[1])
      let start = threadTime()
      let found = try change.compared()
      let end = threadTime()
      #expect(found.differences(.guardRemoved).count == count)
      #expect(found.differences.count == 2 * count)
      return end - start
    }
    // Four times as many: 64 times as long where each of them looked at all pairs again.
    let ratio = try time(160) / time(40)
    #expect(ratio < 32, "\(ratio)")
  }

  @Test(arguments: ["\\/", "\\x2F", "\\u002F", "\\u{2F}"])
  func `values that may hold slashes are no whole segments, however a slash is written`(
    _ slash: String
  ) throws {
    let lines = ["+", "+?"].map { "GET /x/:a([\(slash)\\d]\($0))/:b([\(slash)\\d]+)" }
    let found = try Change("", [lines[0]], [lines[1]]).compared()
    #expect(found.differences.map(\.kind) == [.parameters], "\(found.table)")
  }

  @Test func `tables of two policies cannot be compared`() throws {
    var strict = Router.Configuration.server
    strict.slashes = .strict
    let listing = RouteListing([RouteDescription(.map, "/a")])
    let found = RouteDifferences(
      from: try ListedRoutes(listing),
      to: try ListedRoutes(listing, configuration: strict)
    )
    #expect(found.differences.map(\.kind) == [.undecided])
    #expect(!found.isCompatible)
  }

  @Test func `differences are coded and read again`() throws {
    let found = try Change("", ["guard /a/*", "GET /a/:x a"], ["GET /a/:y(\\d+)"]).compared()
    let data = try JSONEncoder().encode(found)
    #expect(try JSONDecoder().decode(RouteDifferences.self, from: data) == found)
    #expect(found.differences.count >= 4)
  }
}
