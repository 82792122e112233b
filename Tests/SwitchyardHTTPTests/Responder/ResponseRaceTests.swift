import Dispatch
import Foundation
import HTTPTestSupport
import Synchronization
import TestSupport
import Testing

@testable import SwitchyardHTTP

/// Responses that a thread sets while the handler and the middleware of its request answer.
@Suite(.timeLimit(.minutes(5))) struct ResponseRaceTests {
  private static let rounds = PropertyRun.isSlow ? 100 : 1000

  private static func exchange() throws -> ServerExchange {
    ServerExchange(RequestHead(.get, "/"), .get, try RouteTarget("/"), [])
  }

  private static func text(_ response: ServerResponse?) -> String? {
    guard case .bytes(let bytes)? = response?.body else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - An exchange alone

  @Test func `what middleware answers with counts before all that is set at that moment`() throws {
    for round in 0..<Self.rounds {
      let exchange = try Self.exchange()
      let thread = Meanwhile { exchange.respond(with: .text("set")) }
      exchange.passResponse(.text("returned"))
      let taken = Self.text(exchange.takeResponse())
      exchange.replaceResponse(by: .text("inner"))
      exchange.replaceResponse(by: .text("outer"))
      let isSet = exchange.respond(with: .text("late"))
      let answer = Self.text(exchange.end().response)
      thread.end()
      try #require(taken == "returned" || taken == "set", "\(round): \(taken ?? "no response")")
      try #require(answer == "outer" && !isSet, "\(round): \(answer ?? "no response")")
    }
  }

  @Test func `of one that is set and one that is returned that counts which was said to`() throws {
    for round in 0..<Self.rounds {
      let exchange = try Self.exchange()
      let isSet = Notes<Bool>()
      let thread = Meanwhile {
        if exchange.respond(with: .text("set")) { isSet.add(true) }
      }
      exchange.passResponse(.text("returned"))
      let answer = Self.text(exchange.end().response)
      thread.end()
      let expected = isSet.all.isEmpty ? "returned" : "set"
      try #require(answer == expected, "\(round): \(answer ?? "no response")")
      try #require(isSet.all.count < 2, "\(round)")
    }
  }

  /// As where the time is up while middleware answers, and something is set besides.
  @Test func `an exchange that ends at that moment has one response or none, and keeps no other`()
    throws
  {
    final class Kept: Sendable {}
    for round in 0..<Self.rounds {
      let exchange = try Self.exchange()
      let remains = Notes<ExchangeRemains>()
      let thread = Meanwhile { exchange.respond(with: .text("set")) }
      let end = Meanwhile(once: true) { remains.add(exchange.end()) }
      weak var kept: Kept?
      do {
        let one = Kept()
        kept = one
        exchange.replaceResponse(by: .stream { _ in withExtendedLifetime(one) {} })
      }
      end.end()
      thread.end()
      let all = remains.take()
      try #require(all.count == 1, "\(round)")
      // Whoever has ended it has what it was answered with, and nobody else has it.
      let isMiddleware = if case .stream? = all[0].response?.body { true } else { false }
      try #require(isMiddleware == (kept != nil), "\(round)")
      try #require(exchange.takeResponse() == nil && exchange.end().response == nil, "\(round)")
      withExtendedLifetime(all) {}
    }
  }

  /// As where the time is up, or a leg begins anew, while middleware changes the response.
  @Test(arguments: [false, true])
  func `a response that is changed when its exchange ends is nobody's any more`(
    _ isGivenUp: Bool
  ) throws {
    final class Kept: Sendable {}
    for round in 0..<Self.rounds {
      let exchange = try Self.exchange()
      let remains = Notes<ExchangeRemains>()
      weak var kept: Kept?
      do {
        let one = Kept()
        kept = one
        exchange.passResponse(.stream { _ in withExtendedLifetime(one) {} })
      }
      let end = Meanwhile(once: true) {
        if isGivenUp { exchange.tryIsGivenUp() } else { remains.add(exchange.end()) }
      }
      let isThere = try exchange.changeResponse { response in
        response.status = .accepted
        #expect(!exchange.respond(with: .text("set")))
      }
      end.end()
      let all = remains.take()
      // Changed or not: whole, where it is there, and else gone.
      let response = all.first?.response
      try #require((response != nil) == (kept != nil), "\(round)")
      if isThere, let response { #expect(response.status == .accepted) }
      try #require(exchange.takeResponse() == nil, "\(round)")
      withExtendedLifetime(all) {}
    }
  }

  @Test func `what a change throws takes the response with it`() throws {
    struct Boom: Error {}
    let exchange = try Self.exchange()
    exchange.passResponse(.text("returned"))
    #expect(throws: Boom.self) {
      try exchange.changeResponse { _ in throw Boom() }
    }
    #expect(!exchange.hasResponse)
    exchange.replaceResponse(by: .text("other"))
    #expect(exchange.hasResponse)
    #expect(Self.text(exchange.end().response) == "other")
    #expect(try !exchange.changeResponse { _ in })
  }

  // MARK: - Requests

  @Test(arguments: ["/function", "/awaited", "/both"])
  func `a request has one answer, that of its middleware`(_ target: String) async throws {
    let threads = Notes<Meanwhile>()
    let seen = Notes<String>()
    let site = try Site(routes: { router in
      router.guard("/*") { (context: RouteContext) async in
        context.exchange?.onResponse { seen.add(Self.text($0) ?? "no bytes") }
        return .allow
      }
      router.get("/:way", calledOn: .serverThread) { request in
        let exchange = request.exchange
        threads.add(Meanwhile { exchange.respond(with: .text("set")) })
        return .text("returned")
      }
      router.use("/awaited") { _, next in
        let text = try await next().text
        #expect(text == "returned" || text == "set")
        return .text("middleware")
      }
      router.use("/both") { _, next in
        let text = try await next().text
        #expect(text == "inner")
        return .text("middleware")
      }
      router.transform("/both") { _, response in response = .text("inner") }
      router.transform("/function") { _, response in response = .text("middleware") }
    })
    for round in 0..<(Self.rounds / 10) {
      let (answers, answered) = (Notes<String>(), Gate())
      site.responder.begin(RequestHead(.get, target), body: nil) { response in
        answers.add(Self.text(response) ?? "no bytes")
        answered.open()
      }
      await answered.wait()
      for thread in threads.take() { thread.end() }
      try #require(answers.all == ["middleware"], "\(round): \(answers.all)")
      try #require(seen.take() == ["middleware"], "\(round)")
    }
  }
}

/// A thread that calls a closure, again and again unless it is to do so once, until it is told to
/// end.
private final class Meanwhile: Sendable {
  private let isOver = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts it, and returns when it is about to call the closure.
  init(once: Bool = false, _ body: @escaping @Sendable () -> Void) {
    let begun = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      begun.signal()
      repeat { body() } while !once && !isOver.load(ordering: .acquiring)
      ended.signal()
    }
    begun.wait()
  }

  /// Waits until it has ended.
  func end() {
    isOver.store(true, ordering: .releasing)
    ended.wait()
  }
}
