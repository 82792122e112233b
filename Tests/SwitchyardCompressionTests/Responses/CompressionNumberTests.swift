import HTTPTestSupport
import SwitchyardCompression
import SwitchyardHTTP
import TestSupport
import Testing

/// Numbers that no response or body can keep to.
@Suite struct CompressionNumberTests {
  enum Call: String, CaseIterable, Codable, Sendable {
    case level, length, type, bound, ratio

    func make(_ file: StaticString = "App/Routes.swift", _ line: UInt = 12) {
      let router = Router(.server)
      switch self {
      case .level: _ = ResponseCompression(level: 0, fileID: file, line: line)
      case .length: _ = ResponseCompression(minimumLength: -1, fileID: file, line: line)
      case .type: _ = ResponseCompression(types: ["html"], fileID: file, line: line)
      case .bound: router.expandBodies("/a", upTo: -1, fileID: file, line: line)
      case .ratio: router.expandBodies("/a", upTo: 1, ratio: 0, fileID: file, line: line)
      }
    }

    var message: String {
      switch self {
      case .level: "ResponseCompression has 0 for level. Give it one from 1 to 9."
      case .length: "ResponseCompression has -1 for minimumLength. Give it 0 or more bytes."
      case .type: "\"html\" is no type of responses: write text/html,"
      case .bound:
        "expandBodies(upTo: -1) allows no body at all, not even an empty one. Give it 0 or more bytes."
      case .ratio: "expandBodies(ratio: 0) allows no body of more than 1 MiB. Give it 1 or more."
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `it stops the program where it is given`(_ call: Call) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [call] in
      call.make()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("App/Routes.swift:12: Fatal error: \(call.message)"), "\(text)")
  }

  @Test func `a handler's is a fault, and not the client's`() async throws {
    let site = try Site(routes: { router in
      router.post("/bound") { .bytes(try await $0.body.expanded(upTo: -1).collect()) }
      router.post("/ratio") { .bytes(try await $0.body.expanded(upTo: 9, ratio: -1).collect()) }
    })
    let bound = await site.respond(.post, "/bound", body: [1])
    let fields: HeaderFields = [.contentEncoding: "gzip"]
    let ratio = await site.respond(.post, "/ratio", fields, body: [1])
    #expect([bound.status, ratio.status] == [.internalServerError, .internalServerError])
    let faults = site.failures.all.map { "\($0)" }
    #expect(faults.count == 2)
    for (fault, name) in zip(faults, ["upTo", "ratio"]) {
      #expect(fault.contains("A body is read with -1 for \(name), within which no body is."))
    }
  }
}
