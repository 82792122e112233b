import Switchyard
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A route beside a target, and what is said of it.
struct MismatchCase: Sendable, CustomTestStringConvertible {
  let route: RouteSpec
  let target: String
  let mismatch: RouteExplanation.Mismatch?
  var slashes = RouteTarget.SlashPolicy.lenient
  var letterCase = RoutePattern.Options.LetterCase.sensitive

  init(
    _ route: RouteSpec,
    _ target: String,
    _ mismatch: RouteExplanation.Mismatch?,
    _ slashes: RouteTarget.SlashPolicy = .lenient,
    _ letterCase: RoutePattern.Options.LetterCase = .sensitive
  ) {
    self.route = route
    self.target = target
    self.mismatch = mismatch
    self.slashes = slashes
    self.letterCase = letterCase
  }

  var testDescription: String { "\(route) \(target) \(slashes) \(letterCase)" }

  static let all: [MismatchCase] = [
    .init("map /books/:id", "/books/1", nil),
    .init("map /books/:id", "/books", .path),
    .init("map /books/:id", "/books/1/2", .path),
    .init("map /books/:id(\\d+)", "/books/x", .path),
    .init("map /Books/:id", "/books/1", .letterCase),
    .init("map /Books/:id", "/books/1", nil, .lenient, .insensitive),
    .init("map /Books/:id", "/bocks/1", .path),
    .init("map app://books/:id", "/books/1", .scheme),
    .init("map app://books/:id", "other://books/1", .scheme),
    .init("map app://books/:id", "app://books/1/2", .path),
    .init("map app://books/:id", "APP://Books/1", nil),
    .init("map https://a.example/x", "/x", .scheme),
    .init("map https://a.example/x", "http://a.example/x", .scheme),
    .init("map https://a.example/x", "https://b.example/x", .host),
    .init("map https://a.example/x", "https://b.example/y", .host),
    .init("map https://a.example/x", "https://a.example/y", .path),
    .init("map https://a.example/x", "https://a.example/X", .letterCase),
    .init("map https://a.example/x", "https://a.example:444/x", nil),
    .init("map https://a.example:444/x", "https://a.example/x", .port),
    .init("map https://a.example:444/x", "https://b.example/x", .host),
    .init("map https://a.example:443/x", "https://a.example/x", nil),
    .init("map https://:sub.example/x", "https://a.b.example/x", .host),
    .init("map //a.example/x", "wss://a.example/x", nil),
    .init("map //a.example/x", "https://b.example/x", .host),
    .init("map //a.example/x", "app://a.example/x", .host),
    .init("map //a.example/x", "/x", .host),
    .init("map //a.example/x", "http://a.example/y", .path),
    .init("map //a.example:444/x", "https://a.example/x", .port),
    .init("map /a/b", "/a//b/", nil),
    .init("map /a/b", "/a//b", .slashes, .strict),
    .init("map /a/b", "/a/b/", .slashes, .strict),
    .init("map /a/b/", "/a/b", .slashes, .strict),
    .init("map /a/b", "/A/b/", .path, .strict),
    .init("map /a/b", "/A/b/", .slashes, .strict, .insensitive),
    .init("map /a/b", "/a/c/", .path, .strict),
    .init("map /books/:id ?id", "/books/1", nil),
    .init("map /books/:id ?id", "/books/refused", .validation),
    .init("map /books/:id(r.*) ?id", "/books/refused", .validation),
    .init("map /books/:id(r.*) ?id", "/books/1", .path),
    .init("map /Books/:id ?id", "/books/refused", .letterCase),
    .init("map https://a.example/:id ?id", "https://b.example/refused", .host),
  ]
}

@Suite struct ExplanationTests {
  /// What takes many steps to be told from what `/:x((?:a|aa)+b)` matches.
  private static let costly = "/" + String(repeating: "a", count: 60) + "bb"

  @Test(arguments: MismatchCase.all)
  func `a route that does not match says why`(_ row: MismatchCase) throws {
    var configuration = Router.Configuration.app
    configuration.slashes = row.slashes
    configuration.letterCase = row.letterCase
    let router = try Router(configuration, routes: [row.route])
    let candidate = try #require(router.explain(row.target).candidates.first)
    #expect(candidate.verdict == (row.mismatch == nil ? .runs : .mismatch))
    #expect(candidate.mismatch == row.mismatch)
    #expect((candidate.parameters == nil) == (row.mismatch != nil))
  }

  @Test func `all routes stand in the order in which they are asked`() throws {
    let router = try Router(routes: [
      "map /books/:id @Views", "fallback /*", "proxy /books/*", "map /books/new", "guard /books/*",
      "map /books/1 @Logs", "guard /admin/*", "proxy /* @Logs", "fallback /books/* @Views",
    ])
    let regex = Dictionary(uniqueKeysWithValues: router.routes.map { ($0.order, $0.regex ?? "") })
    let places = Dictionary(uniqueKeysWithValues: router.routes.map { ($0.order, $0.origin ?? "") })
    let heading = "AT" + String(repeating: " ", count: (places[1] ?? "").count - 2)
    #expect(
      router["Views"].explain("/books//1/?x=2").table == """
        /books/1?x=2 through the tags Views
        #  KIND      PATTERN     VERDICT                              PARAMETERS  \(heading)  REGEX
        5  guard     /books/*    is asked                             [0: 1]      \(places[5] ?? "")  \(regex[5] ?? "")
        7  guard     /admin/*    does not match: the path is another  -           \(places[7] ?? "")  \(regex[7] ?? "")
        8  proxy     /*          skipped by tag                       -           \(places[8] ?? "")  \(regex[8] ?? "")
        3  proxy     /books/*    is asked                             [0: 1]      \(places[3] ?? "")  \(regex[3] ?? "")
        6  map       /books/1    skipped by tag                       -           \(places[6] ?? "")  ^/books/1$
        4  map       /books/new  skipped by tag                       -           \(places[4] ?? "")  ^/books/new$
        1  map       /books/:id  runs                                 [id: 1]     \(places[1] ?? "")  ^/books/([^/]++)$
        9  fallback  /books/*    matches, but #1 wins before it       [0: 1]      \(places[9] ?? "")  \(regex[9] ?? "")
        2  fallback  /*          skipped by tag                       -           \(places[2] ?? "")  ^/(.*+)$
        The proxy /books/* (#3) decides first; if it goes on, the map /books/:id (#1) runs.
        """
    )
    #expect(
      "\(router["Views"].explain("/books/1"))"
        == "/books/1: The proxy /books/* (#3) decides first; if it goes on, the map /books/:id (#1) "
        + "runs."
    )
    let explanation = router.explain("/books/1")
    #expect(explanation.chosen?.route.order == 6)
    #expect(explanation.running.map(\.route.order) == [5, 8, 3, 6])
    #expect(explanation.candidates.map(\.route.order) == [5, 7, 8, 3, 6, 4, 1, 9, 2])
    #expect(explanation.candidates[6].hider == explanation.chosen?.route.id)
  }

  @Test func `under the other precedence the most specific stands first`() throws {
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    let router = try Router(configuration, routes: ["map /books/new", "map /books/:id", "map /*"])
    #expect(router.explain("/books/new").candidates.map(\.route.order) == [1, 2, 3])
    #expect(router.explain("/books/new").candidates.map(\.verdict) == [.runs, .hidden, .hidden])
  }

  @Test func `what has no canonical form is rejected`() {
    let router = Router()
    router.map("/*") { _ in }
    let explanation = router["a"].explain("/%zz")
    #expect(explanation.target == nil)
    #expect(explanation.candidates.isEmpty)
    let error = #expect(throws: RouteTargetError.self) { try RouteTarget("/%zz") }
    #expect(
      explanation.table == "Rejected through the tags a. \(error.map { "\($0)" } ?? "")"
    )
  }

  @Test func `texts, URLs and targets are explained alike`() throws {
    let router = try Router(routes: ["map app://books/:id"])
    let explanation = router.explain("app://Books/1?x=2#y")
    let url = try #require(URL(string: "app://Books/1?x=2#y"))
    #expect(explanation.chosen?.parameters?["id"] == "1")
    #expect(explanation.chosen?.parameters?.query["x"] == "2")
    #expect(explanation.chosen?.parameters?.fragment == "y")
    #expect(router.explain(url) == explanation)
    #expect(try router.explain(RouteTarget("app://Books/1?x=2#y")) == explanation)
    // A target that was made under other policies is made anew.
    let strict = try RouteTarget("app://books//1/", options: .init(slashes: .strict))
    #expect(router.explain(strict).target?.description == "app://books/1")
  }

  @Test func `a route whose owner is gone is said to be gone`() {
    let router = Router()
    var owner: TestOwner? = TestOwner()
    router.map("/a", owner: owner) { _ in }
    #expect(router.explain("/a").candidates.map(\.verdict) == [.runs])
    withExtendedLifetime(owner) {}
    owner = nil
    let explanation = router.explain("/a")
    #expect(explanation.candidates.map(\.verdict) == [.gone])
    #expect(explanation.description.hasSuffix("No map runs."))
    // Who has noticed it has also taken it out.
    #expect(router.explain("/a").candidates.isEmpty)
  }

  @Test func `a limit that is hit ends what comes behind`() throws {
    var configuration = Router.Configuration.app
    configuration.matchSteps = 500
    configuration.onFault = { _ in }
    let router = try Router(configuration, routes: ["map /*", "map /:x((?:a|aa)+b)", "map /a/b"])
    let target = Self.costly
    let explanation = router.explain(target)
    #expect(explanation.candidates.map(\.verdict) == [.mismatch, .undecided, .hidden])
    #expect(explanation.chosen == nil)
    let failure = try #require(explanation.candidates[1].failure)
    #expect(failure.contains("more steps than the limit allows"))
    let text = explanation.table
    #expect(text.contains("matches, but the dispatch ends at #2"))
    #expect(text.hasSuffix("\(failure)\nThe dispatch fails at the map /:x((?:a|aa)+b)."))
  }

  @Test func `a guard that hits a limit denies`() throws {
    var configuration = Router.Configuration.app
    configuration.matchSteps = 500
    let router = try Router(configuration, routes: ["guard /:x((?:a|aa)+b)", "map /*", "proxy /*"])
    let explanation = router.explain(Self.costly)
    #expect(explanation.candidates.map(\.verdict) == [.undecided, .hidden, .hidden])
    #expect(explanation.description.hasSuffix("The guard /:x((?:a|aa)+b) denies."))
  }

  /// The steps are used up in the order of a dispatch: guards, proxies, middleware, the map.
  @Test func `middleware comes behind the guards and proxies that were registered later`()
    async throws
  {
    var configuration = Router.Configuration.app
    configuration.matchSteps = 1_000
    configuration.onFault = { _ in }
    let target = "/a/" + String(repeating: "b", count: 60)
    for kind in ["guard", "proxy"] {
      let router = try Router(
        configuration,
        routes: [
          "middleware /a/:x((?:b|bb)+[cd])",
          RouteSpec("\(kind) /a/:x([b]+|[c]+e|[b]+)"), "map /a/*",
        ]
      )
      let explanation = router.explain(target)
      let undecided = explanation.candidates.filter { $0.verdict == .undecided }
      #expect(undecided.map(\.route.kind) == [.middleware], "\(explanation.table)")
      guard case .failed(let error) = await router.dispatch(target) else {
        Issue.record("The dispatch did not run into the limit.")
        continue
      }
      #expect(error.code == .matchLimit && error.route == undecided.first?.route.id)
    }
  }

  /// The map that it is around does not run, and hides nothing.
  @Test func `middleware that hits a limit hides all maps and fallbacks`() throws {
    var configuration = Router.Configuration.app
    configuration.matchSteps = 500
    let router = try Router(
      configuration,
      routes: [
        "middleware /:x((?:a|aa)+b)", "middleware /*", "map /*", "map /:x", "fallback /*",
      ]
    )
    let explanation = router.explain(Self.costly)
    let end = explanation.candidates.first { $0.verdict == .undecided }?.route
    #expect(end?.pattern == "/:x((?:a|aa)+b)" && explanation.running.isEmpty)
    let others = explanation.candidates.filter { $0.verdict != .undecided }
    #expect(others.count == 4)
    #expect(others.allSatisfy { $0.verdict == .hidden && $0.hider == end?.id })
  }

  private static let refusals: [(routes: [RouteSpec], ending: String)] = [
    (["map /x"], "The map /x (#1) is refused."),
    (["map /x &card"], "The map /x (#1) is refused."),
    (["map /x &card", "guard /* =card !/x"], "The map /x (#1) is refused."),
    (["map /x &card", "guard /* =card +observing"], "The map /x (#1) is refused."),
    (["map /x &card,staff", "guard /* =card"], "The map /x (#1) is refused."),
    (["map /x &card", "guard /y =card", "guard /* =staff"], "The map /x (#1) is refused."),
    (["fallback /* ", "map /y +public"], "The fallback /* (#1) is refused."),
    (
      ["map /x", "proxy /*"],
      "The proxy /* (#2) decides first; if it goes on, the map /x (#1) is refused."
    ),
    (["map /x +public"], "The map /x (#1) runs."),
    (["map /x &card", "guard /* =card !/y"], "The map /x (#1) runs."),
    (["map /x &card,staff", "guard /x =card", "guard /* =staff"], "The map /x (#1) runs."),
  ]

  @Test func `what is not declared, or not behind what it requires, is refused as in a dispatch`()
    async throws
  {
    for (routes, ending) in Self.refusals {
      for access in [RouterAccess.open, .declared] {
        var configuration = Router.Configuration.server
        configuration.access = access
        configuration.onFault = { _ in }
        let router = try Router(configuration, routes: routes)
        try RouteSpec("middleware /*").register(in: router)
        let explanation = router.explain("/x")
        let runs = ending.replacing("is refused", with: "runs")
        #expect(explanation.endingText == (access == .open ? runs : ending), "\(routes)")
        switch await router.dispatch("/x") {
        case .handled(let id): #expect(explanation.chosen?.route.id == id, "\(routes)")
        case .denied(let id): #expect(explanation.refused?.route.id == id, "\(routes)")
        case let outcome: Issue.record("\(outcome) of \(routes)")
        }
        #expect((explanation.chosen == nil) == (explanation.refused != nil), "\(routes)")
        let middleware = explanation.candidates.first { $0.route.kind == .middleware }
        #expect(middleware?.verdict == (explanation.chosen == nil ? .hidden : .runs))
        #expect(middleware?.hider == explanation.refused?.route.id)
        let data = try JSONEncoder().encode(explanation)
        #expect(try JSONDecoder().decode(RouteExplanation.self, from: data) == explanation)
      }
    }
  }

  @Test func `a refusal is said with its reason`() throws {
    var configuration = Router.Configuration.server
    configuration.access = .declared
    let router = try Router(configuration, routes: ["map /x &card", "middleware /*"])
    let table = router.explain("/x").table
    #expect(table.contains("matches, but its access is refused"))
    #expect(table.contains("matches, but the dispatch ends at #1"))
    #expect(
      table.hasSuffix(
        """
        The map /x: it did not run, as it requires the guard "card", and none of that name that can \
        turn somebody away was asked. Register one that decides about all that this route matches.
        The map /x (#1) is refused.
        """
      ),
      "\(table)"
    )
  }

  /// What does not match is no less of another path for it.
  @Test func `middleware that hits a limit around a miss hides no map that does not match`() throws
  {
    var configuration = Router.Configuration.app
    configuration.matchSteps = 500
    let router = try Router(
      configuration,
      routes: ["middleware /:x((?:a|aa)+b) +misses", "map /other", "fallback /more"]
    )
    let explanation = router.explain(Self.costly)
    let verdicts = explanation.candidates.map { "\($0.route.kind) \($0.verdict)" }
    #expect(
      verdicts.sorted() == ["fallback mismatch", "map mismatch", "middleware undecided"],
      "\(explanation.table)"
    )
  }

  @Test func `no handler runs, and a router without routes says so`() throws {
    let router = Router()
    #expect(router.explain("a/b").table == "/a/b\nThere are no routes.")
    for kind in ["guard", "proxy", "map", "fallback"] {
      try RouteSpec("\(kind) /*").register(in: router) { _ in Issue.record("A handler ran.") }
    }
    #expect(router.explain("/a").running.count == 3)
  }

  @Test func `a match without parameters has no path, and is read with an empty one`() throws {
    let explanation = try Router(.app, routes: ["map /x"]).explain("/x")
    let text = String(decoding: try JSONEncoder().encode(explanation), as: UTF8.self)
    let empty = #""parameters":{}"#
    #expect(text.contains(empty), "\(text)")
    let other = text.replacing(empty, with: #""parameters":{"path":[]}"#)
    #expect(try JSONDecoder().decode(RouteExplanation.self, from: Data(other.utf8)) == explanation)
  }

  @Test func `an explanation is read as it was written`() throws {
    var configuration = Router.Configuration.app
    configuration.matchSteps = 500
    let router = try Router(
      configuration,
      routes: ["map /:x((?:a|aa)+b)", "map /x/*", "map /:a/:b @T", "guard /x/*"]
    )
    for target in ["/x/1%2F2/3?q=a%20b&q&=1#f%20g", Self.costly, "%"] {
      for view in [router[[]], router["T"]] {
        let explanation = view.explain(target)
        let data = try JSONEncoder().encode(explanation)
        #expect(try JSONDecoder().decode(RouteExplanation.self, from: data) == explanation)
      }
    }
  }
}
