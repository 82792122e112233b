import NavigationTree
import Testing

/// The coordinator of MonarchRouter's documentation: what each request does to pages, in which order.
@Suite struct LibraryTests {
  @Test(arguments: cases)
  func `each request does what a screen needs`(_ sample: SampleCase<RoutingRequest>) {
    sample.check(in: Scene { $0.library })
  }

  private static let cases: [SampleCase<RoutingRequest>] = [
    SampleCase(
      "the first request shows the root's option",
      after: [],
      "login",
      """
      create login
      switch sections: login
      configure login
      """,
      "/login"
    ),
    SampleCase(
      "a section replaces another, which unwinds first",
      after: ["login"],
      "today",
      """
      unwind login
      create tabs
      switch sections: tabs
      create todayStack
      create booksStack
      options tabs: todayStack, booksStack
      select tabs: todayStack
      create today
      root todayStack: today
      stack todayStack: today
      configure today
      """,
      "/today"
    ),
    SampleCase(
      "a deep endpoint brings what it stands in",
      after: ["login"],
      "books/1",
      """
      unwind login
      create tabs
      switch sections: tabs
      create todayStack
      create booksStack
      options tabs: todayStack, booksStack
      select tabs: booksStack
      create books
      create book
      root booksStack: books
      stack booksStack: books, book
      configure books
      configure book [id: 1]
      """,
      "/books > /books/:id[id: 1]"
    ),
    SampleCase(
      "a modal deep in the tree comes with the page below it",
      after: [],
      "today/story/news/7?title=x",
      """
      create tabs
      switch sections: tabs
      create todayStack
      create booksStack
      options tabs: todayStack, booksStack
      select tabs: todayStack
      create today
      root todayStack: today
      stack todayStack: today
      configure today
      create story
      present story over today
      configure story [type: news, id: 7]?title=x
      """,
      "/today > [/today/story/:type/:id[type: news, id: 7]?title=x]"
    ),
    SampleCase(
      "a modal opens over what is shown",
      after: ["today"],
      "today/story/news/7",
      """
      create story
      present story over today
      configure story [type: news, id: 7]
      """,
      "/today > [/today/story/:type/:id[type: news, id: 7]]"
    ),
    SampleCase(
      "the page below takes its modal away",
      after: ["today/story/news/7"],
      "today",
      """
      dismiss story from today
      unwind story
      """,
      "/today"
    ),
    SampleCase(
      "another story configures the one that is shown",
      after: ["today/story/news/7"],
      "today/story/news/8",
      """
      configure story [type: news, id: 8]
      """,
      "/today > [/today/story/:type/:id[type: news, id: 8]]"
    ),
    SampleCase(
      "a tab that goes away closes its modal",
      after: ["today/story/news/7"],
      "books/1",
      """
      dismiss story from today
      unwind story
      select tabs: booksStack
      create books
      create book
      root booksStack: books
      stack booksStack: books, book
      configure books
      configure book [id: 1]
      """,
      "/books > /books/:id[id: 1] | /today"
    ),
    SampleCase(
      "a section that goes away takes its modal along, innermost first",
      after: ["today/story/news/7"],
      "login",
      """
      dismiss story from today
      unwind story
      unwind booksStack
      unwind today
      unwind todayStack
      unwind tabs
      create login
      switch sections: login
      configure login
      """,
      "/login"
    ),
    SampleCase(
      "a detail is pushed",
      after: ["books"],
      "books/1",
      """
      create book
      stack booksStack: books, book
      configure book [id: 1]
      """,
      "/books > /books/:id[id: 1]"
    ),
    SampleCase(
      "going up pops",
      after: ["books/1"],
      "books",
      """
      unwind book
      stack booksStack: books
      """,
      "/books"
    ),
    SampleCase(
      "another detail is configured and not pushed again",
      after: ["books/1"],
      "books/2",
      """
      configure book [id: 2]
      """,
      "/books > /books/:id[id: 2]"
    ),
    SampleCase(
      "another query configures alone",
      after: ["books/1"],
      "books/1?title=y",
      """
      configure book [id: 1]?title=y
      """,
      "/books > /books/:id[id: 1]?title=y"
    ),
    SampleCase(
      "a query that is gone configures alone",
      after: ["books/1?title=y"],
      "books/1",
      """
      configure book [id: 1]
      """,
      "/books > /books/:id[id: 1]"
    ),
    SampleCase(
      "another tab keeps what stands in this one",
      after: ["books/1"],
      "today",
      """
      select tabs: todayStack
      create today
      root todayStack: today
      stack todayStack: today
      configure today
      """,
      "/today | /books > /books/:id[id: 1]"
    ),
    SampleCase(
      "a tab asked for by its root goes back to the root",
      after: ["books/1", "today"],
      "books",
      """
      unwind book
      select tabs: booksStack
      stack booksStack: books
      """,
      "/books | /today"
    ),
    SampleCase(
      "for junctions alone a tab is shown as it was left",
      after: ["books/1", "today"],
      "books",
      options: [.junctionsOnly],
      """
      select tabs: booksStack
      """,
      "/books > /books/:id[id: 1] | /today"
    ),
    SampleCase(
      "what was left in a tab is shown again",
      after: ["books/1", "today"],
      "books/1",
      """
      select tabs: booksStack
      """,
      "/books > /books/:id[id: 1] | /today"
    ),
    SampleCase(
      "for junctions alone another detail is configured",
      after: ["books/1", "today"],
      "books/2",
      options: [.junctionsOnly],
      """
      select tabs: booksStack
      configure book [id: 2]
      """,
      "/books > /books/:id[id: 2] | /today"
    ),
    SampleCase(
      "for junctions alone the tab that is shown stays as it is",
      after: ["books/1"],
      "books",
      options: [.junctionsOnly],
      "",
      "/books > /books/:id[id: 1]"
    ),
    SampleCase(
      "a swipe back has popped already",
      after: ["books/1"],
      "books",
      options: [.alreadyShown],
      """
      unwind book
      """,
      "/books"
    ),
    SampleCase(
      "a swipe down has dismissed already",
      after: ["today/story/news/7"],
      "today",
      options: [.alreadyShown],
      """
      unwind story
      """,
      "/today"
    ),
    SampleCase(
      "a tap has selected a tab already",
      after: ["today", "books"],
      "today",
      options: [.alreadyShown],
      "",
      "/today | /books"
    ),
    SampleCase(
      "a tap on a tab that is not filled yet has it filled",
      after: ["today"],
      "books",
      options: [.alreadyShown],
      """
      create books
      root booksStack: books
      stack booksStack: books
      configure books
      """,
      "/books | /today"
    ),
    SampleCase(
      "a tap that leads deeper has the whole stack shown",
      after: ["today"],
      "books/1",
      options: [.alreadyShown],
      """
      create books
      create book
      root booksStack: books
      stack booksStack: books, book
      configure books
      configure book [id: 1]
      """,
      "/books > /books/:id[id: 1] | /today"
    ),
    SampleCase(
      "a section takes all of its tabs along",
      after: ["books/1", "today"],
      "login",
      """
      unwind book
      unwind books
      unwind booksStack
      unwind today
      unwind todayStack
      unwind tabs
      create login
      switch sections: login
      configure login
      """,
      "/login"
    ),
    SampleCase(
      "a modal closes before the tabs beside it unwind",
      after: ["books/1", "today/story/n/1"],
      "login",
      """
      dismiss story from today
      unwind story
      unwind book
      unwind books
      unwind booksStack
      unwind today
      unwind todayStack
      unwind tabs
      create login
      switch sections: login
      configure login
      """,
      "/login"
    ),
    SampleCase(
      "what is shown already is left alone",
      after: ["login"],
      "login",
      "",
      "/login"
    ),
    SampleCase(
      "what nobody takes changes nothing",
      after: ["login"],
      "nowhere",
      "",
      "/login"
    ),
  ]
}
