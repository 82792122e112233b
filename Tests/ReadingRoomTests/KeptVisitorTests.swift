import Foundation
import PostgresTestSupport
import RoutePatterns
import SessionStore
import SessionStoreSQLite
import SwitchyardHTTP
import SwitchyardLocks
import TestSupport
import Testing

@testable import ReadingRoom

#if PostgreSQL
  import SessionStorePostgres
#endif

/// What survives of a visitor where the process ends, and where another server goes on.
@Suite struct KeptVisitorTests {
  /// The stores that servers can share, each with a store for one server more.
  struct Shared: Sendable, CustomTestStringConvertible {
    let name: String
    let make: @Sendable () throws -> (@Sendable () -> any VersionedSessionStore)
    var testDescription: String { name }
  }

  static let shared =
    [
      Shared(name: "SQLite") {
        let folder = TemporaryFolder()
        return { SQLiteSessionStore(path: folder.path + "/room.db") }
      }
    ] + postgres

  #if PostgreSQL
    private static let postgres: [Shared] =
      PostgresServer.isInstalled
      ? [
        Shared(name: "PostgreSQL") {
          let server = try PostgresServer()
          return { PostgresSessionStore(server.address()) }
        }
      ] : []
  #else
    private static let postgres: [Shared] = []
  #endif

  private func reader(_ store: any VersionedSessionStore, _ cookie: String? = nil) throws -> Reader
  {
    let reader = try Reader(ReadingRoom(store: store, configuration: .patient))
    reader.cookie = cookie
    return reader
  }

  @Test(arguments: shared)
  func `sign-in, tabs, orders and dialogs survive a restart`(_ shared: Shared) async throws {
    let store = try shared.make()
    let before = try reader(store())
    _ = try await before.get("/today/news")
    _ = try await before.get("/books/2")
    try await before.signIn()
    _ = try await before.fill("/books/2", "/books/2/order", [:])
    let shown = try await before.get("/profile/delivery")
    #expect(shown.dialog != nil)
    // Nothing is written at the end: the new process knows what the old one has answered.
    let after = try reader(store(), before.cookie)
    let again = try await after.get("/profile/delivery", place: shown.place)
    #expect(again.code == 200)
    #expect(again.dialog == shown.dialog.map { $0.replacingKeys(with: again.dialog ?? "") })
    #expect(again.tabs == shown.tabs)
    #expect(again.place == shown.place)
    #expect(try await after.get("/profile/orders/1").says("Moby-Dick"))
    // Back in history as well.
    #expect(try await after.get("/books/2").tabs.contains("/today/news"))
  }

  @Test(arguments: shared)
  func `a visitor goes from one server to another with each request`(
    _ shared: Shared
  ) async throws {
    let store = try shared.make()
    let readers = [try reader(store()), try reader(store())]
    var turn = 0
    func next() -> Reader {
      let (last, next) = (readers[turn % 2], readers[(turn + 1) % 2])
      if turn > 0 { next.cookie = last.cookie }
      turn += 1
      return next
    }
    _ = try await next().get("/today/news")
    _ = try await next().get("/books/2")
    let token = try await next().get("/login").token
    #expect(try await next().post("/login", ["card": "1871"], token: token).code == 303)
    let welcome = try await next().get("/welcome").token
    #expect(try await next().post("/welcome", ["name": "Ada"], token: welcome).code == 303)
    let book = try await next().get("/books/2")
    #expect(book.says(#"<span class="who">Ada</span>"#))
    let order = try await next().post("/books/2/order", [:], token: book.token)
    #expect(order.location == "/profile/orders/1")
    #expect(try await next().get("/profile/orders/1").says("Moby-Dick"))
    #expect(try await next().get("/books/2").tabs.contains("/today/news"))
    // Who signs out here is signed out there.
    let cookie = readers[turn % 2].cookie
    let page = try await next().get("/today")
    #expect(try await next().post("/logout", [:], token: page.token).code == 303)
    let other = next()
    other.cookie = cookie
    #expect(try await other.get("/profile").code == 307)
  }

  @Test func `a form that is sent twice is carried out once`() async throws {
    let reader = try reader(MemorySessionStore())
    try await reader.signIn()
    let page = try await reader.get("/books/2")
    let key = try #require(page.part(from: #"name="key" value=""#, to: "\""))
    let first = try await reader.post("/books/2/order", ["key": key], token: page.token)
    _ = try await reader.get("/books/3")
    // It comes again by another way, as where the answer was lost.
    let second = try await reader.post("/books/2/order", ["key": key], token: page.token)
    #expect(first.location == "/profile/orders/1")
    #expect(second.location == first.location)
    let other = try await reader.get("/books/2")
    #expect(other.part(from: #"name="key" value=""#, to: "\"") != key)
  }

  @Test func `a store that fails is 503, and lets nobody in as somebody else`() async throws {
    let folder = TemporaryFolder()
    let store = SQLiteSessionStore(path: folder.path + "/room.db")
    let reader = try reader(store)
    try await reader.signIn()
    let file = folder.path + "/room.db"
    try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-away")
    for path in ["/today", "/profile"] {
      let answer = try await reader.get(path)
      #expect(answer.code == 503)
      #expect(answer.fields[.retryAfter] != nil)
    }
    try FileManager.default.moveItem(atPath: folder.path + "-away", toPath: folder.path)
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(try await reader.get("/profile").code == 200)
  }

  @Test func `who makes room comes back to what is kept`() async throws {
    let room = ReadingRoom(
      sessions: Sessions(limit: 2),
      configuration: .patient
    )
    let first = try Reader(room)
    try await first.signIn()
    for _ in 0..<4 { try await Reader(room).signIn("Grace") }
    #expect(room.sessions.count == 2)
    #expect(try await first.get("/profile").title == "Ada")
  }

  @Test func `a stranger is kept for two hours, and who has signed in for long`() async throws {
    let ahead = Locked(TimeInterval(0))
    let store = MemorySessionStore { Date() + ahead.withLock { $0 } }
    let (stranger, member) = (try reader(store), try reader(store))
    for _ in 0..<2 { _ = try await stranger.get("/books/2") }
    try await member.signIn()
    ahead.withLock { $0 += 7000 }
    #expect(try await stranger.get("/today").tabs.contains("/books/2"))
    ahead.withLock { $0 += 300 }
    #expect(try await !stranger.get("/today").tabs.contains("/books/2"))
    #expect(try await member.get("/profile").code == 200)
  }

  @Test func `who makes room is forgotten, unless another server has seen them come back`()
    async throws
  {
    let ahead = Locked(TimeInterval(0))
    let store = MemorySessionStore { Date() + ahead.withLock { $0 } }
    let readers = [try reader(store), try reader(store)]
    _ = try await readers[0].get("/books/2")
    let cookie = try #require(readers[0].cookie)
    let visitor = try #require(readers[0].room.sessions.visitor(cookie))
    readers[1].cookie = cookie
    // It is the same page again, by which nothing else changes of what is kept.
    _ = try await readers[1].get("/books/2")
    await visitor.forget().value
    ahead.withLock { $0 += 2 }
    #expect(try await readers[1].get("/today").tabs.contains("/books/2"))
    #expect(readers[1].cookie == cookie)
    // And one who has not come back.
    let other = try reader(store)
    _ = try await other.get("/books/2")
    let lost = try #require(other.cookie)
    let gone = try #require(other.room.sessions.visitor(lost))
    await gone.forget().value
    ahead.withLock { $0 += 2 }
    let state = try await other.room.records.state(of: gone.id)
    #expect(state.map(\.place) == nil)
  }
}

/// A folder that goes with whoever holds it.
private final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.path + "/room-\(UUID().uuidString.prefix(8))"

  init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension String {
  /// The text with the keys of another, as each page has keys of its own.
  fileprivate func replacingKeys(with other: String) -> String {
    let pattern = #/name="key" value="([^"]*)"/#
    var keys = other.matches(of: pattern).map { String($0.1) }[...]
    return replacing(pattern) { found in
      keys.popFirst().map { #"name="key" value="\#($0)""# } ?? String(found.0)
    }
  }
}
