import HTTPTestSupport
import SwitchyardSecrets
import TestSupport
import Testing

/// The examples of the first page, as they stand there.
@Suite struct SecretsArticleTests {
  @Test func `what is shown does what the page says`() async throws {
    let router = Router(.patient)
    let secrets = "\(String(repeating: "new", count: 20)) \(String(repeating: "old", count: 20))"
    let environment = ["ADMIN_PASSWORD": "secret"]
    let (session, order, expiry) = ("7f3a", 42, 1_763_900_000)
    let keys = try SigningKeys(secrets.split(separator: " ").map(\.utf8))
    let tokens = CSRFTokens(signedBy: keys) { request in
      request.signedCookie("__Host-session", by: keys)
    }
    router.guard("/*", except: ["/hooks/*"], csrf: tokens)
    router.guard("/account/*") { context in
      context[String.self] = context.request?.signedCookie("__Host-session", by: keys)
      return context[String.self] == nil ? .redirect("/login") : .allow
    }
    let password = try FixedSecret(environment["ADMIN_PASSWORD"] ?? "")
    router.guard("/admin/*", basic: "The office") { credentials, _ in
      credentials.name == "ada" && password.matches(credentials.password)
    }
    router.get("/order") { request in
      .html(
        "<form method=post><input type=hidden name=csrf value=\(tokens.token(for: request) ?? "")>"
      )
    }
    router.post("/order") { request in
      let form = try await request.body.form()
      try tokens.require(form["csrf"], for: request)
      return .text("ordered")
    }
    router.any("/*") { request in .text(request.context?[String.self] ?? "in") }

    var response = try ServerResponse.redirect(to: "/account")
    response.set(
      try ResponseCookie(
        name: "__Host-session",
        value: session,
        signedBy: keys,
        lasting: .seconds(86_400),
        isSecure: true
      )
    )
    let cookie = try #require(response.fields[.setCookie]?.split(separator: ";").first)

    let signature = keys.signature(of: "\(order) \(expiry)", for: "order link")
    let isSigned =
      keys.isSignature(signature, of: "\(order) \(expiry)", for: "order link")
    #expect(isSigned)

    let responder = try RouteResponder(router: router)
    func ask(
      _ method: RequestMethod,
      _ path: String,
      _ fields: HeaderFields = [:],
      body: String = ""
    ) async throws -> String {
      var fields = fields
      fields[.contentType] = "application/x-www-form-urlencoded"
      let head = RequestHead(method, path, fields: fields)
      let body = ServerRequestBody(Array(body.utf8))
      let response = await responder.respond(to: head, body: body)
      return "\(response.status.code) \(try await response.text)"
    }
    let own: HeaderFields = [.cookie: "\(cookie)"]
    #expect(try await ask(.get, "/account/a").hasPrefix("307 "))
    #expect(try await ask(.get, "/account/a", own) == "200 7f3a")
    #expect(try await ask(.get, "/account/a", [.cookie: "\(cookie)x"]).hasPrefix("307 "))
    #expect(try await ask(.post, "/hooks/a") == "200 in")
    let page = try await ask(.get, "/order", own)
    let token = try #require(page.split(separator: "value=").last).dropLast()
    var sent = own
    sent["Sec-Fetch-Site"] = "same-origin"
    #expect(try await ask(.post, "/order", sent, body: "csrf=\(token)") == "200 ordered")
    #expect(try await ask(.post, "/order", sent, body: "csrf=").hasPrefix("403 "))
    #expect(try await ask(.post, "/order", own, body: "csrf=\(token)").hasPrefix("403 "))
    sent["Sec-Fetch-Site"] = nil
    sent["X-CSRF-Token"] = "\(token)"
    #expect(try await ask(.post, "/order", sent) == "200 ordered")
    let basic: HeaderFields = [.authorization: "Basic YWRhOnNlY3JldA=="]
    #expect(try await ask(.get, "/admin/a", basic) == "200 in")
    #expect(try await ask(.get, "/admin/a").hasPrefix("401 "))
  }

  @Test func `each line that is shown stands here`() throws {
    let path = "Sources/SwitchyardSecrets/SwitchyardSecrets.docc/SwitchyardSecrets.md"
    let lines = try ShownCode.expectLines(of: path)
    #expect(lines.count > 10)
  }
}
