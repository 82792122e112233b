import NavigationTree
import Testing

/// A small app: what is private wants a login, which leads back to it.
@MainActor private final class SampleApp {
  let router = Router()
  let host = RecordingHost(root: HostPage(stack: [HostPage("Home")]))
  var isAuthenticated = false
  /// Whether what would be pushed is presented.
  var presents = false
  private(set) var passed: [String] = []

  init() {
    host.pages = [
      "Login": { [unowned self] _ in LoginPage(self) },
      "Info": { [unowned self] _ in InfoPage(self) },
      "Settings": { HostPage($0) },
    ]
    map("Login", push: "app://push/login", present: "app://present/login")
    map("Info", push: "app://push/info", present: "app://present/info")
    map("Settings", push: "app://push/settings", present: "app://present/settings")
    addProxies()
  }

  private func map(_ name: String, push: RoutePattern, present: RoutePattern) {
    let screens = router.presenting(on: host)
    screens.map(push, source: .named(name, in: "Main"), style: .push(animated: true))
    screens.map(
      present,
      source: .named(name, in: "Main"),
      style: .inNavigationController(.present(animated: true))
    ) { [unowned self] page, _, _ in host.journal.append("cancel button for \(page.name)") }
  }

  private func addProxies() {
    router.proxy("app://push/*", tags: ["Views"], queue: .main) {
      [unowned self] route, parameters, passed, next in
      next(presents ? ("app://present/\(parameters["0"] ?? "")", nil, passed) : nil)
    }
    router.proxy("/*/info", tags: ["Views"], queue: .main) {
      [unowned self] route, parameters, passed, next in
      next(
        isAuthenticated
          ? nil : ("app://present/login", parameters.adding(["callback": route]), passed)
      )
    }
  }

  fileprivate func receive(_ text: String) { passed.append(text) }

  /// Waits until all that was opened before is shown.
  func settle() async {
    let last = router.map("/last") { (_: RouteContext) async throws in }
    _ = await router.dispatch("/last")
    router.dispose(of: last)
  }

  /// The topmost page, if it is of a type.
  func top<Kind: HostPage>(_ kind: Kind.Type = Kind.self) throws -> Kind {
    try #require(host.presentingController as? Kind)
  }
}

/// The login, which leads to its callback when it has gone.
private final class LoginPage: HostPage, RoutingPresentationSetup {
  private unowned let app: SampleApp
  private var callback: String?

  init(_ app: SampleApp) {
    self.app = app
    super.init("Login")
  }

  func setup(_ route: String, with parameters: Parameters, passing passed: (any Sendable)?) {
    callback = parameters["callback"]
  }

  func logIn() {
    app.isAuthenticated = true
    let completion: PresentationCompletion = { [app, callback] in
      app.host.journal.append("login is gone")
      if let callback { app.router["Views"].open(callback, payload: "from the login") }
    }
    if isModal {
      app.host.dismiss(from: self, animated: true, completion: completion)
    } else {
      app.host.pop(from: self, animated: true, completion: completion)
    }
  }
}

/// What is private; as long as it is there, so is a route to a secret.
private final class InfoPage: HostPage, RoutingPresentationSetup, RouteOwner {
  private unowned let app: SampleApp

  init(_ app: SampleApp) {
    self.app = app
    super.init("Info")
    app.router.map(
      "app://push/secret",
      owner: self,
      host: app.host,
      source: .provided { HostPage("Secret") },
      style: .push(animated: false)
    )
  }

  func setup(_ route: String, with parameters: Parameters, passing passed: (any Sendable)?) {
    app.receive("\(route): \(passed as? String ?? "nothing")")
  }
}

@MainActor @Suite struct PresentationSampleTests {
  private let app = SampleApp()
  private var views: RouterView { app.router["Views"] }

  @Test func `a login is presented, and when it is dismissed its callback is opened`() async throws
  {
    views.open("app://push/info", payload: "from home")
    await app.settle()
    #expect(app.host.screens == "[Home] < [Login]")
    #expect(
      app.host.take() == [
        "make Login of Main", "cancel button for Login", "embed Login",
        "present nav(Login) from Home, animated",
      ]
    )
    try app.top(LoginPage.self).logIn()
    await app.settle()
    #expect(app.host.screens == "[Home Info]")
    #expect(
      app.host.take() == [
        "dismiss nav(Login), animated", "login is gone", "make Info of Main",
        "push Info on nav(Home), animated",
      ]
    )
    #expect(app.passed == ["app://push/info: from the login"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `the callback is not opened before the login has gone`() async throws {
    views.open("app://push/info")
    await app.settle()
    app.host.habit = .keeps
    try app.top(LoginPage.self).logIn()
    let completion = await app.host.keptCompletion()
    await app.settle()
    #expect(app.host.journal.last == "dismiss nav(Login), animated")
    app.host.habit = .calls
    completion()
    await app.settle()
    #expect(app.host.screens == "[Home Info]")
  }

  @Test func `a login that was opened for itself is popped, and leads nowhere`() async throws {
    views.open("app://push/login")
    await app.settle()
    #expect(app.host.screens == "[Home Login]")
    try app.top(LoginPage.self).logIn()
    await app.settle()
    #expect(app.host.screens == "[Home]")
    #expect(app.host.journal.suffix(2) == ["pop Login, animated", "login is gone"])
  }

  @Test func `a login that is cancelled shows nothing else`() async throws {
    views.open("app://push/info")
    await app.settle()
    let dismissed = app.host.dismiss(from: try app.top(), animated: true) {}
    #expect(dismissed?.name == "nav(Login)")
    await app.settle()
    #expect(app.host.screens == "[Home]")
    #expect(app.passed == [])
  }

  @Test func `who is logged in comes to the page at once, pushed or presented`() async throws {
    app.isAuthenticated = true
    views.open("app://push/info", payload: "row 3")
    await app.settle()
    app.presents = true
    views.open("app://push/settings")
    await app.settle()
    #expect(app.host.screens == "[Home Info] < [Settings]")
    #expect(app.passed == ["app://push/info: row 3"])
  }

  @Test func `routes of a page go when it is popped`() async throws {
    app.isAuthenticated = true
    views.open("app://push/info")
    #expect(await views.dispatch("app://push/info") != .notFound)
    #expect(views.open("app://push/secret"))
    await app.settle()
    #expect(app.host.screens == "[Home Info Info Secret]")
    do {
      let secret: HostPage = try app.top()
      let popped = app.host.popToRoot(from: secret, animated: true) {}
      #expect(popped.map(\.name) == ["Info", "Info", "Secret"])
    }
    #expect(app.host.screens == "[Home]")
    #expect(!views.open("app://push/secret"))
    #expect(await views.dispatch("app://push/secret") == .notFound)
  }

  @Test func `pages are popped down to one of them`() async throws {
    for _ in 1...3 { views.open("app://push/settings") }
    await app.settle()
    let navigation = try #require(app.host.root)
    let place = navigation.stack[1]
    var calls = 0
    #expect(app.host.pop(to: place, animated: true) { calls += 1 }.count == 2)
    #expect(app.host.pop(to: place, animated: true) { calls += 1 }.isEmpty)
    #expect(app.host.screens == "[Home Settings]")
    #expect(app.host.pop(from: place, animated: false) { calls += 1 } === place)
    #expect(app.host.pop(from: navigation, animated: false) { calls += 1 } == nil)
    #expect(app.host.popToRoot(from: navigation, animated: false) { calls += 1 }.isEmpty)
    #expect(app.host.dismiss(from: navigation, animated: false) { calls += 1 } == nil)
    #expect(calls == 6)
    #expect(app.host.screens == "[Home]")
  }
}
