import NavigationTree
import SwitchyardLocks
import Testing

/// A switcher within another node, in a tree that stores share: each has a container of its own.
@Suite struct SharedSwitcherTests {
  /// Something shown, with the name of the option that it holds.
  private final class Frame: Sendable {
    let name: String
    private let content = Locked<String?>(nil)

    init(_ name: String) { self.name = name }

    func show(_ option: Frame) { content.withLock { $0 = option.name } }

    var shown: String? { content.withLock { $0 } }
  }

  private let made = Locked<[Frame]>([])

  /// What each container holds, the one that was made first before the others.
  private var shown: [String?] { made.withLock { $0 }.map(\.shown) }

  private var make: @Sendable () -> Frame {
    { [made] in
      let frame = Frame("frame")
      made.withLock { $0 += [frame] }
      return frame
    }
  }

  private func tree(_ switcher: RoutePresenterSwitcher<Frame>) -> RoutingNode<Frame> {
    let fork = RoutePresenterFork<Frame>(
      getPresentable: { Frame("fork") },
      setOptions: { _, _ in },
      setOptionSelected: { _, _ in }
    )
    let options = ["a", "b"].map { name in
      RoutingNode<Frame>(.lazyPresenter { Frame(name) }).endpoint(name)
    }
    return RoutingNode(fork).fork([RoutingNode(switcher).switcher(options)])
  }

  @Test func `each container holds the option of its store`() {
    let switcher = RoutePresenterSwitcher<Frame>(
      getPresentable: make,
      setOptionSelected: { option, container in container.show(option) }
    )
    let tree = tree(switcher)
    let stores = [RouterStore(tree: tree, queue: nil), RouterStore(tree: tree, queue: nil)]
    stores[0].dispatch("a")
    stores[1].dispatch("b")
    #expect(shown == ["a", "b"])
    stores[0].dispatch("b")
    stores[1].dispatch("a")
    #expect(shown == ["b", "a"])
  }

  @Test @MainActor func `so does each of the main actor`() {
    let make = make
    let switcher = RoutePresenterSwitcher<Frame>(
      main: { make() },
      setOptionSelected: { option, container in container.show(option) }
    )
    let tree = tree(switcher)
    let stores = [RouterStore(tree: tree), RouterStore(tree: tree)]
    stores[0].dispatch("a")
    stores[1].dispatch("b")
    #expect(shown == ["a", "b"])
  }

  @Test func `one without a container shows options all the same, and one with it needs it`() {
    let shown = Locked<[String]>([])
    let root = RoutePresenterSwitcher<Frame>(
      setOptionSelected: { option in shown.withLock { $0 += [option.name] } }
    )
    root.setOptionSelected(Frame("a"), nil)
    #expect(shown.withLock { $0 } == ["a"])
    let held = RoutePresenterSwitcher<Frame>(
      getPresentable: make,
      setOptionSelected: { option, _ in shown.withLock { $0 += [option.name] } }
    )
    held.setOptionSelected(Frame("b"), nil)
    #expect(shown.withLock { $0 } == ["a"])
    held.setOptionSelected(Frame("b"), Frame("frame"))
    #expect(shown.withLock { $0 } == ["a", "b"])
  }
}
