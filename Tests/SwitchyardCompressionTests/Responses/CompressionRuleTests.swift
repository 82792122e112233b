import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

@testable import SwitchyardCompression

/// The responses that are compressed, and those that are left as they are.
@Suite struct CompressionRuleTests {
  static let text = String(repeating: "Twelve times twelve is a gross. ", count: 100)

  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    var accepted: String? = "gzip, deflate"
    var request: HeaderFields = [:]
    var status = ResponseStatus.ok
    var type: String? = "text/plain; charset=utf-8"
    var fields: HeaderFields = [:]
    var body = ServerResponse.Body.bytes(Array(text.utf8))
    var settings = ResponseCompression()
    var coding: String?
    /// Whether the answer says that another client might have got another.
    var varies = true
    var testDescription: String { what }
  }

  private static let public_ = "public, max-age=60"

  static let cases = [
    Case(what: "gzip is liked best", coding: "gzip"),
    Case(what: "deflate, wanted more", accepted: "gzip;q=0.5, deflate", coding: "deflate"),
    Case(what: "deflate alone", accepted: "deflate", coding: "deflate"),
    Case(what: "anything", accepted: "*", coding: "gzip"),
    Case(what: "an old name", accepted: "x-gzip", coding: "gzip"),
    Case(what: "nothing is accepted", accepted: nil),
    Case(what: "an empty field", accepted: ""),
    Case(what: "unknown codings", accepted: "br, zstd"),
    Case(what: "refused", accepted: "gzip;q=0, deflate;q=0"),
    Case(what: "less than the content as it is", accepted: "identity, gzip;q=0.9"),
    Case(what: "malformed", accepted: "gzip;q=high"),
    Case(what: "as it is is refused", accepted: "identity;q=0, gzip;q=0.1", coding: "gzip"),
    Case(what: "all is refused", accepted: "identity;q=0, *;q=0"),
    // Types.
    Case(what: "JSON", type: "application/json", coding: "gzip"),
    Case(what: "based on JSON", type: "application/problem+json", coding: "gzip"),
    Case(what: "a drawing", type: "image/svg+xml", coding: "gzip"),
    Case(what: "a script", type: "TEXT/JavaScript", coding: "gzip"),
    Case(what: "events", type: "text/event-stream", coding: "gzip"),
    Case(what: "a picture", type: "image/png", varies: false),
    Case(what: "a packed file", type: "application/zip", varies: false),
    Case(what: "bytes", type: "application/octet-stream", varies: false),
    Case(what: "a type that only ends like one", type: "image/xml", varies: false),
    Case(what: "no type", type: nil, varies: false),
    Case(what: "what is no type", type: "text", varies: false),
    Case(
      what: "a type of one's own",
      type: "image/png",
      settings: ResponseCompression(types: ["image/png"]),
      coding: "gzip"
    ),
    Case(
      what: "a type that is left out",
      settings: ResponseCompression(types: ["text/html", "+json"]),
      varies: false
    ),
    // Lengths.
    Case(what: "short", body: .bytes(Array("short".utf8)), varies: false),
    Case(what: "nothing", body: .none, varies: false),
    Case(
      what: "short, and yet",
      body: .bytes([UInt8](repeating: 97, count: 100)),
      settings: ResponseCompression(minimumLength: 100),
      coding: "gzip"
    ),
    Case(
      what: "no shorter",
      body: .bytes((0..<64).map { UInt8($0) }),
      settings: ResponseCompression(minimumLength: 1)
    ),
    Case(
      what: "nothing, and no least length",
      body: .bytes([]),
      settings: ResponseCompression(minimumLength: 0),
      varies: false
    ),
    Case(what: "a stream", body: .stream(ServerResponseStream { _ in }), coding: "gzip"),
    Case(
      what: "a stream that is short",
      body: .stream(ServerResponseStream(length: 3) { try await $0.write("abc") }),
      varies: false
    ),
    // Statuses.
    Case(what: "an error that was returned", status: .notFound, coding: "gzip"),
    Case(what: "a part", status: .partialContent, fields: [.contentRange: "bytes 0-3199/9000"]),
    // Fields of the response.
    Case(what: "brotli already", fields: [.contentEncoding: "br"], varies: false),
    Case(what: "identity, which is said", fields: [.contentEncoding: "identity"], varies: false),
    Case(what: "no-transform", fields: [.cacheControl: "max-age=1, No-Transform"], varies: false),
    Case(what: "a digest", fields: ["Content-Digest": "sha-256=:x:"], varies: false),
    Case(what: "another digest", fields: ["Repr-Digest": "sha-256=:x:"], varies: false),
    // Secrets.
    Case(what: "a cookie is set", fields: [.setCookie: "a=b"]),
    Case(what: "a cookie for everybody", fields: [.setCookie: "a=b", .cacheControl: public_]),
    Case(what: "a request with cookies", request: [.cookie: "a=b"]),
    Case(what: "a request with a password", request: [.authorization: "Basic YTpi"]),
    Case(
      what: "a request with cookies for what everybody gets",
      request: [.cookie: "a=b", .authorization: "Basic YTpi"],
      fields: [.cacheControl: public_],
      coding: "gzip"
    ),
    Case(
      what: "public, but not",
      request: [.cookie: "a=b"],
      fields: [.cacheControl: "private=\"x, public, y\", public"]
    ),
    Case(
      what: "public, but kept nowhere",
      request: [.cookie: "a=b"],
      fields: [.cacheControl: "No-Store, public"]
    ),
    Case(what: "part of a word", request: [.cookie: "a=b"], fields: [.cacheControl: "x-public"]),
    Case(
      what: "a registration that says so",
      request: [.cookie: "a=b"],
      fields: [.setCookie: "a=b"],
      settings: ResponseCompression(includesSecrets: true),
      coding: "gzip"
    ),
  ]

  @Test(arguments: cases)
  func `a response is compressed by these rules`(_ row: Case) async throws {
    let site = try Site({ _, _ in }) { router in
      router.compress("/*", row.settings)
      router.get("/") { _ in
        var fields = row.fields
        fields[.contentType] = row.type
        return ServerResponse(row.status, fields: fields, body: row.body)
      }
    }
    var request = row.request
    request[.acceptEncoding] = row.accepted
    let response = await site.respond(.get, "/", request)
    #expect(response.status == row.status)
    #expect(response.fields[.vary] == (row.varies ? "Accept-Encoding" : nil))
    #expect(response.fields[.contentEncoding] == row.coding ?? row.fields[.contentEncoding])
    #expect(response.fields[.contentType] == row.type)
    if row.coding != nil || row.fields[.contentEncoding] == nil {
      #expect(try await response.content == row.body.collect())
    }
    // HEAD has the same fields, and a length where the other has one.
    let head = await site.respond(.head, "/", request)
    #expect(head.fields[.contentLength] == response.body.length.map { "\($0)" })
    var same = head.fields
    same[.contentLength] = nil
    #expect(same == response.fields)
  }

  @Test func `statuses without a body stay as they are`() async throws {
    for status in [ResponseStatus.noContent, .resetContent] {
      let site = try Site({ _, _ in }) { router in
        router.compress()
        router.get("/") { _ in ServerResponse(status, fields: [.contentType: "text/plain"]) }
      }
      let response = await site.respond(.get, "/", [.acceptEncoding: "gzip"])
      #expect(response.fields == [.contentType: "text/plain"])
    }
  }

  @Test func `other fields stay, and those that hold no longer go`() async throws {
    let site = try Site({ _, _ in }) { router in
      router.compress("/*")
      router.get("/") { _ in
        ServerResponse(
          fields: [
            .contentType: "text/plain", .contentLength: "3200", .acceptRanges: "bytes",
            .eTag: "\"1\"", .vary: "Origin", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT",
            "X-Other": "1",
          ],
          body: .bytes(Array(Self.text.utf8))
        )
      }
    }
    let response = await site.respond(.get, "/", [.acceptEncoding: "gzip"])
    #expect(
      response.fields == [
        .contentType: "text/plain", .eTag: "W/\"1\"", .vary: "Origin, Accept-Encoding",
        .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", "X-Other": "1", .contentEncoding: "gzip",
      ]
    )
    let plain = await site.respond(.get, "/")
    #expect(plain.fields[.eTag] == "\"1\"")
    #expect(plain.fields[.acceptRanges] == "bytes")
  }

  @Test func `two registrations compress once, and only in their scope`() async throws {
    let site = try Site({ _, _ in }) { router in
      router.compress("/a/*")
      router.compress("/a/b/*", methods: [.get])
      router.get("/a/b/c") { _ in Self.text }
      router.get("/b") { _ in Self.text }
      router.post("/a/b/c") { _ in Self.text }
    }
    let accepted: HeaderFields = [.acceptEncoding: "gzip"]
    let twice = await site.respond(.get, "/a/b/c", accepted)
    #expect(twice.fields[values: .contentEncoding] == ["gzip"])
    #expect(try await twice.content == Array(Self.text.utf8))
    #expect(await site.respond(.post, "/a/b/c", accepted).fields[.contentEncoding] == "gzip")
    #expect(await site.respond(.get, "/b", accepted).fields[.vary] == nil)
  }

  @Test func `errors and misses go as they are`() async throws {
    let site = try Site({ _, _ in }) { router in
      router.compress()
      router.get("/error") { _ -> ServerResponse in
        throw ResponseError(.conflict, message: Self.text)
      }
    }
    let error = await site.respond(.get, "/error", [.acceptEncoding: "gzip"])
    #expect(error.status == .conflict)
    #expect(error.fields[.contentEncoding] == nil)
    #expect(await site.respond(.get, "/none", [.acceptEncoding: "gzip"]).status == .notFound)
    #expect(site.failures.all.isEmpty)
  }

  /// A compressed response is never one with a secret, whatever else it is.
  @Test func `no drawn response with a secret is compressed`() async throws {
    let count = PropertyRun.cases(default: 400)
    var random = PropertyRun.generator(for: "secrets", cases: count)
    let site = try Site({ _, _ in }) { router in
      router.compress()
      router.get("/") { request in
        var response = ServerResponse.text(Self.text)
        for name in ["Cache-Control", "Set-Cookie", "Vary", "ETag"] {
          let name = HeaderField.Name(parsing: name) ?? .vary
          let echo = HeaderField.Name(parsing: "X-\(name)") ?? .vary
          response.fields[name] = request.fields[echo]
        }
        return response
      }
    }
    var compressed = 0
    for _ in 0..<count {
      var fields: HeaderFields = [.acceptEncoding: random.pick(["gzip", "*", "deflate, gzip"])]
      if random.below(2) == 0 { fields[.cookie] = "session=1" }
      if random.below(3) == 0 { fields["aUTHORIZATION"] = "Bearer x" }
      if random.below(3) == 0 { fields["X-Set-Cookie"] = "a=b" }
      let cache = random.pick(["", "public", "Public,max-age=3", "private", "no-cache", "publicly"])
      fields["X-Cache-Control"] = cache.isEmpty ? nil : cache
      let response = await site.respond(.get, "/", fields)
      let isKnown = fields.contains(.cookie) || fields.contains(.authorization)
      let isOpen = !isKnown || cache.lowercased().hasPrefix("public,") || cache == "public"
      let isExpected = isOpen && !fields.contains("X-Set-Cookie")
      #expect(response.fields.contains(.contentEncoding) == isExpected, "\(fields)")
      #expect(response.fields[.vary] == "Accept-Encoding")
      compressed += isExpected ? 1 : 0
    }
    #expect(compressed >= PropertyRun.least(oneIn: 10, of: count))
  }
}
