import NavigationTree
import RoutePatterns
import Switchyard
import SwitchyardHTTP
import Testing

@testable import ReadingRoom

@Suite("The inspector of the room") struct InspectorTests {
  private static let path = "/inspector/events?after=0"

  @Test func `a visitor is shown their own requests, with the way of each`() async throws {
    let reader = try Reader()
    let other = try Reader(reader.room)
    _ = try await other.get("/today")
    _ = try await other.get("/books/5")
    _ = try await reader.get("/today")
    _ = try await reader.get("/library/3?secret=1")
    for file in ["/room.css", "/room.js"] { _ = try await reader.get(file) }
    let page = try await reader.get("/inspector")
    let list = try #require(page.part(from: #"<tbody id="requests">"#, to: "</tbody>"))
    #expect(list.contains("<code>/library/3?") && !list.contains("secret=1"))
    #expect(!list.contains("/books/5") && !list.contains("/room.") && !list.contains("/inspector<"))
    let link = try #require(page.part(from: #"<td><a href=""#, to: "\""))
    let request = try await reader.get(link)
    #expect(request.says("commits</span> to <code>/books/3</code>"))
    #expect(request.says("state: <code>"))
    #expect(try await other.get(link).code == 404)
    reader.cookie = nil
    #expect(try await reader.get(link).code == 404)
  }

  @Test func `the tree is the visitor's own`() async throws {
    let reader = try Reader()
    #expect(try await reader.get("/inspector/tree").says("There is no tree to look at yet."))
    // To look at it lets nobody in.
    #expect(reader.room.sessions.count == 0)
    _ = try await reader.get("/books/3")
    _ = try await reader.get("/today/story/essay/4")
    let page = try await reader.get("/inspector/tree")
    #expect(page.says("<code>/today/story/essay/4</code>"))
    #expect(page.says("kept aside\"><code>/books/3</code>"))
    let other = try Reader(reader.room)
    _ = try await other.get("/books")
    #expect(try await !other.get("/inspector/tree").says("/books/3<"))
  }

  @Test func `all that is private is covered, and the forms say where they lead`() async throws {
    let reader = try Reader()
    var coverage = try await reader.get("/inspector/coverage")
    // It is still being made, as the page says.
    for _ in 0..<200 where coverage.says("data-again") {
      try await Task.sleep(for: .milliseconds(50))
      coverage = try await reader.get("/inspector/coverage")
    }
    #expect(coverage.says("All that is required is covered."))
    let answer = try await reader.get("/inspector/explain?url=/profile/orders")
    #expect(answer.says("if card allows"))
  }

  @Test func `whoever signs in or out is watched no longer by a page from before`() async throws {
    let reader = try Reader()
    let token = try await reader.get("/login").token
    let other = try Reader(reader.room)
    other.cookie = reader.cookie
    let stream = try #require(Events(await other.response(.get, Self.path)))
    #expect(try await reader.post("/login", ["card": "1871"], token: token).code == 303)
    _ = try await reader.get("/profile/orders")
    #expect(try await !stream.rest().contains("/profile/orders"))
    let own = try #require(Events(await reader.response(.get, Self.path)))
    #expect(try await reader.fill("/today", "/logout", [:]).code == 303)
    _ = try await reader.get("/books/7")
    #expect(try await !own.rest().contains("/books/7"))
  }

  @Test func `a room that closes ends all streams`() async throws {
    let reader = try Reader()
    _ = try await reader.get("/today")
    let stream = try #require(Events(await reader.response(.get, Self.path)))
    reader.room.close()
    _ = try await stream.rest()
    #expect(try await reader.response(.get, Self.path).status == .serviceUnavailable)
    #expect(try await reader.get("/inspector").code == 200)
  }

  /// The events of a stream, up to its end.
  private struct Events {
    private let pipe: ResponsePipe
    private let signals: AsyncStream<Void>

    init?(_ response: ServerResponse) {
      guard case .stream(let stream) = response.body else { return nil }
      let (signals, signal) = AsyncStream.makeStream(of: Void.self)
      pipe = stream.start { signal.yield() }
      self.signals = signals
    }

    func rest() async throws -> String {
      var text = ""
      while true {
        switch pipe.read(upTo: .max) {
        case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
        case .nothing: for await _ in signals { break }
        case .ended: return text
        case .failed(let error): throw error
        }
      }
    }
  }
}
