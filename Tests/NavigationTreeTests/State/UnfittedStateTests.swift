import NavigationTree
import TestSupport
import Testing

/// Requests in states that nobody has fitted to the tree, as somebody might edit them.
@Suite struct UnfittedStateTests {
  private static let routes = ["/a", "/b", "/x", "/m", "/n", "/y", "/z"]

  /// Tabs on top of two pages, with other tabs in a modal.
  private let tree: Node

  init() {
    let cast = Cast()
    func page(_ route: String, _ children: [Node] = [], modals: [Node] = []) -> Node {
      Node(cast.page(route)).endpoint(route, children: children, modals: modals)
    }
    let settings = Node(cast.fork("settings")).fork([page("m"), page("n")])
    let second = Node(cast.stack("second")).stack([page("y", [page("z")])])
    let tabs = Node(cast.fork("tabs")).fork([page("x", modals: [settings]), second])
    tree = Node(cast.stack("first")).stack([page("a", [page("b", [tabs])])])
  }

  @Test func `an option whose way names an endpoint twice is shown by its first endpoint`() throws {
    let state = RouterState(
      active: Self.way("/a", "/b", "/y"),
      kept: [Self.way("/x", "/b", "/x", "/m")]
    )
    let next = try routerReducer(request: "x", tree: tree, state: state, options: .junctionsOnly)
    #expect("\(next)" == "/a > /b > /x | /a > /b > /y")
  }

  @Test func `whatever a state holds, a request leads on from it`() throws {
    let cases = PropertyRun.cases(default: 500)
    var generator = PropertyRun.generator(for: "unfitted states", cases: cases)
    for _ in 0..<cases {
      let active = Self.way(&generator)
      let state = RouterState(
        active: active,
        kept: (0..<generator.below(4)).map { _ in Self.way(&generator) }
      )
      for route in Self.routes {
        for options in [[], .junctionsOnly] as [DispatchOptions] {
          let next = try routerReducer(request: route, tree: tree, state: state, options: options)
          let isThere = options.isEmpty ? next.current?.route == route : next.current != nil
          let fitted = next.fitted(to: tree)
          guard isThere, fitted.current?.route == next.current?.route else {
            Issue.record("\(state), \(route) \(options): \(next), fitted \(fitted)")
            return
          }
        }
      }
    }
  }

  private static func way(_ routes: String...) -> [ActiveNode] {
    routes.map { ActiveNode(route: $0) }
  }

  /// Some endpoints in any order, once or several times.
  private static func way(_ generator: inout SeededGenerator) -> [ActiveNode] {
    (0..<generator.below(6)).map { _ in ActiveNode(route: generator.pick(routes)) }
  }
}
