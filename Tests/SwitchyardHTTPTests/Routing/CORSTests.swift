import HTTPTestSupport
import SwitchyardHTTP
import Testing

@Suite struct CORSTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let policy: CORS
    let fields: HeaderFields
    /// What a response says to the browser.
    let allowed: HeaderFields
    let vary: String?
  }

  private static let origin = "https://reader.example"

  @Test func `a policy guards nothing`() {
    let router = Router(.server)
    router.get("/secret", tags: ["Private"]) { _ in .text("secret") }
    router.cors("/*", policy: CORS(origins: .any))
    #expect(router.validate(requiring: ["Private"]).findings(.unguarded).count == 1)
  }

  static let cases = [
    Case(
      testDescription: "an origin that may",
      policy: CORS(origins: .only([origin])),
      fields: [.origin: origin],
      allowed: [.accessControlAllowOrigin: origin],
      vary: "Origin"
    ),
    Case(
      testDescription: "an origin that may, with its cookies",
      policy: CORS(origins: .only([origin], withCredentials: true), exposedHeaders: ["X-Count"]),
      fields: [.origin: origin],
      allowed: [
        .accessControlAllowOrigin: origin, .accessControlAllowCredentials: "true",
        .accessControlExposeHeaders: "X-Count",
      ],
      vary: "Origin"
    ),
    Case(
      testDescription: "an origin that may not",
      policy: CORS(origins: .only([origin])),
      fields: [.origin: "https://evil.example"],
      allowed: [:],
      vary: "Origin"
    ),
    Case(
      testDescription: "one that begins alike",
      policy: CORS(origins: .only([origin])),
      fields: [.origin: "\(origin).evil.example"],
      allowed: [:],
      vary: "Origin"
    ),
    Case(
      testDescription: "another scheme",
      policy: CORS(origins: .only([origin])),
      fields: [.origin: "http://reader.example"],
      allowed: [:],
      vary: "Origin"
    ),
    Case(
      testDescription: "two origins",
      policy: CORS(origins: .only([origin])),
      fields: [.origin: origin, .origin: origin],
      allowed: [:],
      vary: "Origin"
    ),
    Case(
      testDescription: "no site of its own",
      policy: CORS(origins: .only(["null"])),
      fields: [.origin: "null"],
      allowed: [:],
      vary: "Origin"
    ),
    Case(
      testDescription: "no other site",
      policy: CORS(origins: .only([origin])),
      fields: [:],
      allowed: [:],
      vary: "Origin"
    ),
    Case(
      testDescription: "any",
      policy: CORS(origins: .any),
      fields: [.origin: "https://whoever.example"],
      allowed: [.accessControlAllowOrigin: "*"],
      vary: nil
    ),
    // A browser keeps the answer to an image, and gives it to a script later.
    Case(
      testDescription: "any, and no other site",
      policy: CORS(origins: .any, exposedHeaders: ["X-Count"]),
      fields: [:],
      allowed: [.accessControlAllowOrigin: "*", .accessControlExposeHeaders: "X-Count"],
      vary: nil
    ),
    Case(
      testDescription: "any, and two origins",
      policy: CORS(origins: .any),
      fields: [.origin: origin, .origin: "https://whoever.example"],
      allowed: [.accessControlAllowOrigin: "*"],
      vary: nil
    ),
  ]

  /// The fields of a response that are for browsers to judge by.
  private func judged(_ response: ServerResponse) -> Set<String> {
    Set(
      response.fields.filter { $0.name.text.hasPrefix("Access-Control-") }.map { "\($0)" }
    )
  }

  private func site(_ policy: CORS) throws -> Site {
    try Site(routes: { router in
      router.cors("/api/*", policy: policy)
      router.guard("/api/*") { context async in
        context.exchange?.request.cookies["session"] == nil ? .deny : .allow
      }
      router.get("/api/books") { _ in .text("books") }
      router.get("/books") { _ in .text("books") }
    })
  }

  @Test(arguments: cases)
  func `a response says who may have it`(_ row: Case) async throws {
    let site = try site(row.policy)
    var fields = row.fields
    fields[.cookie] = "session=1"
    let response = await site.respond(.get, "/api/books", fields)
    #expect(response.status == .ok)
    #expect(judged(response) == Set(row.allowed.map { "\($0)" }))
    #expect(response.fields[.vary] == row.vary)
    #expect(judged(await site.respond(.get, "/books", fields)).isEmpty)
  }

  @Test(arguments: cases)
  func `a preflight is answered before any guard that wants a cookie`(_ row: Case) async throws {
    let site = try site(row.policy)
    var fields = row.fields
    fields[.accessControlRequestMethod] = "PUT"
    let response = await site.respond(.options, "/api/books", fields)
    guard !row.fields.isEmpty else {
      // Without an origin it is no preflight.
      #expect(response.status == .forbidden)
      return
    }
    #expect(response.status == .noContent)
    var allowed = Set(row.allowed.map { "\($0)" })
    allowed = allowed.filter { !$0.hasPrefix("Access-Control-Expose") }
    if !allowed.isEmpty {
      allowed.formUnion([
        "Access-Control-Allow-Methods: GET, HEAD, POST, PUT, PATCH, DELETE",
        "Access-Control-Allow-Headers: Accept, Authorization, Content-Type",
        "Access-Control-Max-Age: 600",
      ])
    }
    #expect(judged(response) == allowed)
    #expect(response.fields[.vary] == row.vary)
  }

  @Test func `what is refused says who may read the refusal`() async throws {
    let site = try site(CORS(origins: .only([Self.origin])))
    let fields: HeaderFields = [.origin: Self.origin]
    for target in ["/api/books", "/api/none"] {
      let response = await site.respond(.get, target, fields)
      #expect(response.status == .forbidden)
      #expect(response.fields[.accessControlAllowOrigin] == Self.origin)
      #expect(response.fields[.vary] == "Accept, Origin")
    }
  }

  @Test func `of several policies the first decides alone`() async throws {
    let all = CORS(origins: .any, methods: [.get], exposedHeaders: ["X-All"])
    let some = CORS(origins: .only([Self.origin], withCredentials: true), methods: [.put])
    for (first, second) in [(all, some), (some, all)] {
      func site(_ policies: [CORS]) throws -> Site {
        try Site(routes: { router in
          for policy in policies { router.cors("/*", policy: policy) }
          router.proxy("/old") { (_: RouteContext) async in .commit("/new") }
          router.get("/new") { _ in .text("new") }
        })
      }
      let (both, alone) = (try site([first, second]), try site([first]))
      for origin in [Self.origin, "https://whoever.example", nil] {
        for method in [RequestMethod.get, .options] {
          var fields: HeaderFields = [.accessControlRequestMethod: "PUT"]
          fields[.origin] = origin
          // Guards are asked again after a commit.
          let (left, right) = (
            await both.respond(method, "/old", fields), await alone.respond(method, "/old", fields)
          )
          #expect(left.status == right.status)
          #expect(left.fields == right.fields)
        }
      }
    }
  }

  @Test func `OPTIONS that is no preflight goes its way`() async throws {
    let site = try site(CORS(origins: .any))
    let response = await site.respond(.options, "/api/books", [.cookie: "session=1"])
    #expect(response.status == .noContent)
    #expect(response.fields[.allow] == "GET, HEAD, OPTIONS")
  }
}
