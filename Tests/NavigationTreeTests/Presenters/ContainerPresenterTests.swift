import NavigationTree
import Testing

/// The callbacks of stacks, forks and switchers.
@Suite struct ContainerPresenterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let stack: @Sendable (Cast) -> RoutePresenterStack<Page>
    let fork: @Sendable (Cast) -> RoutePresenterFork<Page>
    let switcher: @Sendable (Cast) -> RoutePresenterSwitcher<Page>
  }

  @Test(arguments: [direct, lazy, main])
  @MainActor
  func `every callback is called in its turn`(_ sample: Case) {
    let cast = Cast()
    let tree = Node(sample.fork(cast)).fork([
      Node(sample.stack(cast)).stack([
        Node(cast.page("a")).endpoint("a", children: [Node(cast.page("b")).endpoint("b")]),
        Node(cast.page("c")).endpoint("c"),
      ]),
      Node(sample.switcher(cast)).switcher([
        Node(cast.page("x")).endpoint("x"), Node(cast.page("y")).endpoint("y"),
      ]),
    ])
    let store = RouterStore(tree: tree, setRoot: { $0.script.write("root is \($0.name)") })
    #expect(cast.script.take().isEmpty)
    store.dispatch("b")
    #expect(
      cast.script.take() == [
        "create fork", "root is fork", "create stack", "create switcher",
        "options stack switcher", "select stack", "create a", "create b", "prepare a",
        "set a b", "configure a", "configure b",
      ]
    )
    store.dispatch("a")
    #expect(cast.script.take() == ["unwind b", "select stack", "set a"])
    // Another root is prepared before the stack is set.
    store.dispatch("c")
    #expect(
      cast.script.take() == [
        "unwind a", "select stack", "create c", "prepare c", "set c", "configure c",
      ]
    )
    store.dispatch("x")
    #expect(cast.script.take() == ["select switcher", "create x", "switch x", "configure x"])
    store.dispatch("y")
    #expect(
      cast.script.take() == [
        "unwind x", "select switcher", "create y", "switch y", "configure y",
      ]
    )
    store.reset()
    #expect(
      cast.script.take() == [
        "unwind y", "unwind switcher", "unwind c", "unwind stack", "unwind fork",
      ]
    )
  }

  @Test func `a stack can do without preparing its root`() {
    let cast = Cast()
    let stack = RoutePresenterStack<Page>(
      getPresentable: { Page("stack", cast.script) },
      setStack: { stack, _ in cast.script.write("set \(stack.map(\.name))") }
    )
    let store = RouterStore(
      tree: Node(stack).stack([Node(cast.page("a")).endpoint("a")]),
      queue: nil
    )
    store.dispatch("a")
    store.reset()
    #expect(
      cast.script.take() == ["create stack", "create a", #"set ["a"]"#, "configure a", "unwind a"]
    )
  }

  private static let direct = Case(
    testDescription: "direct",
    stack: { cast in
      RoutePresenterStack(
        getPresentable: { Page("stack", cast.script) },
        setStack: { stack, page in page.script.write("set \(names(stack))") },
        prepareRootPresentable: { root, page in page.script.write("prepare \(root.name)") },
        unwind: unwind
      )
    },
    fork: { cast in
      RoutePresenterFork(
        getPresentable: { Page("fork", cast.script) },
        setOptions: { options, page in page.script.write("options \(names(options))") },
        setOptionSelected: { option, page in page.script.write("select \(option.name)") },
        unwind: unwind
      )
    },
    switcher: { cast in
      RoutePresenterSwitcher(
        getPresentable: { Page("switcher", cast.script) },
        setOptionSelected: { option in option.script.write("switch \(option.name)") },
        unwind: unwind
      )
    }
  )

  private static let lazy = Case(
    testDescription: "lazy",
    stack: { cast in
      .lazyPresenter(
        { Page("stack", cast.script) },
        setStack: { stack, page in page.script.write("set \(names(stack))") },
        prepareRootPresentable: { root, page in page.script.write("prepare \(root.name)") },
        unwind: unwind
      )
    },
    fork: { cast in
      .lazyPresenter(
        { Page("fork", cast.script) },
        setOptions: { options, page in page.script.write("options \(names(options))") },
        setOptionSelected: { option, page in page.script.write("select \(option.name)") },
        unwind: unwind
      )
    },
    switcher: { cast in
      .lazyPresenter(
        { Page("switcher", cast.script) },
        setOptionSelected: { option in option.script.write("switch \(option.name)") },
        unwind: unwind
      )
    }
  )

  private static let main = Case(
    testDescription: "of the main actor",
    stack: { cast in
      .init(
        main: { Page("stack", cast.script) },
        setStack: { stack, page in page.script.write("set \(names(stack))") },
        prepareRootPresentable: { root, page in page.script.write("prepare \(root.name)") },
        unwind: { unwind($0) }
      )
    },
    fork: { cast in
      .init(
        main: { Page("fork", cast.script) },
        setOptions: { options, page in page.script.write("options \(names(options))") },
        setOptionSelected: { option, page in page.script.write("select \(option.name)") },
        unwind: { unwind($0) }
      )
    },
    switcher: { cast in
      .init(
        main: { Page("switcher", cast.script) },
        setOptionSelected: { option in option.script.write("switch \(option.name)") },
        unwind: { unwind($0) }
      )
    }
  )

  private static let unwind: @Sendable (Page) -> Void = { $0.script.write("unwind \($0.name)") }

  private static func names(_ pages: [Page]) -> String {
    pages.map(\.name).joined(separator: " ")
  }
}
