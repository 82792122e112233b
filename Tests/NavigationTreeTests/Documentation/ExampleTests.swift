import NavigationTree
import RoutePatterns
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the README and the documentation show works as it stands there.
@Suite struct `Examples of the tree's documentation` {
  @Test func `the README's screen of a tree`() async throws {
    let cast = Cast()
    let coordinator = cast.library
    let router = Router()

    let store = RouterStore(tree: coordinator, queue: nil)
    store.dispatch("books/1?title=x")
    #expect(
      store.state.active == [
        ActiveNode(route: "/books"),
        ActiveNode(
          route: "/books/:id",
          parameters: RouteParameters(path: ["id": "1"], query: ["title": "x"])
        ),
      ]
    )
    store.dispatch("today", options: [.junctionsOnly])
    #expect(store.state.current?.route == "/today")
    #expect(store.goBack())
    #expect(try store.url() == "/books/1?title=x")

    store.attach(to: router, tags: ["Views"])
    _ = await router["Views"].dispatch("app://today/story/news/5")
    #expect(store.state.modals.map(\.route) == ["/today/story/:type/:id"])
  }

  @Test func `containers are made as the article says`() throws {
    class Page {}
    final class TabsPage: Page {
      var tabs: [Page] = []
      var selected: Page?
    }
    final class StackPage: Page {
      var pages: [Page] = []
    }

    let sections = RoutePresenterSwitcher<Page>()
    let tabs = RoutePresenterFork<Page>.lazyPresenter(
      { TabsPage() },
      setOptions: { options, container in (container as? TabsPage)?.tabs = options },
      setOptionSelected: { option, container in
        (container as? TabsPage)?.selected = option
      }
    )
    let stack = RoutePresenterStack<Page>.lazyPresenter(
      { StackPage() },
      setStack: { pages, container in (container as? StackPage)?.pages = pages }
    )

    typealias Node = RoutingNode<Page>
    let tree = Node(sections).switcher([
      Node(tabs).fork([
        Node(stack).stack([Node(.lazyPresenter { Page() }).endpoint("today")]),
        Node(stack).stack([Node(.lazyPresenter { Page() }).endpoint("books")]),
      ])
    ])
    nonisolated(unsafe) var root: Page?
    let store = RouterStore(tree: tree, queue: nil, setRoot: { root = $0 })
    store.dispatch("books")
    let shown = try #require(root as? TabsPage)
    let books = try #require(shown.selected as? StackPage)
    #expect(shown.tabs.count == 2 && shown.tabs.last === books)
    #expect(books.pages.count == 1)

    let here = try ShownCode.text(ofFile: #filePath)
    let article = "Sources/NavigationTree/NavigationTree.docc/NavigatingATree.md"
    let lines = try ShownCode.lines(of: article)
    // Those of the section on containers, which is the first with code.
    let isMeant = lines.prefix { !$0.hasPrefix("letdata") }
    for line in isMeant { #expect(here.contains(line), "\(line)") }
    #expect(isMeant.count > 10)
  }

  @Test func `a history is saved and gone on from`() throws {
    let coordinator = Cast().library
    let store = RouterStore(tree: coordinator, queue: nil)
    store.dispatch("books/1")
    store.dispatch("today")
    let data = try JSONEncoder().encode(store.history)
    let later = RouterStore(
      tree: coordinator,
      history: try JSONDecoder().decode(NavigationHistory.self, from: data),
      queue: nil
    )
    #expect(later.state == store.state)
    #expect(later.goBack())
    #expect(try later.url() == "/books/1")
  }

  enum AppRoute: String, RouteType {
    case login
    case books
    case book = "books/:id"
  }

  enum AppRequest: RoutingRequestType {
    case book(id: Int, title: String)

    var request: String {
      switch self {
      case .book(let id, let title): "books/\(id)?title=\(title)"
      }
    }
  }

  @Test func `a coordinator is written as with MonarchRouter`() throws {
    let cast = Cast()
    let coordinator = RoutingNode<Page>(cast.switcher("sections")).switcher([
      RoutingNode(cast.page("login")).endpoint(AppRoute.login),
      RoutingNode(cast.stack("stack")).stack([
        RoutingNode(cast.page("books")).endpoint(
          AppRoute.books,
          children: [RoutingNode(cast.page("book")).endpoint(AppRoute.book)]
        )
      ]),
    ])
    let store = RouterStore(router: coordinator, queue: nil)
    store.dispatch(AppRequest.book(id: 1, title: "x"))
    #expect(store.state.current?.parameters.path["id"] == "1")
    #expect(store.state.current?.parameters["id", as: Int.self] == 1)
    #expect(store.state.current?.parameters.query["title"] == "x")
    #expect(try AppRequest.book(id: 7, title: "y").resolve(for: AppRoute.book)?["id"] == "7")
  }

  @Test func `what was swiped away is told, and not carried out again`() {
    let cast = Cast()
    let store = RouterStore(tree: cast.library, queue: nil)
    store.dispatch("books/1")
    _ = cast.script.take()
    store.dispatch("books", options: [.alreadyShown])
    #expect(cast.script.take() == ["unwind book"])
  }

  @Test func `a led-through endpoint knows whose it is`() {
    let cast = Cast()
    let tree = Node(cast.stack("stack")).stack([
      Node(cast.page("user")).endpoint(
        "users/:id",
        children: [Node(cast.page("post")).endpoint("users/:id/posts/:post")]
      )
    ])
    let store = RouterStore(tree: tree, queue: nil)
    store.dispatch("users/7/posts/1")
    #expect(cast.script.take().contains("configure user [id: 7]"))
  }
}
