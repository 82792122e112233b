import HTTPTestSupport
import RoutePatterns
import SwitchyardHTTP
import TestSupport
import Testing

/// Limits for the requests of some routes.
@Suite struct LimitTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let target: String
    let length: Int
    let status: Int
    var testDescription: String { "\(length) bytes to \(target)" }

    init(_ target: String, _ length: Int, _ status: Int) {
      self.target = target
      self.length = length
      self.status = status
    }
  }

  private static let cases = [
    Case("/plain", 4, 200), Case("/plain", 5, 413),
    Case("/small", 2, 200), Case("/small", 3, 413),
    Case("/large", 8, 200), Case("/large", 9, 413),
    Case("/large/small", 3, 200), Case("/large/small", 4, 413),
    Case("/group/a", 6, 200), Case("/group/a", 7, 413),
    // A commit leads to the limits of its target, and takes none along.
    Case("/old", 8, 200), Case("/old", 9, 413),
    Case("/forgets", 4, 200), Case("/forgets", 5, 413),
  ]

  private func site(_ ran: Notes<String> = Notes()) throws -> Site {
    try Site({ configuration, _ in configuration.bodyLength = 4 }) { router in
      // The last one counts.
      router.limit("/large/*", bodyLength: 8)
      router.limit("/large/small", bodyLength: 3)
      router.limit("/large", bodyLength: 8)
      router.limit("/small", methods: [.post], bodyLength: 2)
      router.limit("/old", bodyLength: 1)
      router.limit("/forgets", bodyLength: 100)
      router.group("/group") { group in
        group.limit(bodyLength: 6)
        group.post("/a") { .bytes(try await $0.body.collect()) }
      }
      router.proxy("/old") { _ async in .commit("/large") }
      router.proxy("/forgets") { _ async in .commit("/plain") }
      router.guard("/denied") { _ async in .deny }
      router.post("/*") { request in
        ran.add(String(request.target.path))
        return .bytes(try await request.body.collect())
      }
    }
  }

  @Test(arguments: cases)
  private func `a body has the length that the innermost limit gives it`(_ test: Case) async throws
  {
    let site = try site()
    let bytes = [UInt8](repeating: 7, count: test.length)
    #expect(await site.respond(.post, test.target, body: bytes).status.code == test.status)
    // As it comes in from elsewhere, with its length and without.
    for fields: HeaderFields in [[:], [.contentLength: "\(test.length)"]] {
      let parts = AsyncStream { continuation in
        for byte in bytes { continuation.yield([byte]) }
        continuation.finish()
      }
      let response = await site.responder.respond(
        to: RequestHead(.post, test.target, fields: fields),
        body: ServerRequestBody(parts)
      )
      #expect(response.status.code == test.status)
    }
    #expect(site.failures.all.isEmpty)
  }

  @Test func `what is announced to be too long is never asked for`() async throws {
    let ran = Notes<String>()
    let site = try site(ran)
    let fields: HeaderFields = [.contentLength: "9", "Expect": "100-continue"]
    for (target, status) in [("/large", 413), ("/denied", 403)] {
      let asked = Notes<Void>()
      let channel = ByteChannel(limit: 4, length: 9) { asked.add(()) }
      let response = await withCheckedContinuation { continuation in
        _ = site.responder.begin(RequestHead(.post, target, fields: fields), body: channel) {
          continuation.resume(returning: $0)
        }
      }
      #expect(response.status.code == status)
      #expect(asked.all.isEmpty)
      if status == 413 { #expect(response.fields[.connection] == "close") }
    }
    #expect(ran.all == ["/large"])
  }

  @Test func `a leg that begins anew has the limits of its routes`() async throws {
    let site = try Site({ configuration, _ in configuration.bodyLength = 4 })
    let router = site.router
    let limit = router.limit("/a", bodyLength: 1)
    let old = router.post("/a") { _ in .text("old") }
    router.use("/a") { [weak router] _, next in
      router?.update { table in
        table.dispose(of: [limit, old])
        table.post("/a") { .bytes(try await $0.body.collect()) }
      }
      return try await next()
    }
    #expect(await site.respond(.post, "/a", body: [1, 2, 3]).status == .ok)
  }

  // MARK: - Time

  @Test func `a handler has the time that the innermost limit gives it`() async throws {
    let site = try Site({ _, router in router.handlerTimeLimit = .milliseconds(150) }) { router in
      router.limit("/long/*", time: .seconds(600))
      router.limit("/long/short", time: .milliseconds(20))
      router.get("/*") { request in
        let isEndless = request.target.path != "/long/a"
        try await Task.sleep(for: isEndless ? .seconds(600) : .milliseconds(400))
        return .text("done")
      }
    }
    #expect(await site.respond(.get, "/long/a").status == .ok)
    #expect(await site.respond(.get, "/long/short").status == .gatewayTimeout)
    #expect(await site.respond(.get, "/other").status == .gatewayTimeout)
  }

  @Test(arguments: [Int.max, 1, 0])
  func `no rate of bodies can harm`(_ rate: Int) async throws {
    let site = try Site({ configuration, router in
      configuration.bodyRate = rate
      router.handlerTimeLimit = .milliseconds(50)
    }) { router in
      router.post("/*") { request in
        _ = try await request.body.collect()
        try await Task.sleep(for: .seconds(600))
        return .text("")
      }
    }
    // A body that has long come in leaves its handler no more time than its limit from then on.
    let begun = ContinuousClock.now
    #expect(await site.respond(.post, "/a", body: [1, 2, 3]).status == .gatewayTimeout)
    #expect(begun.duration(to: .now) < .seconds(300))
  }

  @Test func `a body is progress where it comes in as quickly as is asked`() throws {
    let clock = TurnedClock()
    let site = try Site({ configuration, router in
      configuration.bodyRate = 1
      router.clock = RouterClock(clock)
    }) { router in
      router.post("/*") { request in .bytes(try await request.body.collect()) }
    }
    let channel = ByteChannel {}
    // What has come before counts from the moment on at which the request begins.
    clock.advance(by: .seconds(7))
    _ = channel.push([7])
    let exchange = try #require(
      site.responder.begin(RequestHead(.post, "/a"), body: channel) { _ in }
    )
    let limit = Duration.seconds(1000)
    clock.advance(by: .seconds(500))
    // Too little for the time.
    _ = channel.push([UInt8](repeating: 7, count: 998))
    #expect(exchange.timeLeft(of: limit) == nil)
    // Nothing new.
    clock.advance(by: .seconds(50))
    #expect(exchange.timeLeft(of: limit) == nil)
    // A byte a second since the last look that has found some.
    _ = channel.push([UInt8](repeating: 7, count: 49))
    #expect(exchange.timeLeft(of: limit) == nil)
    clock.advance(by: .seconds(50))
    _ = channel.push([UInt8](repeating: 7, count: 50))
    clock.advance(by: .seconds(300))
    #expect(exchange.timeLeft(of: limit) == .seconds(700))
    // What has come in before the limit began anew is no progress, nor what is longer ago than it.
    #expect(exchange.timeLeft(of: limit) == nil)
    _ = channel.push([UInt8](repeating: 7, count: 1 << 20))
    clock.advance(by: .seconds(1000))
    #expect(exchange.timeLeft(of: limit) == nil)
    #expect(exchange.timeLeft(of: .zero) == nil)
    channel.finish()
  }

  @Test func `parts of another server come in by the clock of the router`() async throws {
    let clock = TurnedClock()
    let site = try Site({ configuration, router in
      configuration.bodyRate = 1
      router.clock = RouterClock(clock)
    }) { router in
      router.post("/*") { request in
        var left: [Duration?] = []
        for try await _ in request.body {
          clock.advance(by: .seconds(4))
          left.append(request.exchange.timeLeft(of: .seconds(10)))
        }
        return .text("\(left)")
      }
    }
    let parts = AsyncStream { continuation in
      for count in [10, 1] { continuation.yield([UInt8](repeating: 7, count: count)) }
      continuation.finish()
    }
    let response = await site.responder.respond(
      to: RequestHead(.post, "/a"),
      body: ServerRequestBody(parts)
    )
    #expect(try await response.text == "[Optional(6.0 seconds), nil]")
  }

  // MARK: - Concurrency

  @Test(arguments: [false, true])
  func `no more requests run at once than there are places`(_ isNested: Bool) async throws {
    let arrived = Notes<Void>()
    let (full, gate) = (Gate(), Gate())
    let site = try Site(routes: { router in
      if isNested { router.use("/*") { _, next in try await next() } }
      router.limit("/slow/*", concurrency: 2)
      router.get("/slow/:id") { _ in
        arrived.add(())
        if arrived.all.count == 2 { full.open() }
        await gate.wait()
        return .text("done")
      }
      router.get("/slow/function", calledOn: .serverThread) { _ in .text("done") }
      router.get("/other") { _ in .text("other") }
      router.guard("/slow/denied") { _ async in .deny }
    })
    async let first = site.respond(.get, "/slow/1")
    async let second = site.respond(.get, "/slow/2")
    await full.wait()
    for target in ["/slow/3", "/slow/function", "/slow/4"] {
      let third = await site.respond(.get, target)
      #expect(third.status == .serviceUnavailable)
      #expect(third.fields[.retryAfter] == "1")
    }
    #expect(await site.respond(.get, "/other").status == .ok)
    #expect(await site.respond(.get, "/slow/denied").status == .forbidden)
    gate.open()
    #expect(await [first.status, second.status] == [.ok, .ok])
    for target in ["/slow/1", "/slow/function"] {
      #expect(await site.respond(.get, target).status == .ok)
    }
    #expect(site.failures.all.isEmpty)
  }

  @Test func `a handler whose time is up keeps its place until it has ended`() async throws {
    let gate = Gate()
    let begun = Notes<Void>()
    let site = try Site(routes: { router in
      router.limit("/slow", time: .milliseconds(100), concurrency: 1)
      router.get("/slow") { _ in
        begun.add(())
        // A task of its own, so that it does not end when the handler is cancelled.
        await Task { await gate.wait() }.value
        return .text("late")
      }
    })
    /// Asks until another answer comes than some; on a busy machine time may be up before a place
    /// was taken.
    func ask(until isWanted: (ResponseStatus) -> Bool) async -> ResponseStatus {
      var status = ResponseStatus.ok
      for _ in 0..<1000 {
        status = await site.respond(.get, "/slow").status
        if isWanted(status) { break }
        try? await Task.sleep(for: .milliseconds(2))
      }
      return status
    }
    // Where the first place was taken, and time was up before its handler began, this is 503.
    let first = await ask { _ in !begun.all.isEmpty }
    #expect([.gatewayTimeout, .serviceUnavailable].contains(first))
    #expect(await ask { $0 != .gatewayTimeout } == .serviceUnavailable)
    #expect(begun.all.count == 1)
    gate.open()
    #expect(await ask { $0 == .ok } == .ok)
  }

  @Test func `a limit that refuses leaves the others as they were`() async throws {
    let outer = Notes<String>()
    let (taken, gate) = (Gate(), Gate())
    let site = try Site(routes: { router in
      router.onError("/*") { _, error in
        outer.add("\(error)".contains("503") ? "503" : "\(error)")
        return nil
      }
      router.limit("/a/*", concurrency: 2)
      router.limit("/a/one", concurrency: 1)
      router.get("/a/one") { _ in
        taken.open()
        await gate.wait()
        return .text("done")
      }
      router.get("/a/other", calledOn: .serverThread) { _ in .text("other") }
    })
    async let first = site.respond(.get, "/a/one")
    await taken.wait()
    // The second place of the first limit is given back each time.
    for _ in 0..<3 { #expect(await site.respond(.get, "/a/one").status == .serviceUnavailable) }
    #expect(outer.all == ["503", "503", "503"])
    #expect(await site.respond(.get, "/a/other").status == .ok)
    gate.open()
    #expect(await first.status == .ok)
  }
}
