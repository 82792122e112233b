import SwitchyardHTTP
import SwitchyardSessions
import Testing

@testable import ReadingRoom

/// What comes of a cookie that somebody has planted in the browser of somebody else.
@Suite("A planted cookie", .timeLimit(.minutes(2))) struct PlantedCookieTests {
  @Test func `forms that were begun before sign-in come to nothing after it`() async throws {
    let room = ReadingRoom(configuration: .patient)
    let (attacker, reader) = (try Reader(room), try Reader(room))
    _ = try await attacker.get("/login")
    let planted = attacker.cookie
    let forms = ["/tour", "/login"].map { path in (path: path, form: SlowForm()) }
    let answers = forms.map { path, form in
      Task {
        let slow = try Reader(room)
        slow.cookie = planted
        let answer = try await slow.post(path, form)
        return (answer: answer, cookie: slow.cookie)
      }
    }
    for (_, form) in forms { await form.isAsked() }
    reader.cookie = planted
    try await reader.signIn("Victoria")
    forms[0].form.end(["token": "none"])
    let first = try await answers[0].value.answer
    #expect(first.code == 403)
    #expect(!first.says("Victoria"))
    let token = first.token
    forms[1].form.end(["token": token ?? "", "card": "1234"])
    let second = try await answers[1].value
    #expect(second.answer.code == 403)
    #expect(second.cookie == planted)
    // Nor has the one who has signed in lost anything.
    #expect(try await reader.get("/profile").says("Victoria"))
    attacker.cookie = planted
    #expect(try await attacker.get("/profile").code == 307)
  }

  @Test func `who signs in is another visitor, and the former one has nothing`() async throws {
    let reader = try Reader()
    _ = try await reader.get("/books/3")
    let cookie = try #require(reader.cookie)
    let former = try #require(reader.room.sessions.visitor(cookie))
    try await reader.signIn()
    let renewed = try #require(reader.cookie)
    let visitor = try #require(reader.room.sessions.visitor(renewed))
    #expect(visitor !== former && visitor.number != former.number)
    #expect(await !former.facts.isSignedIn)
    #expect(await former.store.state == Visitor().store.state)
    #expect(try await !former.refresh())
    // A page that was asked for with the old cookie, and comes to be made after sign-in.
    let request = Place.today.request(Parameters(), try RouteTarget("/today"))
    await #expect(throws: SessionError.self) { try await former.page(request) }
    #expect(try await reader.get("/today").tabs.contains("/books/3"))
  }

  @Test func `no two strangers have a token in common`() async throws {
    let room = ReadingRoom(configuration: .patient)
    let tokens = [try await Reader(room).get("/login"), try await Reader(room).get("/login")]
      .map(\.token)
    #expect(tokens[0] != nil && tokens[0] != tokens[1])
  }
}
