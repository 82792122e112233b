import NavigationTree
import Testing

/// What is on the screens when a route is opened.
enum Situation: String, CaseIterable, Sendable {
  /// A page and nothing else.
  case page
  /// A stack of two pages.
  case stack
  /// A navigation controller that was presented over a page.
  case modal
  /// There is no window yet.
  case nothing

  @MainActor func makeHost() throws -> RecordingHost {
    let host =
      switch self {
      case .page, .modal: RecordingHost(root: HostPage("Home"))
      case .stack: RecordingHost(root: HostPage(stack: [HostPage("Home"), HostPage("List")]))
      case .nothing: RecordingHost(root: nil)
      }
    if self == .modal, let home = host.root {
      host.present(HostPage(stack: [HostPage("News")]), from: home, animated: false) {}
      host.journal = []
    }
    return host
  }
}

/// A style in a situation, and what the host is asked for after it has made the book.
struct StyleCase: Sendable, CustomTestStringConvertible {
  let name: String
  let style: PresentationStyle<HostPage>
  let situation: Situation
  let asked: [String]
  let screens: String

  init(
    _ name: String,
    _ style: PresentationStyle<HostPage>,
    _ situation: Situation,
    _ asked: [String],
    _ screens: String
  ) {
    self.name = name
    self.style = style
    self.situation = situation
    self.asked = asked
    self.screens = screens
  }

  var testDescription: String { "\(name), \(situation)" }

  // Made where it is asked for: what such a table holds is held by nothing that the search for leaks knows.
  static var all: [StyleCase] {
    [
      StyleCase("show", .show, .page, ["show Book from Home"], "Home < Book"),
      StyleCase("show", .show, .stack, ["show Book from List"], "[Home List Book]"),
      StyleCase("show", .show, .modal, ["show Book from News"], "Home < [News Book]"),
      StyleCase("detail", .showDetail, .page, ["show detail Book from Home"], "Home < Book"),
      StyleCase(
        "detail",
        .showDetail,
        .stack,
        ["show detail Book from List"],
        "[Home List] < Book"
      ),
      StyleCase(
        "detail",
        .showDetail,
        .modal,
        ["show detail Book from News"],
        "Home < [News] < Book"
      ),
      StyleCase(
        "present",
        .present(animated: true),
        .page,
        ["present Book from Home, animated"],
        "Home < Book"
      ),
      StyleCase(
        "present",
        .present(animated: false),
        .stack,
        ["present Book from List"],
        "[Home List] < Book"
      ),
      StyleCase(
        "present",
        .present(animated: false),
        .modal,
        ["present Book from News"],
        "Home < [News] < Book"
      ),
      StyleCase(
        "push",
        .push(animated: true),
        .stack,
        ["push Book on nav(Home), animated"],
        "[Home List Book]"
      ),
      StyleCase(
        "push",
        .push(animated: false),
        .modal,
        ["push Book on nav(News)"],
        "Home < [News Book]"
      ),
      StyleCase(
        "in navigation, present",
        .inNavigationController(.present(animated: true)),
        .stack,
        ["embed Book", "present nav(Book) from List, animated"],
        "[Home List] < [Book]"
      ),
      StyleCase(
        "in navigation, show",
        .inNavigationController(.show),
        .page,
        ["embed Book", "show nav(Book) from Home"],
        "Home < [Book]"
      ),
      StyleCase(
        "in navigation twice",
        .inNavigationController(.inNavigationController(.showDetail)),
        .page,
        ["embed Book", "embed nav(Book)", "show detail nav(nav(Book)) from Home"],
        "Home < [nav(Book)]"
      ),
    ]
  }
}

@MainActor @Suite struct PresentationStyleTests {
  private let router = Router()

  @Test(arguments: StyleCase.all)
  func `a style asks the host for one way to show`(_ row: StyleCase) async throws {
    let host = try row.situation.makeHost()
    let route = router.map("/book", host: host, source: .named("Book"), style: row.style)
    #expect(await router.dispatch("/book") == .handled(by: route))
    #expect(host.journal == ["make Book"] + row.asked)
    #expect(host.screens == row.screens)
  }

  @Test func `a route without a style is shown`() async throws {
    let host = try Situation.stack.makeHost()
    router.map("/book", host: host, source: .named("Book", in: "Main"))
    router.presenting(on: host).map("/other", source: .provided { HostPage("Other") })
    _ = await router.dispatch("/book")
    _ = await router.dispatch("/other")
    #expect(
      host.journal == ["make Book of Main", "show Book from List", "show Other from Book"]
    )
  }

  @Test func `a custom style is given who presents and what is presented`() async throws {
    let host = try Situation.stack.makeHost()
    let route = router.map(
      "/book",
      host: host,
      source: .named("Book"),
      style: .custom { [unowned host] presenting, presented, completed in
        host.journal.append("swap \(presenting.name) for \(presented.name)")
        host.push(presented, beside: presenting, completion: completed)
      }
    )
    #expect(await router.dispatch("/book") == .handled(by: route))
    #expect(
      host.journal == ["make Book", "swap List for Book", "push Book on nav(Home)"]
    )
  }

  @Test func `a custom style around which a navigation controller is put presents that`()
    async throws
  {
    let host = try Situation.page.makeHost()
    router.map(
      "/book",
      host: host,
      source: .named("Book"),
      style: .inNavigationController(
        .custom { [unowned host] presenting, presented, completed in
          host.journal.append("swap \(presenting.name) for \(presented.name)")
          completed()
        }
      )
    )
    _ = await router.dispatch("/book")
    #expect(host.journal == ["make Book", "embed Book", "swap Home for nav(Book)"])
  }

  @Test func `a custom style may complete on another thread`() async throws {
    let host = try Situation.page.makeHost()
    let route = router.map(
      "/book",
      host: host,
      source: .named("Book"),
      style: .custom { _, _, completed in
        Task.detached { completed() }
      }
    )
    #expect(await router.dispatch("/book") == .handled(by: route))
  }

  @Test(.timeLimit(.minutes(5)))
  func `the next route waits until the one before is shown`() async throws {
    let host = try Situation.stack.makeHost()
    router.map("/book", host: host, source: .named("Book"))
    let last = router.map("/last", host: host, source: .provided { HostPage("Last") })
    host.habit = .keeps
    router.open("/book")
    async let outcome = router.dispatch("/last")
    let completion = await host.keptCompletion()
    #expect(host.take() == ["make Book", "show Book from List"])
    host.habit = .calls
    completion()
    #expect(await outcome == .handled(by: last))
    #expect(host.take() == ["show Last from Book"])
  }
}

extension RecordingHost {
  /// Pushes without a transition where a navigation controller is known to be.
  fileprivate func push(
    _ page: HostPage,
    beside other: HostPage,
    completion: @escaping @Sendable () -> Void
  ) {
    #expect(throws: Never.self) {
      try push(page, from: other, animated: false, completion: completion)
    }
  }
}
