import NavigationTree
import RoutePatterns
import Switchyard
import SwitchyardHTTP
import SwitchyardLocks
import Testing

@testable import SwitchyardInspector

@Suite("The events of an inspector", .timeLimit(.minutes(5))) struct EventTests {
  private func reader(_ window: Window, _ query: String = "", _ fields: HeaderFields = [:])
    async throws
    -> EventReader
  {
    var reader = try #require(
      EventReader(await window.response(.get, "\(window.path)/events\(query)", fields))
    )
    #expect(try await reader.next()?.hasPrefix("event: begin\nid: ") == true)
    return reader
  }

  @Test func `a request is an event with the row that the page shows`() async throws {
    let window = try Window()
    var reader = try await reader(window)
    _ = try await window.get("/books/5")
    let event = try #require(try await reader.next())
    #expect(event.hasPrefix("event: requests\nid: 1\ndata: 0\ndata: <tr>"), "\(event)")
    let row = try #require(event.firstRange(of: "<tr>"))
    #expect(try await window.page().says(String(event[row.lowerBound...])))
    reader.leave()
  }

  @Test func `whoever comes back is shown what came in between`() async throws {
    let window = try Window()
    for number in 1...3 { _ = try await window.get("/books/\(number)") }
    var reader = try await reader(window, "?after=1")
    let event = try #require(try await reader.next())
    #expect(event.contains("id: 3\n") && event.contains("/books/2") && !event.contains("/books/1<"))
    reader.leave()
    var back = try await self.reader(window, "?after=0", ["Last-Event-ID": "2"])
    let rest = try #require(try await back.next())
    #expect(rest.contains("/books/3") && !rest.contains("/books/2<"))
    back.leave()
  }

  @Test func `of many the latest are sent, and it is said how many are lost`() async throws {
    let window = try Window { $0.requestLimit = 60 }
    for number in 1...200 { _ = try await window.get("/books/\(number)") }
    var reader = try await reader(window, "?after=0")
    let event = try #require(try await reader.next())
    #expect(event.hasPrefix("event: requests\nid: 200\ndata: 150\n"), "\(event.prefix(80))")
    #expect(event.split(separator: "<tr>").count - 1 == 50)
    reader.leave()
  }

  @Test func `those that a search leaves out are no event`() async throws {
    let window = try Window()
    var reader = try await reader(window, "?q=login")
    _ = try await window.get("/books/1")
    _ = try await window.get("/login")
    let event = try #require(try await reader.next())
    #expect(event.contains("/login") && !event.contains("/books/1"))
    reader.leave()
  }

  @Test func `there are as many streams as may be, and one that leaves makes room`() async throws {
    let window = try Window { $0.streamLimit = 2 }
    let one = try await reader(window)
    let two = try await reader(window)
    let refused = await window.response(.get, "/_switchyard/events")
    #expect(refused.status == .serviceUnavailable && refused.fields[.retryAfter] == "60")
    one.leave()
    while window.inspector.streams.count > 1 { try await Task.sleep(for: .milliseconds(1)) }
    let three = try await reader(window)
    for reader in [two, three] { reader.leave() }
    // HEAD takes no place.
    while window.inspector.streams.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
    for _ in 0..<5 { #expect(await window.response(.head, "/_switchyard/events").status == .ok) }
    while window.inspector.streams.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func `no viewer has all streams, and those without a name count as one`() async throws {
    let window = try Window {
      $0.streamLimit = 6
      $0.viewerStreamLimit = 2
      $0.viewer = { $0.cookies["name"] }
    }
    for name in ["ada", "bob", ""] {
      let fields: HeaderFields = name.isEmpty ? [:] : [.cookie: "name=\(name)"]
      let one = try await reader(window, "", fields)
      let two = try await reader(window, "", fields)
      #expect(await window.response(.get, "/_switchyard/events", fields).status.code == 503)
      one.leave()
      while window.inspector.streams.count > 1 { try await Task.sleep(for: .milliseconds(1)) }
      let three = try await reader(window, "", fields)
      for reader in [two, three] { reader.leave() }
      while window.inspector.streams.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  @Test func `streams end with the inspector, and after their time`() async throws {
    let window = try Window()
    var reader = try await reader(window)
    window.inspector.close()
    #expect(try await reader.next() == nil)
    #expect(await window.response(.get, "/_switchyard/events").status == .serviceUnavailable)
    let short = try Window { $0.streamTime = .milliseconds(1) }
    var ending = try await self.reader(short)
    #expect(try await ending.next() == nil)
  }

  @Test func `a stream ends when somebody else looks`() async throws {
    let name = Locked<String?>("ada")
    let window = try Window {
      $0.viewer = { _ in name.withLock { $0 } }
    } _: { router in
      router.guard("/*", observing: true) { (context: RouteContext) async in
        context.note(RouteInspector.viewer, "ada")
        return .allow
      }
      Window.site(router)
    }
    var reader = try await reader(window)
    _ = try await window.get("/books/1")
    #expect(try await reader.next()?.contains("/books/1") == true)
    name.withLock { $0 = nil }
    _ = try await window.get("/books/2")
    #expect(try await reader.next() == nil)
  }

  @Test func `where no requests are shown, only changes of the tree are events`() async throws {
    let store = RouterStore(tree: TreeTests.tree, queue: nil)
    let window = try Window {
      $0.showsRequests = false
      $0.tree = { _ in InspectedTree(store) }
    }
    _ = try await window.get("/books/5")
    var reader = try await reader(window, "?after=0")
    for number in 1...3 {
      _ = try await window.get("/books/\(number)")
      store.dispatch("/books/\(number)")
      #expect(try await reader.next() == "event: tree\nid: 0\ndata: changed")
    }
    reader.leave()
  }

  @Test func `a change of the tree is an event`() async throws {
    let store = RouterStore(tree: TreeTests.tree, queue: nil)
    let window = try Window { $0.tree = { _ in InspectedTree(store) } }
    var reader = try await reader(window)
    store.dispatch("/books/1")
    #expect(try await reader.next() == "event: tree\nid: 0\ndata: changed")
    reader.leave()
  }
}
