import Dispatch
import NavigationTree
import Testing

/// Gestures have changed the screen already: the store follows and sets nothing again.
@Suite struct TreeGestureTests {
  @Test func `a swipe back pops once, and a push after it is whole`() {
    let scene = Scene.library(after: ["books/1"])
    #expect(scene.play("books", .alreadyShown) == ["unwind book"])
    #expect(
      scene.play("books/2") == [
        "create book", "stack booksStack: books, book", "configure book [id: 2]",
      ]
    )
  }

  @Test func `a modal that was swiped down is not dismissed, and can be opened again`() {
    let scene = Scene.library(after: ["today/story/a/1"])
    #expect(scene.play("today", .alreadyShown) == ["unwind story"])
    #expect(
      scene.play("today/story/a/1") == [
        "create story", "present story over today", "configure story [type: a, id: 1]",
      ]
    )
  }

  @Test func `a modal in a modal that was swiped down leaves the outer one`() {
    let scene = Scene { cast in
      Node(cast.page("a")).endpoint(
        "a",
        modals: [
          Node(cast.page("b")).endpoint("b", modals: [Node(cast.page("c")).endpoint("c")])
        ]
      )
    }.after(["c"])
    #expect(scene.play("b", .alreadyShown) == ["unwind c"])
    #expect(scene.play("c").first == "create c")
    #expect(
      scene.play("a") == ["dismiss c from b", "unwind c", "dismiss b from a", "unwind b"]
    )
  }

  @Test func `a tab that was tapped is not selected again`() {
    let scene = Scene.library(after: ["books/1", "today"])
    scene.cast.script.swipe("tabs", to: "booksStack")
    #expect(scene.play("books", .alreadyShown, .junctionsOnly).isEmpty)
    #expect(scene.state == "/books > /books/:id[id: 1] | /today")
    #expect(scene.play("today") == ["select tabs: todayStack"])
  }

  @Test func `a tab that was tapped for the first time has its content made`() {
    let scene = Scene.library(after: ["today"])
    #expect(
      scene.play("books", .alreadyShown, .junctionsOnly) == [
        "create books", "root booksStack: books", "stack booksStack: books", "configure books",
      ]
    )
  }

  @Test func `a modal beside which a tab was tapped is dismissed`() {
    let scene = Scene.library(after: ["books", "today/story/a/1"])
    scene.cast.script.swipe("tabs", to: "booksStack")
    #expect(
      scene.play("books", .alreadyShown, .junctionsOnly) == [
        "dismiss story from today", "unwind story",
      ]
    )
    #expect(scene.state == "/books | /today")
    #expect(
      scene.play("today/story/a/2") == [
        "select tabs: todayStack", "create story", "present story over today",
        "configure story [type: a, id: 2]",
      ]
    )
  }

  @Test func `a modal that closes with a step back is dismissed, whichever the gesture was`() {
    let gestures: [(page: String, shown: [String], last: [String])] = [
      ("stack", ["a"], []), ("b", [], ["stack stack: a"]),
    ]
    for gesture in gestures {
      let scene = Scene { cast in
        let modal = Node(cast.page("m")).endpoint("m")
        let child = Node(cast.page("b")).endpoint("b", modals: [modal])
        return Node(cast.stack("stack")).stack([
          Node(cast.page("a")).endpoint("a", children: [child])
        ])
      }.after(["m"])
      let script = scene.cast.script
      script.page(gesture.page)?.show(gesture.shown.compactMap { script.page($0) })
      #expect(
        scene.play("a", .alreadyShown)
          == ["dismiss m from b", "unwind m", "unwind b"] + gesture.last
      )
      #expect(scene.state == "/a")
    }
  }

  @Test func `a stack that was popped and pushed at once is shown`() {
    let scene = Scene { cast in
      Node(cast.stack("stack")).stack([
        Node(cast.page("a")).endpoint(
          "a",
          children: [Node(cast.page("b")).endpoint("b"), Node(cast.page("c")).endpoint("c")]
        )
      ])
    }.after(["b"])
    #expect(
      scene.play("c", .alreadyShown) == [
        "unwind b", "create c", "stack stack: a, c", "configure c",
      ]
    )
  }

  @Test func `a gesture that took a hidden stack's top is known when it is shown again`() {
    let scene = Scene.library(after: ["books/1", "today"])
    let saved = scene.store.state
    scene.store.restore(
      RouterState(active: saved.active, kept: [[ActiveNode(route: "/books")]])
    )
    #expect(scene.script == ["unwind book", "stack booksStack: books"])
    #expect(scene.play("books", .junctionsOnly) == ["select tabs: booksStack"])
  }

  struct Undone: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: RoutingRequest
    /// What another thread asks for before the gesture is reported.
    let earlier: [RoutingRequest]
    /// A page, and what the user has left in it.
    let page: String
    let shown: [String]
    let report: RoutingRequest
    /// What undoes the gesture, and what the report comes to after that.
    let undoing: String
    let script: [String]
  }

  @Test(arguments: [
    Undone(
      testDescription: "back, and another book",
      before: "books/1",
      earlier: ["books/2"],
      page: "booksStack",
      shown: ["books"],
      report: "books",
      undoing: "stack booksStack: books, book",
      script: ["unwind book", "stack booksStack: books"]
    ),
    Undone(
      testDescription: "back, and the same book",
      before: "books/1",
      earlier: ["books/1"],
      page: "booksStack",
      shown: ["books"],
      report: "books",
      undoing: "stack booksStack: books, book",
      script: ["unwind book", "stack booksStack: books"]
    ),
    Undone(
      testDescription: "back, and another book and the same",
      before: "books/1",
      earlier: ["books/2", "books/1"],
      page: "booksStack",
      shown: ["books"],
      report: "books",
      undoing: "stack booksStack: books, book",
      script: ["unwind book", "stack booksStack: books"]
    ),
    Undone(
      testDescription: "a modal swiped down, and another story",
      before: "today/story/a/1",
      earlier: ["today/story/a/2"],
      page: "today",
      shown: [],
      report: "today",
      undoing: "present story over today",
      script: ["dismiss story from today", "unwind story"]
    ),
  ])
  func `a gesture that an earlier request undoes is carried out`(_ sample: Undone) {
    let queue = DispatchQueue(label: "held")
    let cast = Cast()
    let store = RouterStore(tree: cast.library, queue: queue)
    let swipeAndReport: @Sendable () -> Void = {
      cast.script.page(sample.page)?.show(sample.shown.compactMap { cast.script.page($0) })
      store.dispatch(sample.report, options: [.alreadyShown])
    }
    queue.sync {
      store.dispatch(sample.before)
      _ = cast.script.take()
    }
    queue.suspend()
    queue.async(execute: swipeAndReport)
    // The queue gets to what shows these only after the report.
    for request in sample.earlier { store.dispatch(request) }
    queue.resume()
    let script = queue.sync { cast.script.take() }
    #expect(script.contains(sample.undoing))
    #expect(Array(script.suffix(2)) == sample.script)
    // When all is shown a gesture counts again.
    let unwinding = queue.sync {
      store.dispatch(sample.before)
      _ = cast.script.take()
      swipeAndReport()
      return cast.script.take()
    }
    #expect(unwinding == sample.script.filter { $0.hasPrefix("unwind") })
  }
}
