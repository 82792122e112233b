import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// A redirect stays on the site, or leads to an origin that is allowed.
@Suite struct RedirectTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let given: String
    /// Where a guard's redirect leads; nothing where it is denied.
    let guarded: String?
    /// Where a handler's redirect leads; nothing where it throws.
    let handled: String?
    var testDescription: String { given }

    init(_ given: String, guard guarded: String?, handler handled: String?) {
      self.given = given
      self.guarded = guarded
      self.handled = handled
    }
  }

  static let cases = [
    Case("/a?x=1#y", guard: "/a?x=1#y", handler: "/a?x=1#y"),
    Case("/", guard: "/", handler: "/"),
    Case("a", guard: "/a", handler: nil),
    Case("", guard: "/", handler: nil),
    Case("//evil.example", guard: "/evil.example", handler: nil),
    Case("///evil.example", guard: "/evil.example", handler: nil),
    Case("/\\evil.example", guard: "/%5Cevil.example", handler: nil),
    Case("\\/evil.example", guard: "/%5C/evil.example", handler: nil),
    Case("/.//evil.example", guard: "/evil.example", handler: "/evil.example"),
    Case("/x/..//evil.example", guard: "/evil.example", handler: "/evil.example"),
    Case("/%2F/evil.example", guard: "/%2F/evil.example", handler: "/%2F/evil.example"),
    Case("https://ok.example/a", guard: "https://ok.example/a", handler: "https://ok.example/a"),
    Case(
      "https://ok.example:443/a",
      guard: "https://ok.example/a",
      handler: "https://ok.example/a"
    ),
    Case("https:\\\\ok.example/a", guard: nil, handler: nil),
    Case("http://ok.example/a", guard: nil, handler: nil),
    Case("https://ok.example:8443/a", guard: nil, handler: nil),
    Case("https://ok.example.evil.example/", guard: nil, handler: nil),
    Case("https://ok.example@evil.example/", guard: nil, handler: nil),
    Case("https://evil.example", guard: nil, handler: nil),
    Case("https:evil.example", guard: nil, handler: nil),
    Case("javascript:alert(1)", guard: nil, handler: nil),
    Case("app://evil", guard: nil, handler: nil),
    Case("/a\r\nSet-Cookie: b=c", guard: nil, handler: nil),
    Case("\t//evil.example", guard: nil, handler: nil),
  ]

  @Test(arguments: cases, [RouteTarget.SlashPolicy.lenient, .strict])
  func `a redirect never leads off the site`(
    _ row: Case,
    _ slashes: RouteTarget.SlashPolicy
  ) async throws {
    let origins: Set = ["https://ok.example"]
    let site = try Site({ configuration, yard in
      configuration.allowedOrigins = origins
      yard.slashes = slashes
    }) { router in
      router.guard("/guarded") { _ async in .redirect(row.given) }
      router.get("/handled") { _ in try .redirect(to: row.given, allowing: origins) }
    }
    let guarded = await site.respond(.get, "/guarded")
    #expect(guarded.status == (row.guarded == nil ? .forbidden : .temporaryRedirect))
    #expect(guarded.fields[.location] == row.guarded)
    let handled = await site.respond(.get, "/handled")
    #expect(handled.status == (row.handled == nil ? .badRequest : .seeOther))
    #expect(handled.fields[.location] == row.handled)
    for location in [guarded.fields[.location], handled.fields[.location]].compactMap({ $0 }) {
      #expect(location.hasPrefix("/") || location.hasPrefix("https://ok.example/"))
      #expect(!location.hasPrefix("//") && !location.hasPrefix("/\\"))
    }
  }

  @Test func `a redirect that is refused is told to the program`() async throws {
    let site = try Site(routes: { router in
      router.guard("/out") { _ async in .redirect("https://evil.example/") }
    })
    #expect(await site.respond(.get, "/out").status == .forbidden)
    #expect(site.failures.all.first?.error is ResponseLocationError)
    #expect(site.failures.all.first?.description.contains("allowedOrigins") == true)
  }
}
