import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct LiveIndexThreadTests {
  /// What a route is, and how many of them there are.
  private final class Payload: Sendable {
    static let count = Atomic(0)
    let pattern: RoutePattern
    let order: UInt64

    init(_ pattern: RoutePattern, _ order: UInt64) {
      self.pattern = pattern
      self.order = order
      Self.count.add(1, ordering: .relaxed)
    }

    deinit { Self.count.subtract(1, ordering: .relaxed) }

    func indexed(for index: LiveIndex) -> IndexedPattern {
      IndexedPattern(
        pattern,
        payload: self,
        lane: .maps,
        tags: .max,
        id: (order, 0),
        isOwned: false,
        for: index
      )
    }
  }

  private static let lasting: [RoutePattern] = ["/books/:id", "/books/:id(\\d+)/pages", "/files/*"]

  @Test func `readers find what stays, and what goes is let go of`() throws {
    let index = LiveIndex(order: .latestFirst, ignoresCase: false)
    for (number, pattern) in Self.lasting.enumerated() {
      _ = index.insert(
        Payload(pattern, UInt64(number + 1)).indexed(for: index),
        order: UInt64(number + 1)
      )
    }
    let targets = try ["/books/7", "/books/7/pages", "/files/a/b", "/none"].map {
      try RouteTarget($0)
    }
    let changes = PropertyRun.cases(default: 20_000)
    let isDone = Atomic(false)
    let wrong = Atomic(0)
    let rounds = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      guard thread > 0 else {
        defer { isDone.store(true, ordering: .releasing) }
        return Self.change(index, times: changes)
      }
      repeat {
        for (number, target) in targets.enumerated() {
          let found = Self.found(index, target)
          let expected = number < Self.lasting.count ? UInt64(number + 1) : nil
          if found != expected { wrong.add(1, ordering: .relaxed) }
        }
        rounds.add(1, ordering: .relaxed)
      } while !isDone.load(ordering: .acquiring)
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(rounds.load(ordering: .relaxed) >= 2)
    let (payloads, isAllGone) = index.collect()
    payloads.release()
    #expect(isAllGone)
    #expect(Payload.count.load(ordering: .relaxed) == Self.lasting.count)
  }

  /// Adds routes of many shapes and takes them out again, now and then all of them.
  private static func change(_ index: LiveIndex, times: Int) {
    var random = PropertyRun.generator(for: "readers", cases: times)
    var there: [(payload: Payload, places: IndexPlaces)] = []
    for number in 0..<times {
      let depth = random.below(5) + 1
      let text = (0..<depth).map { "/\(["x", ":p\($0)", "y\(random.below(50))"][random.below(3)])" }
      guard let pattern = try? RoutePattern(parsing: "/z\(random.below(9))" + text.joined()) else {
        continue
      }
      let payload = Payload(pattern, UInt64(number + 100))
      there.append((payload, index.insert(payload.indexed(for: index), order: payload.order)))
      while there.count > (number % 1000 == 0 ? 0 : 300) {
        let gone = there.remove(at: random.below(there.count))
        index.remove(gone.payload, from: gone.places)
      }
      index.collect().payloads.release()
    }
    for gone in there { index.remove(gone.payload, from: gone.places) }
  }

  private static func found(_ index: LiveIndex, _ target: RouteTarget) -> UInt64? {
    let match = try? index.reader.found(at: target, tag: .all)
    return match?.id.0
  }
}
