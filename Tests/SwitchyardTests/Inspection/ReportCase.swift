import Switchyard
import Testing

/// Routes, and what is found among them.
struct ReportCase: Sendable, CustomTestStringConvertible {
  let routes: [RouteSpec]
  let findings: [String]
  var precedence = Router.Precedence.latestFirst
  var slashes = RouteTarget.SlashPolicy.lenient
  var requiring: [RouteTag] = []

  init(
    _ routes: [RouteSpec],
    _ findings: [String],
    _ precedence: Router.Precedence = .latestFirst,
    slashes: RouteTarget.SlashPolicy = .lenient,
    requiring: [RouteTag] = []
  ) {
    self.routes = routes
    self.findings = findings
    self.precedence = precedence
    self.slashes = slashes
    self.requiring = requiring
  }

  var testDescription: String {
    "\(routes) \(precedence) \(slashes)\(requiring.isEmpty ? "" : " requiring \(requiring)")"
  }

  var configuration: Router.Configuration {
    var configuration = Router.Configuration.app
    configuration.precedence = precedence
    configuration.slashes = slashes
    return configuration
  }
}

extension RouteFinding {
  /// The finding without its words, in one line.
  var summary: String {
    var text = "\(severity) \(kind)\(certainty == .yes ? "" : "?")"
    if !aspects.isEmpty { text += " in \(aspects.map(\.rawValue).joined(separator: ","))" }
    text += ": " + routes.map { "\($0.kind) \($0.pattern)" }.joined(separator: " | ")
    if let example { text += " at \(example)" }
    return text
  }
}

extension ReportCase {
  static let duplicates: [ReportCase] = [
    .init([], []),
    .init(["map /a", "map /b"], []),
    .init(["map /a", "map /a"], ["warning duplicate: map /a | map /a"]),
    .init(["map /a", "map /a"], ["warning duplicate: map /a | map /a"], .mostSpecific),
    .init(["map /a", "map a/", "map /a//"], ["warning duplicate: map /a | map /a | map /a"]),
    .init(["map /a @x,y", "map /a @y,x"], ["warning duplicate: map /a | map /a"]),
    .init(["map /a @x", "map /a @y"], []),
    .init(["map /a @x", "map /a"], []),
    .init(["map /a", "fallback /a"], ["warning shadowed: fallback /a | map /a"]),
    .init(["fallback /a", "fallback /a"], ["warning duplicate: fallback /a | fallback /a"]),
    .init(["map /a", "guard /a", "guard /a"], ["note duplicate: guard /a | guard /a"]),
    .init(["map /a", "proxy /a", "proxy /a"], ["note duplicate: proxy /a | proxy /a"]),
    .init(["map /a", "proxy /a", "proxy /a @x"], ["note unmet: proxy /a | map /a"]),
    // Each has a closure of its own.
    .init(["map /:a ?a", "map /:a ?a"], ["note shadowed?: map /:a | map /:a"]),
    .init(
      ["map /a", "map /a", "map /*"],
      ["warning duplicate: map /a | map /a", "warning shadowed: map /a | map /*"]
    ),
  ]

  static let shadows: [ReportCase] = [
    .init(["map /books/:id", "map /books/new"], []),
    .init(
      ["map /books/new", "map /books/:id"],
      ["warning shadowed: map /books/new | map /books/:id"]
    ),
    .init(["map /books/new", "map /books/:id"], [], .mostSpecific),
    .init(
      ["map /books/:id", "map /books/:name"],
      ["warning shadowed: map /books/:id | map /books/:name"]
    ),
    .init(
      ["map /books/:id", "map /books/:name"],
      ["warning shadowed: map /books/:id | map /books/:name"],
      .mostSpecific
    ),
    .init(["map /b/:id(\\d+)", "map /b/:id"], ["warning shadowed: map /b/:id(\\d+) | map /b/:id"]),
    .init(["map /b/:id", "map /b/:id(\\d+)"], []),
    // Several together.
    .init(
      ["map /a/*", "map /a", "map /a/:b+"],
      ["warning shadowed: map /a/* | map /a/:b+ | map /a"]
    ),
    .init(["map /a/*", "map /a", "map /a/:b"], []),
    .init(
      ["map /a/*", "map /a", "map /z", "map /a/:b+", "map /a/x"],
      ["warning shadowed: map /a/* | map /a/:b+ | map /a"]
    ),
    .init(
      ["map /:x([ab])", "map /a", "map /b"],
      ["warning shadowed: map /:x([ab]) | map /b | map /a"],
      .mostSpecific
    ),
    // Those that add nothing are not named.
    .init(
      ["map /:x([ab])", "map /b", "map /:y(a)", "map /a"],
      [
        "warning shadowed: map /:y(a) | map /a",
        "warning shadowed: map /:x([ab]) | map /a | map /b",
      ]
    ),
    .init(["map /:x([abc])", "map /a", "map /b"], [], .mostSpecific),
    // Tags.
    .init(["map /a @x", "map /* @x"], ["warning shadowed: map /a | map /*"]),
    .init(["map /a @x", "map /* @x,y"], ["warning shadowed: map /a | map /*"]),
    .init(["map /a @x,y", "map /* @x"], []),
    .init(["map /a @x", "map /* @y"], []),
    .init(["map /a @x", "map /*"], []),
    .init(["map /a", "map /* @x"], ["warning shadowed: map /a | map /*"]),
    .init(
      ["map /a @x,y", "map /* @x", "map /:z @y"],
      ["warning shadowed: map /a | map /:z | map /*"]
    ),
    .init(["map /a @x,y,z", "map /* @x", "map /:z @y"], []),
    // Schemes and hosts.
    .init(["map app://a", "map /a"], ["warning shadowed: map app://a | map /a"]),
    .init(["map /a", "map app://a"], []),
    .init(
      ["map https://a.example/x", "map https://*.example/x"],
      ["warning shadowed: map https://a.example/x | map https://*.example/x"]
    ),
    .init(
      ["map https://a.example/x", "map //*.example/x"],
      ["warning shadowed: map https://a.example/x | map //*.example/x"]
    ),
    .init(["map //a.example/x", "map /x"], ["warning shadowed: map //a.example/x | map /x"]),
    .init(["map /x", "map //a.example/x"], []),
    .init(["map //a.example/x", "map https://a.example/x"], []),
    // Slashes.
    .init(["map /a/", "map /a"], [], slashes: .strict),
    .init(["map /a/", "map /a/*"], ["warning shadowed: map /a/ | map /a/*"], slashes: .strict),
    // What only closures know.
    .init(["map /b/1", "map /b/:id ?id"], ["note shadowed?: map /b/1 | map /b/:id"]),
    .init(["map /b/:id", "map /b/:id(\\d+) ?id"], []),
    .init(["map /b/:id ?id", "map /b/:name"], ["warning shadowed: map /b/:id | map /b/:name"]),
    .init(["map /b/:id ?id", "map /b/1"], []),
    .init(
      ["map /b/1", "map /b/:id ?id", "map /b/:x(\\d+)"],
      ["warning shadowed: map /b/1 | map /b/:x(\\d+)"]
    ),
    // Fallbacks.
    .init(["fallback /a/*", "map /a/b"], []),
    .init(["fallback /a/*", "map /*"], ["warning shadowed: fallback /a/* | map /*"]),
    .init(["fallback /a/*", "map /* @x"], ["warning shadowed: fallback /a/* | map /*"]),
    .init(["fallback /a/* @x", "map /*"], []),
    .init(["fallback /*", "fallback /a/*"], []),
    .init(["fallback /:x", "fallback /:y"], ["warning shadowed: fallback /:x | fallback /:y"]),
    .init(
      ["fallback /:x", "fallback /:y"],
      ["warning shadowed: fallback /:x | fallback /:y"],
      .mostSpecific
    ),
    .init(
      ["fallback /a/*", "fallback /a/:b+", "map /a"],
      ["warning shadowed: fallback /a/* | map /a | fallback /a/:b+"]
    ),
  ]

  static let meetings: [ReportCase] = [
    .init(["guard /admin/*", "map /admin/users"], []),
    .init(["guard /admin/*", "fallback /admin/users"], []),
    .init(["guard /amdin/*", "map /admin/users"], ["warning unmet: guard /amdin/*"]),
    .init(["guard /*"], ["warning unmet: guard /*"]),
    .init(["guard /:x ?x", "map /a"], ["note narrowGuard? in validation: guard /:x | map /a"]),
    .init(["guard /a/:x ?x", "map /a"], ["warning unmet: guard /a/:x"]),
    .init(["proxy /old/*", "map /new"], ["note unmet: proxy /old/*"]),
    .init(["proxy /old/*", "map /*"], []),
    .init(["proxy /old/* @x", "map /* @x"], []),
    .init(["proxy /old/* @x", "map /* @y"], ["note unmet: proxy /old/* | map /*"]),
    .init(["proxy /old/* @x", "map /*"], ["note unmet: proxy /old/* | map /*"]),
    .init(["proxy /old/*", "map /* @y"], []),
    .init(["proxy /old/* @x", "map /* @y", "fallback /* @x"], []),
  ]

  static let exceptions: [ReportCase] = [
    .init(["guard /* !/login", "map /login", "map /a @p"], [], requiring: ["p"]),
    .init(
      ["guard /* !/login", "map /login @p"],
      ["error unguarded: map /login at /login"],
      requiring: ["p"]
    ),
    .init(
      ["guard /* !/books/new", "map /books/:id @p"],
      ["error unguarded: map /books/:id at /books/new"],
      requiring: ["p"]
    ),
    .init(
      ["guard /* !/books/new", "map /books/:id(\\d+) @p"],
      ["note unmet: guard /*"],
      requiring: ["p"]
    ),
    .init(["guard /* !/logn", "map /login"], ["note unmet: guard /*"]),
    .init(
      ["guard /* !/a/*", "guard /a/*", "map /a/:x @p", "map /:x/b @p"],
      ["error unguarded?: map /:x/b", "note narrowGuard in path: guard /a/* | map /:x/b"],
      requiring: ["p"]
    ),
    .init(
      ["guard /* !/a", "guard /* !/b", "map /:x @p"],
      ["error unguarded?: map /:x"],
      requiring: ["p"]
    ),
    .init(
      ["guard /* !/a", "guard /* !/a", "map /:x @p"],
      ["error unguarded: map /:x at /a", "note duplicate: guard /* | guard /*"],
      requiring: ["p"]
    ),
    .init(["guard /* !/a", "guard /* !/b", "map /a"], ["note unmet: guard /*"]),
    .init(["guard /* !/*", "map /a @p"], ["error unguarded: map /a at /a"], requiring: ["p"]),
  ]

  static let guards: [ReportCase] = [
    .init(["guard /a/*", "map /*"], ["note narrowGuard in path: guard /a/* | map /*"]),
    .init(
      ["guard https://a.example/*", "map /x"],
      ["warning narrowGuard in scheme,host: guard https://a.example/* | map /x"]
    ),
    .init(
      ["guard //a.example/*", "map /x"],
      ["warning narrowGuard in host: guard //a.example/* | map /x"]
    ),
    .init(["guard //*/*", "map /x"], ["warning narrowGuard in host: guard //*/* | map /x"]),
    .init(["guard //a.example/*", "map https://a.example/x"], []),
    .init(
      ["guard https://a.example/*", "map //a.example/x"],
      ["warning narrowGuard in scheme: guard https://a.example/* | map //a.example/x"]
    ),
    .init(
      ["guard //a.example:444/*", "map //*/x"],
      ["warning narrowGuard in host,port: guard //a.example:444/* | map //*/x"]
    ),
    .init(
      ["guard app://*", "map /x", "map /y", "map app://x/y"],
      ["warning narrowGuard in scheme: guard app://* | map /y | map /x"]
    ),
    .init(
      ["guard https://a.example/*", "map https://*.example/x"],
      ["warning narrowGuard in host: guard https://a.example/* | map https://*.example/x"]
    ),
    .init(
      ["guard https://a.example:444/*", "map https://a.example/x"],
      ["warning narrowGuard in port: guard https://a.example:444/* | map https://a.example/x"]
    ),
    .init(
      ["guard /a", "map /a{/}?"],
      ["warning narrowGuard in slashes: guard /a | map /a{/}?"],
      slashes: .strict
    ),
    .init(["guard /a", "map /a{/}?"], []),
    .init(
      ["guard https://a.example/b/*", "map /*"],
      ["warning narrowGuard in scheme,host,path: guard https://a.example/b/* | map /*"]
    ),
    // A value that takes no slash meets no map of more segments; one that does meets all.
    .init(["guard /:x([^.]+)", "map /a/b"], ["warning unmet: guard /:x([^.]+)"]),
    .init(
      ["guard /a/:x(\\S+)", "map /a/:y+"],
      ["note narrowGuard in path: guard /a/:x(\\S+) | map /a/:y+"]
    ),
    .init(["guard /a/:x(\\S+)", "map /a/:y"], []),
    .init(["guard /a/:x(.+)", "map /a/:y+"], []),
    .init(["guard /a/:x(.*)", "map /a/*"], []),
    .init(["guard /a/:x(b/.*)", "map /a/b/:y+"], []),
    // What is required.
    .init(["map /a @p"], ["error unguarded: map /a at /a"], requiring: ["p"]),
    .init(
      ["map /a @p", "map /b"],
      ["error unknownTag: ", "error unguarded: map /a at /a"],
      requiring: ["p", "q"]
    ),
    .init(
      ["map /a @p", "proxy /a @q"],
      ["error unknownTag: ", "note unmet: proxy /a | map /a"],
      requiring: ["q"]
    ),
    .init(["map /a @p", "guard /a"], [], requiring: ["p"]),
    .init(["map /a/:b @p", "guard /a/*"], [], requiring: ["p"]),
    .init(["fallback /a/* @p", "guard /a/*"], [], requiring: ["p"]),
    .init(["fallback /a/* @p"], ["error unguarded: fallback /a/* at /a"], requiring: ["p"]),
    .init(
      ["map /a/* @p", "guard /a", "guard /a/:b+"],
      [
        "note narrowGuard in path: guard /a | guard /a/:b+ | map /a/*"
      ],
      requiring: ["p"]
    ),
    .init(
      ["map /a/* @p", "guard /a", "guard /a/:b"],
      [
        "error unguarded: map /a/* at /a/a/a",
        "note narrowGuard in path: guard /a | guard /a/:b | map /a/*",
      ],
      requiring: ["p"]
    ),
    .init(
      ["map /:x @p", "guard /:x ?x"],
      [
        "error unguarded?: map /:x",
        "note narrowGuard? in validation: guard /:x | map /:x",
      ],
      requiring: ["p"]
    ),
    .init(["map /:x @p ?x", "guard /:x"], [], requiring: ["p"]),
    .init(
      ["map /:x @p ?x", "guard /a"],
      [
        "error unguarded?: map /:x",
        "note narrowGuard in path: guard /a | map /:x",
      ],
      requiring: ["p"]
    ),
    .init(
      ["map /a @p", "guard app://a"],
      [
        "error unguarded: map /a at /a",
        "warning narrowGuard in scheme: guard app://a | map /a",
      ],
      requiring: ["p"]
    ),
  ]
}
