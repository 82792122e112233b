import NavigationTree
import RoutePatterns
import Testing

/// Text that users have written arrives as it is.
@Suite struct RequestedTextTests {
  @Test(arguments: [
    "Story #1", "100%", "a&b=c", "1+1", "x%41", "what?", "a/b", "ü \u{1F600}", "", "=", "..",
  ])
  func `titles and names arrive`(_ text: String) throws {
    let cast = Cast()
    let tree = Node(cast.page("book")).endpoint("books/:id")
    let store = RouterStore(tree: tree, queue: nil)
    let outcome = store.dispatch("books/:id", ["id": "7"], query: ["title": text])
    #expect(outcome.error == nil)
    #expect(store.state.current?.parameters.query["title"] == text)
    guard !text.isEmpty, text != ".." else {
      // A path has no place for it, and the request says so.
      #expect(store.dispatch("books/:id", ["id": text]).error is PatternReverseError)
      return
    }
    store.dispatch("books/:id", ["id": text])
    #expect(store.state.current?.parameters.path["id"] == text)
    #expect(try RoutingRequest("books/:id", ["id": text]).resolve(for: "books/:id")?["id"] == text)
  }

  @Test func `a missing value is an error`() {
    let cast = Cast()
    let store = RouterStore(tree: Node(cast.page("book")).endpoint("books/:id"), queue: nil)
    let error = store.dispatch("books/:id", ["title": "x"]).error
    #expect(error.map { "\($0)" }?.contains("title") == true)
    #expect(store.state == RouterState())
  }

  @Test func `a link leads to the store that comes later, and does not keep it`() {
    let cast = Cast()
    let link = StoreLink<Page>()
    #expect(link.store == nil)
    do {
      let store = RouterStore(tree: Node(cast.page("a")).endpoint("a"), queue: nil)
      link.lead(to: store)
      link.store?.dispatch("a")
      #expect(store.state.current?.route == "a" || store.state.current?.route == "/a")
    }
    #expect(link.store == nil)
  }
}
