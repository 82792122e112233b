import NavigationTree
import SwitchyardLocks
import Testing

/// The user has changed the screen and nobody has told the store: the next request puts it right.
@Suite struct UnreportedGestureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [String]
    /// A page, and what the user has left in it.
    let page: String
    let shown: [String]
    let request: RoutingRequest
    let script: [String]
  }

  @Test(arguments: [
    Case(
      testDescription: "back, and the same book",
      before: ["books/1"],
      page: "booksStack",
      shown: ["books"],
      request: "books/1",
      script: ["stack booksStack: books, book"]
    ),
    Case(
      testDescription: "back, and another book",
      before: ["books/1"],
      page: "booksStack",
      shown: ["books"],
      request: "books/2",
      script: ["configure book [id: 2]", "stack booksStack: books, book"]
    ),
    Case(
      testDescription: "a sheet is closed, and asked for again",
      before: ["today/story/a/1"],
      page: "today",
      shown: [],
      request: "today/story/a/1",
      script: ["present story over today"]
    ),
    Case(
      testDescription: "another tab, and this one again",
      before: ["books", "today"],
      page: "tabs",
      shown: ["booksStack"],
      request: "today",
      script: ["select tabs: todayStack"]
    ),
    Case(
      testDescription: "back in a tab that is hidden since",
      before: ["books/1"],
      page: "booksStack",
      shown: ["books"],
      request: "today",
      script: [
        "select tabs: todayStack", "create today", "root todayStack: today",
        "stack todayStack: today", "configure today",
      ]
    ),
  ])
  func `the next request shows what the state says`(_ sample: Case) {
    let scene = Scene.library(after: sample.before)
    let script = scene.cast.script
    script.page(sample.page)?.show(sample.shown.compactMap { script.page($0) })
    #expect(scene.play(sample.request) == sample.script)
    #expect(scene.play(sample.request).isEmpty)
  }

  @Test func `a stack that was changed is right when it is shown again`() {
    let scene = Scene.library(after: ["books/1"])
    scene.cast.script.swipe("booksStack", to: "books")
    #expect(!scene.play("today").contains("stack booksStack: books, book"))
    #expect(
      scene.play("books", .junctionsOnly) == [
        "select tabs: booksStack", "stack booksStack: books, book",
      ]
    )
  }

  @Test func `a switcher without a presentable sets the root of each store`() {
    let cast = Cast()
    let tree = Node(RoutePresenterSwitcher<Page>()).switcher([
      Node(cast.page("a")).endpoint("a"), Node(cast.page("b")).endpoint("b"),
    ])
    let windows = [Locked<[String]>([]), Locked<[String]>([])]
    let stores = windows.map { window in
      RouterStore(
        tree: tree,
        queue: nil,
        setRoot: { page in window.withLock { $0 += [page.name] } }
      )
    }
    stores[0].dispatch("a")
    stores[1].dispatch("b")
    stores[0].dispatch("b")
    // It says so again: somebody may have put another root into the window.
    stores[0].dispatch("b")
    #expect(windows.map { $0.withLock { $0 } } == [["a", "b", "b"], ["b"]])
  }

  @Test func `a presenter that asks for what is there is not called without end`() {
    let count = Locked(0)
    let link = StoreLink<Page>()
    let cast = Cast()
    let stack = RoutePresenterStack<Page>(
      getPresentable: { Page("stack", cast.script) },
      setStack: { _, _ in
        count.withLock { $0 += 1 }
        link.store?.dispatch("a")
      }
    )
    let store = RouterStore(
      tree: Node(stack).stack([Node(cast.page("a")).endpoint("a")]),
      queue: nil
    )
    link.lead(to: store)
    store.dispatch("a")
    #expect(count.withLock { $0 } == 1)
    store.dispatch("a")
    #expect(count.withLock { $0 } == 2)
  }

  /// A presentable that shows no modals.
  private final class Leaf: Sendable {}

  @Test func `a modal that nobody can show is a fault`() {
    let faults = Locked<[TreeFault]>([])
    let presenter = RoutePresenter<Leaf> { Leaf() }
    let tree = RoutingNode(presenter).endpoint(
      "a",
      modals: [RoutingNode(presenter).endpoint("b")]
    )
    let store = RouterStore(
      tree: tree,
      queue: nil,
      onFault: { fault in faults.withLock { $0 += [fault] } }
    )
    store.dispatch("a")
    #expect(faults.withLock { $0.isEmpty })
    store.dispatch("b")
    let fault = faults.withLock { $0 }.first
    #expect(fault?.code == .hiddenModal(over: "Leaf"))
    #expect(fault?.route == "/b" || fault?.route == "b")
    #expect(fault?.description.contains("presentModal") == true)
  }

  @Test func `a modal that nobody can close is a fault`() {
    let faults = faults(of: RoutePresenter(getPresentable: { Leaf() }, presentModal: { _, _ in }))
    #expect(faults.map(\.code) == [.stuckModal(over: "Leaf")])
    #expect(
      faults.map(\.description) == [
        """
        App/Tree.swift:5: the modal /b stays on the screen, as nothing closes it over a \
        presentable of the type Leaf. Give the presenter a dismissModal, or make the type a \
        ModalPresentingPresentable.
        """
      ]
    )
  }

  @Test func `and none where it can be closed, or was never shown`() {
    let closing = RoutePresenter(
      getPresentable: { Leaf() },
      presentModal: { _, _ in },
      dismissModal: { _ in }
    )
    #expect(faults(of: closing).isEmpty)
    let hiding = RoutePresenter(getPresentable: { Leaf() })
    #expect(faults(of: hiding).map(\.code) == [.hiddenModal(over: "Leaf")])
  }

  /// The faults that come to light when a modal opens over a page, and closes.
  private func faults(of presenter: RoutePresenter<Leaf>) -> [TreeFault] {
    let faults = Locked<[TreeFault]>([])
    let modal = RoutingNode(RoutePresenter(getPresentable: { Leaf() })).endpoint("b")
    let store = RouterStore(
      tree: RoutingNode(presenter)
        .endpoint("a", modals: [modal], file: "App/Tree.swift", line: 5),
      queue: nil,
      onFault: { fault in faults.withLock { $0 += [fault] } }
    )
    for request in ["b", "a"] { store.dispatch(request) }
    return faults.withLock { $0 }
  }
}
