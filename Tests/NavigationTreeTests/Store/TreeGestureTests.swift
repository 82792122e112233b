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
}
