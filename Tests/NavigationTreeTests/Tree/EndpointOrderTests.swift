import NavigationTree
import Testing

/// Which of several endpoints that match takes a request.
@Suite struct EndpointOrderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: any RoutingRequestType
    let route: String?

    init(_ testDescription: String, _ request: RoutingRequest, _ route: String?) {
      self.testDescription = testDescription
      self.request = request
      self.route = route
    }
  }

  @Test(arguments: [
    Case("an endpoint before its modals and children", "x/1", "/x/:id"),
    Case("a modal before a child", "x/1/2", "/x/:id/:digit(\\d)"),
    Case("what the modal does not take is for the child", "x/1/a", "/x/:id/:any(\\w)"),
    Case("a child of the first node before the second", "y/1/2", "/y/*"),
    Case("the second node where nothing in the first matches", "z/1", "/:any/1"),
    Case("closures have their place among patterns: after an earlier pattern", "x/9", "/x/:id"),
    Case("closures have their place among patterns: before a later one", "closed/1", "closed"),
    Case("a pattern behind closures that refuse", "open/1", "/:any/1"),
    Case("nothing", "nothing/2", nil),
  ])
  func `the first in the tree takes the request`(_ sample: Case) {
    let cast = Cast()
    let tree = Node(cast.switcher("root")).switcher([
      Node(cast.stack("stack")).stack([
        Node(cast.page("x")).endpoint(
          "x/:id",
          children: [
            Node(cast.page("child")).endpoint("x/:id/:any(\\w)"),
            Node(cast.page("y")).endpoint("y/*"),
          ],
          modals: [Node(cast.page("modal")).endpoint("x/:id/:digit(\\d)")]
        )
      ]),
      Node(cast.page("closed")).endpoint(
        name: "closed",
        isMatching: { $0.request.hasPrefix("closed") || $0.request.hasPrefix("x/") },
        resolve: { _ in [:] }
      ),
      Node(cast.page("any")).endpoint(":any/1"),
    ])
    let store = RouterStore(tree: tree, queue: nil)
    store.dispatch(AnyRequest(sample.request))
    #expect(store.state.current?.route == sample.route)
  }

  @Test func `closures see the request itself and say its parameters`() {
    struct Lift: RoutingRequestType {
      let floor: Int
      var request: String { "not a url: \(floor)" }
    }
    let cast = Cast()
    let tree = Node(cast.fork("tabs")).fork([
      Node(cast.page("books")).endpoint("books"),
      Node(cast.page("lift")).endpoint(
        name: "lift",
        isMatching: { $0 is Lift },
        resolve: { ["floor": "\(($0 as? Lift)?.floor ?? 0)"] }
      ),
    ])
    let store = RouterStore(tree: tree, queue: nil)
    #expect(store.dispatch(Lift(floor: 7)).error == nil)
    #expect(store.state.description == "lift[floor: 7]")
  }

  @Test func `a request that is no URL is an error where closures refuse it`() {
    let scene = Scene.library(after: ["today"])
    let outcome = scene.store.dispatch("mailto:someone")
    #expect(
      outcome.description == """
        rejected: Going to mailto:someone: The target has a scheme without two slashes after its \
        colon (byte 6). Write `scheme://` for a URL, or %3A for a colon in the first segment.
        mailto:someone
              ^
        """
    )
    #expect(scene.state == "/today")
  }
}

/// A request of whatever kind, as one that is dispatched.
private struct AnyRequest: RoutingRequestType {
  let base: any RoutingRequestType
  init(_ base: any RoutingRequestType) { self.base = base }
  var request: String { base.request }
}
