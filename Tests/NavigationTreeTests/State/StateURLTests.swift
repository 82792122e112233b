import NavigationTree
import Testing

/// The URL that leads to a state.
@Suite struct StateURLTests {
  @Test(arguments: [
    "login", "today", "today/story/news/7", "books", "books/1", "books/1?title=x#end",
    "books/a%20b?title=a+b%26c", "books/%C3%A9",
  ])
  func `the URL of a state leads to it`(_ request: String) throws {
    let scene = Scene.library(after: ["today", "books/9", request])
    let url = try scene.store.url()
    #expect(url == "/" + request)
    #expect(scene.store.dispatch(url).transition == nil)
    let other = Scene.library(after: [url])
    #expect(other.store.state.active == scene.store.state.active)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let state: RouterState
    let text: String

    init(_ rule: String, _ state: RouterState, _ text: String) {
      testDescription = rule
      self.state = state
      self.text = text
    }
  }

  @Test(arguments: [
    Case(
      "nothing active",
      RouterState(),
      "Nothing is active, so that no URL leads there. Dispatch a request first."
    ),
    Case(
      "an endpoint of another tree",
      RouterState(active: [ActiveNode(route: "/x")]),
      """
      The endpoint /x is not in the tree. Fit the state to the tree, or add the endpoint.
      """
    ),
    Case(
      "a parameter is missing",
      RouterState(active: [ActiveNode(route: "/users/:user")]),
      """
      No URL can be made from the pattern /users/:user: the parameter "user" has no value. Add one.
      """
    ),
    Case(
      "a parameter that the route does not take",
      RouterState(active: [ActiveNode(route: "/a", parameters: ["user": "7"])]),
      """
      No URL leads to /a as it is: /a does not read back to the same parameters.
      """
    ),
    Case(
      "a value that the route does not take",
      RouterState(active: [ActiveNode(route: "/n/:n(\\d+)", parameters: ["n": "x"])]),
      """
      No URL leads to /n/:n(\\d+) as it is: /n/x does not read back to the same parameters.
      """
    ),
    Case(
      "a segment without a name",
      RouterState(active: [ActiveNode(route: "/x/:_")]),
      """
      No URL can be made from the pattern /x/:_: it would not read back to the same value of ":_". \
      Give a value that the pattern takes whole, or name the part that has no value.
      """
    ),
    Case(
      "closures without a url",
      RouterState(active: [ActiveNode(route: "closed")]),
      """
      No URL leads to closed as it is: closures decide on it, and it has no url closure. Give it one.
      """
    ),
    Case(
      "a url that leads elsewhere",
      RouterState(active: [ActiveNode(route: "wrong")]),
      """
      No URL leads to wrong as it is: a is taken by /a. Put the more special route first.
      """
    ),
    Case(
      "an earlier endpoint takes the URL",
      RouterState(active: [ActiveNode(route: "/:any", parameters: ["any": "a"])]),
      """
      No URL leads to /:any as it is: /a is taken by /a. Put the more special route first.
      """
    ),
  ])
  func `a state without a URL says why`(_ sample: Case) {
    let error = #expect(throws: NavigationError.self) {
      try Self.tree(Cast()).url(of: sample.state)
    }
    #expect(error?.description == sample.text)
  }

  @Test func `an endpoint of closures has the URL that its closure says`() throws {
    let state = RouterState(active: [ActiveNode(route: "open", parameters: ["id": "7"])])
    #expect(try Self.tree(Cast()).url(of: state) == "open/7")
  }

  private static func tree(_ cast: Cast) -> Node {
    func closure(_ name: String, url: (@Sendable (RouteParameters) -> String?)? = nil) -> Node {
      Node(cast.page(name)).endpoint(
        name: name,
        isMatching: { $0.request.hasPrefix(name) },
        resolve: { ["id": String($0.request.suffix(1))] },
        url: url
      )
    }
    return Node(cast.switcher("root")).switcher([
      Node(cast.page("a")).endpoint("a"),
      Node(cast.page("user")).endpoint("users/:user"),
      Node(cast.page("n")).endpoint("n/:n(\\d+)"),
      Node(cast.page("x")).endpoint("x/:_"),
      closure("closed"),
      closure("open", url: { $0["id"].map { "open/\($0)" } }),
      closure("wrong", url: { _ in "a" }),
      Node(cast.page("any")).endpoint(":any"),
    ])
  }
}
