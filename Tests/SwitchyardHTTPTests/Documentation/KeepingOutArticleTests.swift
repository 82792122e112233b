import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// The examples of the article on credentials and limits, as they stand there.
@Suite struct KeepingOutArticleTests {
  struct Account: Sendable {
    var name: String
  }

  actor Accounts {
    func account(token: String) -> Account? { token == "t" ? Account(name: "ada") : nil }
  }

  /// Stands for the type of SwitchyardSecrets.
  struct FixedSecret {
    func matches(_ text: String) -> Bool { text == "secret" }
  }

  @Test func `guards keep out whom the article says`() async throws {
    let router = Router(.patient)
    let (accounts, password) = (Accounts(), FixedSecret())
    let attempts = RateLimit(3, per: .seconds(3600))
    router.guard("/login", methods: [.post], limit: RateLimit(5, per: .seconds(3600)))
    router.guard("/admin/*", basic: "The office") { credentials, _ in
      credentials.name == "ada" && password.matches(credentials.password)
    }
    router.guard("/api/*", except: [.get("/api/books")], bearer: "The API") { token, context in
      context[Account.self] = await accounts.account(token: token.text)
      return context[Account.self] != nil
    }
    router.guard("/either/*") { context async in
      guard let fields = context.exchange?.head.fields else { return .deny }
      if let token = BearerToken(fields), await accounts.account(token: token.text) != nil {
        return .allow
      }
      guard let sent = BasicCredentials(fields), password.matches(sent.password) else {
        return .deny
      }
      return .allow
    }
    let limit = RateLimit(100, per: .seconds(3600), burst: 50)
    router.guard("/search", limit: limit)
    router.guard("/api/*", limit: RateLimit(10, per: .seconds(3600))) { context in
      context[Account.self]?.name
    }
    router.post("/login") { request in
      let form = try await request.body.form()
      let name = form["name"] ?? ""
      try attempts.take(for: name)
      guard password.matches(form["password"] ?? "") else {
        throw ResponseError(.forbidden, message: "Name or password are wrong.")
      }
      return try .redirect(to: "/account")
    }
    router.any("/*") { _ in .text("in") }

    let responder = try RouteResponder(router: router)
    func ask(_ path: String, _ credentials: String? = nil) async -> Int {
      let fields = credentials.map { HeaderFields(dictionaryLiteral: (.authorization, $0)) }
      return await responder.respond(to: RequestHead(.get, path, fields: fields ?? [:])).status.code
    }
    let basic = "Basic YWRhOnNlY3JldA=="
    #expect(await ask("/admin/a") == 401)
    #expect(await ask("/admin/a", basic) == 200)
    #expect(await ask("/api/a", basic) == 401)
    #expect(await ask("/api/a", "Bearer t") == 200)
    #expect(await ask("/api/a", "Bearer u") == 401)
    #expect(await ask("/api/books") == 200)
    for (credentials, status) in [(basic, 200), ("Bearer t", 200), ("Bearer u", 403)] {
      #expect(await ask("/either/a", credentials) == status)
    }
    for number in 0..<50 { #expect(await ask("/search") == 200, "\(number)") }
    #expect(await ask("/search") == 429)
    #expect(limit.keyCount == 0)
    // One by account behind the guard that finds that: one was taken above.
    for _ in 0..<9 { #expect(await ask("/api/a", "Bearer t") == 200) }
    #expect(await ask("/api/a", "Bearer t") == 429)

    func login(_ body: String) async -> Int {
      let fields: HeaderFields = [.contentType: "application/x-www-form-urlencoded"]
      let head = RequestHead(.post, "/login", fields: fields)
      return await responder.respond(to: head, body: ServerRequestBody(Array(body.utf8))).status
        .code
    }
    #expect(await login("name=ada&password=secret") == 303)
    #expect(await login("name=ada&password=no") == 403)
    #expect(await login("name=ada&password=no") == 403)
    #expect(await login("name=ada&password=no") == 429)
    // The right one waits as well, or it would be told from the others.
    #expect(await login("name=ada&password=secret") == 429)
    // The limit by address, of five.
    #expect(await login("name=eve&password=no") == 429)
  }

  @Test func `each line that is shown stands here`() throws {
    let path = "Sources/SwitchyardHTTP/SwitchyardHTTP.docc/KeepingOthersOut.md"
    let lines = try ShownCode.expectLines(of: path)
    #expect(lines.count > 10)
  }
}
