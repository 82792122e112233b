import HTTPTestSupport
@testable import SwitchyardHTTP
import Testing

@Suite struct TrustedProxyTests {
  /// A request of a peer, and where it comes from as the proxies in 10.0.0.0/8 and ::1 have it.
  struct Case: Sendable, CustomTestStringConvertible {
    var fields: HeaderFields
    /// The address, the scheme and the host; `nil` if it is answered with 400.
    var origin: String?
    var peer = "10.0.0.1"

    var testDescription: String { "\(fields.map { "\($0)" }) from \(peer)" }
  }

  private static func site(_ fields: TrustedProxies.Fields) throws -> Site {
    try Site({ configuration, _ in
      configuration.trustedProxies = TrustedProxies(at: ["10.0.0.0/8", "::1"], writing: fields)
    }) { router in
      router.get("/*") { request in
        let host = request.fields[.host] ?? "-"
        let target = request.target
        let port = target.port.map { ":\($0)" } ?? ""
        #expect(target.scheme == request.scheme.rawValue)
        // The host of the target is the same, in its canonical form.
        // Made before: two such texts in one closure, one of them in a macro, become the same.
        let authority = "\(target.host ?? "")\(port)"
        #expect(authority == host.lowercased())
        return .text("\(request.remoteAddress ?? "-") \(request.scheme.rawValue) \(host)")
      }
    }
  }

  private func check(_ row: Case, _ fields: TrustedProxies.Fields) async throws {
    var head = RequestHead(.get, "/a", host: "inner", fields: row.fields)
    head.remoteAddress = row.peer
    let response = await (try Self.site(fields)).responder.respond(to: head)
    #expect(response.status == (row.origin == nil ? .badRequest : .ok))
    if let origin = row.origin {
      let text = try await response.text
      #expect(text == origin)
    }
  }

  // MARK: - X-Forwarded-For

  private static func clients(_ list: String..., from peer: String = "10.0.0.1") -> Case {
    let fields = list.reduce(into: HeaderFields()) { $0.append(.xForwardedFor, value: $1) }
    return Case(fields: fields, peer: peer)
  }

  private static let addresses: [(Case, String?)] = [
    (clients(), "-"),
    (clients("192.0.2.1"), "192.0.2.1"),
    // What the client has sent stands in front, and is not read.
    (clients("10.9.9.9, 192.0.2.1"), "192.0.2.1"),
    (clients("127.0.0.1,192.0.2.1"), "192.0.2.1"),
    (clients("\"evil, x\\, <y>, 192.0.2.1"), "192.0.2.1"),
    (clients(",,,,192.0.2.1"), "192.0.2.1"),
    (clients("_hidden, 192.0.2.1"), "192.0.2.1"),
    // Trusted hops are skipped from the right.
    (clients("192.0.2.1, 10.0.0.2, 10.0.0.3"), "192.0.2.1"),
    (clients("198.51.100.9, 192.0.2.1, 10.0.0.2"), "192.0.2.1"),
    (clients("10.0.0.7, 192.0.2.1, 10.0.0.2"), "192.0.2.1"),
    (clients("10.0.0.4, 10.0.0.3"), "10.0.0.4"),
    (clients("192.0.2.1", "10.0.0.2"), "192.0.2.1"),
    (clients("10.9.9.9", "192.0.2.1"), "192.0.2.1"),
    (clients("192.0.2.1, ::1"), "192.0.2.1"),
    (clients("192.0.2.1, ::ffff:10.0.0.2"), "192.0.2.1"),
    // Notations.
    (clients("192.0.2.1:4711"), "192.0.2.1"),
    (clients("2001:DB8::1"), "2001:db8::1"),
    (clients("[2001:db8::1]"), "2001:db8::1"),
    (clients("[2001:db8::1]:4711"), "2001:db8::1"),
    (clients("::ffff:192.0.2.1"), "192.0.2.1"),
    (clients("192.0.2.1:_port"), "192.0.2.1"),
    (clients(" \t192.0.2.1\t "), "192.0.2.1"),
    (clients("192.0.2.1", from: "::ffff:10.0.0.1"), "192.0.2.1"),
    (clients("192.0.2.1", from: "::1"), "192.0.2.1"),
    // Nobody knows the client.
    (clients("unknown"), "-"), (clients("UNKNOWN"), "-"), (clients("_hidden"), "-"),
    (clients("192.0.2.1, unknown, 10.0.0.2"), "-"), (clients("_a.b-c_9:80"), "-"),
    // A field without any text is none.
    (clients(""), "-"), (clients("", "192.0.2.1"), "192.0.2.1"),
    // What a trusted proxy must not have written.
    (clients("192.0.2.1,"), nil), (clients("192.0.2.1, , 10.0.0.2"), nil), (clients(","), nil),
    (clients("localhost"), nil), (clients("192.0.2"), nil), (clients("192.0.2.1.1"), nil),
    (clients("0300.0.2.1"), nil), (clients("192.0.2.1:"), nil), (clients("192.0.2.1:123456"), nil),
    (clients("192.0.2.1:80:80"), nil), (clients("\"192.0.2.1\""), nil),
    (clients("[192.0.2.1]"), nil), (clients("[::1"), nil), (clients("::1]"), nil),
    (clients("[::1]x"), nil), (clients("[::1]]"), nil), (clients("[]"), nil),
    (clients("fe80::1%eth0"), nil), (clients("192.0.2.1 10.0.0.2"), nil), (clients("_"), nil),
    (clients("_ü"), nil), (clients("unknown.example"), nil), (clients("192.0.2.1;10.0.0.2"), nil),
    (clients("evil, 10.0.0.2"), nil),
    // Others than proxies say what they want.
    (clients("192.0.2.1", from: "11.0.0.1"), "11.0.0.1"),
    (clients("evil", from: "11.0.0.1"), "11.0.0.1"),
    (clients("192.0.2.1", from: "10.0.0.1%eth0"), "10.0.0.1%eth0"),
    (clients("192.0.2.1", from: "::2"), "::2"),
  ]

  @Test(
    arguments: addresses.map { row, address in
      var row = row
      row.origin = address.map { "\($0) http inner" }
      return row
    }
  )
  func `the client is the last that no proxy is`(_ row: Case) async throws {
    try await check(row, .xForwardedFor)
  }

  @Test func `many entries are read once`() async throws {
    let hops = Array(repeating: "10.0.0.2", count: 1000).joined(separator: ",")
    let row = Case(fields: [.xForwardedFor: "192.0.2.1,\(hops)"], origin: "192.0.2.1 http inner")
    try await check(row, .xForwardedFor)
  }

  // MARK: - X-Forwarded-Proto and -Host

  @Test(arguments: [
    Case(fields: [.xForwardedProto: "https"], origin: "- https inner"),
    Case(fields: [.xForwardedProto: "HTTPS"], origin: "- https inner"),
    Case(fields: [.xForwardedProto: "http"], origin: "- http inner"),
    Case(fields: [.xForwardedHost: "outer.example"], origin: "- http outer.example"),
    Case(
      fields: [.xForwardedProto: "https", .xForwardedHost: "Outer.example:8443"],
      origin: "- https Outer.example:8443"
    ),
    // The one of the place at which the client stands.
    Case(
      fields: [
        .xForwardedFor: "192.0.2.9, 192.0.2.1, 10.0.0.2",
        .xForwardedProto: "ftp, https, http", .xForwardedHost: "evil, outer, middle",
      ],
      origin: "192.0.2.1 https outer"
    ),
    // A single one is of the outermost proxy.
    Case(
      fields: [
        .xForwardedFor: "192.0.2.1, 10.0.0.2", .xForwardedProto: "https",
        .xForwardedHost: "outer",
      ],
      origin: "192.0.2.1 https outer"
    ),
    Case(fields: [.xForwardedProto: "https, http"], origin: "- http inner"),
    Case(
      fields: [.xForwardedProto: "https", .xForwardedProto: "http"],
      origin: "- http inner"
    ),
    Case(fields: [.xForwardedProto: ""], origin: "- http inner"),
    Case(
      fields: [
        .xForwardedFor: "192.0.2.1, 10.0.0.3, 10.0.0.2", .xForwardedProto: "https, http",
      ]
    ),
    Case(fields: [.xForwardedProto: "wss"]), Case(fields: [.xForwardedProto: "\"https\""]),
    Case(fields: [.xForwardedProto: "https,"]), Case(fields: [.xForwardedProto: "on"]),
    Case(fields: [.xForwardedHost: "a b"]), Case(fields: [.xForwardedHost: "a/b"]),
    Case(fields: [.xForwardedHost: "a@b"]), Case(fields: [.xForwardedHost: "a,"]),
    Case(fields: [.xForwardedHost: "[::1"]), Case(fields: [.xForwardedHost: "a:99999"]),
    Case(fields: [.xForwardedHost: "http://a"]), Case(fields: [.xForwardedHost: "a\\b"]),
    Case(
      fields: [.xForwardedProto: "https", .xForwardedHost: "outer"],
      origin: "192.0.2.1 http inner",
      peer: "192.0.2.1"
    ),
  ])
  func `scheme and host are those of the client`(_ row: Case) async throws {
    try await check(row, [.xForwardedFor, .xForwardedProto, .xForwardedHost])
  }

  @Test func `fields that the proxies do not write change nothing`() async throws {
    let fields: HeaderFields = [
      .xForwardedFor: "192.0.2.1", .xForwardedProto: "https", .xForwardedHost: "evil",
      .forwarded: "for=192.0.2.2;proto=https;host=evil",
    ]
    try await check(Case(fields: fields, origin: "192.0.2.1 http inner"), .xForwardedFor)
    try await check(Case(fields: fields, origin: "10.0.0.1 http inner"), [])
  }

  // MARK: - Forwarded

  private static func forwarded(_ lines: String..., origin: String?) -> Case {
    let fields = lines.reduce(into: HeaderFields()) { $0.append(.forwarded, value: $1) }
    return Case(fields: fields, origin: origin)
  }

  @Test(arguments: [
    forwarded("for=192.0.2.1", origin: "192.0.2.1 http inner"),
    forwarded("For=\"192.0.2.1:4711\"", origin: "192.0.2.1 http inner"),
    forwarded("for=\"[2001:db8:cafe::17]:4711\"", origin: "2001:db8:cafe::17 http inner"),
    forwarded("for=192.0.2.60;proto=http;by=203.0.113.43", origin: "192.0.2.60 http inner"),
    forwarded("for=192.0.2.60; proto=HTTPS ; host=outer", origin: "192.0.2.60 https outer"),
    forwarded("for=192.0.2.1;proto=https;host=\"a.b:8443\"", origin: "192.0.2.1 https a.b:8443"),
    forwarded("for=192.0.2.43, for=198.51.100.17", origin: "198.51.100.17 http inner"),
    forwarded("for=192.0.2.43", "for=198.51.100.17", origin: "198.51.100.17 http inner"),
    forwarded("for=evil", "for=192.0.2.1, for=10.0.0.2", origin: "192.0.2.1 http inner"),
    // The outermost proxy that names a scheme or a host.
    forwarded(
      "for=192.0.2.9;proto=ftp;host=evil, for=192.0.2.1;proto=https, for=10.0.0.2;proto=http;host=a",
      origin: "192.0.2.1 https a"
    ),
    forwarded("for=10.0.0.3;host=outer, for=10.0.0.2;host=middle", origin: "10.0.0.3 http outer"),
    forwarded("for=\"192.0.2\\.1\"", origin: "192.0.2.1 http inner"),
    forwarded("for=192.0.2.1;secret=\"a, for=10.0.0.9; \\\"\"", origin: "192.0.2.1 http inner"),
    forwarded(";for=192.0.2.1;;", origin: "192.0.2.1 http inner"),
    forwarded("", origin: "- http inner"),
    forwarded("", "for=192.0.2.1", origin: "192.0.2.1 http inner"),
    // Hidden clients.
    forwarded("for=unknown;proto=https", origin: "- https inner"),
    forwarded("for=\"_gazonk\"", origin: "- http inner"),
    forwarded("for=192.0.2.1, for=_SEVKISEK", origin: "- http inner"),
    forwarded("proto=https", origin: "- https inner"),
    forwarded("for=192.0.2.1, by=_b;proto=https", origin: "- https inner"),
    forwarded("for=\"_a:_b\"", origin: "- http inner"),
    // Malformed.
    forwarded("for", origin: nil), forwarded("for=", origin: nil), forwarded("=a", origin: nil),
    forwarded("for =192.0.2.1", origin: nil), forwarded("for= 192.0.2.1", origin: nil),
    forwarded("for=\"192.0.2.1", origin: nil), forwarded("for=\"192.0.2.1\\", origin: nil),
    forwarded("for=\"192.0.2.1\"x", origin: nil), forwarded("for=192.0.2.1:80", origin: nil),
    forwarded("for=[::1]", origin: nil), forwarded("for=\"::1\"", origin: nil),
    forwarded("for=\"[192.0.2.1]\"", origin: nil), forwarded("for=\"\"", origin: nil),
    forwarded("for=192.0.2.1,", origin: nil), forwarded(",for=192.0.2.1", origin: nil),
    forwarded("for=192.0.2.1,,for=10.0.0.2", origin: nil), forwarded(";", origin: nil),
    forwarded("for=192.0.2.1;for=192.0.2.1", origin: nil),
    forwarded("for=192.0.2.1;FOR=192.0.2.1", origin: nil),
    forwarded("for=192.0.2.1 for=10.0.0.2", origin: nil),
    forwarded("for=192.0.2.1;proto=ftp", origin: nil),
    forwarded("for=192.0.2.1;host=\"\"", origin: nil),
    forwarded("for=192.0.2.1;host=\"a b\"", origin: nil),
    forwarded("for=\"_ü\"", origin: nil), forwarded("f\"or=192.0.2.1", origin: nil),
    // A quote that a client has opened, and that what the proxy adds would have to close.
    forwarded("for=\"10.0.0.9, for=192.0.2.1", origin: nil),
    forwarded("for=10.0.0.9;x=\", for=\"[2001:db8::1]\"", origin: nil),
    forwarded("for=10.0.0.9;x=\"\\, for=\"192.0.2.1\"", origin: nil),
  ])
  func `forwarded elements are read as RFC 7239 has them`(_ row: Case) async throws {
    try await check(row, .forwarded)
  }

  @Test(arguments: [
    (
      "for=192.0.2.1;proto=https",
      ["X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"], true
    ),
    ("for=192.0.2.1", [:], true),
    ("", ["X-Forwarded-For": "192.0.2.1"], true),
    ("for=\"[::ffff:192.0.2.1]\"", ["X-Forwarded-For": "192.0.2.1"], true),
    ("for=192.0.2.1", ["X-Forwarded-For": "192.0.2.2"], false),
    ("for=192.0.2.1", ["X-Forwarded-Proto": "https"], false),
    ("for=192.0.2.1", ["X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"], false),
    ("for=192.0.2.1", ["X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "evil"], false),
    ("for=192.0.2.1;host=a", ["X-Forwarded-For": "192.0.2.1"], false),
  ])
  func `fields of two kinds must say the same`(
    _ forwarded: String,
    _ separate: [String: String],
    _ isSame: Bool
  ) async throws {
    var fields: HeaderFields = forwarded.isEmpty ? [:] : [.forwarded: forwarded]
    for (name, value) in separate { fields.append(parsing: name, value: value) }
    var head = RequestHead(.get, "/a", fields: fields)
    head.remoteAddress = "10.0.0.1"
    let site = try Self.site([.forwarded, .xForwardedFor, .xForwardedProto, .xForwardedHost])
    let response = await site.responder.respond(to: head)
    #expect(response.status == (isSame ? .ok : .badRequest))
    if !isSame { #expect(try await response.text.contains("contradict")) }
  }

  @Test func `a hidden client has no address`() throws {
    #expect(ForwardedHop(parsing: "unknown", needsBrackets: false) == .hidden)
    let proxies = TrustedProxies(at: ["10.0.0.0/8"], writing: .xForwardedFor)
    var head = RequestHead(.get, "/a", fields: [.xForwardedFor: "unknown"])
    head.remoteAddress = "10.0.0.1"
    let origin = try ForwardedOrigin(separate: head.fields, by: proxies)
    #expect(origin.client == .hidden)
    let passed = try proxies.passed(head, HeadFraming(head.fields))
    #expect(passed.head.remoteAddress == nil)
  }

  @Test func `what could be read in two ways closes the connection before all else`() async throws {
    let site = try Self.site(.forwarded)
    for (fields, closes) in [
      ([.forwarded: "x"], false),
      ([.forwarded: "x", .contentLength: "4", .contentLength: "5"], true),
      ([.forwarded: "x", .transferEncoding: "chunked", .contentLength: "5"], true),
      ([.forwarded: "for=\"[2001:db8::1]x80\""], false),
    ] as [(HeaderFields, Bool)] {
      var head = RequestHead(.get, "/a", fields: fields)
      head.remoteAddress = "10.0.0.1"
      let response = await site.responder.respond(to: head)
      #expect(response.status == .badRequest)
      #expect((response.fields[.connection] == "close") == closes, "\(fields)")
    }
  }

  // MARK: - Hosts and targets

  @Test func `a host that is missing, or there twice, stays so`() async throws {
    let site = try Self.site(.xForwardedHost)
    func status(_ target: String, _ fields: HeaderFields) async -> ResponseStatus {
      let head = RequestHead(
        method: "GET",
        target: Array(target.utf8),
        fields: fields,
        remoteAddress: "10.0.0.1"
      )
      return await site.responder.respond(to: head).status
    }
    #expect(await status("/a", [.host: "a", .xForwardedHost: "b"]) == .ok)
    #expect(await status("/a", [.xForwardedHost: "b"]) == .badRequest)
    #expect(await status("/a", [.host: "a", .host: "a", .xForwardedHost: "b"]) == .badRequest)
    #expect(await status("http://a/a", [.host: "a", .xForwardedHost: "b"]) == .badRequest)
    #expect(await status("http://a/a", [.host: "a"]) == .ok)
  }

  @Test func `patterns, guards and logs go by the client's scheme and host`() async throws {
    let entries = Notes<AccessLogEntry>()
    let site = try Site({ configuration, _ in
      configuration.trustedProxies = TrustedProxies(
        at: ["10.0.0.0/8"],
        writing: [.xForwardedFor, .xForwardedProto, .xForwardedHost]
      )
      configuration.observers = [entries]
    }) { router in
      router.guard("https://*/secret") { _ async in .deny }
      router.get("/secret") { _ in .text("secret") }
      router.get("https://:tenant.example.com/*") { request in
        .text("tenant \(request.parameters["tenant"] ?? "")")
      }
      router.get("/*") { _ in .text("other") }
    }
    func ask(_ target: String, _ peer: String, _ proto: String) async throws -> String {
      let fields: HeaderFields = [
        .xForwardedFor: "192.0.2.1", .xForwardedProto: proto,
        .xForwardedHost: "ada.example.com",
      ]
      var head = RequestHead(.get, target, fields: fields)
      head.remoteAddress = peer
      let response = await site.responder.respond(to: head)
      return response.status == .ok ? try await response.text : "\(response.status.code)"
    }
    #expect(try await ask("/a", "10.0.0.1", "https") == "tenant ada")
    #expect(try await ask("/a", "10.0.0.1", "http") == "other")
    #expect(try await ask("/a", "192.0.2.9", "https") == "other")
    // A guard that names a scheme is asked for that one alone.
    #expect(try await ask("/secret", "10.0.0.1", "https") == "403")
    #expect(try await ask("/secret", "10.0.0.1", "http") == "secret")
    #expect(
      entries.all.map { $0.head.remoteAddress } == [
        "192.0.2.1", "192.0.2.1", "192.0.2.9", "192.0.2.1", "192.0.2.1",
      ]
    )
    #expect(entries.all.map { $0.head.scheme } == [.https, .http, .http, .https, .http])
  }

  @Test(arguments: [
    ("a1B2-c3", "10.0.0.1", true), ("a=b/c+d@e:f_g.h", "10.0.0.1", true),
    (String(repeating: "a", count: 64), "10.0.0.1", true), ("a1", "192.0.2.1", false),
    (String(repeating: "a", count: 65), "10.0.0.1", false), ("", "10.0.0.1", false),
    ("a b", "10.0.0.1", false), ("a\"b", "10.0.0.1", false), ("ü", "10.0.0.1", false),
    ("a,b", "10.0.0.1", false),
  ])
  func `an identifier is taken over from proxies, if it is harmless`(
    _ given: String,
    _ peer: String,
    _ isTaken: Bool
  ) async throws {
    let entries = Notes<AccessLogEntry>()
    for observers in [[entries], []] {
      let site = try Site({ configuration, _ in
        configuration.trustedProxies = TrustedProxies(at: ["10.0.0.0/8"], writing: .xRequestID)
        configuration.observers = observers
      }) { router in
        router.get("/*") { request in .text(request.requestID) }
      }
      var head = RequestHead(.get, "/a", fields: [.xRequestID: given])
      head.remoteAddress = peer
      let id = try await site.responder.respond(to: head).text
      #expect((id == given) == isTaken)
      #expect(isTaken || id.utf8.count == 36)
      #expect(entries.all.last?.requestID == entries.all.last.map { _ in id } || observers.isEmpty)
    }
    #expect(entries.all.count == 1)
  }
}
