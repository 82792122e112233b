import Foundation
import HTTPTestSupport
import TestSupport
import Testing

@testable import SwitchyardHTTP

@Suite(.timeLimit(.minutes(6))) struct EventTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let event: ServerSentEvent
    let text: String
    var testDescription: String { text.debugDescription }
  }

  private static func event(
    _ data: String?,
    event: String? = nil,
    id: String? = nil,
    retry: Duration? = nil,
    comment: String? = nil
  ) -> ServerSentEvent {
    guard
      let made = try? ServerSentEvent(data, event: event, id: id, retry: retry, comment: comment)
    else { return ServerSentEvent("refused") }
    return made
  }

  static let cases = [
    Case(event: ServerSentEvent("a"), text: "data: a\n\n"),
    Case(event: ServerSentEvent(""), text: "data:\n\n"),
    Case(event: ServerSentEvent(" a"), text: "data:  a\n\n"),
    Case(
      event: ServerSentEvent("a\nb\r\nc\rd\n"),
      text: "data: a\ndata: b\ndata: c\ndata: d\ndata:\n\n"
    ),
    Case(
      event: ServerSentEvent("a\u{b}\u{2028}\u{85}b\u{0}"),
      text: "data: a\u{b}\u{2028}\u{85}b\u{0}\n\n"
    ),
    Case(event: ServerSentEvent("a\r\n\u{301}b"), text: "data: a\ndata: \u{301}b\n\n"),
    Case(
      event: event("x", event: "price", id: "7", retry: .milliseconds(1500), comment: "why\nnot"),
      text: ": why\n: not\nevent: price\nid: 7\nretry: 1500\ndata: x\n\n"
    ),
    Case(event: event("x", event: "", id: ""), text: "event:\nid:\ndata: x\n\n"),
    Case(event: event("x", event: ": y", id: " z"), text: "event: : y\nid:  z\ndata: x\n\n"),
    Case(event: event(nil, retry: .zero), text: "retry: 0\n\n"),
    Case(event: event(nil, comment: ""), text: ":\n\n"),
  ]

  @Test(arguments: cases)
  func `an event is written as the standard has it`(_ row: Case) {
    #expect(row.event.text == row.text)
  }

  @Test func `what would end a field is refused`() {
    for text in ["a\n", "\r", "a\r\ndata: x", "\n\n"] {
      #expect(throws: ServerSentEventError(.event)) { try ServerSentEvent("", event: text) }
      #expect(throws: ServerSentEventError(.id)) { try ServerSentEvent("", id: text) }
    }
    #expect(throws: ServerSentEventError(.id)) { try ServerSentEvent("", id: "\u{0}") }
    for time in [Duration.seconds(-1), .seconds(Int64.max), .nanoseconds(-1)] {
      #expect(throws: ServerSentEventError(.retry)) { try ServerSentEvent("", retry: time) }
    }
    #expect("\(ServerSentEventError(.id))".contains("identifier"))
  }

  @Test func `the first byte comes at once, and comments now and then`() async throws {
    let (stream, source) = AsyncStream.makeStream(of: ServerSentEvent.self)
    let site = try Site(routes: { router in
      router.get("/news") { _ in .events(stream, commentEvery: .milliseconds(2)) }
    })
    let response = await site.respond(.get, "/news")
    #expect(response.fields[.contentType] == "text/event-stream")
    #expect(response.fields[.cacheControl] == "no-cache")
    #expect(response.fields["X-Accel-Buffering"] == "no")
    var parts = response.body.makeAsyncIterator()
    for _ in 0..<5 {
      let part = try #require(try await parts.next())
      #expect(String(decoding: part, as: UTF8.self).replacing(":\n\n", with: "").isEmpty)
    }
    source.yield(ServerSentEvent("x"))
    source.finish()
    var rest = ""
    while let part = try await parts.next() { rest += String(decoding: part, as: UTF8.self) }
    #expect(rest.replacing(":\n\n", with: "") == "data: x\n\n")
  }

  @Test func `when the client leaves, nobody waits for events any more`() async throws {
    let (stream, source) = AsyncStream.makeStream(of: ServerSentEvent.self)
    let gone = Gate()
    source.onTermination = { _ in gone.open() }
    let response = ServerResponse.events(stream, commentEvery: .seconds(3600))
    guard case .stream(let body) = response.body else { throw CancellationError() }
    let pipe = body.start {}
    let first = try await pipe.next()
    #expect(first == Array(":\n\n".utf8))
    pipe.cancel()
    await gone.wait()
    await pipe.task.value
  }

  @Test func `an error of the events breaks the response off`() async throws {
    let events = AsyncThrowingStream<ServerSentEvent, any Error> { source in
      source.yield(ServerSentEvent("x"))
      source.finish(throwing: Inside())
    }
    let response = ServerResponse.events(events)
    await #expect(throws: Inside.self) { try await response.body.collect() }
  }

  @Test func `the last event is known when a client asks anew`() throws {
    let ids: [(HeaderFields, String?)] = [
      ([:], nil), (["Last-Event-ID": "7"], "7"), (["last-event-id": ""], nil),
      (["Last-Event-ID": "ü"], "ü"),
    ]
    for (fields, id) in ids {
      #expect(try ServerRequest(.get, "/", fields: fields).lastEventID == id)
    }
  }

  /// Reads what was written as section 9.2.6 of the HTML standard says.
  private static let reader = """
    import sys, json
    text = sys.stdin.buffer.read().decode("utf-8")
    text = text[1:] if text.startswith("\\ufeff") else text
    lines = text.replace("\\r\\n", "\\n").replace("\\r", "\\n").split("\\n")
    events, data, kind, last, retry = [], "", "", "", None
    for line in lines[:-1]:
        if line == "":
            if data != "":
                events.append([kind or "message", data[:-1], last, retry])
            data, kind = "", ""
            continue
        if line.startswith(":"):
            continue
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "event": kind = value
        elif name == "data": data += value + "\\n"
        elif name == "id" and "\\0" not in value: last = value
        elif name == "retry" and value.isascii() and value.isdigit(): retry = int(value)
    print(json.dumps(events))
    """

  static let python = InstalledProgram("python3")

  @Test(.enabled(if: python.isInstalled))
  func `a reader of the standard reads what was written`() throws {
    let cases = PropertyRun.cases(default: 300)
    var generator = PropertyRun.generator(for: "events", cases: cases)
    let pieces = [
      "\n", "\r", "\r\n", " ", ":", "data", "data: ", "id", "ü", "\u{feff}", "a",
    ]
    func text() -> String { (0..<generator.below(6)).map { _ in generator.pick(pieces) }.joined() }
    var (written, expected, last) = ("", [[String]](), "")
    for number in 0..<cases {
      let (data, type, id) = (text(), text(), text())
      let event =
        (try? ServerSentEvent(data, event: type, id: id)) ?? ServerSentEvent("\(number) \(data)")
      written += event.text + ":\n\n"
      last = event.id ?? last
      let lines = (event.data ?? "").split(omittingEmptySubsequences: false) { $0.isNewline }
      let kind = event.event.flatMap { $0.isEmpty ? nil : $0 } ?? "message"
      expected.append([kind, lines.joined(separator: "\n"), last])
    }
    let folder = try TemporaryFolder()
    try Data(written.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/events"))
    let script = Self.reader.replacing("sys.stdin.buffer", with: "open(sys.argv[1], 'rb')")
    let read = try ChildProgram.output(of: [
      Self.python.path, "-c", script, "\(folder.path)/events",
    ])
    struct Read: Decodable {
      let texts: [String]
      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        texts = try (0..<3).map { _ in try values.decode(String.self) }
      }
    }
    let events = try JSONDecoder().decode([Read].self, from: Data(try #require(read).utf8))
    #expect(events.map(\.texts) == expected)
  }
}
