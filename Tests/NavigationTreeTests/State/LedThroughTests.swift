import NavigationTree
import RoutePatterns
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

  @Test(
    arguments: [
      ([:], true), (["title": "x"], true), (["kind": "news", "id": "1"], true),
      (["kind": "<script>", "id": "1"], false), (["kind": "<script>"], false),
      (["kind": "news"], false), (["id": "1"], false),
    ] as [(RouteParameters, Bool)]
  )
  func `one that was saved has all values that its route needs, or none`(
    _ parameters: RouteParameters,
    _ isFitting: Bool
  ) {
    let cast = Cast()
    let route = "/today/story/:kind(news|essay)/:id(\\d+)"
    let story = Node(cast.page("story")).endpoint(route)
    let tree = Node(cast.page("today")).endpoint("/today", modals: [story])
    let saved = RouterState(active: [
      ActiveNode(route: "/today"), ActiveNode(route: route, parameters: parameters),
    ])
    let fitted = saved.fitted(to: tree)
    #expect(fitted.current?.route == (isFitting ? route : "/today"))
    if isFitting { #expect(fitted.current?.parameters == parameters) }
  }

  @Test func `the values of one with a host are those that its route takes`() throws {
    let tree = Node(Cast().page("book")).endpoint("//h.example/books/:id(\\d+)")
    let request = "https://h.example/books/7"
    var saved = try routerReducer(request: request, tree: tree, state: RouterState())
    #expect(saved.active.map(\.parameters) == [["id": "7"]])
    #expect(saved.fitted(to: tree) == saved)
    saved.active[0].parameters = ["id": "seven"]
    #expect(saved.fitted(to: tree) == RouterState())
  }

  @Test(arguments: ["[::1]", "h.example"])
  func `any host stays that a route takes`(_ host: String) throws {
    let tree = Node(Cast().page("book")).endpoint("//*/books/:id(\\d+)")
    let request = "https://\(host)/books/7"
    let saved = try routerReducer(request: request, tree: tree, state: RouterState())
    #expect(saved.current?.parameters["0"] == host)
    #expect(saved.fitted(to: tree) == saved)
  }

  struct Led: Sendable, CustomTestStringConvertible {
    let requests: [String]
    let page: String?
    let sort: String?

    var testDescription: String { requests.joined(separator: ", ") }
  }

  @Test(arguments: [
    Led(requests: ["list/5?sort=up", "list/item/3"], page: nil, sort: nil),
    Led(requests: ["list/5?sort=up", "list/6/item/3"], page: "6", sort: nil),
    Led(requests: ["list/5?sort=up", "list/5/item/3"], page: "5", sort: "up"),
    Led(requests: ["list?sort=up", "list/5/item/3"], page: "5", sort: nil),
    Led(requests: ["list?sort=up", "list/item/3"], page: nil, sort: "up"),
  ])
  func `one whose optional value the path leaves out has none`(_ sample: Led) {
    let cast = Cast()
    let tree = Node(cast.stack("stack")).stack([
      Node(cast.page("list")).endpoint(
        "list{/:page}?",
        children: [Node(cast.page("item")).endpoint("list{/:page}?/item/:n")]
      )
    ])
    let store = RouterStore(tree: tree, queue: nil)
    for request in sample.requests { store.dispatch(request) }
    #expect(store.state.active.count == 2)
    let list = store.state.active.first?.parameters
    #expect(list?.path["page"] == sample.page)
    #expect(list?.query.values(of: "sort").first == sample.sort)
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
