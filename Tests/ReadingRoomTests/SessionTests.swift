import NavigationTree
import RoutePatterns
import Switchyard
import SwitchyardHTTP
import SwitchyardLocks
import TestSupport
import Testing

@testable import ReadingRoom

@Suite struct SessionTests {
  @Test func `after signing in one is where one meant to go`() async throws {
    let reader = try Reader()
    let first = try await reader.get("/profile/orders?x=1")
    #expect(first.location == "/login?callback=%2Fprofile%2Forders%3Fx%3D1")
    let login = try await reader.get(try #require(first.location))
    #expect(login.says(#"name="callback" value="/profile/orders?x=1""#))
    let before = reader.cookie
    let signedIn = try await reader.post(
      "/login",
      ["card": "1871", "callback": "/profile/orders?x=1"],
      token: login.token
    )
    #expect(signedIn.code == 303)
    #expect(signedIn.location == "/profile/orders?x=1")
    #expect(reader.cookie != before)
    // The first time one says one's name on the way.
    let asked = try await reader.get("/profile/orders?x=1")
    #expect(asked.location == "/welcome?callback=%2Fprofile%2Forders%3Fx%3D1")
    let named = try await reader.fill(
      try #require(asked.location),
      "/welcome",
      ["name": " Ada ", "callback": "/profile/orders?x=1"]
    )
    #expect(named.location == "/profile/orders?x=1")
    let orders = try await reader.get("/profile/orders?x=1")
    #expect(orders.code == 200)
    #expect(orders.says(#"<span class="who">Ada</span>"#))
    // Who is in need not sign in again, and sees so: a redirect would hold up whoever goes back.
    let again = try await reader.get("/login?callback=/books")
    #expect(again.code == 200)
    #expect(again.says(#"<a class="button" href="/books">Go on</a>"#))
  }

  @Test func `who signs out leaves nothing behind`() async throws {
    let reader = try Reader()
    try await reader.signIn()
    let cookie = try #require(reader.cookie)
    _ = try await reader.get("/profile/delivery")
    #expect(try await reader.fill("/today", "/logout", [:]).location == "/today")
    #expect(reader.cookie == nil)
    #expect(reader.room.sessions.count == 0)
    reader.cookie = cookie
    #expect(try await reader.get("/profile").code == 307)
  }

  static let callbacks = [
    "//evil.example", "https://evil.example/", "http:evil.example", "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)", "app://profile/x", "evil.example", "", " /profile", "/%zz",
  ]

  @Test(arguments: callbacks)
  func `a callback that leads off the site is refused`(_ callback: String) async throws {
    let reader = try Reader()
    let query: QueryParameters = ["callback": callback]
    let token = try await reader.get("/login").token
    #expect(try await reader.get("/login?\(query)").code == 400)
    let form: QueryParameters = ["card": "1871", "callback": callback]
    #expect(try await reader.post("/login", form, token: token).code == 400)
    #expect(try await reader.get("/profile").code == 307)
    // Nor is one after signing in.
    _ = try await reader.fill("/login", "/login", ["card": "1871"])
    #expect(try await reader.get("/login?\(query)").code == 400)
    #expect(try await reader.get("/welcome?\(query)").code == 400)
    let named = try await reader.fill(
      "/welcome",
      "/welcome",
      ["name": "Ada", "callback": callback]
    )
    #expect(named.code == 400)
  }

  @Test(arguments: ["", "123", "1234567890123", "12a4", "١٢٣٤"])
  func `a card that is none is asked for again`(_ card: String) async throws {
    let reader = try Reader()
    let answer = try await reader.fill(
      "/login?callback=/books",
      "/login",
      ["card": card, "callback": "/books"]
    )
    #expect(answer.code == 422)
    #expect(answer.says(#"aria-invalid="true""#))
    #expect(answer.says(#"name="callback" value="/books""#))
    #expect(try await reader.get("/profile").code == 307)
  }

  @Test(arguments: [
    "/login", "/welcome", "/logout", "/books/1/order", "/profile/delivery", "/tour",
  ])
  func `a form without the visitor's token is refused`(_ path: String) async throws {
    let reader = try Reader()
    let other = try Reader(reader.room)
    try await reader.signIn()
    let foreign = try await other.get("/login").token
    let form: QueryParameters = ["card": "1871", "name": "x", "book": "1", "address": "x"]
    for token in [nil, "", foreign, "0"] {
      #expect(try await reader.post(path, form, token: token).code == 403)
    }
    #expect(try await reader.get("/profile/orders/1").code == 404)
    // One that is of a page from before signing in has grown old as well.
    let before = try await other.get("/login").token
    _ = try await other.post("/login", ["card": "1871"], token: before)
    #expect(try await other.post("/welcome", ["name": "x"], token: before).code == 403)
  }

  @Test func `an order that a stranger begins is made after signing in, once`() async throws {
    let reader = try Reader()
    let begun = try await reader.fill("/books/2", "/books/2/order", [:])
    #expect(begun.code == 303)
    #expect(begun.location == "/login?callback=%2Fbooks%2F2%2Forder")
    let login = try await reader.get(try #require(begun.location))
    #expect(login.says("<cite>Moby-Dick; or, The Whale</cite>"))
    let callback: QueryParameters = ["card": "1871", "callback": "/books/2/order"]
    let signedIn = try await reader.post("/login", callback, token: login.token)
    #expect(signedIn.location == "/welcome?callback=%2Fbooks%2F2%2Forder")
    let welcome = try await reader.get(try #require(signedIn.location))
    let named: QueryParameters = ["name": "Ada", "callback": "/books/2/order"]
    let last = try await reader.post("/welcome", named, token: welcome.token)
    #expect(last.location == "/profile/orders/1")
    #expect(try await reader.get("/profile/orders/1").says("Moby-Dick"))
    // The addresses on the way do nothing by themselves, whoever sends somebody there.
    #expect(try await reader.get("/books/3/order").location == "/books/3")
    let other = try await reader.fill("/welcome", "/welcome", named)
    #expect(other.location == "/books/2/order")
    #expect(try await reader.get("/profile/orders/2").code == 404)
  }

  @Test func `an order is made only where the callback is that of the book`() async throws {
    let reader = try Reader()
    _ = try await reader.fill("/books/2", "/books/2/order", [:])
    for callback in ["/books/3/order", "/books/2", "/profile/orders"] {
      let form: QueryParameters = ["card": "1871", "callback": callback]
      let answer = try await reader.fill("/login", "/login", form)
      #expect(answer.location == callback)
    }
    _ = try await reader.fill("/welcome", "/welcome", ["name": "Ada"])
    #expect(try await reader.get("/profile/orders/1").code == 404)
    #expect(try await reader.fill("/books/2", "/books/99/order", [:]).code == 404)
  }

  struct Name: Sendable, CustomTestStringConvertible {
    let text: String
    /// What is said of it where it is refused.
    var reason: String?

    var testDescription: String { text.debugDescription }
  }

  static let names = [
    Name(text: "سمیه‌ای"), Name(text: "क्‍ष"), Name(text: "👩‍👩‍👧‍👦"), Name(text: "Ada\u{AD}"),
    Name(text: "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    Name(text: String(repeating: "漢", count: 60)),
    Name(text: String(repeating: "👩‍👩‍👧‍👦", count: 60)),
    Name(text: "Ada\u{202E}x", reason: "U+202E"), Name(text: "\u{2066}Ada", reason: "U+2066"),
    Name(text: "A\u{200F}da", reason: "U+200F"),
    Name(text: "", reason: "that can be seen"), Name(text: " \u{200D}", reason: "that can be seen"),
    Name(text: String(repeating: "a", count: 61), reason: "this has 61"),
    Name(
      text: String(repeating: "A" + String(repeating: "\u{301}", count: 100), count: 10),
      reason: "this takes 2010"
    ),
    Name(text: "Ada\nLovelace", reason: "is one line"),
    Name(text: "Ada\u{7}", reason: "is one line"),
    Name(text: "Ada\u{2028}x", reason: "is one line"),
  ]

  @Test(arguments: names)
  func `a name is taken in the letters of any language, or refused with the reason`(
    _ name: Name
  ) async throws {
    let reader = try Reader()
    _ = try await reader.fill("/login", "/login", ["card": "1871"])
    let answer = try await reader.fill("/welcome", "/welcome", ["name": name.text])
    guard let reason = name.reason else {
      #expect(answer.code == 303, "\(answer.part(from: "alert", to: "</p>") ?? "")")
      #expect(try await reader.get("/profile").title == name.text)
      return
    }
    #expect(answer.code == 422)
    #expect(answer.part(from: #"role="alert">"#, to: "</p>")?.contains(reason) == true)
  }

  @Test func `a form of nobody is refused, and lets nobody in`() async throws {
    let reader = try Reader()
    #expect(try await reader.post("/login", ["card": "1871"], token: "x").code == 403)
    reader.cookie = "0123456789abcdef0123456789abcdef"
    #expect(try await reader.post("/login", ["card": "1871"], token: "x").code == 403)
    #expect(try await reader.get("/nothing").code == 404)
    #expect(reader.room.sessions.count == 0)
  }

  @Test func `the cookie is random, and for the server alone`() async throws {
    let fields = try await Reader().get("/today").fields
    let cookie = try #require(fields[.setCookie])
    #expect(cookie.wholeMatch(of: /room=[0-9a-f]{32}; Path=\/; SameSite=Lax; HttpOnly/) != nil)
    #expect(try await Reader().get("/today").fields[.setCookie] != cookie)
  }

  // MARK: - Bounds

  @Test func `there are only so many visitors, and the one goes who was away longest`() {
    let sessions = Sessions(limit: 3)
    let ids = (0..<3).map { _ in sessions.open().id }
    #expect(sessions.visitor(ids[0]) != nil)
    let last = sessions.open().id
    #expect(sessions.count == 3)
    #expect(sessions.visitor(ids[1]) == nil)
    for id in [ids[0], ids[2], last] { #expect(sessions.visitor(id) != nil) }
  }

  @Test func `those who never come back drive out nobody else`() async {
    let sessions = Sessions(limit: 4)
    let visitor = sessions.open().visitor
    let member = sessions.renew(of: visitor)
    let guests = [sessions.open().id, sessions.open().id]
    for id in guests { #expect(sessions.visitor(id) != nil) }
    for _ in 0..<10 { _ = sessions.open() }
    #expect(sessions.count == 4)
    for id in guests + [member.id] { #expect(sessions.visitor(id) != nil) }
    // Nor do those who come back drive out who has signed in.
    for _ in 0..<10 { #expect(sessions.visitor(sessions.open().id) != nil) }
    #expect(sessions.visitor(member.id) === member.visitor)
    for id in guests { #expect(sessions.visitor(id) == nil) }
    for _ in 0..<4 { _ = sessions.renew(of: Visitor()) }
    #expect(sessions.visitor(member.id) == nil)
    #expect(sessions.count == 4)
  }

  @Test func `whatever happens in whatever order, there are those who should be`() {
    let sessions = Sessions(limit: 5)
    // The rank of each and its last use, which say who goes.
    var known: [(id: String, visitor: Visitor, rank: Int, use: Int)] = []
    var generator = SeededGenerator(seed: 5)
    func makesRoom() {
      guard known.count == 5 else { return }
      let ranks = known.map { ($0.rank, $0.use) }
      if let least = ranks.indices.min(by: { ranks[$0] < ranks[$1] }) { known.remove(at: least) }
    }
    for turn in 0..<2000 {
      let index = known.indices.randomElement(using: &generator)
      switch (Int.random(in: 0..<10, using: &generator), index) {
      case (0..<5, _), (_, nil):
        makesRoom()
        let (id, visitor) = sessions.open()
        known.append((id, visitor, 0, turn))
      case (5..<8, let index?):
        #expect(sessions.visitor(known[index].id) === known[index].visitor)
        known[index].rank = max(known[index].rank, 1)
        known[index].use = turn
      case (8, let index?):
        let old = known[index].id
        let member = sessions.renew(of: known[index].visitor)
        known[index] = (member.id, member.visitor, 2, turn)
        #expect(sessions.visitor(old) == nil)
      case (_, let index?):
        sessions.close(of: known[index].visitor)
        #expect(sessions.visitor(known.remove(at: index).id) == nil)
      }
      #expect(sessions.count == known.count)
    }
    for entry in known { #expect(sessions.visitor(entry.id) === entry.visitor) }
  }

  @Test func `of forms that sign in at once one does, and there is one cookie`() async throws {
    let room = ReadingRoom(configuration: .patient)
    let first = try Reader(room)
    let (token, cookie) = (try await first.get("/login").token, first.cookie)
    let codes = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let reader = try? Reader(room)
          reader?.cookie = cookie
          return try? await reader?.post("/login", ["card": "1871"], token: token).code
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == 303 } == 1)
    #expect(codes.count { $0 == 403 } == 15)
    #expect(room.sessions.count == 1)
  }

  @Test func `a cookie is for https alone where the server is, whatever a target says`()
    async throws
  {
    let room = ReadingRoom(configuration: .patient)
    let responder = try RouteResponder(router: room.router)
    for (scheme, target, isSecure) in [
      (RouteTarget.ServerScheme.http, "/today", false), (.http, "http://localhost/today", false),
      (.https, "/today", true), (.https, "https://localhost/today", true),
    ] {
      var head = RequestHead(.get, target)
      head.scheme = scheme
      let response = await responder.respond(to: head)
      #expect(response.status == .ok)
      let cookie = try #require(response.fields[.setCookie])
      #expect(cookie.contains("; Secure") == isSecure, "\(scheme) \(target)")
    }
    withExtendedLifetime(room) {}
  }

  @Test func `who is away for too long is no longer known`() {
    let time = Locked(ContinuousClock.now)
    let sessions = Sessions(limit: 2, idleTime: .seconds(60)) { time.withLock { $0 } }
    let (one, other) = (sessions.open().id, sessions.open().id)
    time.withLock { $0 += .seconds(50) }
    #expect(sessions.visitor(one) != nil)
    time.withLock { $0 += .seconds(50) }
    #expect(sessions.visitor(one) != nil)
    #expect(sessions.visitor(other) == nil)
    #expect(sessions.count == 1)
    time.withLock { $0 += .seconds(61) }
    _ = sessions.open()
    _ = sessions.open()
    // Those who are away too long make room before others do.
    #expect(sessions.visitor(one) == nil)
    #expect(sessions.count == 2)
  }

  @Test func `nothing long is remembered of what a visitor asks for`() async throws {
    let reader = try Reader()
    let long = "/" + String(repeating: "a", count: 500)
    #expect(try await reader.get("/login?callback=\(long)").code == 400)
    #expect(try await reader.get("/login?callback=\(long.dropLast())").code == 200)
    let token = try await reader.get("/login").token
    #expect(
      try await reader.post("/login", ["card": "1871", "callback": long], token: token).code == 400
    )
    #expect(try await reader.get("/profile?x=\(long)").location == "/login?callback=%2Fprofile")
    // A book has one path.
    let zeros = String(repeating: "0", count: 1000)
    for path in ["/books/\(zeros)3", "/today/news/01", "/today/story/essay/04"] {
      #expect(try await reader.get(path).code == 404)
    }
    let page = try await reader.get("/inspector")
    let list = try #require(page.part(from: #"<tbody id="requests">"#, to: "</tbody>"))
    #expect(list.contains("<code>/books/000") && !list.contains(zeros.prefix(250)))
  }

  @Test func `orders are bounded and made once`() {
    var facts = Facts()
    for id in 1...30 {
      _ = facts.order(Book(id: id, title: "", author: "", year: 0, opening: ""))
    }
    #expect(facts.orders.count == 20)
    #expect(facts.order(Library.books[0])?.id == 1)
  }
}
