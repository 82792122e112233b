import Dispatch
import NavigationTree
import Testing

/// What is shown can be of any type: a struct, an existential, something of the main actor.
@Suite struct PresentableKindTests {
  /// A page as a value.
  struct Card: RouteParametrizedPresentable, ModalPresentingPresentable {
    let name: String
    let script: Script

    func configure(routeParameters: RouteParameters) { script.write("configure \(name)") }
    func present(modal: Card) { script.write("present \(modal.name) over \(name)") }
    func dismiss(modal: Card) { script.write("dismiss \(modal.name) from \(name)") }
  }

  protocol Screen {
    var title: String { get }
  }

  /// A page behind a protocol, which presents whatever is behind it.
  final class Poster: Screen, RouteParametrizedPresentable, ModalPresentingPresentable {
    let title: String
    let script: Script

    init(_ title: String, _ script: Script) {
      self.title = title
      self.script = script
    }

    func configure(routeParameters: RouteParameters) { script.write("configure \(title)") }
    func present(modal: any Screen) { script.write("present \(modal.title) over \(title)") }
    func dismiss(modal: any Screen) { script.write("dismiss \(modal.title) from \(title)") }
  }

  /// A page of the main actor.
  @MainActor
  final class Window: MainRouteParametrizedPresentable, MainModalPresentingPresentable {
    let name: String
    let script: Script

    init(_ name: String, _ script: Script) {
      self.name = name
      self.script = script
    }

    func configure(routeParameters: RouteParameters) { script.write("configure \(name)") }
    func present(modal: Window) { script.write("present \(modal.name) over \(name)") }
    func dismiss(modal: Window) { script.write("dismiss \(modal.name) from \(name)") }
  }

  private let whole = [
    "configure a", "present b over a", "configure b", "dismiss b from a", "configure a",
  ]

  @Test func `structs`() {
    let script = Script()
    let tree = tree { name in .lazyPresenter { Card(name: name, script: script) } }
    play(tree, queue: nil)
    #expect(script.take() == whole)
  }

  @Test func `anything behind a protocol`() {
    let script = Script()
    let tree = tree { name in
      RoutePresenter<any Screen>.lazyPresenter { Poster(name, script) }
    }
    play(tree, queue: nil)
    #expect(script.take() == whole)
  }

  @MainActor
  @Test func `classes of the main actor`() {
    let script = Script()
    let tree = tree { name in .init(main: { Window(name, script) }) }
    play(tree, queue: .main)
    #expect(script.take() == whole)
  }

  @Test func `classes of the main actor from a block of the main queue`() async {
    let script = Script()
    let tree = tree { name in .init(main: { Window(name, script) }) }
    let lines = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        play(tree, queue: .main)
        continuation.resume(returning: script.take())
      }
    }
    #expect(lines == whole)
  }

  @Test func `classes of the main actor from elsewhere`() async {
    let script = Script()
    let tree = tree { name in .init(main: { Window(name, script) }) }
    await Task.detached { await play(tree, queue: .main).settle() }.value
    #expect(script.take() == whole)
  }

  @Test func `what has no protocol is shown, and neither configured nor told of modals`() {
    let tree = tree { name in .lazyPresenter { name } }
    #expect("\(play(tree, queue: nil).state)" == "/a/:id[id: 2]")
  }

  private func tree<View>(
    _ presenter: (String) -> RoutePresenter<View>
  ) -> RoutingNode<View> {
    RoutingNode(presenter("a")).endpoint(
      "a/:id",
      modals: [RoutingNode(presenter("b")).endpoint("b")]
    )
  }

  @discardableResult
  private func play<View>(
    _ tree: RoutingNode<View>,
    queue: DispatchQueue?
  ) -> RouterStore<View> {
    let store = RouterStore(tree: tree, queue: queue)
    for request in ["a/1", "b", "a/2"] { store.dispatch(request) }
    return store
  }
}
