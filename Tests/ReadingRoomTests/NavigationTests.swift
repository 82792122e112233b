import NavigationTree
import RoutePatterns
import Switchyard
import SwitchyardHTTP
import Testing

@testable import ReadingRoom

@Suite struct NavigationTests {
  @Test func `tabs keep what they show`() async throws {
    let reader = try Reader()
    #expect(try await reader.get("/today").tabs == ["/today", "/books", "/profile"])
    #expect(try await reader.get("/books/3").tabs == ["/today", "/books", "/profile"])
    #expect(try await reader.get("/today").tabs == ["/today", "/books/3", "/profile"])
    #expect(try await reader.get("/today/news").tabs == ["/today", "/books/3", "/profile"])
    let books = try await reader.get("/books/3")
    #expect(books.tabs == ["/today/news", "/books", "/profile"])
    #expect(books.says(#"<a href="/books" aria-current="page">"#))
    // What was asked for outright is the root of the tab.
    #expect(try await reader.get("/books").title == "Books")
    #expect(try await reader.get("/today").tabs == ["/today", "/books", "/profile"])
  }

  @Test func `signing in leaves the tabs as they are`() async throws {
    let reader = try Reader()
    for path in ["/today/news", "/books/2", "/login"] { _ = try await reader.get(path) }
    try await reader.signIn()
    #expect(try await reader.get("/profile").tabs == ["/today/news", "/books/2", "/profile"])
    #expect(try await reader.get("/nothing").tabs == ["/today/news", "/books/2", "/profile"])
  }

  @Test func `a modal that was left open does not open again`() async throws {
    let reader = try Reader()
    #expect(try await reader.get("/today/news/1").dialog != nil)
    let books = try await reader.get("/books")
    #expect(books.dialog == nil)
    #expect(books.tabs.first == "/today/news")
    let closed = try await reader.get("/today/news")
    #expect(closed.dialog == nil)
    #expect(closed.title == "All news")
  }

  @Test func `the dialog of the profile has tabs of its own, one with a stack`() async throws {
    let reader = try Reader()
    try await reader.signIn()
    #expect(
      try await reader.fill("/books/2", "/books/2/order", [:]).location
        == "/profile/orders/1"
    )
    let order = try await reader.get("/profile/orders/1")
    let dialog = try #require(order.dialog)
    #expect(order.title == "Order 1")
    #expect(order.says("<h1>Ada</h1>"))
    #expect(dialog.contains("Moby-Dick"))
    #expect(dialog.contains(#"class="back" href="/profile/orders""#))
    #expect(dialog.contains(#"class="close" href="/profile""#))
    // The order stays open behind the other tab.
    let delivery = try #require(try await reader.get("/profile/delivery").dialog)
    #expect(delivery.contains(#"href="/profile/orders/1""#))
    #expect(delivery.contains(#"<a href="/profile/delivery" aria-current="page">"#))
    #expect(try await reader.get("/profile").dialog == nil)
    #expect(try await reader.get("/profile/orders/2").code == 404)
  }

  // MARK: - History

  @Test func `what equals an earlier state goes back to it, and forward again`() async throws {
    let reader = try Reader()
    let places = try await reader.places(["/today", "/today/story/essay/4", "/today", "/books"])
    #expect(places == [0, 1, 0, 1])
    // The way back of a browser without script: the same requests from behind.
    #expect(try await reader.places(["/today", "/books", "/today"]) == [2, 1, 2])
    #expect(try await reader.places(["/today", "/today/"]) == [2, 2])
    // That goes for all that a state is, with what other tabs keep.
    #expect(try await reader.places(["/books", "/books/1", "/today"]) == [1, 2, 3])
  }

  @Test func `a page that carries its place leads to that state`() async throws {
    let reader = try Reader()
    // Books are left at a book, then at their root.
    #expect(
      try await reader.places(["/books/3", "/today", "/books", "/today/news"]) == [0, 1, 2, 3]
    )
    #expect(try await reader.get("/today", place: 1).tabs[1] == "/books/3")
    #expect(try await reader.get("/today/news", place: 3).tabs[1] == "/books")
    // A place with another path, or that never was, counts for nothing.
    #expect(try await reader.get("/books/1", place: 1).title == "Pride and Prejudice")
    #expect(try await reader.get("/today", place: 99).title == "Today")
    #expect(try await reader.get("/today", place: -1).title == "Today")
  }

  @Test func `places stay the same when the history forgets, and others show what is asked for`()
    async throws
  {
    let reader = try Reader()
    let paths = try await reader.forgets()
    // 50 are remembered beside the one that is shown.
    let last = paths.count - 1
    #expect(try await reader.get(paths[last - 50], place: last - 50).place == last - 50)
    #expect(try await reader.get(paths[last], place: last).place == last)
    #expect(try await reader.get(paths[last - 51], place: last - 51).place != last - 51)
    // A place that never was: of one who has forgotten much, and each time of one who has seen nothing.
    for place in [Int.min, Int.min + 1, -1, Int.max - 1, Int.max] {
      #expect(try await Reader().get("/today", place: place).title == "Today", "\(place)")
      #expect(try await reader.get("/today", place: place).title == "Today", "\(place)")
      let book = try await reader.get("/books/2", place: place)
      #expect(book.title == Library.book(2)?.title, "\(place)")
    }
  }

  @Test func `where one goes after signing in is no part of what is remembered`() async throws {
    let reader = try Reader()
    let paths = (1...5).map { "/login?callback=/books/\($0)" }
    #expect(try await reader.places(paths) == [0, 0, 0, 0, 0])
    #expect(try await reader.get(paths[1]).says(#"name="callback" value="/books/2""#))
  }

  @Test func `requests at once show each its own page`() async throws {
    let room = ReadingRoom(configuration: .patient)
    let first = try Reader(room)
    _ = try await first.get("/today")
    let cookie = first.cookie
    await withTaskGroup { group in
      for turn in 0..<200 {
        group.addTask {
          let id = turn % 5 + 1
          let reader = try? Reader(room)
          reader?.cookie = cookie
          let answer = try? await reader?.get("/books/\(id)")
          #expect(answer?.title == (Library.book(id)?.title))
        }
      }
    }
  }
}

extension Reader {
  /// Asks for pages one after the other, and tells the place that each carries.
  fileprivate func places(_ paths: [String]) async throws -> [Int?] {
    var places: [Int?] = []
    for path in paths { places.append(try await get(path).place) }
    return places
  }

  /// Goes on until the history has forgotten where it began, and tells the paths, each a state of its own.
  fileprivate func forgets() async throws -> [String] {
    let books = Library.books.map { Place.book.url(["id": "\($0.id)"]) } + ["/books"]
    let stories = Library.stories.map {
      Place.story.url(["kind": $0.kind.rawValue, "id": "\($0.id)"])
    }
    // What is kept of the books makes another state of the same page.
    let paths = books.flatMap { [$0, "/today/news", "/today"] + stories + ["/today/news/1"] }
    #expect(try await places(paths) == Array(0..<paths.count))
    return paths
  }
}
