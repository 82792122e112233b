package import SwitchyardHTTP
import Synchronization

/// Our routes, with counts of what has happened.
package final class Site: Sendable {
  package let responder: RouteResponder
  private let guarded = Atomic(0)
  private let reached = Atomic(0)
  private let left = Atomic(0)
  private let broken = Atomic(0)
  private let streams = StreamEntries()

  package init() throws {
    var configuration = RouteResponder.Configuration()
    configuration.bodyLength = 2 << 30
    configuration.fieldsLength = 60_000
    configuration.observers = [streams]
    var yard = SwitchyardRouter.Configuration.server
    yard.handlerTimeLimit = .seconds(300)
    let router = SwitchyardRouter(yard)
    responder = try RouteResponder(router: router, configuration: configuration)
    addGuards(to: router)
    addTexts(to: router)
    addBodies(to: router)
    addStreams(to: router)
  }

  private func addGuards(to router: SwitchyardRouter) {
    router.guard("/admin/*") { _ in
      self.guarded.add(1, ordering: .relaxed)
      return .deny
    }
    router.any("/admin/secret") { _ in
      self.reached.add(1, ordering: .relaxed)
      return .text("secret")
    }
  }

  private func addTexts(to router: SwitchyardRouter) {
    router.get("/hello/:name") { request in .text("Hello \(request.parameters["name"] ?? "")") }
    router.get("/who") { request in .text(request.remoteAddress ?? "nobody") }
    router.get("/fields") { request in
      .text("\(request.scheme) \(request.fields[.host] ?? "") \(request.cookies["b"] ?? "")")
    }
    router.get("/counts") { _ in
      .text(
        "\(self.guarded.load(ordering: .relaxed)) \(self.reached.load(ordering: .relaxed)) "
          + "\(self.left.load(ordering: .relaxed)) \(self.broken.load(ordering: .relaxed))"
      )
    }
    router.get("/entries") { _ in .text(self.streams.text) }
    router.get("/empty") { _ in ServerResponse(.noContent) }
    router.get("/fails") { _ in throw CancellationError() }
  }

  private func addBodies(to router: SwitchyardRouter) {
    router.post("/count") { request in
      var count = 0
      do {
        for try await bytes in request.body { count += bytes.count }
      } catch {
        self.broken.add(1, ordering: .relaxed)
        throw error
      }
      return .text("\(count)")
    }
    router.post("/small") { request in .text("\(try await request.body.collect(upTo: 10).count)") }
    router.post("/first") { request in
      var parts = request.body.makeAsyncIterator()
      return .text("\(try await parts.next()?.isEmpty == false)")
    }
    // It reads on when it has answered.
    router.post("/late") { request in
      Task { for try await _ in request.body {} }
      return .text("answered")
    }
    router.post("/echo") { request in
      .stream { writer in for try await bytes in request.body { try await writer.write(bytes) } }
    }
  }

  private func addStreams(to router: SwitchyardRouter) {
    router.get("/zeros/:count") { request in
      let count = request.parameters["count", as: Int.self] ?? 0
      return .stream(length: request.query["known"] == nil ? nil : count) { writer in
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        var rest = count
        do {
          while rest > 0 {
            try await writer.write(rest < zeros.count ? Array(zeros[..<rest]) : zeros)
            rest -= zeros.count
          }
        } catch {
          self.left.add(1, ordering: .relaxed)
          throw error
        }
      }
    }
    router.get("/events") { _ in .events(self.numbers()) }
    router.get("/short") { _ in .stream(length: 10) { try await $0.write("half") } }
    router.get("/long") { _ in .stream(length: 4) { try await $0.write("half more") } }
    router.get("/file") { request in
      try .file(request.query["path"] ?? "", to: request)
    }
  }

  /// Events that are made until nobody waits for them.
  private func numbers() -> AsyncStream<ServerSentEvent> {
    AsyncStream { continuation in
      let maker = Task {
        for number in 0... {
          continuation.yield(ServerSentEvent("\(number)"))
          try await Task.sleep(for: .milliseconds(200))
        }
      }
      continuation.onTermination = { _ in
        maker.cancel()
        self.left.add(1, ordering: .relaxed)
      }
    }
  }

  /// A responder with the routes of a table.
  package static func table(_ patterns: [String], functions: Bool) throws -> RouteResponder {
    let router = SwitchyardRouter(.server)
    try router.update { table in
      for pattern in patterns {
        let pattern = try RoutePattern(parsing: pattern)
        if functions {
          table.get(pattern, calledOn: .serverThread) { request in
            .text(request.parameters["id"] ?? "none")
          }
        } else {
          table.get(pattern) { request in .text(request.parameters["id"] ?? "none") }
        }
      }
    }
    return try RouteResponder(router: router)
  }
}

/// The entries of streams, a line for each: the target, the bytes that were taken, the end.
private final class StreamEntries: RequestObserver {
  private let lines = Mutex<[String]>([])

  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  func add(_ entry: AccessLogEntry) {
    guard let end = entry.streamEnd, let length = entry.length else { return }
    let target = String(decoding: entry.head.target, as: UTF8.self)
    lines.withLock { $0.append("\(target) \(length) \(end)") }
  }
}
