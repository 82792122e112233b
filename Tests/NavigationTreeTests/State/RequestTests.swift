import Foundation
import NavigationTree
import RoutePatterns
import Testing

/// What can be asked for, and what a route takes from it.
@Suite struct RequestTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let route: String
    let request: String
    /// Nothing where the route does not match.
    let parameters: String?

    init(_ route: String, _ request: String, _ parameters: String?) {
      self.route = route
      self.request = request
      self.parameters = parameters
    }

    var testDescription: String { "\(request) for \(route)" }
  }

  @Test(arguments: [
    Case("books", "books", "[]"),
    Case("books", "/books/", "[]"),
    Case("books", "books/1", nil),
    Case("books", "Books", nil),
    Case("books/:id", "books/1?title=x#end", "[id: 1]?title=x#end"),
    Case("books/:id", "books/a%20b", "[id: a%20b]"),
    Case("books/:id", "books", nil),
    Case("books/:id", "app://books/1", "[id: 1]"),
    Case(":_/books/:_", "a/books/b", "[]"),
    Case(":_/books/:_", "a/books", nil),
    Case(":_/books/:_", "a/books/b/c", nil),
    Case("books/...", "books/1", "[]"),
    Case("books/...", "books/1/2/3", "[]"),
    Case("books/...", "books", nil),
    Case("books/:id/...", "books/1/2/3", "[id: 1]"),
    Case("...", "a/b", "[]"),
  ])
  func `a route takes its parameters from a request`(_ sample: Case) throws {
    #expect(
      try RoutingRequest(sample.request).resolve(for: sample.route)?.description
        == sample.parameters
    )
  }

  @Test(arguments: [
    Case(":_/books/:_", "a/books/b", "/:_/books/:_"),
    Case(":_/books/:_", "a/books/b/c", nil),
    Case("books/...", "books/1/2/3?x=1", "/books/...[]?x=1"),
    Case("books/...", "books", nil),
  ])
  func `a tree goes by the rules of the README`(_ sample: Case) {
    let cast = Cast()
    let tree = Node(cast.page("page")).endpoint(sample.route)
    let store = RouterStore(tree: tree, queue: nil)
    store.dispatch(sample.request)
    #expect(store.state.current?.description == sample.parameters)
  }

  @Test func `a URL is a request`() throws {
    let scene = Scene.library()
    let url = try #require(URL(string: "app://books/7?title=x"))
    #expect(scene.store.dispatch(url).error == nil)
    #expect(scene.state == "/books > /books/:id[id: 7]?title=x")
    #expect(try RoutingRequest(url).resolve(for: "books/:id")?["title"] == "x")
  }

  @Test func `a target is a request, and goes as it is`() throws {
    let scene = Scene.library()
    let target = try RouteTarget("/books/7")
    #expect(scene.store.dispatch(target).error == nil)
    #expect(scene.state == "/books > /books/:id[id: 7]")
    #expect(target.request == "/books/7")
  }

  @Test func `an enumeration is a request by its text`() throws {
    let scene = Scene.readingRoom()
    #expect(scene.store.dispatch(AppRequest.book(id: 7, title: "A Tale")).error == nil)
    #expect(scene.store.state.current?.parameters["title"] == "A Tale")
    let story = AppRequest.story(type: "news", id: 3, title: "x")
    #expect(try story.resolve(for: AppRoute.story)?["type"] == "news")
    #expect(try story.resolve(for: AppRoute.book) == nil)
  }

  @Test func `routes are texts, enumerations, components and texts with validations`() {
    let cast = Cast()
    let components: [RouteComponent] = [.constant("news"), .parameter(name: "id"), .anything]
    let digits = RouteString("books/:id", parametersValidation: [("id", "\\d+")])
    let tree = Node(cast.fork("tabs")).fork([
      Node(cast.page("a")).endpoint(AppRoute.allNews),
      Node(cast.page("b")).endpoint(components),
      Node(cast.page("c")).endpoint(digits),
      Node(cast.page("d")).endpoint("books/:name"),
    ])
    #expect(tree.validate().isEmpty)
    let store = RouterStore(tree: tree, queue: nil)
    let active = ["all_news", "news/7/x", "books/7", "books/seven"].map { request in
      store.dispatch(request)
      return store.state.active.map(\.description)
    }
    #expect(
      active == [
        ["/all_news"], ["/news/:id/:_[id: 7]"], ["/books/:id(\\d+)[id: 7]"],
        ["/books/:name[name: seven]"],
      ]
    )
  }

  @Test func `what is no route and what is no URL is said when it is resolved`() {
    #expect(throws: PatternError.self) { try RoutingRequest("books").resolve(for: "books/(") }
    #expect(throws: RouteTargetError.self) {
      try RoutingRequest("books/%zz").resolve(for: "books/:id")
    }
  }
}

extension RequestTests {
  @Test func `a request for an endpoint is not matched again`() throws {
    let store = RouterStore(tree: Cast().library, queue: nil)
    // The target is another one's: a router has chosen.
    let target = try RouteTarget("/today")
    store.dispatch(EndpointRequest("/books/:id", RouteParameters(path: ["id": "7"]), target))
    #expect("\(store.state)" == "/books > /books/:id[id: 7]")
    let outcome = store.dispatch(EndpointRequest("/nowhere", RouteParameters(), target))
    #expect((outcome.error as? NavigationError)?.code == .unknownEndpoint("/nowhere"))
  }
}
