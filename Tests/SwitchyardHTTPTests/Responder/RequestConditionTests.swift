import HTTPTestSupport
import SwitchyardHTTP
import Testing

/// What a handler makes is not made for who has it, and not changed by who knows another version.
@Suite struct RequestConditionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let method: RequestMethod
    let target: String
    let fields: HeaderFields
    let status: Int
    var testDescription: String { "\(method) \(target) \(fields.map { "\($0)" }): \(status)" }

    init(_ method: RequestMethod, _ target: String, _ fields: HeaderFields, _ status: Int) {
      (self.method, self.target, self.fields, self.status) = (method, target, fields, status)
    }
  }

  private static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
  private static let then = "Sun, 06 Nov 1994 08:49:37 GMT"

  static let cases = [
    Case(.get, "/both", [:], 200),
    Case(.get, "/both", [.ifNoneMatch: "\"1\""], 304),
    Case(.head, "/both", [.ifNoneMatch: "W/\"1\""], 304),
    Case(.get, "/both", [.ifNoneMatch: "\"2\"", .ifModifiedSince: then], 200),
    Case(.get, "/both", [.ifModifiedSince: then], 304),
    Case(.get, "/both", [.ifModifiedSince: before], 200),
    Case(.get, "/both", [.ifMatch: "\"2\""], 412),
    Case(.get, "/both", [.ifMatch: "\"1\"", .ifNoneMatch: "\"1\""], 304),
    Case(.put, "/both", [.ifMatch: "\"1\""], 200),
    Case(.put, "/both", [.ifMatch: "\"2\""], 412),
    Case(.put, "/both", [.ifMatch: "*"], 200),
    Case(.put, "/both", [.ifNoneMatch: "*"], 412),
    Case(.put, "/both", [.ifNoneMatch: "\"1\""], 412),
    Case(.put, "/both", [.ifUnmodifiedSince: before], 412),
    Case(.put, "/both", [.ifUnmodifiedSince: then], 200),
    Case(.put, "/both", [.ifModifiedSince: then], 200),
    Case(.get, "/weak", [.ifNoneMatch: "\"1\""], 304),
    Case(.get, "/weak", [.ifNoneMatch: "W/\"1\""], 304),
    Case(.put, "/weak", [.ifMatch: "W/\"1\""], 412),
    Case(.put, "/weak", [.ifMatch: "*"], 200),
    Case(.get, "/neither", [.ifNoneMatch: "\"1\""], 200),
    Case(.get, "/neither", [.ifModifiedSince: then], 200),
    Case(.put, "/neither", [.ifMatch: "\"\""], 412),
    Case(.put, "/neither", [.ifMatch: "*"], 200),
    Case(.put, "/neither", [.ifUnmodifiedSince: before], 200),
    Case(.put, "/nothing", [.ifMatch: "*"], 412),
    Case(.put, "/nothing", [.ifNoneMatch: "*"], 200),
    Case(.put, "/nothing", [.ifUnmodifiedSince: before], 200),
  ]

  private static let current: [String: HeaderFields] = [
    "both": [.eTag: "\"1\"", .lastModified: then, .cacheControl: "no-cache"],
    "weak": [.eTag: "W/\"1\""],
    "neither": [.cacheControl: "no-cache"],
  ]

  @Test(arguments: cases)
  func `a handler keeps to a condition`(_ row: Case) async throws {
    let site = try Site(routes: { router in
      router.any("/:version") { request in
        let fields = Self.current[request.parameters["version"] ?? ""]
        try request.checkConditions(of: fields)
        return ServerResponse(fields: fields ?? [:], body: .bytes(Array("page".utf8)))
      }
    })
    let response = await site.respond(row.method, row.target, row.fields)
    #expect(response.status.code == row.status)
    #expect(site.failures.all.isEmpty)
    guard response.status == .notModified else { return }
    // What the whole response says of itself, 304 says too.
    #expect(response.fields == Self.current[String(row.target.dropFirst())])
    #expect(response.body.length == 0)
  }
}
