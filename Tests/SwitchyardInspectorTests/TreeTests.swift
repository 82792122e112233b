import NavigationTree
import RoutePatterns
import SwitchyardHTTP
import Testing

@testable import SwitchyardInspector

@Suite("The tree in an inspector") struct TreeTests {
  final class Page: Sendable {}

  typealias Node = RoutingNode<Page>

  static var tree: Node {
    Node(RoutePresenterSwitcher<Page>(setOptionSelected: { _ in })).switcher([
      Node(.lazyPresenter { Page() }).endpoint("/login"),
      Node(
        RoutePresenterFork<Page>.lazyPresenter(
          { Page() },
          setOptions: { _, _ in },
          setOptionSelected: { _, _ in }
        )
      ).fork([
        Node(RoutePresenterStack<Page>.lazyPresenter({ Page() }, setStack: { _, _ in })).stack([
          Node(.lazyPresenter { Page() }).endpoint(
            "/books",
            children: [Node(.lazyPresenter { Page() }).endpoint("/books/:id(\\d+)")],
            modals: [Node(.lazyPresenter { Page() }).endpoint("/books/help/:topic")]
          )
        ]),
        Node(.lazyPresenter { Page() }).endpoint("/today"),
      ]),
    ])
  }

  private func window(_ requests: [String], _ showsQueries: Bool = false) throws -> Window {
    let store = RouterStore(tree: Self.tree, queue: nil)
    for request in requests { store.dispatch(request) }
    return try Window { configuration in
      configuration.tree = { _ in InspectedTree(store) }
      configuration.showsQueries = showsQueries
    }
  }

  @Test func `nodes have their values, kinds and standing`() async throws {
    let page = try await window(["/books/3", "/today"]).page("/tree")
    #expect(page.says(#"<span class="box current added" id="current"><code>/today</code>"#))
    #expect(
      page.says(
        #"<span class="box kept aside"><code>/books/3</code> <span class="pattern">/books/:id(\d+)</span>"#
      )
    )
    #expect(page.says(#"<span class="box idle none"><code>/login</code></span>"#))
    #expect(
      page.says(
        #"<li class="modal"><span class="box idle none"><span class="kind dialog">modal</span>"#
      )
    )
    for kind in ["stack", "fork", "switcher"] {
      #expect(page.says(#"<span class="kind">\#(kind)</span>"#))
    }
  }

  @Test(arguments: [
    ("", "/today", 3), ("?at=0", "/books", 1), ("?at=1", "/books/3", 2), ("?at=99", "/today", 3),
    ("?at=-5", "/books", 1), ("?at=x", "/today", 3), ("?at=99999999999999999999", "/today", 3),
  ])
  func `states are walked along`(_ query: String, _ current: String, _ number: Int) async throws {
    let page = try await window(["/books", "/books/3", "/today"]).page("/tree\(query)")
    #expect(page.words.contains("State \(number) of 3"))
    let start = try #require(page.text.firstRange(of: #"id="current">"#))
    #expect(page.text[start.upperBound...].hasPrefix("<code>\(current)</code>"))
  }

  @Test func `two states are compared`() async throws {
    let window = try window(["/books/3", "/books/4", "/login"])
    let change = try await window.page("/tree?at=1&from=0")
    #expect(change.says(#"box current changed"#) && change.says("± other values"))
    let removal = try await window.page("/tree?at=2&from=1")
    #expect(removal.says(#"<span class="box idle removed"><code>/books/4</code>"#))
  }

  @Test(arguments: [false, true]) func `queries are shown where that is asked for alone`(
    _ showsQueries: Bool
  ) async throws {
    let window = try window(["/books/3?code=5ecret#fr4gment", "/today"], showsQueries)
    for rest in ["/tree", "/tree?at=0"] {
      let page = try await window.page(rest)
      #expect(
        page.says("5ecret")
          == (showsQueries && rest != "/tree" || showsQueries && page.says("kept")),
        "\(rest)"
      )
      if !showsQueries { #expect(!page.says("fr4gment")) }
    }
  }

  @Test func `a state is pasted and compared, and changes nothing`() async throws {
    let store = RouterStore(tree: Self.tree, queue: nil)
    store.dispatch("/today")
    let before = store.history
    let window = try Window { $0.tree = { _ in InspectedTree(store) } }
    let own: HeaderFields = ["Sec-Fetch-Site": "same-origin"]
    let json =
      #"{"active":[{"route":"/books"},{"route":"/books/:id(\\d+)","parameters":{"path":[{"name":"id","value":"7"}]}}]}"#
    let page = try await window.post("/tree", ["state": json], own)
    #expect(page.code == 200)
    #expect(page.says(#"box current added" id="current"><code>/books/7</code>"#), "\(page.text)")
    #expect(page.says(#"box idle removed"><code>/today</code>"#))
    #expect(store.history == before)
    for bad in ["", "{", "[]", "{\"active\":[{}]}", String(repeating: "[", count: 5_000)] {
      #expect(try await window.post("/tree", ["state": bad], own).code == 422, "\(bad.prefix(20))")
    }
    let unknown = try await window.post("/tree", ["state": #"{"active":[{"route":"/x"}]}"#], own)
    #expect(unknown.says("The tree has no endpoint /x."))
    #expect(try await window.post("/tree", ["state": json], [:]).code == 403)
  }

  @Test func `of a pasted state only the routes of the tree are read as patterns`() async throws {
    let window = try window(["/today"])
    let nodes = ["/gone/:a", "/books/:a", "/books/:id(\\\\d+)"].map { route in
      #"{"route":"\#(route)","parameters":{"path":[{"name":"a","value":"7"},{"name":"id","value":"7"}]}}"#
    }
    let page = try await window.post(
      "/tree",
      ["state": #"{"active":[\#(nodes.joined(separator: ","))]}"#],
      ["Sec-Fetch-Site": "same-origin"]
    )
    #expect(page.code == 200)
    for text in ["/gone/:a", "/books/:a", "/books/7"] {
      #expect(page.says("<li><code>\(text)</code></li>"), "\(text)")
    }
    #expect(!page.says("/gone/7"))
    #expect(page.text.split(separator: "<li><code>/books/7<").count == 2)
  }

  @Test func `the way is printed as a test, whose requests lead there`() {
    let store = RouterStore(tree: Self.tree, queue: nil)
    for request in ["/books", "/books/3?x=%22%23", "/today"] { store.dispatch(request) }
    let tree = InspectedTree(store)
    let text = StateTest(tree, tree.states.all).text
    let dispatched = text.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /\s+store\.dispatch\(#+"(.*)"#+\)/).map { String($0.1) }
    }
    #expect(dispatched.count == 3, "\(text)")
    let other = RouterStore(tree: Self.tree, queue: nil)
    for request in dispatched { other.dispatch(request) }
    #expect(other.state == store.state)
  }

  @Test func `a state that no request leads to is set as it is`() {
    let store = RouterStore(tree: Self.tree, queue: nil)
    store.dispatch("/books/3")
    store.dispatch("/today")
    let tree = InspectedTree(store)
    // The second state alone keeps what the first has left.
    let text = StateTest(tree, [store.state]).text
    #expect(text.contains("  store.restore(try state(#\"{"), "\(text)")
  }

  @Test func `the name of a printed test ends where it is closed`() throws {
    let tree = InspectedTree(RouterStore(tree: Self.tree, queue: nil))
    let state = RouterState(active: [ActiveNode(route: "/a`\u{301}b\\\u{301}c")])
    let lines = StateTest(tree, [state]).text.split(separator: "\n")
    let name = try #require(lines.first { $0.hasPrefix("@Test") }).utf8
    let marks = name.count { $0 == UInt8(ascii: "`") }
    #expect(marks == 2)
    #expect(!name.contains(UInt8(ascii: "\\")))
  }

  @Test(arguments: [
    "plain", "a\"#b", "\\#(x)", "\"\"##\"", "line\nbreak", "\u{202E}back", "\\#n", "a\"#\u{301}b",
    "a\\#\u{301}(x)",
  ])
  func `a literal stands for its text and nothing else`(_ text: String) {
    let literal = text.literal
    let count = literal.prefix { $0 == "#" }.count
    let marks = String(repeating: "#", count: count)
    let inner = literal.dropFirst(count + 1).dropLast(count + 1)
    // By bytes, as the compiler reads it.
    #expect(!inner.utf8.contains("\"\(marks)".utf8))
    #expect(!inner.contains("\n") && !inner.unicodeScalars.contains("\u{202E}"))
    if !text.contains("\n"), !text.contains("\u{202E}") {
      #expect(inner.utf8.elementsEqual(text.utf8) && !inner.utf8.contains("\\\(marks)".utf8))
    }
  }
}
