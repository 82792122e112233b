import NavigationTree
import Testing

/// Why a request changes nothing, with the whole text.
@Suite struct NavigationErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: String
    let text: String

    init(_ rule: String, _ request: String, _ text: String) {
      testDescription = rule
      self.request = request
      self.text = text
    }
  }

  @Test(arguments: [
    Case(
      "no endpoint",
      "nowhere/1?x=2",
      "Going to nowhere/1?x=2: no endpoint of the tree takes it. Add one, or ask for another."
    ),
    Case(
      "an empty request is the root",
      "",
      """
      Going to the root (an empty request): no endpoint of the tree takes it. Add one, or ask for another.
      """
    ),
    Case(
      "an escape that is none",
      "books/%zz",
      """
      Going to books/%zz: The target has a percent sign without two hexadecimal digits after it \
      (byte 6). Write a percent sign that is data as %25.
      books/%zz
            ^
      """
    ),
    Case(
      "a control character",
      "books/\n",
      """
      Going to books/\\u{A}: The target holds a control character (byte 6). Remove it; neither \
      raw nor escaped is it part of a route.
      books/\\x0A
            ^
      """
    ),
    Case(
      "a host that is none",
      "https://user@host/books",
      """
      Going to https://user@host/books: The target holds a user name before its host (byte 12). \
      Remove it together with the @.
      https://user@host/books
                  ^
      """
    ),
  ])
  func `a request that changes nothing says why`(_ sample: Case) {
    let scene = Scene.library(after: ["books/1", "today"])
    let state = scene.store.state
    let outcome = scene.store.dispatch(sample.request)
    #expect(outcome.error.map { "\($0)" } == sample.text)
    #expect((outcome.error as? NavigationError)?.request == sample.request)
    #expect(outcome.transition == nil)
    #expect(scene.store.state == state)
    #expect(scene.script.isEmpty)
    #expect(scene.store.history.past.count == 1)
  }

  @Test func `a request that is too long is not shown whole`() {
    let scene = Scene.library(after: ["today"])
    let error = scene.store.dispatch("books/" + String(repeating: "a", count: 10_000)).error
    #expect(error.map { "\($0)".utf8.count < 600 } == true)
    #expect(scene.state == "/today")
  }

  @Test func `a limit that is hit is an error and not another endpoint`() throws {
    let cast = Cast()
    let tree = Node(cast.fork("tabs")).fork([
      Node(cast.page("slow")).endpoint("slow/:x((?:a+)+[bc])"),
      Node(cast.page("all")).endpoint("slow/*"),
    ])
    try #require(tree.validate().isEmpty)
    let store = RouterStore(tree: tree, queue: nil)
    store.dispatch("slow/ab")
    let request = "slow/" + String(repeating: "a", count: 40)
    let error = try #require(store.dispatch(request).error as? NavigationError)
    guard case .undecided = error.code.value else {
      Issue.record("\(error.code)")
      return
    }
    let many = String(repeating: "a", count: 40)
    #expect(
      error.description == """
        Going to slow/\(many): The pattern /slow/:x((?:a+)+[bc]) was not matched to the end: it \
        takes more steps than the limit allows. Make its parts unambiguous, for example with a \
        possessive repeat such as [a-z]++, or raise the limit of steps (matchSteps).
        /slow/\(many)
        """
    )
    #expect(store.state.current?.route == "/slow/:x((?:a+)+[bc])")
  }

  @Test func `the outcome says what has changed`() {
    let scene = Scene.library(after: ["books/1"])
    #expect(
      "\(scene.store.dispatch("books"))" == """
        changed:
        unwind /books/:id
        pop /books/:id from stack(/books)
        """
    )
    #expect("\(scene.store.dispatch("books"))" == "unchanged")
    #expect(
      "\(scene.store.dispatch("x"))"
        == "rejected: Going to x: no endpoint of the tree takes it. Add one, or ask for another."
    )
  }
}
