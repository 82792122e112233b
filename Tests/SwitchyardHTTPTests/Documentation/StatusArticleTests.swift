import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// The examples of the article on statuses and errors, as they stand there.
@Suite struct StatusArticleTests {
  struct Book: Codable { var title: String }

  actor Store {
    func book(_ id: String?) -> Book? { id == "1" ? Book(title: "One") : nil }
  }

  actor Sessions {
    func isOpen(_ id: String?) -> Bool { id == "open" }
  }

  let store = Store()
  let sessions = Sessions()

  @Test func `what the article on statuses shows answers as it says`() async throws {
    let (store, sessions) = (store, sessions)
    let site = try Site(routes: { router in
      router.get("/books/:id") { request in
        guard let book = await store.book(request.parameters["id"]) else {
          throw ResponseError(.notFound, message: "No such book.")
        }
        return try .json(book)
      }
      router.guard("/admin/*") { context async in
        let fields: HeaderFields = [.wwwAuthenticate: "Basic realm=\"books\""]
        return context.deny(with: ServerResponse(.unauthorized, fields: fields))
      }
      router.get("/admin/users") { _ in .text("never") }
      router.guard("/profile/*") { context async in
        guard await sessions.isOpen(context.exchange?.request.cookies["session"]) else {
          return .redirect("/login", query: ["callback": context.target.pathAndQuery])
        }
        return .allow
      }
      router.post("/login") { request in
        let form = try await request.body.form()
        return try .redirect(to: form["callback"] ?? "/")
      }
      router.guard("/*", observing: true) { context async in
        context.exchange?.onResponse { $0.fields[.xContentTypeOptions] = "nosniff" }
        return .allow
      }
    })

    let found = await site.respond(.get, "/books/1")
    #expect(found.status == .ok)
    #expect(found.fields[.xContentTypeOptions] == "nosniff")
    let missing = await site.respond(.get, "/books/7", [.accept: "application/json"])
    let problem =
      #"{"type":"about:blank","title":"Not Found","status":404,"detail":"No such book."}"#
    #expect(try await missing.text == problem)
    #expect(missing.fields[.xContentTypeOptions] == "nosniff")
    #expect(await site.respond(.get, "/admin/users").status == .unauthorized)

    let profile = await site.respond(.get, "/profile?x=1")
    #expect(profile.fields[.location] == "/login?callback=%2Fprofile%3Fx%3D1")
    let form: HeaderFields = [.contentType: "application/x-www-form-urlencoded"]
    let back = Array("callback=%2Fprofile%3Fx%3D1".utf8)
    let entered = await site.respond(.post, "/login", form, body: back)
    #expect(entered.fields[.location] == "/profile?x=1")
    let away = Array("callback=%2F%2Fevil.example".utf8)
    #expect(await site.respond(.post, "/login", form, body: away).status == .badRequest)
  }

  @Test func `each line that is shown stands here`() throws {
    let here = try ShownCode.text(ofFile: #filePath)
    let article = "Sources/SwitchyardHTTP/SwitchyardHTTP.docc/StatusesAndErrors.md"
    let lines = try ShownCode.lines(of: article)
    for line in lines {
      let isHere = here.contains(line)
      #expect(isHere, "\(line)")
    }
    #expect(lines.count > 10)
  }
}
