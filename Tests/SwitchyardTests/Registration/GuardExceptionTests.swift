#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import RoutePatterns
import Switchyard
import TestSupport
import Testing

/// A guard is not asked about what one of its exceptions matches, and about all else.
@Suite struct GuardExceptionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let exceptions: [String]
    let target: String
    let isAsked: Bool
    var slashes = RouteTarget.SlashPolicy.lenient
    var letterCase = RoutePattern.Options.LetterCase.sensitive

    init(
      _ exceptions: [String],
      _ target: String,
      asked isAsked: Bool,
      _ slashes: RouteTarget.SlashPolicy = .lenient,
      _ letterCase: RoutePattern.Options.LetterCase = .sensitive
    ) {
      self.exceptions = exceptions
      self.target = target
      self.isAsked = isAsked
      self.slashes = slashes
      self.letterCase = letterCase
    }

    var testDescription: String { "\(exceptions) \(target) \(slashes) \(letterCase)" }
  }

  @Test(arguments: [
    Row([], "/login", asked: true), Row(["/login"], "/login", asked: false),
    Row(["/login"], "/login/", asked: false), Row(["/login"], "/login/", asked: true, .strict),
    Row(["/login"], "//login", asked: true, .strict), Row(["/login"], "/LOGIN", asked: true),
    Row(["/login"], "/LOGIN", asked: false, .lenient, .insensitive),
    Row(["/login"], "/login/x", asked: true), Row(["/login"], "/x/../login", asked: false),
    Row(["/login"], "/login/../x", asked: true), Row(["/login"], "/login%2F..%2Fx", asked: true),
    Row(["/login"], "/log%69n", asked: false), Row(["/login"], "/login?next=/x", asked: false),
    Row(["/login"], "/x?/login", asked: true), Row(["/login"], "/login%3Fx", asked: true),
    Row(["/a/*"], "/a", asked: false), Row(["/a/*"], "/a/b/c", asked: false),
    Row(["/a/*"], "/ab", asked: true), Row(["/a/*"], "/a/../b", asked: true),
    Row(["/a", "/b"], "/b", asked: false), Row(["/:x(\\d+)"], "/1", asked: false),
    Row(["/:x(\\d+)"], "/a", asked: true), Row(["/:x(\\d+)"], "/1%20", asked: true),
    Row(["//a.example/x"], "https://a.example/x", asked: false),
    Row(["//a.example/x"], "https://b.example/x", asked: true),
    Row(["//a.example/x"], "/x", asked: true),
    Row(["https://a.example/x"], "http://a.example/x", asked: true),
    Row(["/*"], "/anything", asked: false),
  ])
  func `a guard is asked about all but its exceptions`(_ row: Row) async throws {
    var configuration = Router.Configuration.app
    configuration.slashes = row.slashes
    configuration.letterCase = row.letterCase
    configuration.guardTimeLimit = nil
    for form in 0..<4 {
      let router = Router.lent(configuration)
      let map = router.map("/*") { (_: RouteContext) async in }
      let exceptions = try row.exceptions.map { GuardException(try RoutePattern(parsing: $0)) }
      let id =
        switch form {
        case 0: router.guard("/*", except: exceptions) { _ async in .deny }
        case 1: router.guard("/*", queue: .main, except: exceptions) { _ async in .deny }
        case 2: router.guard("/*", except: exceptions) { _, decide in decide(.deny) }
        default:
          router.guard("/*", queue: .main, except: exceptions) { _, decide in decide(.deny) }
        }
      let outcome = await router.dispatch(row.target)
      #expect(outcome == (row.isAsked ? .denied(by: id) : .handled(by: map)))
      let verdict = router.explain(row.target).candidates.first { $0.route.id == id }?.verdict
      #expect(verdict == (row.isAsked ? .runs : .excepted))
    }
  }

  @Test func `an exception is for one guard alone`() async {
    let router = Router.lent()
    router.map("/login") { (_: RouteContext) async in }
    router.guard("/*", except: ["/login"]) { _ async in .deny }
    let other = router.guard("/*") { _ async in .deny }
    #expect(await router.dispatch("/login") == .denied(by: other))
  }

  @Test func `an exception stands behind the prefix of its group`() async {
    let router = Router.lent()
    let map = router.map("/*") { (_: RouteContext) async in }
    let id = router.group("/api/:version") { api in
      api.guard("/*", except: ["/login"]) { _ async in .deny }
    }
    #expect(await router.dispatch("/api/1/login") == .handled(by: map))
    #expect(await router.dispatch("/api/1/users") == .denied(by: id))
    #expect(await router.dispatch("/api/1/login/x") == .denied(by: id))
    #expect(router.routes.compactMap(\.exceptions) == [["/api/:version/login"]])
  }

  @Test func `where the pattern of an exception hits a limit the guard is asked`() async throws {
    var configuration = Router.Configuration.app
    configuration.matchSteps = 200
    configuration.guardTimeLimit = nil
    let router = Router.lent(configuration)
    router.map("/:x") { (_: RouteContext) async in }
    let id = router.guard("/:x", except: ["/:x((?:a|aa)+b)"]) { _ async in .deny }
    let target = "/" + String(repeating: "a", count: 60) + "bb"
    #expect(throws: MatchError.self) {
      let pattern = try RoutePattern(parsing: "/:x((?:a|aa)+b)")
      var budget = MatchBudget(steps: 200)
      _ = try pattern.match(RouteTarget(target), budget: &budget)
    }
    #expect(await router.dispatch(target) == .denied(by: id))
  }

  @Test func `a closure in the pattern of an exception has its say`() async throws {
    let router = Router.lent()
    let map = router.map("/:x") { (_: RouteContext) async in }
    let pattern = RoutePattern("/:x", where: ["x": .check { $0 == "open" }])
    let id = router.guard("/*", except: [GuardException(pattern)]) { _ async in .deny }
    #expect(await router.dispatch("/open") == .handled(by: map))
    #expect(await router.dispatch("/shut") == .denied(by: id))
    // What it refuses is not known to a comparison.
    router.map("/:x", tags: ["p"]) { (_: RouteContext) async in }
    let found = router.validate(requiring: ["p"]).findings(.unguarded)
    #expect(found.map(\.certainty) == [.unknown])
  }

  @Test func `a target that a proxy commits to is asked by itself`() async {
    let router = Router.lent()
    router.map("/*") { (_: RouteContext) async in }
    router.proxy("/login") { (_: RouteContext) async in .commit("/secret") }
    let id = router.guard("/*", except: ["/login"]) { _ async in .deny }
    #expect(await router.dispatch("/login") == .denied(by: id))
  }

  @Test func `the parameters of a guard are its own behind a guard that is left out`() async {
    let router = Router.lent()
    let seen = Notes<String>()
    router.guard("/:first", except: ["/a"]) { _ async in .deny }
    router.guard("/:second") { context async in
      seen.add("\(context.parameters)")
      return .allow
    }
    let map = router.map("/:third") { (context: RouteContext) async in
      seen.add("\(context.parameters)")
    }
    #expect(await router.dispatch("/a") == .handled(by: map))
    #expect(seen.all == ["[second: a]", "[third: a]"])
  }

  @Test(arguments: [false, true])
  func `what takes the place of a guard that is left out is asked`(_ isAround: Bool) async {
    let router = Router.lent()
    let left = router.guard("/*", except: ["/x"]) { _ async in .deny }
    let other = Shared<RouteID?>(nil)
    router.proxy("/x") { (_: RouteContext) async in
      guard other.withLock({ $0 }) == nil else { return .pass }
      let id = router.update { table in
        table.dispose(of: left)
        return table.guard("/*") { _ async in .deny }
      }
      other.withLock { $0 = id }
      return .pass
    }
    if isAround { router.around("/x") { _, next in try await next() } }
    router.map("/x") { (_: RouteContext) async in Issue.record("It ran unguarded.") }
    let outcome = await router.dispatch("/x")
    #expect(outcome == other.withLock({ $0 }).map { .denied(by: $0) })
  }

  @Test func `a listing names the exceptions`() throws {
    let router = Router()
    router.guard("/*", except: ["/login", "/a/*"]) { _ async in .deny }
    #expect(router.routes.map(\.exceptions) == [["/login", "/a/*"]])
    #expect(router.routes.table.contains("/* except /login, /a/*"))
    let data = try JSONEncoder().encode(router.routes)
    #expect(try JSONDecoder().decode(RouteListing.self, from: data) == router.routes)
  }
}
