import Foundation
import Switchyard
import Testing

/// What is declared of maps and fallbacks: who may come to them, and notes on them.
@Suite struct AccessTests {
  private let router = Router()

  private func access(_ pattern: String) -> RouteAccess? {
    router.routes.first { $0.pattern == pattern }?.access
  }

  @Test func `a route has the access that it is given`() {
    router.map("/health", access: .public("load balancer")) { _ in }
    router.fallback("/*", access: .requires("card", "staff", "card")) { _, done in done() }
    router.map("/other") { _, _, _, done in done() }
    #expect(access("/health")?.reason == "load balancer")
    #expect(access("/health")?.isPublic == true)
    #expect(access("/health")?.guards == [])
    #expect(access("/*")?.guards == ["card", "staff"])
    #expect(access("/*")?.isPublic == false)
    #expect(access("/other") == nil)
  }

  @Test func `the innermost that says something wins`() {
    router.group("/a", access: .requires("card")) { outer in
      outer.map("/1") { _ in }
      outer.map("/2", access: .public("open day")) { _ in }
      outer.group("/b").map("/3") { _ in }
      outer.group("/c", access: .requires("staff")) { inner in
        inner.map("/4") { _ in }
        inner.guard("/*") { _ async in .allow }
        inner.proxy("/5") { (_: RouteContext) async in .pass }
      }
    }
    #expect(access("/a/1")?.guards == ["card"])
    #expect(access("/a/2")?.reason == "open day")
    #expect(access("/a/b/3")?.guards == ["card"])
    #expect(access("/a/c/4")?.guards == ["staff"])
    // Guards and proxies are no places that anybody comes to.
    #expect(access("/a/c/*") == nil)
    #expect(access("/a/c/5") == nil)
  }

  @Test func `notes are kept as they are given`() {
    router.map("/books", about: "Lists books") { _ in }
    let notes = RouteNotes(
      "Lists films",
      description: "All of them.\nIn order.",
      isDeprecated: true,
      sunset: "2028-02-29"
    )
    router.map("/films", about: notes) { _ in }
    #expect(router.routes.map(\.about) == [RouteNotes("Lists books"), notes])
    #expect(router.routes.map(\.about?.isDeprecated) == [false, true])
  }

  @Test func `a listing is coded with both, and is the same again`() throws {
    router.map("/health", access: .public("load \u{1B} balancer"), about: "Says that all is well") {
      _ in
    }
    router.map(
      "/books",
      access: .requires("card"),
      about: RouteNotes(description: "text", isDeprecated: true, sunset: "2027-06-30")
    ) { _ in }
    router.map("/plain") { _ in }
    let coder = JSONEncoder()
    coder.outputFormatting = .sortedKeys
    let coded = try coder.encode(router.routes)
    #expect(try JSONDecoder().decode(RouteListing.self, from: coded) == router.routes)
    let accesses = try router.routes.map {
      String(decoding: try coder.encode($0.access), as: UTF8.self)
    }
    #expect(
      accesses == [#"{"public":"load \u001b balancer"}"#, #"{"requires":["card"]}"#, "null"]
    )
    let notes = try router.routes.map {
      String(decoding: try coder.encode($0.about), as: UTF8.self)
    }
    #expect(
      notes == [
        #"{"summary":"Says that all is well"}"#,
        #"{"deprecated":true,"description":"text","sunset":"2027-06-30"}"#, "null",
      ]
    )
  }

  @Test func `a table has a column for it where something is declared`() {
    router.map("/plain") { _ in }
    #expect(!router.routes.table.contains("ACCESS"))
    router.map("/health", access: .public("load\u{1B}balancer")) { _ in }
    router.map("/books", access: .requires("card", "staff")) { _ in }
    let lines = router.routes.table.split(separator: "\n")
    #expect(lines[0].contains("NAME  ACCESS"))
    #expect(lines[2].contains(#"  public: load\u{1B}balancer  "#))
    #expect(lines[3].contains("  requires card, staff  "))
  }

  @Test(arguments: [
    "{}", #"{"public": ""}"#, #"{"public": " \t"}"#, #"{"requires": []}"#,
    #"{"requires": ["card", ""]}"#, #"{"public": "x", "requires": ["card"]}"#,
    #"{"requires": "card"}"#, #"{"public": true}"#, "[]", #""public""#,
  ]) func `an access that is none is not read`(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RouteAccess.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: [
    ("2027-06-30", true), ("2028-02-29", true), ("2000-02-29", true), ("2027-02-29", false),
    ("2100-02-29", false), ("2027-13-01", false), ("2027-00-10", false), ("2027-06-31", false),
    ("2027-06-00", false), ("2027-6-30", false), ("27-06-30", false), ("2027-06-30T00:00", false),
    ("20270630", false), ("+027-06-30", false), ("２０２７-06-30", false), ("", false),
    ("2027-06-30-", false), ("2027--630", false),
  ]) func `a sunset is a day of the calendar`(_ text: String, _ isDay: Bool) {
    let coded = Data(#"{"sunset": "\#(text)"}"#.utf8)
    let notes = try? JSONDecoder().decode(RouteNotes.self, from: coded)
    #expect((notes != nil) == isDay)
    #expect(notes?.sunset == (isDay ? text : nil))
  }

  @Test func `a public route without a reason stops the program`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Router().map("/health", access: .public(" ")) { _ in }
    }
    let text = try text(result)
    #expect(text.contains("SwitchyardTests/AccessTests.swift:"))
    #expect(text.contains("A public route needs a reason"))
  }

  @Test func `an access that requires nothing stops the program`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Router().map("/loans", access: .requires()) { _ in }
    }
    #expect(try text(result).contains("A route requires guards by their names"))
  }

  @Test func `a sunset that is no day stops the program`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Router().map("/old", about: RouteNotes(sunset: "soon")) { _ in }
    }
    #expect(try text(result).contains("\"soon\" is no day"))
  }

  private func text(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }
}
