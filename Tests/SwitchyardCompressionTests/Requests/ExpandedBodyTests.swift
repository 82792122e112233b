import HTTPTestSupport
import RoutePatterns
import SwitchyardHTTP
import SwitchyardLocks
import TestSupport
import Testing

@testable import SwitchyardCompression

/// Bodies that are sent compressed are read as others are, and no bomb goes off.
@Suite struct ExpandedBodyTests {
  struct Book: Codable, Equatable { var title: String }

  struct Case: Sendable, CustomTestStringConvertible {
    let coding: String?
    let body: [UInt8]
    let answer: String
    var testDescription: String { "\(coding ?? "none"), \(body.count) bytes: \(answer)" }

    init(_ coding: String?, _ body: [UInt8], _ answer: String) {
      self.coding = coding
      self.body = body
      self.answer = answer
    }
  }

  private static func site() throws -> Site {
    try Site({ _, _ in }) { router in
      router.post("/asked") { request in
        let bytes = try await request.body.expanded(upTo: 200_000).collect()
        return .text("\(bytes.count)")
      }
      router.expandBodies("/given/*", upTo: 200_000)
      router.expandBodies("/large", upTo: 8 << 20)
      router.post("/large") { request in .text("\(try await request.body.collect().count)") }
      router.post("/given") { request in .text("\(try await request.body.collect().count)") }
      router.post("/given/text") { request in try await request.body.text() }
      router.post("/given/form") { request in try await request.body.form()["name"] ?? "" }
      router.post("/given/json") { request in try await request.body.decode(Book.self).title }
      router.post("/given/parts") { request in
        var count = 0
        for try await part in request.body {
          #expect(part.count <= 1 << 15)
          count += part.count
        }
        // A body is read once; behind its end there is nothing.
        for try await _ in request.body { count += 1_000_000 }
        return .text("\(count)")
      }
      router.post("/asked/json") { request in
        let book = try await request.body.expanded(upTo: 1000).decode(Book.self)
        return .text(book.title)
      }
      router.post("/plain") { request in .text("\(try await request.body.collect().count)") }
    }
  }

  private static func random(_ count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 3)
    return (0..<count).map { _ in UInt8(random.below(64)) }
  }

  static var cases: [Case] {
    get throws {
      let body = random(5000)
      let gzip = try packed(body)
      let zlib = try packed(body, .zlib)
      let zeros = [UInt8](repeating: 0, count: 10 << 20)
      return [
        Case(nil, body, "5000"),
        Case("", body, "5000"),
        Case("identity", body, "5000"),
        Case("gzip", gzip, "5000"),
        Case("X-GZip", gzip, "5000"),
        Case("identity, gzip", gzip, "5000"),
        Case("gzip", gzip + gzip, "10000"),
        Case("deflate", zlib, "5000"),
        Case("gzip", try packed(""), "0"),
        Case("gzip", try packed([UInt8](repeating: 0, count: 150_000)), "150000"),
        Case("gzip", try packed(random(200_000)), "200000"),
        // It breaks off, has something behind it, or is something else.
        Case("gzip", [], "400"),
        Case("gzip", Array(gzip.dropLast()), "400"),
        Case("gzip", Array(gzip.prefix(9)), "400"),
        Case("gzip", gzip + [0], "400"),
        Case("gzip", body, "400"),
        Case("gzip", zlib, "400"),
        Case("deflate", gzip, "400"),
        Case("deflate", zlib + zlib, "400"),
        // Raw, as some old clients sent it.
        Case("deflate", Array(zlib[2..<(zlib.count - 4)]), "400"),
        // It expands too far, in one member or in many.
        Case("gzip", try packed(random(200_001)), "413"),
        Case("gzip", try packed(zeros, level: 9), "413"),
        Case("deflate", try packed(zeros, .zlib, level: 9), "413"),
        Case(
          "gzip",
          Array(
            repeatElement(try packed([UInt8](repeating: 0, count: 1 << 16)), count: 20).joined()
          ),
          "413"
        ),
        // A bomb in a bomb is not taken apart.
        Case("gzip, gzip", try packed(packed(zeros)), "415"),
        Case("gzip", try packed(packed(zeros, level: 9)), "\(try packed(zeros, level: 9).count)"),
        Case("deflate, gzip", gzip, "415"),
        Case("br", body, "415"),
        Case("compress", body, "415"),
        Case("gzip;q=1", gzip, "415"),
        Case("*", gzip, "415"),
      ]
    }
  }

  @Test func `behind a bound nothing is read, whoever goes on`() async throws {
    let parts = AsyncStream([UInt8].self) { continuation in
      for count in [600, 600, 1] { continuation.yield([UInt8](repeating: 7, count: count)) }
      continuation.finish()
    }
    let body = ServerRequestBody(parts).decoded { BoundedParts($0, upTo: 1000) }
    var iterator = body.makeAsyncIterator()
    #expect(try await iterator.next()?.count == 600)
    for _ in 0..<2 {
      let error = await #expect(throws: ResponseError.self) { _ = try await iterator.next() }
      #expect(error?.status == .contentTooLarge)
    }
  }

  @Test func `a bound holds for what has no coding, and the tighter of two`() async throws {
    let site = try Site({ configuration, _ in configuration.bodyLength = 1 << 20 }) { router in
      router.expandBodies(upTo: 1 << 19)
      router.expandBodies("/small/*", upTo: 1000)
      router.post("/*") { .text("\(try await $0.body.collect().count)") }
      router.post("/own") { .text("\(try await $0.body.expanded(upTo: 1000).collect().count)") }
    }
    let body = [UInt8](repeating: 97, count: 1001)
    let packed = try packed(body, level: 6)
    for (target, status) in [("/small/a", 413), ("/own", 413), ("/large", 200)] {
      #expect(await site.respond(.post, target, body: body).status.code == status)
      let response = await site.respond(.post, target, [.contentEncoding: "gzip"], body: packed)
      #expect(response.status.code == status, "\(target)")
    }
    for target in ["/small/a", "/own"] {
      #expect(await site.respond(.post, target, body: Array(body.dropLast())).status == .ok)
    }
  }

  @Test(arguments: try cases, ["/asked", "/given", "/given/parts"])
  func `a body is expanded, or refused`(_ row: Case, _ path: String) async throws {
    let site = try Self.site()
    var fields: HeaderFields = [.contentLength: "\(row.body.count)"]
    fields[.contentEncoding] = row.coding
    let response = await site.respond(.post, path, fields, body: row.body)
    let isRefused = response.status != .ok
    let answer = try await isRefused ? "\(response.status.code)" : response.text
    #expect(answer == row.answer)
    if row.answer == "415" { #expect(response.fields[.acceptEncoding] == "gzip, deflate") }
    #expect(site.failures.all.isEmpty)
  }

  @Test func `a body may begin with silence, and a bomb is refused`() async throws {
    let site = try Self.site()
    func silence(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    let members = repeatElement(try packed(silence(1 << 16)), count: 100).joined()
    let bodies: [(body: [UInt8], status: ResponseStatus)] = [
      (try packed(silence(300 << 10) + Self.random(400 << 10)), .ok),
      (try packed(silence(900 << 10) + Self.random(1 << 20)), .ok),
      (try packed(silence(1 << 20)), .ok),
      (try packed(silence(5 << 20)), .contentTooLarge),
      (Array(members), .contentTooLarge),
    ]
    for (body, status) in bodies {
      let response = await site.respond(.post, "/large", [.contentEncoding: "gzip"], body: body)
      #expect(response.status == status, "\(body.count) bytes")
    }
    #expect(site.failures.all.isEmpty)
  }

  @Test func `text, forms and JSON are read from it`() async throws {
    let site = try Self.site()
    func send(_ path: String, _ type: String, _ text: String) async throws -> String {
      let fields: HeaderFields = [.contentType: type, .contentEncoding: "gzip"]
      return try await site.respond(.post, path, fields, body: packed(text)).text
    }
    #expect(try await send("/given/text", "text/plain", "twelve") == "twelve")
    let form = "application/x-www-form-urlencoded"
    #expect(try await send("/given/form", form, "name=a+b") == "a b")
    let json = #"{"title":"One"}"#
    #expect(try await send("/given/json", "application/json", json) == "One")
    #expect(try await send("/asked/json", "application/json", json) == "One")
    // Nobody else is given other bytes than were sent.
    #expect(try await send("/plain", "text/plain", "twelve") == "\(packed("twelve").count)")
  }

  @Test func `messages name the place and the remedy`() async throws {
    let site = try Self.site()
    let text = try packed(String(repeating: "a", count: 100))
    let malformed = await site.respond(
      .post,
      "/given",
      [.contentEncoding: "gzip"],
      body: Array(text.dropLast(3))
    )
    #expect(
      try await malformed.text
        == "Bad Request\nThe body is not valid gzip near its byte \(text.count - 3), or breaks off there.\n"
    )
    let bomb = await site.respond(
      .post,
      "/large",
      [.contentEncoding: "gzip"],
      body: try packed([UInt8](repeating: 0, count: 5 << 20))
    )
    #expect(
      try await bomb.text
        == "Content Too Large\nThe body expands to more than 100 times its length.\n"
    )
  }

  @Test func `a bomb is read no further than its bound`() async throws {
    // A source that counts what is asked of it: 1 GiB in 1 MiB, sent in parts of 4 KiB.
    let piece = try packed([UInt8](repeating: 0, count: 4 << 20), level: 9)
    let asked = Locked(0)
    let parts = AsyncStream<[UInt8]> {
      asked.withLock { $0 += 1 }
      return piece
    }
    let head = RequestHead(.post, "/given", fields: [.contentEncoding: "gzip"])
    let response = try await Self.site().responder.respond(to: head, body: ServerRequestBody(parts))
    #expect(response.status == .contentTooLarge)
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `a body that breaks off on its way is no malformed one`() async throws {
    struct Gone: Error {}
    let bytes = try packed(Self.random(5000))
    let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    continuation.yield(Array(bytes.prefix(100)))
    continuation.finish(throwing: Gone())
    let body = ServerRequestBody(Mapped(base: stream)).decoded { parts in
      ExpandedParts(parts, try! Inflater(.gzip), .gzip, upTo: 1 << 20, ratio: 100)
    }
    await #expect(throws: ServerRequestBodyError.incomplete) { _ = try await body.collect() }
  }

  /// A sequence that is sendable, which a throwing stream is.
  private struct Mapped: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    let base: AsyncThrowingStream<[UInt8], any Error>
    func makeAsyncIterator() -> AsyncThrowingStream<[UInt8], any Error>.Iterator {
      base.makeAsyncIterator()
    }
  }

  @Test func `an error stays, and two readers are one too many`() async throws {
    let parts = ServerRequestBody(Array("no gzip".utf8)).decoded { parts in
      ExpandedParts(parts, try! Inflater(.gzip), .gzip, upTo: 1 << 20, ratio: 100)
    }
    for _ in 0..<3 {
      let error = await #expect(throws: ResponseError.self) { _ = try await parts.collect() }
      #expect(error?.status == .badRequest)
    }
    let silent = AsyncStream<[UInt8]> { _ in }
    let waiting = ServerRequestBody(silent).decoded { parts in
      ExpandedParts(parts, try! Inflater(.gzip), .gzip, upTo: 1 << 20, ratio: 100)
    }
    await withTaskGroup(of: (any Error)?.self) { group in
      for _ in 0..<2 {
        group.addTask {
          do {
            _ = try await waiting.collect()
            return nil
          } catch {
            return error
          }
        }
      }
      let first = await group.next() ?? nil
      #expect(first as? ServerRequestBodyError == .readTwice)
      group.cancelAll()
      let second = await group.next() ?? nil
      #expect(second is CancellationError)
    }
  }

  @Test func `drawn bodies are read as they were, in any parts`() async throws {
    let count = PropertyRun.cases(default: 100)
    var random = PropertyRun.generator(for: "expanded bodies", cases: count)
    for _ in 0..<count {
      let body = (0..<random.pick([0, 1, 500, 40_000, 100_000])).map { _ in
        UInt8(random.below(200))
      }
      let isGzip = random.below(2) == 0
      let bytes = try packed(body, isGzip ? .gzip : .zlib)
      let places = (0..<random.below(5)).map { _ in random.below(bytes.count + 1) }
      let parts = AsyncStream([UInt8].self) { continuation in
        for part in bytes.parts(at: places) { continuation.yield(part) }
        continuation.finish()
      }
      let fields: HeaderFields = [.contentEncoding: isGzip ? "gzip" : "deflate"]
      let head = RequestHead(.post, "/given", fields: fields)
      let response = try await Self.site().responder.respond(
        to: head,
        body: ServerRequestBody(parts)
      )
      #expect(try await response.text == "\(body.count)")
    }
  }
}
