import Foundation
import HTTPTestSupport
import SwitchyardSessions
import TestSupport
import Testing

@Suite struct SessionResponseTests {
  private static func response(
    _ fields: HeaderFields = [:],
    _ handler: @escaping RequestHandler
  ) async throws -> ServerResponse {
    try await Site(routes: { router in router.get("/", handler: handler) }).respond(
      .get,
      "/",
      fields
    )
  }

  private static func response(to error: any Error) async throws -> ServerResponse {
    try await response { _ in throw error }
  }

  @Test(arguments: [
    SessionStoreError.Code.unreachable, .busy, .full, .readOnly, .otherSchema, .damaged, .failed,
  ])
  func `a store that does not work is 503, and says when to come again`(
    _ code: SessionStoreError.Code
  ) async throws {
    let error = SessionStoreError(code, store: "/srv/secret.db", reason: "secret")
    let response = try await Self.response(to: error)
    #expect(response.status == .serviceUnavailable)
    #expect(response.fields[.retryAfter] == "1")
    #expect(try await !response.text.contains("secret"))
  }

  /// The example of the article "Keeping state".
  @Test func `a target that no endpoint takes is 404 where the program says so`() async throws {
    let shop = Shop()
    let site = try Site(routes: { router in
      router.get("/*") { request in
        _ = try await shop.sessions.begin { try $0.go(to: request.target) }
        return .text("here")
      }
      router.onError { _, error in
        guard (error as? NavigationError)?.code == .noRoute else { return nil }
        throw ResponseError(.notFound)
      }
    })
    #expect(await site.respond(.get, "/books").status == .ok)
    #expect(await site.respond(.get, "/nowhere").status == .notFound)
  }

  /// The example of the article "Keeping state".
  @Test(
    arguments: [
      (nil, true), ("document", true), ("iframe", true), ("empty", false), ("image", false),
    ] as [(String?, Bool)]
  )
  func `a request that crosses a sign-in sets a cookie if it loads a page`(
    _ destination: String?,
    _ isPageLoad: Bool
  ) async throws {
    let sessions = Shop().sessions
    let site = try Site(routes: { router in
      router.get("/*") { request in
        var id = request.sessionID()
        let destination = request.fields["Sec-Fetch-Dest"] ?? "document"
        let isPageLoad = ["document", "frame", "iframe"].contains(destination)
        if let old = id, isPageLoad, try await sessions.state(of: old) == nil { id = nil }
        let result: SessionResult<Basket, NoOutcome>
        if let id {
          result = try await sessions.perform(id) { try $0.go(to: request.target) }
        } else {
          result = try await sessions.begin { try $0.go(to: request.target) }
        }
        var response = ServerResponse.html("\(result.state.value.isSignedIn)")
        response.set(try ResponseCookie(session: result.id, lifetime: sessions.lifetime))
        return response
      }
    })
    func ask(_ id: SessionIdentifier?) async -> ServerResponse {
      var fields: HeaderFields = [:]
      fields[.cookie] = id.map { "__Host-session=\($0.text)" }
      fields["Sec-Fetch-Dest"] = destination
      return await site.respond(.get, "/books", fields)
    }
    #expect(await ask(nil).fields[.setCookie] != nil)
    let old = try await sessions.begin().id
    #expect(await ask(old).fields[.setCookie]?.contains(old.text) == true)
    let new = try await sessions.renew(old) { $0.value.isSignedIn = true }.id
    let crossing = await ask(old)
    #expect(crossing.status == (isPageLoad ? .ok : .forbidden))
    #expect((crossing.fields[.setCookie] != nil) == isPageLoad)
    let later = await ask(new)
    #expect(later.fields[.setCookie]?.contains(new.text) == true)
    #expect(try await later.text == "true")
  }

  /// A session that others keep changing while a handler makes its step.
  @Test func `a conflict that does not end is 409`() async throws {
    let memory = MemorySessionStore()
    let tricky = TrickyStore(memory)
    let (shop, other) = (Shop(tricky), Shop(memory))
    let id = try await other.visitor()
    await tricky.play(8) { _ in
      try await other.sessions.perform(id) { $0.value.books.append(0) }
    }
    let response = try await Self.response { _ in
      try await shop.sessions.perform(id) { $0.value.books.append(9) }
      return .text("done")
    }
    #expect(response.status == .conflict)
    #expect(response.fields[.retryAfter] == "1")
  }

  @Test func `a session that cannot be read is 503, one that has ended 403`() async throws {
    let shop = Shop()
    let id = SessionIdentifier.random()
    for status in [ResponseStatus.forbidden, .serviceUnavailable] {
      let response = try await Self.response { _ in
        try await shop.sessions.perform(id) { $0.value.books = [] }
        return .text("done")
      }
      #expect(response.status == status)
      _ = try await shop.store.store([1], at: id.key, expecting: nil, expiry: .distantFuture)
    }
  }

  @Test func `the cookie brings the identifier back`() async throws {
    let id = SessionIdentifier.random()
    let set = try await Self.response { _ in
      var response = ServerResponse.text("")
      response.set(try ResponseCookie(session: id, lifetime: SessionLifetime(.seconds(60))))
      return response
    }
    let cookie = "__Host-session=\(id.text)"
    #expect(
      set.fields[.setCookie] == "\(cookie); Path=/; Max-Age=60; SameSite=Lax; Secure; HttpOnly"
    )
    let response = try await Self.response([.cookie: cookie]) { request in
      .text("\(request.sessionID() == id)")
    }
    #expect(try await response.text == "true")
  }

  /// The example of the article "Keeping state".
  @Test(arguments: [RouteTarget.ServerScheme.http, .https])
  func `over plain HTTP the cookie brings it back by another name`(
    _ scheme: RouteTarget.ServerScheme
  ) async throws {
    let sessions = Shop().sessions
    let site = try Site(routes: { router in
      router.get("/*") { request in
        let isSecure = request.scheme == .https
        let name = isSecure ? ResponseCookie.sessionName : "session"
        var id = request.sessionID(cookie: name)
        if let old = id, try await sessions.state(of: old) == nil { id = nil }
        let result: SessionResult<Basket, NoOutcome>
        if let id {
          result = try await sessions.perform(id) { try $0.go(to: request.target) }
        } else {
          result = try await sessions.begin { try $0.go(to: request.target) }
        }
        var response = ServerResponse.text("")
        let lifetime = sessions.lifetime
        response.set(
          try ResponseCookie(session: result.id, name: name, lifetime: lifetime, isSecure: isSecure)
        )
        return response
      }
    })
    func ask(_ cookie: String?) async throws -> String {
      var head = RequestHead(.get, "/books")
      head.scheme = scheme
      head.fields[.cookie] = cookie
      let response = await site.responder.respond(to: head)
      return try #require(response.fields[.setCookie])
    }
    let set = try await ask(nil)
    let cookie = String(set.prefix { $0 != ";" })
    #expect(cookie.hasPrefix(scheme == .https ? "__Host-session=" : "session="))
    #expect(set.contains("; Secure") == (scheme == .https))
    #expect(try await ask(cookie).hasPrefix("\(cookie);"))

    let lines = try ShownCode.expectLines(
      of: "Sources/SwitchyardSessions/SwitchyardSessions.docc/KeepingState.md",
      under: "Without TLS"
    )
    #expect(lines.count > 3)
  }

  @Test func `the cookie of sessions without an end lasts a hundred years`() throws {
    let sessions = Sessions(
      in: MemorySessionStore(),
      tree: Shop.tree(),
      initial: 0,
      lifetime: .seconds(Int64.max)
    )
    // More would stop the program where the cookie is made.
    try #require(sessions.lifetime.seconds == 3_155_760_000)
    let cookie = try ResponseCookie(session: .random(), lifetime: sessions.lifetime)
    #expect(cookie.maxAge == .seconds(3_155_760_000))
  }

  @Test(
    arguments: [
      ("abc", "abc"), ("\"abc\"", "abc"), (nil, "none"), ("\"\"", nil), ("a,b", nil),
      (String(repeating: "a", count: 65), nil),
    ] as [(String?, String?)]
  )
  func `the key of a request is in its field, or the request is a bad one`(
    _ value: String?,
    _ key: String?
  ) async throws {
    var fields: HeaderFields = [:]
    fields["Idempotency-Key"] = value
    let response = try await Self.response(fields) { request in
      .text(try request.idempotencyKey?.text ?? "none")
    }
    #expect(response.status == (key == nil ? .badRequest : .ok))
    if let key { #expect(try await response.text == key) }
  }
}
