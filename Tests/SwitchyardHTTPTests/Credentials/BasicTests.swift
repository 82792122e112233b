import Foundation
import HTTPTestSupport
@testable import SwitchyardHTTP
import Testing

@Suite struct BasicTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let sent: [String]
    /// The name and the password; `nil` for what is refused.
    var read: [String]?
    var status = ResponseStatus.unauthorized
    var testDescription: String { "\(sent.map { $0.prefix(60) })" }

    init(_ sent: String..., read: [String]? = nil, status: ResponseStatus = .unauthorized) {
      self.sent = sent
      self.read = read
      self.status = read == nil ? status : .ok
    }
  }

  private static func basic(_ bytes: [UInt8]) -> String {
    "Basic \(Data(bytes).base64EncodedString())"
  }
  private static func basic(_ text: String) -> String { basic(Array(text.utf8)) }

  static let rows = [
    // RFC 7617, 2 and 2.1.
    Row("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", read: ["Aladdin", "open sesame"]),
    Row("Basic dGVzdDoxMjPCow==", read: ["test", "123£"]),
    // RFC 9110, 11.1: the case of a scheme does not count, and spaces may be several.
    Row("bAsIc   YTpi", read: ["a", "b"]),
    Row(" Basic YTpi\t", read: ["a", "b"]),
    Row(basic("a:"), read: ["a", ""]),
    Row(basic(":b"), read: ["", "b"]),
    Row(basic(":"), read: ["", ""]),
    Row(basic("a:b:c"), read: ["a", "b:c"]),
    Row(basic("💡:\u{301}e"), read: ["💡", "\u{301}e"]),
    // A colon is one, whatever combines with it.
    Row(basic("a:\u{301}b"), read: ["a", "\u{301}b"]),
    Row(basic("a" + String(repeating: ":b", count: 3000)), read: nil, status: .unauthorized),
    Row(), Row(""), Row("Basic"), Row("Basic "), Row("Basic\tYTpi"), Row("BasicYTpi"),
    Row("Basic YTpi YTpi"), Row("Basic YTpi, Basic YTpi"), Row("Basic YTpi,"), Row("Basic =YTpi"),
    Row("Basic YTpi="), Row("Basic YTp"), Row("Basic YTo"), Row("Basic YT\u{0}pi"),
    // Padding that is missing, and bits that nobody would write.
    Row("Basic YWI6Yw"), Row("Basic YWI6Yw="), Row("Basic YWI6Yx=="), Row("Basic YWI6Yw==="),
    // The other alphabet.
    Row("Basic Pz8_OmE="), Row("Basic Pz8/OmE=", read: ["???", "a"]),
    Row("Basic YTpi\u{E9}"), Row("Basic \u{1F4A1}"), Row("Basic realm=\"a\""),
    Row(basic("ab")), Row(basic("")), Row(basic("a\u{0}:b")), Row(basic("a:b\u{0}")),
    Row(basic("a:\r\nb")), Row(basic("a\tb:c")), Row(basic("a:\u{7F}")),
    Row(basic([0x61, 0x3A, 0xFF])), Row(basic([0x61, 0x3A, 0xC0, 0xBA])),
    Row(basic([0xED, 0xA0, 0x80, 0x3A])),
    Row("Bearer YTpi"), Row("Negotiate YTpi"), Row("Digest username=\"a\""),
    Row("Basic YTpi", "Basic YTpi", status: .badRequest),
    Row("Bearer a", "Basic YTpi", status: .badRequest),
    Row("", "Basic YTpi", status: .badRequest),
  ]

  @Test(arguments: rows)
  func `credentials are read by the letter`(_ row: Row) async throws {
    // The one that is too long for a head is of use below.
    let isLong = row.sent.first.map { $0.utf8.count > 6000 } == true
    let asked = Notes<[String]>()
    let site = try Site { configuration, _ in
      configuration.fieldsLength = 20_000
    } routes: { router in
      router.guard("/*", basic: "The \"office\"\\") { credentials, _ in
        asked.add([credentials.name, credentials.password])
        return !isLong
      }
      router.get("/a") { _ in .text("in") }
    }
    var fields = HeaderFields()
    for value in row.sent { fields.append(.authorization, value: value) }
    let response = await site.respond(.get, "/a", fields)
    #expect(response.status == row.status)
    if !isLong { #expect(asked.all == (row.read.map { [$0] } ?? [])) }
    let challenge = response.fields[values: .wwwAuthenticate]
    let expected = #"Basic realm="The \"office\"\\", charset="UTF-8""#
    #expect(challenge == (row.status == .ok ? [] : [expected]))
    #expect(site.failures.all.isEmpty)
    let read = BasicCredentials(fields)
    if !isLong { #expect(read.map { [$0.name, $0.password] } == row.read) }
  }

  @Test func `a realm stays in its quotes, whatever combines with one`() {
    let error = AuthenticationChallenge("Basic", realm: "a\"\u{301}b\\\u{301}c").error()
    let expected = "Basic realm=\"a\\\"\u{301}b\\\\\u{301}c\""
    #expect(error.fields[.wwwAuthenticate].map { Array($0.utf8) } == Array(expected.utf8))
  }

  @Test func `nothing shows what credentials are`() async throws {
    let credentials = BasicCredentials(name: "ada", password: "hunter2")
    let token = BearerToken("hunter2")
    var dumped = ""
    dump(credentials, to: &dumped)
    dump(token, to: &dumped)
    let texts = [
      dumped, "\(credentials)", "\(token)", String(reflecting: credentials),
      String(reflecting: token), "\([credentials] as Any)", "\(Optional(token) as Any)",
    ]
    for text in texts { #expect(!text.contains("hunter2") && !text.contains("ada"), "\(text)") }
  }

  @Test func `no log and no fault shows what was sent`() async throws {
    let entries = Notes<AccessLogEntry>()
    let faults = Notes<RouterFault>()
    let site = try Site { configuration, yard in
      configuration.observers = [entries]
      yard.onFault = { faults.add($0) }
    } routes: { router in
      router.guard("/a", basic: "a") { _, _ in throw Inside() }
      router.guard("/b", bearer: "a") { _, _ in throw Inside() }
      for path in ["/a", "/b"] as [RoutePattern] { router.get(path) { _ in .text("never") } }
    }
    let secret = "aHVudGVyMjpodW50ZXIy"
    for (path, scheme) in [("/a", "Basic"), ("/b", "Bearer")] {
      let response = await site.respond(.get, path, [.authorization: "\(scheme) \(secret)"])
      #expect(response.status == .forbidden)
      let text = try await response.text
      #expect(!text.contains(secret))
    }
    #expect(faults.all.count == 2 && entries.all.count == 2)
    for fault in site.failures.all { #expect(!"\(fault)".contains(secret)) }
    for fault in faults.all { #expect(!"\(fault)".contains(secret)) }
    for entry in entries.all { #expect(!"\(entry)".contains(secret)) }
  }

  @Test func `a guard hands on who it is, and may answer otherwise`() async throws {
    let site = try Site(routes: { router in
      router.guard("/*", methods: [.post], except: ["/open"], basic: "a") { credentials, context in
        if credentials.name == "eve" { throw ResponseError(.forbidden, message: "Not you.") }
        context[String.self] = credentials.name
        return true
      }
      router.post("/*") { request in .text(request.context?[String.self] ?? "nobody") }
      router.get("/*") { _ in .text("anybody") }
    })
    func ask(_ method: RequestMethod, _ path: String, _ name: String?) async throws -> String {
      let fields = name.map {
        HeaderFields(dictionaryLiteral: (.authorization, Self.basic("\($0):")))
      }
      let response = await site.respond(method, path, fields ?? [:])
      return "\(response.status.code) \(try await response.text)"
    }
    #expect(try await ask(.post, "/a", "ada") == "200 ada")
    #expect(try await ask(.post, "/a", "eve") == "403 Forbidden\nNot you.\n")
    #expect(try await ask(.post, "/a", nil) == "401 Unauthorized\n")
    #expect(try await ask(.post, "/open", nil) == "200 nobody")
    #expect(try await ask(.get, "/a", nil) == "200 anybody")
  }

  @Test func `maps behind it are guarded, and what is no request is denied`() async {
    let router = Router(.patient)
    let basic = router.guard("/a", basic: "a") { _, _ in true }
    let bearer = router.guard("/b", bearer: "b") { _, _ in true }
    router.map("/:page", tags: ["Private"]) { (_: RouteContext) async in }
    router.get("/a", tags: ["Private"]) { _ in .text("") }
    router.get("/b", tags: ["Private"]) { _ in .text("") }
    #expect(router.validate(requiring: [.method(.get)]).findings(.unguarded).isEmpty)
    #expect(await router.dispatch("/a") == .denied(by: basic))
    #expect(await router.dispatch("/b") == .denied(by: bearer))
  }

  @Test func `a realm in two lines stops the program`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Router(.server).guard("/*", basic: "a\r\nb") { _, _ in false }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #if DEBUG
      #expect(text.contains("holds control characters"))
    #else
      _ = text
    #endif
  }
}
