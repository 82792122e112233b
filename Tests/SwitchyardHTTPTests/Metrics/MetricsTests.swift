import Foundation
import HTTPTestSupport
@testable import SwitchyardHTTP
import TestSupport
import Testing

@Suite struct MetricsTests {
  private func entry(
    _ method: String,
    _ status: ResponseStatus,
    _ duration: Duration,
    _ route: MatchedRoute? = nil
  ) -> AccessLogEntry {
    AccessLogEntry(
      time: HTTPDate(seconds: 0),
      head: RequestHead(method: method, target: [UInt8(ascii: "/")]),
      status: status,
      length: nil,
      duration: duration,
      route: route
    )
  }

  @Test func `the text is that of the format`() {
    let metrics = RequestMetrics(buckets: [1, 0.25, .infinity])
    for _ in 0..<5 { metrics.requestBegan(RequestHead(.get, "/"), requestID: "") }
    metrics.add(entry("GET", .ok, .milliseconds(250)))
    metrics.add(entry("GET", .ok, .milliseconds(500)))
    metrics.add(entry("GET", .notFound, .seconds(2)))
    metrics.add(entry("BREW", .notFound, .zero))
    #expect(
      metrics.text == """
        # HELP http_requests_total Requests that were answered.
        # TYPE http_requests_total counter
        http_requests_total{method="GET",route="unmatched",status="200"} 2
        http_requests_total{method="GET",route="unmatched",status="404"} 1
        http_requests_total{method="other",route="unmatched",status="404"} 1
        # HELP http_request_duration_seconds Time from a request to its response.
        # TYPE http_request_duration_seconds histogram
        http_request_duration_seconds_bucket{method="GET",route="unmatched",le="0.25"} 1
        http_request_duration_seconds_bucket{method="GET",route="unmatched",le="1.0"} 2
        http_request_duration_seconds_bucket{method="GET",route="unmatched",le="+Inf"} 3
        http_request_duration_seconds_sum{method="GET",route="unmatched"} 2.75
        http_request_duration_seconds_count{method="GET",route="unmatched"} 3
        http_request_duration_seconds_bucket{method="other",route="unmatched",le="0.25"} 1
        http_request_duration_seconds_bucket{method="other",route="unmatched",le="1.0"} 1
        http_request_duration_seconds_bucket{method="other",route="unmatched",le="+Inf"} 1
        http_request_duration_seconds_sum{method="other",route="unmatched"} 0.0
        http_request_duration_seconds_count{method="other",route="unmatched"} 1
        # HELP http_requests_in_flight Requests that have not ended.
        # TYPE http_requests_in_flight gauge
        http_requests_in_flight 1

        """
    )
  }

  /// A site with routes of all kinds, and what a scrape of it shows.
  private func scrape(_ metrics: RequestMetrics) async throws -> String {
    let site = try Site({ configuration, _ in configuration.observers = [metrics] }) { router in
      router.get("/metrics") { _ in metrics.response }
      router.get("/books/:id(\\d+)") { _ in .text("book") }
      router.on("PROPFIND", "/books/*") { _ in .text("found") }
      router.guard("/private/*") { _ async in .deny }
      router.get("/private/*") { _ in .text("private") }
      router.any("/any/:word([^\"\\\\]+)") { _ in .text("quote") }
    }
    for (method, target) in [
      ("GET", "/books/1"), ("GET", "/books/2?x=1"), ("HEAD", "/books/3"), ("GET", "/a"),
      ("GET", "/b"), ("PROPFIND", "/books/1"), ("PURGE", "/books/1"), ("GET\"}", "/a"),
      ("GET", "/private/a"), ("GET", "/%zz"), ("GET", "/any/a"), ("QUERY", "/any/a"),
    ] {
      _ = await site.respond(method: method, target)
    }
    let response = await site.respond(.get, "/metrics")
    #expect(response.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
    return try await response.text
  }

  @Test func `labels are patterns, and clients add none`() async throws {
    let text = try await scrape(RequestMetrics())
    let counts = text.split(separator: "\n").filter { $0.hasPrefix("http_requests_total{") }
      .map { String($0.dropFirst("http_requests_total".count)) }
    #expect(
      counts == [
        #"{method="GET",route="/any/:word([^\"\\\\]+)",status="200"} 1"#,
        #"{method="other",route="/any/:word([^\"\\\\]+)",status="200"} 1"#,
        #"{method="PROPFIND",route="/books/*",status="200"} 1"#,
        #"{method="GET",route="/books/:id(\\d+)",status="200"} 2"#,
        #"{method="HEAD",route="/books/:id(\\d+)",status="200"} 1"#,
        #"{method="GET",route="/private/*",status="403"} 1"#,
        #"{method="GET",route="unmatched",status="400"} 1"#,
        #"{method="GET",route="unmatched",status="404"} 2"#,
        #"{method="other",route="unmatched",status="400"} 1"#,
        #"{method="other",route="unmatched",status="405"} 1"#,
      ]
    )
    // That of the metrics has begun.
    #expect(text.hasSuffix("\nhttp_requests_in_flight 1\n"))
  }

  @Test func `what combines with a quote or a line feed leaves it escaped`() {
    let values = RequestLabels.Values(method: "GET", route: "a\"\u{301}b\\\u{301}c\r\nd\n")
    let route = "a\\\"\u{301}b\\\\\u{301}c\r\\nd\\n"
    // Bytes, as it is scalars that count.
    #expect(Array(values.labels.utf8) == Array("method=\"GET\",route=\"\(route)\"".utf8))
  }

  @Test func `labels of another log are those of the metrics`() {
    let labels = RequestLabels(routeLimit: 1)
    let values = labels.values(of: entry("BREW", .notFound, .zero))
    #expect(values.method == "other" && values.route == "unmatched")
    #expect(RequestLabels.method(of: RequestHead(.patch, "/"), at: nil) == "PATCH")
    #expect(RequestLabels.method(of: RequestHead("BREW", "/"), at: nil) == nil)
  }

  @Test func `patterns beyond the limit share a label`() async throws {
    let metrics = RequestMetrics(routeLimit: 2)
    let site = try Site({ configuration, _ in configuration.observers = [metrics] })
    for number in 0..<50 {
      let id = site.router.get(try RoutePattern(parsing: "/plugin\(number)")) { _ in .text("plugin")
      }
      _ = await site.respond(.get, "/plugin\(number)")
      site.router.dispose(of: id)
    }
    _ = await site.respond(.get, "/none")
    #expect(metrics.series.map(\.0.route) == ["/plugin0", "/plugin1", "other", "unmatched"])
    #expect(metrics.series.map { $0.1.buckets.reduce(0, +) } == [1, 1, 48, 1])
    #expect(metrics.inFlight == 0)
  }

  private static let promtool = InstalledProgram("promtool")

  @Test(.enabled(if: promtool.isInstalled, "promtool is not installed"))
  func `Prometheus' own tool accepts the text`() async throws {
    let folder = try TemporaryFolder()
    let text = try await scrape(RequestMetrics())
    try folder.write(text, to: "metrics.txt")
    let input = try FileHandle(forReadingFrom: URL(filePath: "\(folder.path)/metrics.txt"))
    let output = ChildProgram.pipe()
    let program = try ChildProgram(
      [Self.promtool.path, "check", "metrics"],
      input: input,
      output: output.fileHandleForWriting,
      errors: output.fileHandleForWriting
    )
    try output.fileHandleForWriting.close()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    #expect(program.wait() == .exited(0))
    #expect(said.isEmpty, "\(String(decoding: said, as: UTF8.self))")
  }
}
