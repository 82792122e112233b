import HTTPTestSupport
import RoutePatterns
import SwitchyardHTTP
import Testing

/// Heads that could be read in two ways, or are too large, are refused before anything runs.
@Suite struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    var target = "/books"
    let fields: HeaderFields

    init(_ name: String, _ status: Int, target: String = "/books", _ fields: HeaderFields) {
      testDescription = name
      self.status = status
      self.target = target
      self.fields = fields
    }
  }

  static let cases = [
    Case("a host", 200, [.host: "a"]),
    Case("no host", 400, [:]),
    Case("two hosts", 400, [.host: "a", .host: "b"]),
    Case("a host twice", 400, [.host: "a", "HOST": "a"]),
    Case("a host with a path", 400, [.host: "a/b"]),
    Case("a host with a user", 400, [.host: "user@a"]),
    Case("an empty host", 400, [.host: ""]),
    Case("no host beside a URL", 400, target: "http://a/books", [:]),
    Case("a length", 200, [.host: "a", .contentLength: "3"]),
    Case("a length twice", 200, [.host: "a", .contentLength: "3", .contentLength: "3"]),
    Case("two lengths", 400, [.host: "a", .contentLength: "3", .contentLength: "4"]),
    Case(
      "two lengths of one value",
      400,
      [.host: "a", .contentLength: "3", "content-length": "03"]
    ),
    Case("a list of lengths", 400, [.host: "a", .contentLength: "3, 3"]),
    Case("a length with a sign", 400, [.host: "a", .contentLength: "+3"]),
    Case("a length below zero", 400, [.host: "a", .contentLength: "-1"]),
    Case("an empty length", 400, [.host: "a", .contentLength: ""]),
    Case("a length in hex", 400, [.host: "a", .contentLength: "0x3"]),
    Case("chunks", 200, [.host: "a", .transferEncoding: "Chunked"]),
    Case(
      "a length beside chunks",
      400,
      [.host: "a", .transferEncoding: "chunked", .contentLength: "3"]
    ),
    Case(
      "chunks twice",
      501,
      [.host: "a", .transferEncoding: "chunked", .transferEncoding: "chunked"]
    ),
    Case("chunks of a coding", 501, [.host: "a", .transferEncoding: "gzip, chunked"]),
    Case("no chunks", 501, [.host: "a", .transferEncoding: "identity"]),
    Case("a body that nobody reads", 200, [.host: "a", .contentLength: "99999999999999999999999"]),
    Case("a long target", 414, target: "/" + String(repeating: "a", count: 200), [.host: "a"]),
    Case("a long query", 414, target: "/books?" + String(repeating: "a", count: 200), [.host: "a"]),
    Case("long fields", 431, [.host: "a", "X": String(repeating: "a", count: 1000)]),
    Case("a long name", 431, HeaderFields([.host: "a"], adding: 1, digits: 1000)),
    Case(
      "many fields",
      431,
      HeaderFields([.host: "a"], adding: 20)
    ),
    Case("no field too many", 200, HeaderFields([.host: "a"], adding: 19)),
  ]

  @Test(arguments: cases)
  func `a head is refused where it is not sound`(_ row: Case) async throws {
    let ran = Notes<String>()
    let site = try Site({ configuration, _ in
      configuration.targetLength = 200
      configuration.fieldsLength = 1000
      configuration.fieldCount = 20
      configuration.bodyLength = 1000
    }) { router in
      router.guard("/*") { context async in
        ran.add(context.route)
        return .allow
      }
      router.post("/books") { _ in .text("posted") }
    }
    let head = RequestHead(method: "POST", target: Array(row.target.utf8), fields: row.fields)
    let response = await site.responder.respond(to: head)
    #expect(response.status.code == row.status)
    #expect(ran.all.isEmpty == (row.status != 200))
    // What stands behind such a head is nobody's request.
    if row.status != 200 { #expect(response.fields[.connection] == "close") }
    #expect(site.failures.all.isEmpty)
  }

  private static let schemes: [(RouteTarget.ServerScheme, String, ResponseStatus)] = [
    (.http, "http://a/books", .ok), (.http, "HTTP://a/books", .ok),
    (.http, "https://a/books", .badRequest), (.http, "HTTPS://a/books", .badRequest),
    (.http, "ws://a/books", .badRequest), (.https, "https://a/books", .ok),
    (.https, "http://a/books", .badRequest), (.https, "/books", .ok), (.http, "/books", .ok),
  ]

  @Test(arguments: schemes) private func `the scheme is the listener's, never the client's`(
    _ scheme: RouteTarget.ServerScheme,
    _ target: String,
    _ status: ResponseStatus
  ) async throws {
    let seen = Notes<String?>()
    let site = try Site(routes: { router in
      router.guard("/*") { context async in
        seen.add(context.target.scheme)
        return .allow
      }
      router.get("/books") { request in .text("\(request.scheme)") }
    })
    let head = RequestHead(
      method: "GET",
      target: Array(target.utf8),
      fields: [.host: "a"],
      scheme: scheme
    )
    let response = await site.responder.respond(to: head)
    #expect(response.status == status)
    #expect(seen.all == (status == .ok ? [scheme.rawValue] : []))
    if status == .ok { #expect(try await response.text == scheme.rawValue) }
  }

  private static let hosts = [
    ("http://admin.example/x", "public.example", "admin.example"),
    ("HTTP://Admin.example:8080/x", "public.example:81", "admin.example:8080"),
    ("http://admin.example:80/x", "admin.example", "admin.example"),
    ("http://[::1]/x", "public.example", "[::1]"),
    ("/x", "Public.example:80", "Public.example:80"),
    ("//admin.example/x", "public.example", "public.example"),
  ]

  @Test(arguments: hosts) private func `the host of a URL is also that of the field`(
    _ target: String,
    _ sent: String,
    _ host: String
  ) async throws {
    let (entries, seen) = (Notes<AccessLogEntry>(), Notes<String?>())
    let site = try Site({ configuration, _ in configuration.observers = [entries] }) { router in
      router.guard("/*") { context async in
        seen.add(context.exchange?.head.fields[.host])
        return .allow
      }
      router.get("/*") { request in .text(request.fields[.host] ?? "-") }
    }
    let head = RequestHead(.get, target, host: sent)
    let response = await site.responder.respond(to: head)
    #expect(try await response.text == host)
    _ = await site.responder.askGuards(about: head)
    #expect(seen.all == [host, host])
    #expect(entries.all.map { $0.head.fields[.host] } == [host])
  }

  @Test func `a body that turns out too long is refused`() async throws {
    let site = try Site({ configuration, _ in configuration.bodyLength = 4 }) { router in
      router.post("/echo") { request in .bytes(try await request.body.collect()) }
      router.post("/less") { request in .bytes(try await request.body.collect(upTo: 2)) }
    }
    #expect(await site.respond(.post, "/echo", body: [1, 2, 3, 4]).status == .ok)
    #expect(await site.respond(.post, "/echo", body: [1, 2, 3, 4, 5]).status == .contentTooLarge)
    #expect(await site.respond(.post, "/less", body: [1, 2, 3]).status == .contentTooLarge)
  }
}

extension HeaderFields {
  fileprivate init(_ fields: HeaderFields, adding count: Int, digits: Int = 1) {
    self = fields
    let zeros = String(repeating: "0", count: digits)
    for number in 0..<count { append(parsing: "X-\(zeros)\(number)", value: "") }
  }
}
