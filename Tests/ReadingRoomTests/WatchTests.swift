import RoutePatterns
import SwitchyardHTTP
import Testing

@testable import ReadingRoom

/// The inspector's last requests as they come in.
@Suite(.timeLimit(.minutes(6))) struct WatchTests {
  static let path = "/inspector/dispatches"

  @Test func `each request is an event with all that is shown`() async throws {
    let reader = try Reader()
    _ = try await reader.get("/today")
    let response = try await reader.response(.get, Self.path)
    #expect(response.status == .ok)
    #expect(response.fields[.contentType] == "text/event-stream")
    #expect(response.fields[.cacheControl] == "no-store")
    var client = try Client(response)
    #expect(try await client.next() == "data:")
    let page = try await reader.get("/inspector")
    #expect(try await client.next()?.contains("<code>/inspector</code>") == true)
    _ = try await reader.get("/books/5")
    let event = try #require(try await client.next())
    #expect(event.hasPrefix("data: <tr><td>2</td><td>GET</td><td><code>/books/5</code></td>"))
    #expect(event.contains("\ndata: <tr><td>1</td><td>GET</td><td><code>/inspector</code></td>"))
    // The same that the page shows to those without a script.
    let shown = try #require(page.part(from: "<tbody>", to: "</tbody>"))
    #expect(page.says(#"<div id="dispatches">"#))
    #expect(shown.hasPrefix("<tr><td>") || shown.isEmpty)
    client.leave()
  }

  @Test func `what comes while a client is slow is one event`() async throws {
    let room = ReadingRoom(configuration: .patient)
    let visitor = Visitor()
    let watch = try #require(room.watchers.watch(visitor.log))
    let (slow, seen) = (AsyncStream.makeStream(of: Void.self), Locked<[[Int]]>([]))
    let task = Task {
      for await entries in watch.entries() {
        seen.withLock { $0.append(entries.map(\.number)) }
        for await _ in slow.stream {}
      }
    }
    while seen.withLock(\.isEmpty) { await Task.yield() }
    for _ in 0..<30 { visitor.log.add("/books") }
    room.close()
    slow.continuation.finish()
    await task.value
    let last = Array((19...30).reversed())
    #expect(seen.withLock { $0 } == [[], last])
  }

  @Test func `a client that leaves makes room for another`() async throws {
    let room = ReadingRoom(
      watchers: Watchers(limit: 3, limitOfVisitor: 2),
      configuration: .patient
    )
    let (one, other) = (try Reader(room), try Reader(room))
    for reader in [one, other] { _ = try await reader.get("/today") }
    var clients: [Client] = []
    for reader in [one, one] {
      clients.append(try Client(await reader.response(.get, Self.path)))
    }
    // Of one visitor there are two, of all together three.
    let refused = try await one.response(.get, Self.path)
    #expect(refused.status == .serviceUnavailable)
    #expect(refused.fields[.retryAfter] == "60")
    clients.append(try Client(await other.response(.get, Self.path)))
    #expect(try await other.response(.get, Self.path).status == .serviceUnavailable)
    #expect(room.watchers.count == 3)
    for index in clients.indices { _ = try await clients[index].next() }
    while let client = clients.popLast() { client.leave() }
    while room.watchers.count > 0 { await Task.yield() }
    let next = try Client(await one.response(.get, Self.path))
    #expect(room.watchers.count == 1)
    next.leave()
  }

  @Test func `a room that closes ends all streams as they should end`() async throws {
    let reader = try Reader()
    _ = try await reader.get("/today")
    var client = try Client(await reader.response(.get, Self.path))
    #expect(try await client.next() != nil)
    reader.room.close()
    #expect(try await client.next() == nil)
    #expect(try await reader.response(.get, Self.path).status == .serviceUnavailable)
    #expect(try await reader.get("/inspector").code == 200)
  }

  @Test func `who signs out watches nothing any longer`() async throws {
    let reader = try Reader()
    try await reader.signIn()
    var client = try Client(await reader.response(.get, Self.path))
    #expect(try await client.next() != nil)
    #expect(try await reader.fill("/today", "/logout", [:]).code == 303)
    while try await client.next() != nil {}
    #expect(try await reader.response(.get, Self.path).status == .noContent)
  }

  @Test func `who signs in is not watched by those who had the cookie before`() async throws {
    let reader = try Reader()
    let token = try await reader.get("/login").token
    let other = try Reader(reader.room)
    other.cookie = reader.cookie
    var (client, late) = (
      try Client(await other.response(.get, Self.path)),
      try Client(await other.response(.get, Self.path))
    )
    #expect(try await client.next() != nil)
    #expect(try await reader.post("/login", ["card": "1871"], token: token).code == 303)
    _ = try await reader.get("/profile/orders")
    while let event = try await client.next() { #expect(!event.contains("/profile/orders")) }
    while let event = try await late.next() { #expect(!event.contains("/profile/orders")) }
    #expect(try await other.response(.get, Self.path).status == .noContent)
    // One's own is opened again.
    let own = try Client(await reader.response(.get, Self.path))
    own.leave()
  }

  @Test func `one who takes nothing is shown nothing of what comes behind the end`() async throws {
    let visitor = Visitor()
    let watch = try #require(Watchers().watch(visitor.log))
    let (slow, seen) = (AsyncStream.makeStream(of: Void.self), Locked<[[String]]>([]))
    let task = Task {
      for await entries in watch.entries() {
        seen.withLock { $0.append(entries.map(\.path)) }
        for await _ in slow.stream {}
      }
    }
    while seen.withLock(\.isEmpty) { await Task.yield() }
    visitor.log.add("/login")
    visitor.log.endWatches()
    visitor.log.add("/profile")
    slow.continuation.finish()
    await task.value
    #expect(seen.withLock { $0 } == [[]])
  }

  @Test(arguments: [true, false]) func `a watch that comes too late is none`(
    _ isSignIn: Bool
  ) async throws {
    let reader = try Reader()
    _ = try await reader.get("/today")
    // What happens between the look at the cookie and the handler.
    reader.room.router.guard("/inspector/dispatches", name: "late") {
      [weak room = reader.room] context async throws in
      guard let room, let visitor = context[Visitor.self] else { return .deny }
      if isSignIn {
        _ = room.sessions.renew(of: visitor)
        visitor.log.endWatches()
      } else {
        room.sessions.close(of: visitor)
        try await visitor.leave()
      }
      return .allow
    }
    #expect(try await reader.response(.get, Self.path).status == .noContent)
    #expect(reader.room.watchers.count == 0)
  }

  @Test func `of who leaves no request is remembered`() async throws {
    let reader = try Reader()
    try await reader.signIn()
    let visitor = try #require(reader.cookie.flatMap { reader.room.sessions.visitor($0) })
    #expect(!visitor.log.last.isEmpty)
    try await visitor.leave()
    #expect(visitor.log.last.isEmpty)
  }

  @Test func `nobody is let in by it, and HEAD takes no place`() async throws {
    let reader = try Reader()
    for cookie in [nil, "0123456789abcdef0123456789abcdef"] {
      reader.cookie = cookie
      let response = try await reader.response(.get, Self.path)
      #expect(response.status == .noContent)
      #expect(response.fields[.setCookie] == nil)
    }
    #expect(reader.room.sessions.count == 0)
    reader.cookie = nil
    _ = try await reader.get("/today")
    for _ in 0..<10 { #expect(try await reader.response(.head, Self.path).status == .ok) }
    #expect(reader.room.watchers.count == 0)
  }

  @Test func `a watch ends after a while`() async throws {
    let visitor = Visitor()
    visitor.log.add("/today")
    let watchers = Watchers()
    var seen: [[String]] = []
    for await entries in try #require(watchers.watch(visitor.log)).entries(for: .milliseconds(1)) {
      seen.append(entries.map(\.path))
    }
    #expect(seen == [["/today"]])
    #expect(watchers.count == 0)
  }

  /// Reads the events of a stream.
  private struct Client {
    private let pipe: ResponsePipe
    private let signals: AsyncStream<Void>
    private var text = ""

    init(_ response: ServerResponse) throws {
      guard case .stream(let stream) = response.body else {
        Issue.record("no stream, but \(response.status)")
        throw CancellationError()
      }
      let (signals, signal) = AsyncStream.makeStream(of: Void.self)
      pipe = stream.start { signal.yield() }
      self.signals = signals
    }

    /// The next event, which is no mere comment; nothing at the end.
    mutating func next() async throws -> String? {
      while true {
        if let end = text.firstRange(of: "\n\n") {
          let event = String(text[..<end.lowerBound])
          text.removeSubrange(..<end.upperBound)
          if event.hasPrefix(":") { continue }
          return event
        }
        switch pipe.read(upTo: .max) {
        case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
        case .nothing: for await _ in signals { break }
        case .ended: return nil
        case .failed(let error): throw error
        }
      }
    }

    func leave() { pipe.cancel() }
  }
}

extension DispatchLog {
  fileprivate func add(_ path: String) {
    add(method: "GET", path: path, status: 200, location: nil, took: .zero)
  }
}
