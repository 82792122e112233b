import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Switchyard

@Suite struct DriverTests {
  private let log = Log()

  /// Runs what blocks on a thread of its own.
  private func onThread(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }

  @Test func `a completion from elsewhere lets the next start while its handler still runs`() async
  {
    let router = Router.lent()
    let isSecondOver = Counter()
    let isFirstOver = Counter()
    router.map("/first") { [log] _, _, _, completed in
      log.add("first begins")
      Thread.detachNewThread { completed() }
      // It blocks its thread until the next has run, which it would not if that waited for it.
      log.add(isSecondOver.wait(until: 1) ? "first ends" : "first waits")
      isFirstOver.add()
    }
    router.map("/second") { [log] _, _, _, completed in
      log.add("second")
      completed()
      isSecondOver.add()
    }
    onThread { router.open("/first") }
    #expect(await becomesTrue { log.all.contains("first begins") })
    router.open("/second")
    #expect(await isFirstOver.reaches(1))
    #expect(log.all == ["first begins", "second", "first ends"])
  }

  @Test func `a handler that blocks its thread for ever stops no serial router once completed`()
    async
  {
    let router = Router.lent()
    let mayEnd = Counter()
    let hasEnded = Counter()
    let kept = Counter()
    router.map("/blocking") { _, _, _, completed in
      Thread.detachNewThread {
        completed()
        kept.add()
      }
      mayEnd.wait(until: 1)
      hasEnded.add()
    }
    let id = router.map("/next") { _ in }
    onThread { router.open("/blocking") }
    #expect(await kept.reaches(1))
    for _ in 0..<100 { #expect(await router.dispatch("/next") == .handled(by: id)) }
    #expect(hasEnded.value == 0)
    mayEnd.add()
    #expect(await hasEnded.reaches(1))
    #expect(await router.dispatch("/next") == .handled(by: id))
  }

  @Test func `dispatches begin in the order of the calls, wherever they complete`() async {
    let router = Router.lent()
    let ended = Counter()
    let queue = DispatchQueue(label: "own")
    let others = DispatchQueue(label: "others", attributes: .concurrent)
    let patterns: [RoutePattern] = ["/0", "/1"]
    for (index, place) in [nil, queue].enumerated() {
      router.map(patterns[index], queue: place) {
        [log] _, _, passed, completed in
        log.add("\(passed as? Int ?? -1)")
        let complete = { @Sendable in
          completed()
          ended.add()
        }
        if index == 0 { complete() } else { others.async(execute: complete) }
      }
    }
    for number in 0..<1000 { router.open("/\(number % 2)", payload: number) }
    #expect(await ended.reaches(1000))
    #expect(log.all == (0..<1000).map { "\($0)" })
  }

  @Test func `what a handler opens in a serial router comes after it`() async {
    let router = Router.lent()
    let ended = Counter()
    for queue in [nil, DispatchQueue(label: "own")] {
      let log = Log()
      router.map("/outer", queue: queue) { _, _, _, completed in
        log.add("outer begins")
        router.open("/inner")
        completed()
        log.add("outer ends")
      }
      router.map("/inner") { _, _, _, completed in
        log.add("inner")
        completed()
        ended.add()
      }
      router.open("/outer")
      #expect(await ended.reaches(1))
      if queue == nil { #expect(log.all == ["outer begins", "outer ends", "inner"]) }
      ended.add(-1)
    }
  }

  @Test(arguments: [Router.Order.serial, .concurrent])
  func `handlers may open what opens the next, without end`(_ order: Router.Order) async {
    var configuration = Router.Configuration.app
    configuration.order = order
    let router = Router.lent(configuration)
    let ended = Counter()
    let total = 100 * LoopDepth.limit
    router.map("/again") { _, _, passed, completed in
      let number = passed as? Int ?? 0
      if number < total { router.open("/again", payload: number + 1) }
      completed()
      ended.add()
    }
    router.open("/again", payload: 1)
    #expect(await ended.reaches(total))
  }

  @Test func `what was opened from elsewhere does not run within a handler either`() async {
    let router = Router.lent()
    let ended = Counter()
    let log = Log()
    router.map("/a") { _, _, _, completed in
      log.add("a begins")
      let isOpened = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        router.open("/b")
        isOpened.signal()
      }
      isOpened.wait()
      completed()
      log.add("a ends")
    }
    router.map("/b") { _, _, _, completed in
      log.add("b")
      completed()
      ended.add()
    }
    router.open("/a")
    #expect(await ended.reaches(1))
    #expect(log.all == ["a begins", "a ends", "b"])
  }
}
