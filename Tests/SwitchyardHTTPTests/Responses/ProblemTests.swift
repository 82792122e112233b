import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// Our errors are JSON for those who prefer it, and plain text for all others.
@Suite struct ProblemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let accept: String?
    let isJSON: Bool
    var testDescription: String { accept ?? "nothing" }

    init(_ accept: String?, json isJSON: Bool) {
      self.accept = accept
      self.isJSON = isJSON
    }
  }

  static let cases = [
    Case(nil, json: false),
    Case("", json: false),
    Case("*/*", json: false),
    Case("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", json: false),
    Case("text/plain", json: false),
    Case("application/json", json: true),
    Case("Application/Problem+JSON", json: true),
    Case("application/*", json: true),
    Case("application/json, text/plain", json: false),
    Case("application/json, text/plain;q=0.5", json: true),
    Case("application/json;q=0.5, text/plain", json: false),
    Case("application/json;q=0", json: false),
    Case("application/json;q=nan", json: false),
    Case("application/json;q=7, */*", json: false),
    Case("text/plain;q=0.1, */*", json: true),
    Case("text/*;q=0.1, application/json;charset=utf-8;q=0.2", json: true),
    Case(",,;;,/,application/json", json: true),
  ]

  @Test(arguments: cases)
  func `an error is told in the form that is preferred`(_ row: Case) async throws {
    let site = try Site(routes: { router in
      router.get("/error") { _ in
        throw ResponseError(.conflict, message: "The \"book\"\nis \\ taken: \u{1}ü.")
      }
    })
    var fields = HeaderFields()
    if let accept = row.accept { fields[.accept] = accept }
    let response = await site.respond(.get, "/error", fields)
    #expect(response.status == .conflict)
    #expect(response.fields[.vary] == "Accept")
    if row.isJSON {
      #expect(response.fields[.contentType] == "application/problem+json")
      let text = try await response.text
      #expect(
        text == #"{"type":"about:blank","title":"Conflict","status":409,"detail":"#
          + #""The \"book\"\nis \\ taken: \u0001ü."}"#
      )
    } else {
      #expect(response.fields[.contentType] == "text/plain; charset=utf-8")
      #expect(try await response.text == "Conflict\nThe \"book\"\nis \\ taken: \u{1}ü.\n")
    }
  }

  private struct Broken: Encodable {
    func encode(to encoder: any Encoder) throws { throw Inside() }
  }

  @Test func `a problem of one's own has its type, its place and its members`() async throws {
    let site = try Site(routes: { router in
      router.get("/error") { _ in
        throw ResponseError(
          ResponseStatus(code: 403, reason: "No credit"),
          message: "It costs 50.",
          type: "https://shop.example/no-\"credit\"",
          instance: "/orders/7",
          members: ["balance": 30, "accounts": ["/a/1", "\n"], "status": 200, "broken": Broken()]
        )
      }
    })
    let response = await site.respond(.get, "/error", [.accept: "application/json"])
    #expect(
      try await response.text
        == #"{"type":"https://shop.example/no-\"credit\"","title":"No credit","status":403,"#
        + #""detail":"It costs 50.","instance":"/orders/7","accounts":["/a/1","\n"],"balance":30}"#
    )
    #expect(site.failures.all.map(\.status) == [403])
    #expect(try await site.respond(.get, "/error").text == "No credit\nIt costs 50.\n")
  }

  @Test func `a client is told what is wrong with its target, and nothing of it`() async throws {
    let site = try Site()
    let response = await site.respond(.get, "/%zz<script>")
    #expect(
      try await response.text == """
        Bad Request
        The target has a percent sign without two hexadecimal digits after it (byte 1). Write a percent sign that is \
        data as %25.

        """
    )
  }
}
