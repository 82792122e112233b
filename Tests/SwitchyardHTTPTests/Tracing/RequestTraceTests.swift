import Foundation
import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

/// The traces of requests, and the times that a response says.
@Suite struct RequestTraceTests {
  private struct Observer: RequestObserver {
    let log: Notes<AccessLogEntry>
    func add(_ entry: AccessLogEntry) { log.add(entry) }
  }

  private let traces = Notes<RouteTrace>()
  private let log = Notes<AccessLogEntry>()

  private func site(
    sendsTimes: Bool = false,
    _ change: (inout Router.Configuration) -> Void = { _ in }
  ) throws -> Site {
    try Site({ [traces, log] configuration, router in
      configuration.observers = [Observer(log: log)]
      configuration.sendsServerTiming = sendsTimes
      router.onTrace = { traces.add($0) }
      change(&router)
    }) { router in
      router.guard("/*", name: "card") { _ in .allow }
      router.guard("/away/:who") { context async in
        .redirect("/login", query: ["back": context.route])
      }
      router.guard("/private/*", name: "no, never") { _ in .deny }
      router.use("/books/*", name: "wrapped") { _, next in try await next() }
      router.get("/books/:id", name: "book") { _ in
        ServerResponse(fields: [.serverTiming: "own;dur=1"], body: .bytes([]))
      }
      router.get("/slow") { _ async in
        await Task.yield()
        return ServerResponse.text("slow")
      }
      router.get("/away/:who") { _ in ServerResponse.text("here") }
      router.post("/orders") { request in
        .text(try await request.body.text())
      }
    }
  }

  private struct Case: Sendable, CustomTestStringConvertible {
    let method: RequestMethod
    let target: String
    let status: Int
    let steps: [String]

    var testDescription: String { "\(method) \(target)" }
  }

  private static let cases: [Case] = [
    Case(
      method: .get,
      target: "/books/s3cret",
      status: 200,
      steps: ["guard-card", "middleware-wrapped", "map-book"]
    ),
    Case(
      method: .head,
      target: "/books/s3cret",
      status: 200,
      steps: ["guard-card", "middleware-wrapped", "map-book"]
    ),
    Case(method: .get, target: "/slow?t=s3cret", status: 200, steps: ["guard-card", "map"]),
    Case(method: .post, target: "/books/s3cret", status: 405, steps: ["guard-card"]),
    Case(method: .get, target: "/nothing", status: 404, steps: ["guard-card"]),
    Case(
      method: .get,
      target: "/private/x?t=s3cret",
      status: 403,
      steps: ["guard-card", "guard-no--never"]
    ),
    Case(method: .get, target: "/away/s3cret", status: 307, steps: ["guard-card", "guard"]),
    Case(method: .post, target: "/orders", status: 200, steps: ["guard-card", "map"]),
  ]

  @Test(arguments: cases)
  private func `a request has one trace, with its status and identifier`(_ test: Case) async throws
  {
    let site = try site(sendsTimes: true)
    let response = await site.respond(
      test.method,
      test.target,
      [.cookie: "session=s3cret", .authorization: "Bearer s3cret", "X-Secret": "s3cret"],
      body: test.method == .post ? Array("s3cret".utf8) : []
    )
    #expect(response.status.code == test.status)
    let trace = try #require(traces.all.first)
    #expect(traces.all.count == 1)
    #expect(trace.method == test.method)
    #expect(trace.status == test.status)
    #expect(trace.requestID == log.all.first?.requestID)
    let timing = try #require(response.fields[values: .serverTiming].last)
    #expect(!timing.contains("s3cret"))
    let names = timing.split(separator: ", ").map { String($0.prefix { $0 != ";" }) }
    #expect(names == ["dispatch"] + test.steps)
    let coded = String(decoding: try JSONEncoder().encode(trace), as: UTF8.self)
    #expect(!coded.contains("s3cret"), "\(coded)")
  }

  @Test func `no response says times unless that is asked for`() async throws {
    let site = try site()
    let response = await site.respond(.get, "/nothing")
    #expect(!response.fields.contains(.serverTiming))
    #expect(traces.all.count == 1)
  }

  @Test func `a response says times where no dispatch is traced`() async throws {
    let site = try site(sendsTimes: true) { $0.onTrace = nil }
    let response = await site.respond(.get, "/books/1")
    #expect(response.fields[values: .serverTiming].count == 2)
    #expect(response.fields[values: .serverTiming].first == "own;dur=1")
    #expect(traces.all.isEmpty)
  }

  @Test func `the field is one that a parser takes, and is not long`() async throws {
    let site = try site(sendsTimes: true)
    for number in 0..<100 {
      site.router.guard(
        "/many",
        name: "\"long\" ;,=é name \(number)" + String(repeating: "x", count: 99)
      ) {
        _ in .allow
      }
    }
    let response = await site.respond(.get, "/many")
    let timing = try #require(response.fields[.serverTiming])
    #expect(timing.utf8.count < 2048)
    for metric in timing.split(separator: ", ") {
      #expect(
        metric.wholeMatch(of: #/[A-Za-z0-9_.\-]+(;dur=[0-9]+\.[0-9]{3})?/#) != nil,
        "\(metric)"
      )
    }
  }

  @Test func `a request that is left to others has a trace without a status`() async throws {
    let site = try site()
    let response = await site.responder.respondIfFound(to: RequestHead(.get, "/elsewhere"))
    #expect(response == nil)
    #expect(traces.all.first?.method == .get)
    #expect(traces.all.first?.status == nil)
  }

  @Test func `a client that leaves is in the trace`() async throws {
    let site = try site()
    site.router.get("/waits") { _ async throws in
      try await Task.sleep(for: .seconds(600))
      return ServerResponse.text("")
    }
    let task = Task { await site.respond(.get, "/waits") }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    _ = await task.value
    #expect(traces.all.map(\.status) == [499])
    #expect(traces.all.first?.outcome.code == .cancelled)
  }
}
