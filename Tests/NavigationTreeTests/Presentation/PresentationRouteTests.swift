import Dispatch
import NavigationTree
import Testing

@MainActor @Suite struct PresentationRouteTests {
  private final class Owner: RouteOwner {}

  private let router = Router()
  private let host = RecordingHost(root: HostPage(stack: [HostPage("Home")]))
  private let source = ControllerSource<HostPage>.named("Book")

  @Test func `routes have the tag Views where none is given`() async {
    let route = router.map("/book", host: host, source: source)
    #expect(await router["Views"].dispatch("/book") == .handled(by: route))
    #expect(await router.dispatch("/book") == .handled(by: route))
    #expect(await router["Other"].dispatch("/book") == .notFound)
    #expect(router["Views"].open("/book"))
    #expect(!router["Other"].open("/book"))
    #expect(router.routes.map(\.tags) == [["Views"]])
  }

  @Test func `other tags take the place of Views`() async {
    let route = router.map("/book", tags: ["Other"], host: host, source: source)
    #expect(await router["Other"].dispatch("/book") == .handled(by: route))
    let other = router.presenting(on: host).map("/other", tags: ["Other"], source: source)
    #expect(await router["Other"].dispatch("/other") == .handled(by: other))
    #expect(await router["Views"].dispatch("/book") == .notFound)
    #expect(await router["Views"].dispatch("/other") == .notFound)
  }

  @Test func `a view and a group add their tags, prefix and owner`() async {
    var owner: Owner? = Owner()
    let inView = router["Logs"].map("/a", host: host, source: source)
    let group = router.group("/shop", tags: ["Shop"], owner: owner)
    let inGroup = group.map("/book", host: host, source: source)
    let named = group.presenting(on: host).map("/named", name: "named", source: source)
    #expect(
      router.routes.map(\.tags) == [["Logs", "Views"], ["Shop", "Views"], ["Shop", "Views"]]
    )
    #expect(await router["Logs"].dispatch("/a") == .handled(by: inView))
    #expect(await router["Shop"].dispatch("/shop/book") == .handled(by: inGroup))
    #expect(await router["Views"].dispatch("/shop/named") == .handled(by: named))
    #expect((try? router.url(named: "named")) == "/shop/named")
    owner = nil
    #expect(await router["Shop"].dispatch("/shop/book") == .notFound)
    #expect(await router["Logs"].dispatch("/a") == .handled(by: inView))
  }

  @Test func `a presenting registrar registers all else as its router does`() async {
    let screens = router["Views"].presenting(on: host)
    screens.map("/book", source: source)
    screens.proxy("/old") { _, next in next(.commit("/book")) }
    screens.guard("/book", queue: .main) { [unowned host] _, decide in
      host.journal.append("guard")
      decide(.allow)
    }
    _ = await router["Views"].dispatch("/old")
    #expect(host.journal == ["guard", "make Book", "show Book from Home"])
  }

  @Test func `it is shown on the main queue, whatever that of the group or the router`() async {
    let queue = DispatchQueue(label: "elsewhere")
    var configuration = Router.Configuration.app
    configuration.queue = queue
    let router = Router(configuration)
    let route = router.group("/shop", queue: queue).map(
      "/book",
      host: host,
      source: .provided {
        dispatchPrecondition(condition: .onQueue(.main))
        return HostPage("Book")
      }
    )
    #expect(await router.dispatch("/shop/book") == .handled(by: route))
    #expect(router.routes.map(\.queue) == ["main"])
  }

  @Test func `the routes of the article show what they say`() async {
    let owner = Owner()
    let router = Router()
    host.pages["Login"] = { HostPage($0) }
    let screens = router.presenting(on: host)
    screens.map(
      "app://present/login",
      source: .named("Login", in: "Main"),
      style: .inNavigationController(.present(animated: true))
    ) { [unowned host] screen, parameters, passed in
      host.journal.append("cancel button for \(screen.name)")
    }
    screens.map(
      "app://push/books/:id",
      source: .named("Book", in: "Main"),
      style: .push(animated: true)
    )
    screens.map("app://push/settings", owner: owner, source: .provided { HostPage("Settings") })

    #expect(router["Views"].open("app://push/books/42"))
    _ = await router.dispatch("app://push/settings")
    _ = await router.dispatch("app://present/login")
    #expect(host.screens == "[Home Book Settings] < [Login]")
    #expect(host.journal.contains("cancel button for Login"))
    withExtendedLifetime(owner) {}
  }

  @Test func `a route goes with its owner`() async {
    var owner: Owner? = Owner()
    let route = router.presenting(on: host).map("/book", owner: owner, source: source)
    #expect(await router.dispatch("/book") == .handled(by: route))
    owner = nil
    #expect(await router.dispatch("/book") == .notFound)
    #expect(!router.open("/book"))
    #expect(host.journal.count == 2)
  }

  @Test func `a route that is disposed of is not shown`() async {
    let route = router.map("/book", host: host, source: source)
    #expect(router.dispose(of: route) == 1)
    #expect(await router.dispatch("/book") == .notFound)
    #expect(host.journal == [])
  }

  @Test func `a route keeps its host, and lets go of it with itself`() async {
    weak var host: RecordingHost?
    let route = {
      let new = RecordingHost(root: HostPage("Home"))
      host = new
      return router.map("/book", host: new, source: source)
    }()
    #expect(await router.dispatch("/book") == .handled(by: route))
    #expect(host?.journal == ["make Book", "show Book from Home"])
    router.dispose(of: route)
    #expect(host == nil)
  }

  @Test func `a router that is gone while a controller is shown does no harm`() async {
    var router: Router? = Router()
    router?.map("/book", host: host, source: source)
    router?.open("/book")
    router = nil
    host.habit = .keeps
    let completion = await host.keptCompletion()
    completion()
    #expect(host.journal == ["make Book", "show Book from Home"])
  }
}
