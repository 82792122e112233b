import HTTPTestSupport
@testable import SwitchyardSecrets
import TestSupport
import Testing

@Suite struct SignedCookieTests {
  private let keys = SigningKeys.random()
  private let now = HTTPDate(seconds: 1_763_900_000)

  private func cookie(_ value: String, name: String = "user", for seconds: Int = 60) throws
    -> ResponseCookie
  {
    try ResponseCookie(
      name: name,
      value: value,
      signedBy: keys,
      lasting: .seconds(seconds),
      now: now
    )
  }

  /// Reads a cookie as a handler does, some seconds after it was set.
  private func read(
    _ value: String,
    name: String = "user",
    by other: SigningKeys? = nil,
    after seconds: Int = 0
  ) async throws -> String? {
    let time = HTTPDate(seconds: now.seconds + seconds)
    let keys = other ?? keys
    let site = try Site { configuration, _ in
      configuration.now = { time }
    } routes: { router in
      router.get("/") { request in
        let text = request.signedCookie("user", by: keys)
        return ServerResponse(body: .bytes(Array((text.map { "=\($0)" } ?? "").utf8)))
      }
    }
    let text = try await site.respond(.get, "/", [.cookie: "\(name)=\(value)"]).text
    return text.isEmpty ? nil : String(text.dropFirst())
  }

  @Test(arguments: ["ada", "", "a b;c,\"d\"\\", "é💡\u{0}\r\n", String(repeating: "x", count: 2990)])
  func `any text comes back`(_ value: String) async throws {
    let cookie = try cookie(value)
    #expect(cookie.maxAge == .seconds(60) && cookie.isHTTPOnly && cookie.sameSite == .lax)
    #expect(try await read(cookie.value) == value)
    #expect(try await read("\"\(cookie.value)\"") == value)
  }

  @Test func `one that has ended is nothing`() async throws {
    let value = try cookie("ada").value
    #expect(try await read(value, after: 59) == "ada")
    for seconds in [60, 61, 1 << 40] { #expect(try await read(value, after: seconds) == nil) }
    // A clock that was wrong then.
    #expect(try await read(value, after: -1_000_000) == "ada")
    for seconds in [0, -1, Int.min] {
      #expect(try await read(try cookie("ada", for: seconds).value) == nil)
    }
    #expect(try await read(try cookie("ada", for: .max).value, after: 1 << 30) == "ada")
    #expect(try await read(try cookie("ada", for: 1 << 50).value, after: 1 << 30) == "ada")
  }

  @Test func `one of another name, other keys or another purpose is nothing`() async throws {
    let value = try cookie("ada").value
    #expect(try await read(value, name: "User") == nil)
    #expect(try await read(try cookie("ada", name: "admin").value) == nil)
    #expect(try await read(value, by: .random()) == nil)
    let signed = "YWRh.\(now.seconds + 60)"
    for signature in [
      keys.signature(of: signed, for: "user"), keys.signature(of: signed, for: "cookie"),
      keys.signature(of: [signed], in: .csrf, named: "user"),
      keys.signature(of: ["user", signed], in: .cookie, named: ""),
    ] { #expect(try await read("\(signed).\(signature)") == nil) }
    let right = keys.signature(of: [signed], in: .cookie, named: "user")
    #expect(try await read("\(signed).\(right)") == "ada")
  }

  @Test func `one that was changed or cut is nothing`() async throws {
    let value = Array(try cookie("ada").value.utf8)
    for place in value.indices {
      #expect(try await read(String(decoding: value[..<place], as: UTF8.self)) == nil)
      var changed = value
      changed[place] ^= 1
      #expect(try await read(String(decoding: changed, as: UTF8.self)) == nil)
      changed = value
      changed.insert(value[place], at: place)
      #expect(try await read(String(decoding: changed, as: UTF8.self)) == nil)
    }
    let text = String(decoding: value, as: UTF8.self)
    for wrong in [
      "", ".", "..", "...", "a.b.c", "\(text).", ".\(text)", "\(text)=", "\(text) ",
      "\(text)\u{301}",
      String(repeating: ".", count: 5000), String(repeating: "A", count: 11_000),
      text.replacing(".", with: "\u{0}"), text.uppercased(),
    ] where wrong != "\(text) " { #expect(try await read(wrong) == nil, "\(wrong.prefix(80))") }
  }

  @Test func `the first of a name counts`() async throws {
    let (one, other) = (try cookie("one").value, try cookie("other").value)
    #expect(try await read("\(one); user=\(other)") == "one")
    #expect(try await read("wrong; user=\(other)") == nil)
  }

  @Test func `one that browsers would drop is an error`() throws {
    let error = #expect(throws: ResponseCookieError.self) {
      try cookie(String(repeating: "x", count: 3100))
    }
    #expect(error?.part == .value)
    #expect(throws: ResponseCookieError.self) { try cookie("a", name: "a b") }
    #expect(throws: ResponseCookieError.self) { try cookie("a", name: "__Host-a") }
  }

  @Test func `keys are exchanged while cookies live`() async throws {
    let secrets = (0..<2).map { _ in [UInt8].random(count: 32) }
    let old = try SigningKeys([secrets[0]])
    let both = try SigningKeys([secrets[1], secrets[0]])
    let cookie = try ResponseCookie(
      name: "user",
      value: "ada",
      signedBy: old,
      lasting: .seconds(60),
      now: now
    )
    #expect(try await read(cookie.value, by: both) == "ada")
    #expect(try await read(cookie.value, by: try SigningKeys([secrets[1]])) == nil)
  }
}
