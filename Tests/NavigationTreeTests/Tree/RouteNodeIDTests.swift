import Foundation
import NavigationTree
import Testing

/// What nodes are known by.
@Suite struct RouteNodeIDTests {
  @Test func `an endpoint is its route, a container the first route within it`() async {
    let scene = Scene.readingRoom(after: [.orders])
    let ids = await scene.store.presented { nodes in nodes.map { "\($0.id) \($0.view.name)" } }
    #expect(
      ids == [
        "fork(/today) tabs",
        "stack(/today) todayStack",
        "stack(/books) booksStack",
        "stack(/profile) profileStack",
        "/profile profile",
        "fork(/orders) account",
        "stack(/orders) ordersStack",
        "/orders orders",
        "/delivery delivery",
      ]
    )
  }

  @Test func `containers with the same first route are counted from the outside`() async {
    let scene = Scene { cast in
      Node(cast.fork("outer")).fork([
        Node(cast.stack("stack")).stack([
          Node(cast.fork("inner")).fork([Node(cast.page("a")).endpoint("a")])
        ]),
        Node(cast.page("b")).endpoint("b"),
      ])
    }.after(["a"])
    let ids = await scene.store.presented { nodes in nodes.map(\.id.description) }
    #expect(ids == ["fork(/a)", "stack(/a)", "fork(/a)#2", "/a", "/b"])
  }

  @Test func `an endpoint of closures is its name, or its place`() async {
    let scene = Scene { cast in
      func node(_ path: String, _ name: String?, modals: [Node] = [], children: [Node] = [])
        -> Node
      {
        Node(cast.page(path)).endpoint(
          name: name,
          isMatching: { $0.request == path },
          resolve: { _ in [:] },
          children: children,
          modals: modals
        )
      }
      return Node(cast.fork("tabs")).fork([
        Node(cast.page("first")).endpoint("first"),
        node("a", nil, modals: [node("b", nil)], children: [node("c", nil), node("d", "named")]),
      ])
    }
    let states = ["a", "b", "c", "d"].map { request in
      scene.store.dispatch(request)
      return scene.store.state.active.map(\.route)
    }
    #expect(states == [["#1"], ["#1", "#1.0"], ["#1", "#1.1"], ["#1", "named"]])
  }

  @Test func `an identity is coded by its parts`() async throws {
    let scene = Scene.library(after: ["today"])
    let id = try #require(await scene.store.presented { $0.first?.id })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(id), as: UTF8.self)
    #expect(text == #"{"kind":"fork","nesting":0,"route":"/today"}"#)
    #expect(try JSONDecoder().decode(RouteNodeID.self, from: Data(text.utf8)) == id)
  }
}
