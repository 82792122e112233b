import Switchyard
import TestSupport
import Testing

/// What the README and the documentation show works as it stands there.
@Suite struct `Examples of the router's documentation` {
  /// Stands for the screen, the session and the store of the examples.
  final class Screen: RouteOwner, Sendable {
    @MainActor static var shown: [String] = []

    @MainActor func show(book: String?) { Self.shown.append(book ?? "none") }
  }

  struct User: Sendable {
    let isAdmin: Bool
  }

  @Test func `the README's screen of a router`() async throws {
    let router = Router.lent()
    let screen = Screen()
    let app = router.map("app://books/:id", tags: ["Views"], queue: .main, owner: screen) {
      [weak screen] context, completed in
      screen?.show(book: context.parameters["id"])
      completed()
    }
    let book = router.map("/books/:id(\\d+)", name: "book") {
      (context: RouteContext) async throws in
      #expect(context.parameters["id", as: Int.self] == 42)
    }
    router.guard("/admin/*") { context async in
      context.payload(as: User.self)?.isAdmin == true
        ? .allow : .redirect("/login", query: ["callback": context.route])
    }
    router.proxy("/old/*") { (context: RouteContext) async throws in
      .commit("/new", parameters: context.parameters.adding(["from": context.route]))
    }
    let login = router.map("/login") { (context: RouteContext) async throws in
      #expect(context.parameters["callback"] == "/admin/users")
    }
    let new = router.map("/new") { (context: RouteContext) async throws in
      #expect(context.parameters["from"] == "/old/x")
    }
    let admin = router.map("/admin/users", tags: ["Private"]) {
      (context: RouteContext) async throws in
    }
    let (users, missing) = router.group("/api/v1", tags: ["API"]) { api in
      (
        api.map("/users") { (context: RouteContext) async throws in },
        api.fallback("/*") { (context: RouteContext) async throws in }
      )
    }

    #expect(router["Views"].open("app://books/42", payload: "today"))
    #expect(await router["Views"].dispatch("app://books/7") == .handled(by: app))
    #expect(await Screen.shown == ["42", "7"])
    #expect(await router.dispatch("/books/42?page=7") == .handled(by: book))
    #expect(await router.dispatch("/books/x") == .notFound)
    #expect(await router.dispatch("/admin/users") == .handled(by: login))
    #expect(
      await router.dispatch("/admin/users", payload: User(isAdmin: true)) == .handled(by: admin)
    )
    #expect(await router.dispatch("/old/x") == .handled(by: new))
    #expect(await router["API"].dispatch("/api/v1/users") == .handled(by: users))
    #expect(await router["API"].dispatch("/api/v1/pears") == .handled(by: missing))

    #expect(try router.url(named: "book", values: ["id": "42"]) == "/books/42")
    #expect(router.explain("/admin/users").chosen?.route.id == admin)
    #expect(router.validate(requiring: ["Private"]).isClean)
    withExtendedLifetime(screen) {}
  }

  /// The lines of the README, with an owner that ends.
  @Test func `nothing keeps the README's screen but its own`() throws {
    let router = Router.lent()
    var screen: Screen? = Screen()
    weak let gone = screen
    router.map("app://books/:id", tags: ["Views"], queue: .main, owner: screen) {
      [weak screen] context, completed in
      screen?.show(book: context.parameters["id"])
      completed()
    }
    screen = nil
    #expect(gone == nil)
    #expect(!router["Views"].open("app://books/42"))

    let here = try ShownCode.text(ofFile: #filePath)
    let lines = try ShownCode.lines(of: "README.md")
    let place = lines.firstIndex { $0.hasSuffix("queue:.main,owner:screen") }
    let start = try #require(place)
    for line in lines[start...].prefix(3) { #expect(here.contains(line), "\(line)") }
  }

  @Test func `a guard hands a value on`() async {
    let router = Router.lent(.server)
    router.guard("/*") { context async in
      guard let user = context.payload(as: User.self) else { return .deny }
      context[User.self] = user
      return .allow
    }
    let page = router.map("/") { (context: RouteContext) async throws in
      #expect(context[User.self]?.isAdmin == false)
    }
    #expect(await router.dispatch("/", payload: User(isAdmin: false)) == .handled(by: page))
  }

  @Test func `a look for a map`() throws {
    let router = Router.lent(.server)
    let book = router.map("/books/:id") { _, completed in completed() }
    router.guard("/*") { _, decide in
      Issue.record("a guard was asked")
      decide(.deny)
    }

    let target = try RouteTarget("/books/42?page=7")
    let found = try router.match(target)
    #expect(found?.route == book)
    #expect(found?.range(at: 0) == 7..<9)
    #expect(String(decoding: Array("\(target)".utf8)[7..<9], as: UTF8.self) == "42")
  }

  @Test func `routes that are changed in one step`() async {
    let router = Router.lent()
    var report = router.map("/report") { (context: RouteContext) async throws in
      Issue.record("it was replaced")
    }
    var page = router.map("/page") { (context: RouteContext) async throws in
      Issue.record("it was replaced")
    }
    @Sendable func isMember(_ context: RouteContext) -> Bool { context.payload != nil }

    router.update { table in
      table.dispose(of: report)
      table.guard("/report") { context async in isMember(context) ? .allow : .deny }
      report = table.map("/report") { (context: RouteContext) async throws in }
    }
    page = router.replace(page) { table in
      table.map("/page") { (context: RouteContext) async throws in }
    }
    #expect(await router.dispatch("/report", payload: "a member") == .handled(by: report))
    #expect(await router.dispatch("/page") == .handled(by: page))
    guard case .denied = await router.dispatch("/report") else {
      Issue.record("the guard was not asked")
      return
    }
    #expect(router.routes.count == 3)
  }

  @Test func `the first route of an app`() async throws {
    let router = Router()
    let id = router.map("/greet/:name") { context, completed in
      print("Hello \(context.parameters["name"] ?? "")")
      completed()
    }
    let isOpen = router.open("/greet/Ada")
    let outcome = await router.dispatch("/greet/Ada")
    let missing = await router.dispatch("/greet")
    router.dispose(of: id)
    #expect(isOpen && outcome == .handled(by: id) && missing == .notFound)
    #expect(!router.open("/greet/Ada"))
  }

  private struct Transaction {
    @TaskLocal static var current: Transaction?
  }

  @Test func `middleware around the maps of a tag`() async {
    let router = Router()
    router.around("/reports/*", tags: ["Slow"]) { context, next in
      try await Transaction.$current.withValue(Transaction()) {
        try await next()
      }
    }
    let slow = router.map("/reports/:id", tags: ["Slow"]) { context in
      #expect(Transaction.current != nil)
    }
    let quick = router.map("/reports/today") { context in
      #expect(Transaction.current == nil)
    }
    #expect(await router.dispatch("/reports/7") == .handled(by: slow))
    #expect(await router.dispatch("/reports/today") == .handled(by: quick))
  }

  @Test func `a check of routes`() {
    let router = Router()
    router.map("/admin/users", tags: ["Private"]) { _, completed in completed() }
    let report = router.validate(requiring: ["Private"])
    print(report.table)
    print(router.explain("/admin/users").table)
    let listing = router.routes
    #expect(report.findings(.unguarded).count == 1)
    #expect(listing.count == 1)
  }

  @Test(arguments: [
    ("README.md", "The router"),
    ("Sources/Switchyard/Switchyard.docc/FindingRoutesFast.md", nil),
    ("Sources/Switchyard/Switchyard.docc/GettingStarted.md", nil),
    ("Sources/Switchyard/Switchyard.docc/CheckingRoutes.md", nil),
  ])
  func `each line that is shown stands here`(_ article: String, _ heading: String?) throws {
    let lines = try ShownCode.expectLines(of: article, under: heading)
    #expect(lines.count >= 3)
  }
}
