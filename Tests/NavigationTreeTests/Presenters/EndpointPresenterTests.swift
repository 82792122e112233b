import NavigationTree
import Testing

/// The callbacks of an endpoint's presenter: given, and by default.
@Suite struct EndpointPresenterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let presenter: @Sendable (Cast, _ name: String) -> RoutePresenter<Page>

    init(
      _ rule: String,
      _ presenter: @escaping @Sendable (Cast, _ name: String) -> RoutePresenter<Page>
    ) {
      testDescription = rule
      self.presenter = presenter
    }
  }

  @Test(arguments: [
    Case("direct") { cast, name in
      RoutePresenter(
        getPresentable: { Page(name, cast.script) },
        setParameters: { parameters, page in page.script.write("my set \(page.name) \(parameters)")
        },
        presentModal: { modal, over in
          over.script.write("my present \(modal.name) over \(over.name)")
        },
        dismissModal: { modal in modal.script.write("my dismiss \(modal.name)") },
        unwind: { page in page.script.write("my unwind \(page.name)") }
      )
    },
    Case("lazy") { cast, name in
      .lazyPresenter(
        { Page(name, cast.script) },
        setParameters: { parameters, page in page.script.write("my set \(page.name) \(parameters)")
        },
        presentModal: { modal, over in
          over.script.write("my present \(modal.name) over \(over.name)")
        },
        dismissModal: { modal in modal.script.write("my dismiss \(modal.name)") },
        unwind: { page in page.script.write("my unwind \(page.name)") }
      )
    },
    Case("wrapped") { cast, name in
      .lazyPresenter(
        wrap: Page(name, cast.script),
        setParameters: { parameters, page in page.script.write("my set \(page.name) \(parameters)")
        },
        presentModal: { modal, over in
          over.script.write("my present \(modal.name) over \(over.name)")
        },
        dismissModal: { modal in modal.script.write("my dismiss \(modal.name)") },
        unwind: { page in page.script.write("my unwind \(page.name)") }
      )
    },
    Case("of the main actor") { cast, name in
      .init(
        main: { Page(name, cast.script) },
        setParameters: { parameters, page in page.script.write("my set \(page.name) \(parameters)")
        },
        presentModal: { modal, over in
          over.script.write("my present \(modal.name) over \(over.name)")
        },
        dismissModal: { modal in modal.script.write("my dismiss \(modal.name)") },
        unwind: { page in page.script.write("my unwind \(page.name)") }
      )
    },
  ])
  @MainActor
  func `closures win over what presentables do themselves`(_ sample: Case) {
    let cast = Cast()
    let tree = Node(sample.presenter(cast, "a")).endpoint(
      "a/:id",
      modals: [Node(sample.presenter(cast, "b")).endpoint("b")]
    )
    let store = RouterStore(tree: tree)
    #expect(cast.script.take().isEmpty)
    store.dispatch("a/1")
    #expect(cast.script.take() == ["create a", "my set a [id: 1]"])
    store.dispatch("b")
    #expect(cast.script.take() == ["create b", "my present b over a", "my set b []"])
    store.dispatch("a/2")
    #expect(cast.script.take() == ["my dismiss b", "my unwind b", "my set a [id: 2]"])
    store.reset()
    #expect(cast.script.take() == ["my unwind a"])
  }

  @Test(arguments: [
    Case("direct") { cast, name in RoutePresenter(getPresentable: { Page(name, cast.script) }) },
    Case("lazy") { cast, name in .lazyPresenter { Page(name, cast.script) } },
    Case("wrapped") { cast, name in .lazyPresenter(wrap: Page(name, cast.script)) },
    Case("of the main actor") { cast, name in .init(main: { Page(name, cast.script) }) },
  ])
  @MainActor
  func `without closures presentables do it themselves`(_ sample: Case) {
    let cast = Cast()
    let tree = Node(sample.presenter(cast, "a")).endpoint(
      "a/:id",
      modals: [Node(sample.presenter(cast, "b")).endpoint("b")]
    )
    let store = RouterStore(tree: tree)
    for request in ["a/1", "b", "a/2"] { store.dispatch(request) }
    #expect(
      cast.script.take() == [
        "create a", "configure a [id: 1]", "create b", "present b over a", "configure b",
        "dismiss b from a", "configure a [id: 2]",
      ]
    )
  }

  @Test func `a presentable that is always there is used again, and unwound each time`() {
    let cast = Cast()
    let page = Page("kept", cast.script)
    let kept = RoutePresenter(
      getPresentable: { page },
      unwind: { $0.script.write("unwind \($0.name)") }
    )
    let tree = Node(cast.switcher("sections")).switcher([
      Node(kept).endpoint("kept"), Node(cast.page("other")).endpoint("other"),
    ])
    let store = RouterStore(tree: tree, queue: nil)
    for request in ["kept", "other", "kept", "other"] { store.dispatch(request) }
    let script = cast.script.take()
    #expect(script.count { $0 == "create kept" } == 1)
    #expect(script.count { $0 == "configure kept" } == 2)
    #expect(script.count { $0 == "unwind kept" } == 2)
  }
}
