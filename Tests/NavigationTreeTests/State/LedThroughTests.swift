import NavigationTree
import Testing

/// Endpoints that a way leads through without saying what they are to show.
@Suite struct `Endpoints led through` {
  @Test func `what is kept of one survives being saved, though its parameters were never said`() {
    let cast = Cast()
    let tree = Node(cast.fork("tabs")).fork([
      Node(cast.page("book")).endpoint(
        "books/:id",
        modals: [Node(cast.page("info")).endpoint("info")]
      ),
      Node(cast.page("today")).endpoint("today"),
    ])
    let store = RouterStore(tree: tree, queue: nil)
    store.dispatch("info")
    store.dispatch("today")
    #expect(store.state.description == "/today | /books/:id")
    #expect(store.state.fitted(to: tree) == store.state)
  }

  @Test(arguments: ["", "books/7"])
  func `one is not given a value that its route does not take`(_ first: String) {
    let cast = Cast()
    let tree = Node(cast.page("book")).endpoint(
      "books/:id(\\d+)",
      modals: [Node(cast.page("author")).endpoint("authors/:id")]
    )
    let store = RouterStore(tree: tree, queue: nil)
    store.dispatch(first)
    store.dispatch("authors/woolf")
    let book = first.isEmpty ? "/books/:id(\\d+)" : "/books/:id(\\d+)[id: 7]"
    #expect(store.state.description == "\(book) > [/authors/:id[id: woolf]]")
  }

  @Test func `one that kept ways share stays as it is when they are restored`() {
    let cast = Cast()
    let tree = Node(cast.fork("tabs")).fork([
      Node(cast.page("book")).endpoint(
        "books/:id",
        children: [
          Node(cast.fork("parts")).fork([
            Node(cast.page("text")).endpoint("books/:id/text"),
            Node(cast.page("notes")).endpoint("books/:id/notes"),
          ])
        ]
      ),
      Node(cast.page("today")).endpoint("today"),
    ])
    let store = RouterStore(tree: tree, queue: nil)
    for request in ["books/1/text", "books/2/notes", "today"] { store.dispatch(request) }
    // The text is still that of the first book, within the second.
    let book = "/books/:id[id: 2]"
    let expected = "/today | \(book) > /books/:id/notes[id: 2] | \(book) > /books/:id/text[id: 1]"
    #expect(store.state.description == expected)
    #expect(store.state.fitted(to: tree) == store.state)
  }
}
