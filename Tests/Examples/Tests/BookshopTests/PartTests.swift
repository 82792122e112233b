import Testing

@testable import Bookshop

/// The parts of the shop that are asked without a request.
@Suite struct PartTests {
  /// U+0600 is one character with what follows it, and U+0301 with what stands before it.
  @Test func `what has a mark on it is escaped as well`() {
    let escaped = Page.escaped("\u{600}\"\u{600}<\u{600}>'\u{301}&\u{301}")
    let expected = "\u{600}&quot;\u{600}&lt;\u{600}&gt;&#39;\u{301}&amp;\u{301}"
    #expect(Array(escaped.utf8) == Array(expected.utf8))
  }

  @Test func `a name with a zero in it is another name`() async throws {
    let shelf = try Shelf(path: ":memory:")
    for name in ["ada", "ada\u{0}x"] {
      let token = try await shelf.addUser(name)
      let user = try await shelf.user(showing: token)
      #expect(user?.name == name)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `news that are asked for when they have ended end at once`() async {
    let news = News()
    news.end()
    for await line in news.lines() { Issue.record("\(line)") }
    news.tell("nobody")
    news.end()
    #expect(!Task.isCancelled)
  }

  @Test(.timeLimit(.minutes(1)))
  func `news that are listened to are told, and end`() async {
    let news = News()
    let lines = news.lines()
    news.tell("first")
    news.tell("second")
    news.end()
    var heard: [String] = []
    for await line in lines { heard.append(line) }
    #expect(heard == ["first", "second"])
  }
}
