import HTTPTestSupport
import SwitchyardSecrets
import TestSupport
import Testing

@Suite struct CSRFTests {
  private static let keys = SigningKeys.random()
  private static let tokens = CSRFTokens(signedBy: keys) { $0.cookies["session"] }

  private static func token(_ session: String, _ tokens: CSRFTokens = tokens) throws -> String {
    let request = try ServerRequest(.get, "/", fields: [.cookie: "session=\(session)"])
    return try #require(tokens.token(for: request))
  }

  private static func makeSite() throws -> Site {
    try Site(routes: { router in
      router.guard("/*", except: ["/hooks/*"], csrf: tokens)
      router.any("/*") { _ in .text("done") }
      router.post("/form") { request in
        let form = try await request.body.form()
        try tokens.require(form["csrf"], for: request)
        return .text("done")
      }
    })
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var method: RequestMethod = .post
    var fields: HeaderFields
    var isAllowed: Bool
    var host = "shop.example"
    var scheme: RouteTarget.ServerScheme = .https
    var path = "/a"
    var testDescription: String { "\(method) \(host) \(fields.map { "\($0)".prefix(80) })" }

    init(_ fields: HeaderFields, _ isAllowed: Bool) {
      (self.fields, self.isAllowed) = (fields, isAllowed)
    }

    func with(_ change: (inout Row) -> Void) -> Row {
      var row = self
      change(&row)
      return row
    }
  }

  private static let safe: [RequestMethod] = [.get, .head, .options]
  private static let unsafe: [RequestMethod] = [
    .post, .put, .patch, .delete, "PROPFIND", "QUERY", "TRACE", "get", "X",
  ]
  private static let fetchSite: HeaderField.Name = "Sec-Fetch-Site"
  private static let header: HeaderField.Name = "X-CSRF-Token"

  static let rows: [Row] =
    safe.map { method in Row([:], true).with { $0.method = method } }
    + unsafe.map { method in Row([:], false).with { $0.method = method } }
    + [
      Row([fetchSite: "same-origin"], true),
      // A page without a referrer sends no origin of its own.
      Row([fetchSite: "same-origin", .origin: "null"], true),
      Row([fetchSite: "same-site"], false), Row([fetchSite: "cross-site"], false),
      Row([fetchSite: "none"], false),
      Row([fetchSite: ""], false), Row([fetchSite: "Same-Origin"], false),
      Row([fetchSite: "same-origin, x"], false),
      Row([fetchSite: "same-origin", fetchSite: "same-origin"], false),
      Row([fetchSite: "cross-site", .origin: "https://shop.example"], false),
      Row([.origin: "https://shop.example"], true),
      Row([.origin: "https://SHOP.example"], false), Row([.origin: "https://shop.example/"], false),
      Row([.origin: "http://shop.example"], false), Row([.origin: "null"], false),
      Row([.origin: ""], false), Row([.origin: "https://shop.example.evil.example"], false),
      Row([.origin: "https://evil.example"], false),
      Row([.origin: "https://shop.example:444"], false),
      Row([.origin: "https://shop.example", .origin: "https://shop.example"], false),
      Row([.origin: "https://shop.example, https://shop.example"], false),
      Row([.referer: "https://shop.example/"], false),
      Row([.origin: "https://shop.example"], true).with { $0.host = "Shop.Example:443" },
      Row([.origin: "https://shop.example:8443"], true).with { $0.host = "shop.example:8443" },
      Row([.origin: "https://shop.example"], false).with { $0.host = "shop.example:8443" },
      Row([.origin: "http://[::1]:8080"], true).with {
        ($0.host, $0.scheme) = ("[::1]:8080", .http)
      },
      Row([.origin: "https://shop.example"], false).with { $0.scheme = .http },
      Row([:], true).with { $0.path = "/hooks/a" },
    ]

  @Test(arguments: rows)
  func `a request without a token needs the word of the browser`(_ row: Row) async throws {
    var head = RequestHead(row.method, row.path, host: row.host, fields: row.fields)
    head.scheme = row.scheme
    let response = await (try Self.makeSite()).responder.respond(to: head)
    #expect(response.status == (row.isAllowed ? .ok : .forbidden))
  }

  @Test func `a token of the session is enough, and a wrong one is too little`() async throws {
    let site = try Self.makeSite()
    func ask(_ sent: [String], _ session: String? = "one", _ others: HeaderFields = [:]) async
      -> Int
    {
      var fields = others
      for token in sent { fields.append(Self.header, value: token) }
      if let session { fields[.cookie] = "session=\(session)" }
      return await site.respond(.post, "/a", fields).status.code
    }
    let token = try Self.token("one")
    // As often as it likes, from wherever.
    for _ in 0..<3 { #expect(await ask([token]) == 200) }
    #expect(await ask([token], "one", [Self.fetchSite: "cross-site"]) == 200)
    #expect(await ask([token], "two") == 403)
    #expect(await ask([token], nil) == 403)
    #expect(await ask([token], "") == 403)
    #expect(await ask([token, token]) == 403)
    #expect(await ask([try Self.token("two")]) == 403)
    #expect(
      await ask([try Self.token("one", CSRFTokens(signedBy: .random()) { $0.cookies["session"] })])
        == 403
    )
    var wrong = [
      "", "a", "\(token)A", " ", String(token.dropFirst()), String(repeating: "A", count: 65),
    ]
    wrong += [
      String(repeating: "\u{0}", count: 65), String(repeating: "é", count: 40), token.uppercased(),
    ]
    wrong += [String(repeating: "A", count: 10_000), "\(token), \(token)"]
    for place in 0..<token.utf8.count {
      var bytes = Array(token.utf8)
      bytes[place] ^= 1
      wrong.append(String(decoding: bytes, as: UTF8.self))
    }
    for token in wrong {
      #expect(await ask([token]) == 403)
      // A token that is wrong is not made good by the browser's word.
      #expect(await ask([token], "one", [Self.fetchSite: "same-origin"]) == 403)
    }
  }

  @Test func `each token is another, and all are of one length`() throws {
    let all = try (0..<200).map { _ in try Self.token("one") }
    #expect(Set(all).count == 200)
    #expect(Set(all.map(\.utf8.count)) == [65])
    // No place of it stays, as one would for a page's length to betray.
    for place in 0..<65 { #expect(Set(all.map { Array($0.utf8)[place] }).count > 2) }
    let stranger = try ServerRequest(.get, "/")
    #expect(Self.tokens.token(for: stranger) == nil)
    #expect(!Self.tokens.isValid(all[0], for: stranger))
    let empty = try ServerRequest(.get, "/", fields: [.cookie: "session="])
    #expect(Self.tokens.token(for: empty) == nil)
  }

  @Test func `signatures for other purposes are no tokens`() throws {
    let request = try ServerRequest(.get, "/", fields: [.cookie: "session=one"])
    let random = String(try Self.token("one").prefix(22))
    for purpose in ["one", "csrf", ""] {
      let signature = Self.keys.signature(of: random, for: purpose)
      #expect(!Self.tokens.isValid(random + signature, for: request))
    }
    let cookie = try ResponseCookie(
      name: "one",
      value: random,
      signedBy: Self.keys,
      lasting: .seconds(60)
    )
    #expect(!Self.tokens.isValid(random + cookie.value.suffix(43), for: request))
  }

  @Test func `the token of a form is required by its handler`() async throws {
    let site = try Self.makeSite()
    let token = try Self.token("one")
    func send(_ body: String, _ others: HeaderFields = [:]) async throws -> String {
      var fields: HeaderFields = [
        .cookie: "session=one", .contentType: "application/x-www-form-urlencoded",
        Self.fetchSite: "same-origin",
      ]
      for field in others { fields.append(field) }
      let response = await site.respond(.post, "/form", fields, body: Array(body.utf8))
      return "\(response.status.code) \(try await response.text)"
    }
    #expect(try await send("csrf=\(token)") == "200 done")
    #expect(try await send("a=b", [Self.header: token]) == "200 done")
    let refused =
      "403 Forbidden\nThe request does not come from a page of this site, or from an old one. Load the page anew, "
      + "and send it again.\n"
    for body in [
      "", "csrf=", "csrf=a", "csrf=\(token)x", "csrf=%00", "csrf=\(try Self.token("two"))",
    ] {
      #expect(try await send(body) == refused)
    }
    // That of the field is not looked at where the form has one.
    #expect(try await send("csrf=a", [Self.header: token]) == refused)
    #expect(site.failures.all.isEmpty)
  }

  @Test func `it guards nothing, and denies what is no request`() async {
    let router = Router(.patient)
    let id = router.guard("/*", csrf: Self.tokens)
    router.get("/secret", tags: ["Private"]) { _ in .text("secret") }
    router.map("/a") { (_: RouteContext) async in }
    #expect(router.validate(requiring: ["Private"]).findings(.unguarded).count == 1)
    #expect(await router.dispatch("/a") == .denied(by: id))
  }
}
