import HTTPTestSupport
import SwitchyardHTTP
import Testing

@Suite struct BearerTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let sent: [String]
    var status = ResponseStatus.ok
    var error: String?
    var testDescription: String { "\(sent)" }

    init(_ sent: String..., status: ResponseStatus, error: String? = nil) {
      self.sent = sent
      self.status = status
      self.error = error
    }
  }

  static let rows = [
    Row("Bearer mF_9.B5f-4.1JqM", status: .ok), Row("bearer  mF_9.B5f-4.1JqM", status: .ok),
    Row("Bearer wrong", status: .unauthorized, error: "invalid_token"),
    Row("Bearer aB1-._~+/==", status: .unauthorized, error: "invalid_token"),
    // RFC 6750, 3.1: no code where nothing was sent.
    Row(status: .unauthorized), Row("", status: .unauthorized),
    Row("Basic YTpi", status: .unauthorized), Row("BearermF_9", status: .unauthorized),
    Row("Bearer", status: .badRequest, error: "invalid_request"),
    Row("Bearer a b", status: .badRequest, error: "invalid_request"),
    Row("Bearer a,Bearer b", status: .badRequest, error: "invalid_request"),
    Row("Bearer a=b", status: .badRequest, error: "invalid_request"),
    Row("Bearer ==", status: .badRequest, error: "invalid_request"),
    Row("Bearer \u{E9}", status: .badRequest, error: "invalid_request"),
    Row("Bearer\tmF_9.B5f-4.1JqM", status: .badRequest, error: "invalid_request"),
    Row(
      "Bearer mF_9.B5f-4.1JqM",
      "Bearer mF_9.B5f-4.1JqM",
      status: .badRequest,
      error: "invalid_request"
    ),
  ]

  @Test(arguments: rows)
  func `a token is read by the letter`(_ row: Row) async throws {
    let site = try Site(routes: { router in
      router.guard("/*", bearer: "The API") { token, _ in token.text == "mF_9.B5f-4.1JqM" }
      router.get("/a") { _ in .text("in") }
    })
    var fields = HeaderFields()
    for value in row.sent { fields.append(.authorization, value: value) }
    let response = await site.respond(.get, "/a", fields)
    #expect(response.status == row.status)
    let challenge = #"Bearer realm="The API""# + (row.error.map { ", error=\"\($0)\"" } ?? "")
    #expect(response.fields[values: .wwwAuthenticate] == (row.status == .ok ? [] : [challenge]))
    #expect((BearerToken(fields) != nil) == (row.status == .ok || row.error == "invalid_token"))
  }
}
