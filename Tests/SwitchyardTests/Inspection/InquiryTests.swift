import Dispatch
import Foundation
import RoutePatterns
import Testing

@testable import Switchyard

/// Guards that are asked alone, and whether they are told so.
@Suite struct InquiryTests {
  private let seen = Mailbox<Bool>()

  private func note() { seen.put(RouterView.isInInquiry) }

  private func ask(_ yard: Yard) async throws -> RouteOutcome {
    try await yard.router[[]].askGuards(about: RouteTarget("/a")).outcome
  }

  @Test(arguments: [Router.Order.serial, .concurrent], [true, false])
  func `each guard finds out, whatever thread comes to it`(
    order: Router.Order,
    isQueued: Bool
  ) async throws {
    let yard = Yard(order)
    yard.router.guard("/a") { _, _, _, decide in
      Thread.detachNewThread {
        // The thread that asked has left it by then.
        Thread.sleep(forTimeInterval: 0.05)
        decide(.allow)
      }
    }
    let queue = isQueued ? DispatchQueue(label: "own") : nil
    yard.router.guard("/a", queue: queue) { _, _, _, decide in
      note()
      decide(.allow)
    }
    yard.router.guard("/a") { (_: RouteContext) async in
      note()
      return .allow
    }
    let map = yard.map("/a")
    #expect(try await ask(yard) == .handled(by: map))
    #expect(seen.all == [true, true])
    #expect(yard.journal.entries.isEmpty)
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `a redirect is that of the guard that has made it`(order: Router.Order) async throws {
    let yard = Yard(order)
    yard.guard("/a")
    let second = yard.guard("/a", says: .redirect("/b"))
    yard.guard("/a", says: .deny)
    yard.map("/a")
    let (asked, other) = (try RouteTarget("/a"), try RouteTarget("/b"))
    let answer = await yard.router[[]].askGuards(about: asked)
    #expect(answer.outcome == .redirected(to: other))
    #expect(answer.redirector == second)
  }

  @Test func `what a guard opens, and has its turn later, is not asked`() async throws {
    let yard = Yard()
    let router = yard.router
    router.guard("/a") { _, _, _, decide in
      router.open("/b")
      decide(.allow)
    }
    let map = yard.map("/a")
    router.map("/b") { _, _, _, completed in
      note()
      completed()
    }
    #expect(try await ask(yard) == .handled(by: map))
    #expect(try await seen.take() == false)
  }
}
