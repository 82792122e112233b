import Measuring
import NavigationTree

/// Requests to a tree of 10,000 endpoints beside those to one of 100 that is as deep.
struct NavigationBenchmark {
  /// How many nodes of each kind stand in one of the kind above.
  struct Shape {
    var tabs: Int
    var sections: Int
    var pages: Int

    /// Each section is an endpoint, and has pages on top of it.
    var endpoints: Int { tabs * (1 + sections * (1 + pages)) }
  }

  let repeats: Repeats

  func criteria() -> [Criterion] {
    [
      criterion(
        "ten times the tabs, sections and pages",
        Shape(tabs: 3, sections: 5, pages: 5),
        Shape(tabs: 10, sections: 32, pages: 30)
      ),
      criterion(
        "all in sections",
        Shape(tabs: 4, sections: 24, pages: 0),
        Shape(tabs: 4, sections: 2_500, pages: 0)
      ),
      criterion(
        "all in tabs",
        Shape(tabs: 33, sections: 1, pages: 1),
        Shape(tabs: 100, sections: 33, pages: 2)
      ),
    ]
  }

  private func criterion(_ name: String, _ small: Shape, _ large: Shape) -> Criterion {
    let figures = measure([row(small), row(large)], repeats)
    report("a dispatch in a tree: \(name)", figures)
    let ratio = figures[1].ratio(to: figures[0])
    return Criterion(name: "dispatch, \(name)", measured: ratio, limit: 3)
  }

  private func row(_ shape: Shape) -> Row {
    let store = RouterStore(tree: tree(shape), queue: nil)
    // As many requests to each tree, of as many kinds, in the same order.
    var state: UInt64 = 1
    let requests = (0..<512).map { number in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let random = Int(state >> 33)
      let (tab, section) = (random % shape.tabs, random / 100 % shape.sections)
      return shape.pages == 0 || number % 2 == 0
        ? "tab\(tab)/section\(section)/\(number)"
        : "tab\(tab)/section\(section)/\(number)/page\(random / 10_000 % shape.pages)"
    }
    return Row(name: "\(shape.endpoints) endpoints") { times in
      for number in 0..<times { store.dispatch(requests[number % requests.count]) }
    }
  }

  private func tree(_ shape: Shape) -> RoutingNode<Int> {
    typealias Node = RoutingNode<Int>
    let stack = RoutePresenterStack<Int>(getPresentable: { 0 }, setStack: { _, _ in })
    let page = RoutePresenter<Int>.lazyPresenter { 1 }
    let fork = RoutePresenterFork<Int>(
      getPresentable: { 2 },
      setOptions: { _, _ in },
      setOptionSelected: { _, _ in }
    )
    return Node(fork).fork(
      (0..<shape.tabs).map { tab in
        let sections = (0..<shape.sections).map { section in
          let route = "tab\(tab)/section\(section)/:id"
          return Node(page).endpoint(
            route,
            children: (0..<shape.pages).map { Node(page).endpoint("\(route)/page\($0)") }
          )
        }
        return Node(stack).stack([Node(page).endpoint("tab\(tab)", children: sections)])
      }
    )
  }
}
