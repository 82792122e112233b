import Foundation
import NavigationTree
import Testing

/// States and histories as JSON, as they are written and as somebody might edit them.
@Suite struct StateCodingTests {
  @Test func `a state is written without what is empty`() throws {
    let scene = Scene.library(after: ["books/1?title=x#end", "today/story/news/7"])
    #expect(
      try json(scene.store.state) == """
        {"active":[{"route":"/today"},{"isModal":true,"parameters":{"path":\
        [{"name":"type","value":"news"},{"name":"id","value":"7"}]},\
        "route":"/today/story/:type/:id"}],"kept":[[{"route":"/books"},\
        {"parameters":{"fragment":"end","path":[{"name":"id","value":"1"}],"query":"title=x"},\
        "route":"/books/:id"}]]}
        """
    )
  }

  @Test func `the state before the first request is empty`() throws {
    #expect(try json(RouterState()) == #"{"active":[]}"#)
  }

  @Test func `a history is written with its states and its limit`() throws {
    let scene = Scene.library(after: ["login", "today", "books"])
    scene.store.goBack()
    #expect(
      try json(scene.store.history) == """
        {"future":[{"active":[{"route":"/books"}],"kept":[[{"route":"/today"}]]}],"limit":100,\
        "past":[{"active":[{"route":"/login"}]}],"present":{"active":[{"route":"/today"}]}}
        """
    )
  }

  @Test func `what is written reads back to the same`() throws {
    let store = Scene.readingRoom(after: [
      .book(id: 1, title: "a b&c"), .orders, .delivery, .story(type: "é", id: 2, title: "/"),
    ]).store
    let state = try JSONEncoder().encode(store.state)
    #expect(try JSONDecoder().decode(RouterState.self, from: state) == store.state)
    let history = try JSONEncoder().encode(store.history)
    #expect(try JSONDecoder().decode(NavigationHistory.self, from: history) == store.history)
  }

  @Test func `options are written by their names`() throws {
    let all: DispatchOptions = [.junctionsOnly, .alreadyShown, .replacingHistory]
    for (options, names) in [
      (all, #"["junctionsOnly","alreadyShown","replacingHistory"]"#),
      (.alreadyShown, #"["alreadyShown"]"#), ([], "[]"),
    ] as [(DispatchOptions, String)] {
      #expect(try json(options) == names)
      #expect(try JSONDecoder().decode(DispatchOptions.self, from: Data(names.utf8)) == options)
    }
    #expect("\(all)" == "[junctionsOnly, alreadyShown, replacingHistory]")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DispatchOptions.self, from: Data(#"["other"]"#.utf8))
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let json: String
    /// The state that a store of the documented coordinator shows, or what is wrong with the text.
    let state: String

    init(_ rule: String, _ json: String, _ state: String) {
      testDescription = rule
      self.json = json
      self.state = state
    }
  }

  @Test(arguments: [
    Case("only what is needed", #"{"active":[{"route":"/books"}]}"#, "/books"),
    Case("nothing at all", "{}", ""),
    Case(
      "an endpoint between that was left out",
      #"{"active":[{"route":"/books/:id","parameters":{"path":[{"name":"id","value":"1"}]}}]}"#,
      "/books > /books/:id[id: 1]"
    ),
    Case(
      "a modal that was not marked",
      """
      {"active":[{"route":"/today/story/:type/:id","parameters":
      {"path":[{"name":"type","value":"a"},{"name":"id","value":"1"}]}}]}
      """,
      "/today > [/today/story/:type/:id[type: a, id: 1]]"
    ),
    Case(
      "a page that was marked as a modal",
      #"{"active":[{"route":"/books","isModal":true}]}"#,
      "/books"
    ),
    Case(
      "a route that the tree has not: what stands before it is active",
      #"{"active":[{"route":"/books"},{"route":"/pamphlets"}]}"#,
      "/books"
    ),
    Case("no route that the tree has", #"{"active":[{"route":"/pamphlets"}]}"#, ""),
    Case(
      "a parameter that is missing, as it may be of what is led through",
      #"{"active":[{"route":"/books"},{"route":"/books/:id"}]}"#,
      "/books > /books/:id"
    ),
    Case(
      "one parameter of two, which no way gives: what stands before it is active",
      """
      {"active":[{"route":"/today"},{"route":"/today/story/:type/:id","parameters":
      {"path":[{"name":"type","value":"a"}]}}]}
      """,
      "/today"
    ),
    Case(
      "a parameter that the route does not take, as a proxy may have added it",
      #"{"active":[{"route":"/books","parameters":{"path":[{"name":"id","value":"1"}]}}]}"#,
      "/books[id: 1]"
    ),
    Case(
      "endpoints in another order",
      """
      {"active":[{"route":"/books/:id","parameters":{"path":[{"name":"id","value":"1"}]}},
      {"route":"/books"}]}
      """,
      "/books"
    ),
    Case(
      "a way that is kept and active",
      #"{"active":[{"route":"/books"}],"kept":[[{"route":"/books"}]]}"#,
      "/books"
    ),
    Case(
      "a way that is kept twice",
      #"{"active":[{"route":"/books"}],"kept":[[{"route":"/today"}],[{"route":"/today"}]]}"#,
      "/books | /today"
    ),
    Case(
      "a way that no fork keeps",
      #"{"active":[{"route":"/books"}],"kept":[[{"route":"/login"}]]}"#,
      "/books"
    ),
    Case(
      "nothing active, and something kept: that is shown",
      #"{"active":[],"kept":[[{"route":"/books"}]]}"#,
      "/books"
    ),
    Case("an endpoint without a route", #"{"active":[{}]}"#, "active.Index 0: no route"),
    Case("text for a list", #"{"active":"/books"}"#, "active: no Array<Any>"),
    Case(
      "a value that is no path",
      """
      {"active":[{"route":"/books/:id","parameters":{"path":[{"name":"id","value":"a/b c"}]}}]}
      """,
      """
      active.Index 0.parameters.path.Index 0.value: the value of "id" holds a character that has \
      to be percent-encoded (byte 3): a/b c
      """
    ),
    Case(
      "a name twice",
      """
      {"active":[{"route":"/books/:id","parameters":
      {"path":[{"name":"id","value":"1"},{"name":"id","value":"2"}]}}]}
      """,
      "active.Index 0.parameters.path.Index 2: the parameter \"id\" is there twice"
    ),
  ])
  func `a text that was edited is fitted, or says what is wrong`(_ sample: Case) {
    let scene = Scene.library()
    do {
      let state = try JSONDecoder().decode(RouterState.self, from: Data(sample.json.utf8))
      scene.store.restore(state)
      #expect(scene.state == sample.state)
      #expect(state.fitted(to: scene.store.tree) == scene.store.state)
      #expect(scene.store.state.fitted(to: scene.store.tree) == scene.store.state)
    } catch {
      #expect(Self.text(error) == sample.state)
    }
  }

  @Test func `a history of a small limit forgets what is beyond`() throws {
    let text = """
      {"present":{},"limit":1,"past":[{"active":[{"route":"/a"}]},{"active":[{"route":"/b"}]}],
      "future":[{"active":[{"route":"/c"}]},{"active":[{"route":"/d"}]}]}
      """
    let history = try JSONDecoder().decode(NavigationHistory.self, from: Data(text.utf8))
    #expect(history.past.map(\.description) == ["/b"])
    #expect(history.future.map(\.description) == ["/c"])
    let negative = #"{"present":{},"limit":-7,"past":[{"active":[{"route":"/a"}]}]}"#
    let none = try JSONDecoder().decode(NavigationHistory.self, from: Data(negative.utf8))
    #expect(none.limit == 0)
    #expect(none.past.isEmpty)
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func text(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context): "\(path(context)): \(context.debugDescription)"
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context)): no \(key.stringValue)"
    case DecodingError.typeMismatch(let type, let context): "\(path(context)): no \(type)"
    default: "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}
