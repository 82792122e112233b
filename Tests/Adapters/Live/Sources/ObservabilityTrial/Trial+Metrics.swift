import Metrics
import MetricsTestKit
import SwitchyardMetrics
import SwitchyardServer

extension Trial {
  static func metrics(_ checks: Checks) async throws {
    let backend = TestMetrics()
    let meters = RequestMeters(factory: backend)
    let responder = try responder(observers: [meters])
    for number in 0..<500 {
      _ = await responder.respond(to: RequestHead(.get, "/books/\(number)"))
      _ = await responder.respond(to: RequestHead(.get, "/absent\(number)"))
      var head = RequestHead(.get, "/books/1")
      head.method = "M\(number)"
      _ = await responder.respond(to: head)
      if number % 2 == 0 { _ = await responder.respondIfFound(to: RequestHead(.get, "/left")) }
    }
    func count(_ method: String, _ route: String, _ status: Int) throws -> Int64 {
      let labels = [("method", method), ("route", route), ("status", "\(status)")]
      return try backend.expectCounter("http_requests_total", labels).totalValue
    }
    checks.equal("by route", try count("GET", "/books/:id", 200), 500)
    checks.equal("without one", try count("GET", "unmatched", 404), 500)
    checks.equal("by methods at will", try count("other", "unmatched", 405), 500)
    checks.equal("no client adds a counter", backend.counters.count, 3)
    checks.equal("nor a timer", backend.timers.count, 3)
    let labels = [("method", "GET"), ("route", "/books/:id")]
    let timer = try backend.expectTimer("http_request_duration_seconds", labels)
    checks.equal("times", timer.values.count, 500)
    checks.holds("that pass", timer.values.allSatisfy { $0 > 0 })
    let inFlight = try backend.expectMeter("http_requests_in_flight")
    checks.equal("in flight at the end", inFlight.lastValue, 0)
    checks.equal("most in flight", inFlight.values.max(), 1)
  }
}
