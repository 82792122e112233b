import NavigationTree
import Testing

/// A page that writes down how it is set up.
private final class SetupPage: HostPage, RoutingPresentationSetup {
  weak var host: RecordingHost?

  init(_ name: String, on host: RecordingHost?) {
    self.host = host
    super.init(name)
  }

  func setup(_ route: String, with parameters: Parameters, passing passed: (any Sendable)?) {
    host?.journal.append(
      "own setup for \(route), id \(parameters["id"] ?? "-"), q \(parameters["q"] ?? "-"), "
        + "passed \(passed as? String ?? "-")"
    )
  }
}

/// A page that conforms by an extension, and inherits nothing.
@MainActor private final class Bare {
  private(set) var route: String?
}

extension Bare: RoutingPresentationSetup {
  func setup(_ route: String, with parameters: Parameters, passing passed: (any Sendable)?) {
    self.route = route
  }
}

@MainActor @Suite struct PresentationSetupTests {
  private let router = Router()
  private let host = RecordingHost(root: HostPage("Home"))

  private func source() -> ControllerSource<HostPage> {
    .provided { [weak host] in
      host?.journal.append("make Book")
      return SetupPage("Book", on: host)
    }
  }

  @Test func `a controller sets itself up, then the closure does, then it is embedded and shown`()
    async
  {
    let route = router.map(
      "/books/:id",
      host: host,
      source: source(),
      style: .inNavigationController(.present(animated: true))
    ) { [unowned host] page, parameters, passed in
      host.journal.append(
        "setup of \(page.name), id \(parameters["id"] ?? "-"), q \(parameters["q"] ?? "-"), "
          + "passed \(passed as? String ?? "-")"
      )
    }
    let outcome = await router.dispatch("/books/7?q=x", payload: "row 3")
    #expect(outcome == .handled(by: route))
    #expect(
      host.journal == [
        "make Book",
        "own setup for /books/7, id 7, q x, passed row 3",
        "setup of Book, id 7, q x, passed row 3",
        "embed Book",
        "present nav(Book) from Home, animated",
      ]
    )
  }

  @Test func `each opening makes a controller of its own`() async {
    router.map("/books/:id", host: host, source: source())
    _ = await router.dispatch("/books/1")
    _ = await router.dispatch("/books/2", payload: "x")
    #expect(host.screens == "Home < Book < Book")
    #expect(
      host.journal.filter { $0.hasPrefix("own") } == [
        "own setup for /books/1, id 1, q -, passed -",
        "own setup for /books/2, id 2, q -, passed x",
      ]
    )
  }

  @Test func `what a commit says reaches the setup`() async {
    router.map("/books/:id", host: host, source: source())
    router.proxy("/latest") { _, parameters, _, next in
      next(("/books/9", parameters.adding(["q": "new"]), "committed"))
    }
    _ = await router["Views"].dispatch("/latest", payload: "opened")
    #expect(host.journal.contains("own setup for /books/9, id 9, q new, passed committed"))
  }

  @Test func `who presents is found after the setup`() async {
    router.map("/book", host: host, source: source()) { [unowned host] _, _, _ in
      host.root = HostPage("Tabs")
    }
    _ = await router.dispatch("/book")
    #expect(host.journal.last == "show Book from Tabs")
  }

  @Test func `a controller is found to set itself up in whatever handler of the main queue`() async
  {
    let bare = Bare()
    #expect(bare.route == nil)
    let map = router.map("/callback", queue: .main) { route, parameters, passed, completed in
      (bare as Any as? any RoutingPresentationSetup)?
        .setup(route, with: parameters, passing: passed)
      completed()
    }
    #expect(await router.dispatch("/callback") == .handled(by: map))
    #expect(bare.route == "/callback")

    router.map("/async", queue: .main) { @MainActor (context: RouteContext) async throws in
      (bare as Any as? any RoutingPresentationSetup)?
        .setup(context.route, with: context.parameters, passing: context.payload)
    }
    _ = await router.dispatch("/async")
    #expect(bare.route == "/async")
  }

  @Test func `a controller of any type is shown`() async {
    let host = TextHost()
    let screens = router.presenting(on: host)
    screens.map("/text/:word", source: .named("text"), style: .push(animated: true))
    screens.map("/new", source: .provided { Text("new") }, style: .inNavigationController(.show)) {
      text,
      _,
      _ in host.shown.append("setup \(text.text)")
    }
    _ = await router.dispatch("/text/hello")
    _ = await router.dispatch("/new")
    #expect(
      host.shown == ["setup of text for /text/hello", "push text", "setup new", "show (new)"]
    )
  }
}

/// A controller that is a value.
private struct Text: RoutingPresentationSetup {
  var text: String
  var log: (@MainActor (String) -> Void)?

  init(_ text: String, log: (@MainActor (String) -> Void)? = nil) {
    self.text = text
    self.log = log
  }

  func setup(_ route: String, with parameters: Parameters, passing passed: (any Sendable)?) {
    log?("setup of \(text) for \(route)")
  }
}

/// A host of values, which knows no more than it must.
private final class TextHost: PresentationHost {
  var shown: [String] = []

  func makeController(named name: String, in container: String?) -> Text {
    Text(name) { [unowned self] in shown.append($0) }
  }

  func makeNavigationController(around controller: Text) -> Text { Text("(\(controller.text))") }

  var presentingController: Text? { Text("root") }

  func show(_ controller: Text, from presenting: Text, completion: @escaping PresentationCompletion)
  {
    shown.append("show \(controller.text)")
    completion()
  }

  func showDetail(
    _ controller: Text,
    from presenting: Text,
    completion: @escaping PresentationCompletion
  ) { show(controller, from: presenting, completion: completion) }

  func present(
    _ controller: Text,
    from presenting: Text,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) { show(controller, from: presenting, completion: completion) }

  func push(
    _ controller: Text,
    from presenting: Text,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) {
    shown.append("push \(controller.text)")
    completion()
  }

  func pop(
    from controller: Text,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> Text? { nil }

  func pop(
    to controller: Text,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> [Text] { [] }

  func popToRoot(
    from controller: Text,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> [Text] { [] }

  func dismiss(
    from controller: Text,
    animated: Bool,
    completion: @escaping PresentationCompletion
  ) -> Text? { nil }
}
