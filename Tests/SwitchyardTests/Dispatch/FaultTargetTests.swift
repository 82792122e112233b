import Dispatch
import Switchyard
import Testing

/// A map that answers as it should not, where a dispatch has come to it from another target.
struct FaultTargetCase: Sendable, CustomTestStringConvertible {
  enum Way: CaseIterable, Sendable {
    case commit, asyncCommit, redirect
  }

  enum Deed: CaseIterable, Sendable {
    case answersTwice, drops, answersLate

    var codes: [RouterFault.Code] {
      switch self {
      case .answersTwice: [.repeatedAnswer]
      case .drops: [.droppedAnswer]
      case .answersLate: [.timeLimit, .lateAnswer]
      }
    }
  }

  let way: Way
  let deed: Deed
  /// Whether handlers run on a queue of the router, and not on the caller's thread.
  let isQueued: Bool

  var testDescription: String { "\(way), \(deed), \(isQueued ? "on a queue" : "on the thread")" }

  static let all = Way.allCases.flatMap { way in
    Deed.allCases.flatMap { deed in
      [false, true].map { FaultTargetCase(way: way, deed: deed, isQueued: $0) }
    }
  }
}

/// The target that a fault of a handler names.
@Suite(.timeLimit(.minutes(6))) struct FaultTargetTests {
  @Test(arguments: FaultTargetCase.all)
  func `it is the one that the dispatch has come to`(_ test: FaultTargetCase) async throws {
    let faults = Mailbox<RouterFault>()
    let yard = Yard(.server) {
      $0.handlerTimeLimit = .seconds(5)
      $0.onFault = { faults.put($0) }
      if test.isQueued { $0.queue = DispatchQueue(label: "handlers") }
    }
    let router = yard.router
    switch test.way {
    case .commit: router.proxy("/a") { _, next in next(.commit("/b/1")) }
    case .asyncCommit: router.proxy("/a") { (_: RouteContext) async in .commit("/b/1") }
    case .redirect: router.guard("/a") { _, decide in decide(.redirect("/b/1")) }
    }
    let held = Mailbox<@Sendable () -> Void>()
    router.map("/b/:id") { _, completed in
      switch test.deed {
      case .answersTwice:
        completed()
        completed()
      case .drops: break
      case .answersLate: held.put(completed)
      }
    }
    if test.deed == .answersLate {
      let outcome = yard.start("/a")
      let completed = try await held.take()
      yard.clock.advance(by: .seconds(5))
      #expect(await outcome.value == .timedOut)
      completed()
    } else {
      router.open("/a")
    }
    for code in test.deed.codes {
      let fault = try await faults.take()
      #expect(fault.code == code)
      #expect(fault.pattern == "/b/:id")
      #expect(fault.target == "/b/1")
    }
  }

  @Test func `a dispatch behind one that was led elsewhere names its own`() {
    let yard = Yard(.server)
    let router = yard.router
    router.proxy("/a") { _, next in next(.commit("/b/1")) }
    for pattern in ["/b/:id", "/c"] as [RoutePattern] {
      router.map(pattern) { _, completed in
        completed()
        completed()
      }
    }
    for target in ["/c", "/a", "/c", "/a", "/c"] { router.open(target) }
    #expect(yard.faults.all.map(\.target) == ["/c", "/b/1", "/c", "/b/1", "/c"])
  }

  @Test func `a proxy that leads elsewhere names the target that it was asked about`() {
    let yard = Yard(.server)
    let kept = Shared<[@Sendable () -> Void]>([])
    yard.router.proxy("/a") { _, next in
      let again: @Sendable () -> Void = { next(.pass) }
      kept.withLock { $0.append(again) }
      next(.commit("/b"))
      again()
    }
    yard.router.map("/b") { _, completed in
      for again in kept.withLock({ $0 }) { again() }
      completed()
      completed()
    }
    yard.router.open("/a")
    for again in kept.withLock({ $0 }) { again() }
    kept.withLock { $0 = [] }
    #expect(
      yard.faults.summary == [
        "proxy /a: repeatedAnswer", "proxy /a: repeatedAnswer", "map /b: repeatedAnswer",
        "proxy /a: repeatedAnswer",
      ]
    )
    #expect(yard.faults.all.map(\.target) == ["/a", "/a", "/b", "/a"])
  }
}
