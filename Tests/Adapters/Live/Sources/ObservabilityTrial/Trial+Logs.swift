import InMemoryLogging
import Logging
import SwitchyardLogging
import SwitchyardServer

extension Trial {
  static func logs(_ checks: Checks) async throws {
    let entries = InMemoryLogHandler()
    let log = RequestLogger(Logger(label: "books") { _ in entries })
    let responder = try responder(
      observers: [log],
      onFault: { log.report($0) },
      onRouterFault: { log.report($0) }
    )
    func last(_ level: Logger.Level) -> InMemoryLogHandler.Entry? {
      entries.entries.last { $0.level == level }
    }
    func metadata(_ level: Logger.Level) -> [String: String] {
      last(level)?.metadata.mapValues { "\($0)" } ?? [:]
    }

    _ = await responder.respond(to: RequestHead(.get, "/books/7?a=\"\n"))
    let refused = metadata(.info)["target"]
    checks.equal("a refused target is escaped", refused, "/books/7?a=\\x22\\x0A")
    checks.equal("nor has it a route", metadata(.info)["route"], nil)

    _ = await responder.respond(to: RequestHead(.get, "/books/7?a=b"))
    let book = metadata(.info)
    checks.equal("method", book["method"], "GET")
    checks.equal("target", book["target"], "/books/7?a=b")
    checks.equal("route", book["route"], "/books/:id")
    checks.equal("name", book["route_name"], "book")
    checks.equal("status", book["status"], "200")
    checks.equal("length", book["response_bytes"], "6")
    checks.equal("length of the request", book["request_bytes"], "0")
    checks.holds("duration", book["duration_us"] != nil)
    checks.holds("identifier", book["request_id"] != nil)
    checks.equal("time", book["time"], nil)

    _ = await responder.respond(to: RequestHead(.get, "/fails"))
    checks.equal("a failure's route", metadata(.error)["route"], "/fails")
    checks.equal(
      "a failure's request",
      metadata(.error)["request_id"],
      metadata(.info)["request_id"]
    )
    checks.holds("a failure's error", "\(last(.error)?.message ?? "")".contains("Broken"))
    _ = await responder.respond(to: RequestHead(.get, "/private"))
    checks.equal("a guard that fails", metadata(.warning)["fault"], "guardFailed")

    var quiet = Logger(label: "quiet") { _ in entries }
    quiet.logLevel = .warning
    let before = entries.entries.count
    let other = try Self.responder(observers: [RequestLogger(quiet)])
    _ = await other.respond(to: RequestHead(.get, "/books/7"))
    checks.equal("below the level nothing is written", entries.entries.count, before)
  }
}
