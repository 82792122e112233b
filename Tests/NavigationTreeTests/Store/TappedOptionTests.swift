import NavigationTree
import Testing

/// Options of a fork that a finger has chosen already.
@Suite struct `A tapped option` {
  @Test func `is shown as the state has it, where it was left otherwise`() {
    let cast = Cast()
    let store = RouterStore(tree: cast.library, queue: nil)
    for request in ["books/1", "today"] { store.dispatch(request) }
    _ = cast.script.take()
    // The tap shows the book that was left; the request is for the list of books.
    store.dispatch("books", options: [.alreadyShown])
    #expect(cast.script.take() == ["unwind book", "stack booksStack: books"])
  }

  @Test func `that was to stay as it was is not touched`() {
    let cast = Cast()
    let store = RouterStore(tree: cast.library, queue: nil)
    for request in ["books/1", "today"] { store.dispatch(request) }
    _ = cast.script.take()
    store.dispatch("books", options: [.alreadyShown, .junctionsOnly])
    #expect(cast.script.take().isEmpty)
  }
}
