import SwitchyardServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(6))) struct ServerCredentialTests {
  private static let curl = InstalledProgram("curl")

  @Test(.enabled(if: curl.isInstalled))
  func `curl is known by its password and by its token`() async throws {
    try await withServer { router in
      router.guard("/basic", basic: "The office") { credentials, _ in
        credentials.name == "ada é" && credentials.password == "a:b \"c\" 💡"
      }
      router.guard("/bearer", bearer: "The API") { token, _ in token.text == "mF_9.B5f-4.1JqM" }
      router.guard("/limit", limit: RateLimit(2, per: .seconds(3600)))
      router.get("/:page") { _ in .text("in") }
    } _: { _, port in
      func ask(_ page: String, _ options: [String]) async throws -> String? {
        try await blocking {
          try ChildProgram.output(
            of: [Self.curl.path, "-sS", "--max-time", "20", "-o", "/dev/null"]
              + ["-w", "%{http_code} %header{www-authenticate}%header{retry-after}"]
              + options + ["http://127.0.0.1:\(port)/\(page)"]
          )
        }
      }
      let basic = "401 Basic realm=\"The office\", charset=\"UTF-8\""
      let bearer = "401 Bearer realm=\"The API\""
      let secret = "ada é:a:b \"c\" 💡"
      var rows: [(String, [String], String)] = [
        ("basic", ["-u", secret], "200 "),
        // Asks first, and answers the challenge.
        ("basic", ["--anyauth", "-u", secret], "200 "),
        ("basic", ["-u", "ada:a"], basic), ("basic", [], basic),
        ("bearer", ["--oauth2-bearer", "mF_9.B5f-4.1JqM"], "200 "),
        ("bearer", ["--oauth2-bearer", "other"], "\(bearer), error=\"invalid_token\""),
        ("bearer", [], bearer), ("limit", ["--interface", "127.0.0.1"], "200 "),
        ("limit", ["--interface", "127.0.0.1"], "200 "),
      ]
      #if os(Linux)
        // Another address of the machine is another client.
        rows.append(("limit", ["--interface", "127.0.0.2"], "200 "))
      #endif
      for (page, options, expected) in rows {
        let answer = try await ask(page, options)
        #expect(answer == expected, "\(options)")
      }
      let refused = try await ask("limit", ["--interface", "127.0.0.1"])?.split(separator: " ")
      #expect(refused?.first == "429")
      // Half of the hour, but for what the requests took.
      let wait = refused?.last.flatMap { Int($0) } ?? 0
      #expect((1200...1800).contains(wait))
    }
  }
}
