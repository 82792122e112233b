import Dispatch
import RoutePatterns
import Synchronization
import TestSupport
import Testing

@testable import RouteIndex

@Suite struct `An index that is read while it changes` {
  /// A route, and how many of them there are.
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

    func indexed(for index: LiveIndex) -> IndexedRoute {
      IndexedRoute(
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

  private static let lasting: [RoutePattern] = [
    "/books/:id", "/books/:id(\\d+)/pages", "/files/*", "/a/name/that/is/longer/than/a/word/:x",
  ]

  @Test(.busy)
  func `readers find what stays, one of what is exchanged, and what goes is let go of`() throws {
    let index = LiveIndex(order: .latestFirst, ignoresCase: false)
    for (number, pattern) in Self.lasting.enumerated() {
      index.apply(adding: [Payload(pattern, UInt64(number + 1)).indexed(for: index)])
    }
    let swapped = Payload("/swapped/:x", 50).indexed(for: index)
    index.apply(adding: [swapped])
    let targets = try [
      "/books/7", "/books/7/pages", "/files/a/b", "/a/name/that/is/longer/than/a/word/7", "/none",
    ].map { try RouteTarget($0) }
    let target = try RouteTarget("/swapped/7")
    let changes = PropertyRun.cases(default: 20_000)
    let isDone = Atomic(false)
    let wrong = Atomic(0)
    let rounds = Atomic(0)
    let reading = Atomic(2)
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      guard thread > 0 else {
        let left = Self.change(index, swapped, times: changes)
        isDone.store(true, ordering: .releasing)
        while reading.load(ordering: .acquiring) > 0 {}
        index.apply(adding: [], removing: left)
        return
      }
      repeat {
        for (number, target) in targets.enumerated() {
          let found = Self.found(index, target)
          let expected = number < Self.lasting.count ? UInt64(number + 1) : nil
          if found != expected { wrong.add(1, ordering: .relaxed) }
        }
        // In each version there is one of those that are exchanged.
        if Self.found(index, target) ?? 0 < 50 { wrong.add(1, ordering: .relaxed) }
        let look = index.reader.look(at: target, lanes: .maps, tags: nil)
        if look.count != 1 { wrong.add(1, ordering: .relaxed) }
        rounds.add(1, ordering: .relaxed)
      } while !isDone.load(ordering: .acquiring)
      reading.subtract(1, ordering: .releasing)
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(rounds.load(ordering: .relaxed) >= 2)
    let (payloads, isAllGone) = index.collect()
    payloads.release()
    #expect(isAllGone)
    #expect(Payload.count.load(ordering: .relaxed) == Self.lasting.count)
  }

  /// Two routes that come in one version: whoever finds the first by a path of the second has read the
  /// lists of the version before and the number of this one.
  @Test(.busy) func `a lookup by the quick way sees one version`() throws {
    let rest = String(repeating: "/s", count: 24)
    let times = PropertyRun.cases(default: 3_000)
    let sample = IndexSample()
    let index = sample.index
    let numbers = Array(0..<times)
    // The nodes on both ways are there before.
    for number in numbers {
      try sample.add("/n\(number)/:x\(rest)/z", 0)
      try sample.add("/n\(number)/b\(rest)/z", 0)
    }
    let pairs = try numbers.map { number in
      [
        try sample.route("/n\(number)/:x\(rest)", 1),
        try sample.route("/n\(number)/b\(rest)", 2),
      ]
    }
    let targets = try numbers.map { try RouteTarget("/n\($0)/b\(rest)") }
    let place = Atomic(0)
    let lookups = Atomic(0)
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread > 0 else {
        for number in numbers {
          let before = lookups.load(ordering: .relaxed)
          // Not for ever: where no other thread is free, the reader comes behind this.
          var patience = 1_000_000
          while patience > 0, lookups.load(ordering: .relaxed) < before + 3 { patience -= 1 }
          index.apply(adding: pairs[number])
          place.store(number + 1, ordering: .releasing)
        }
        return
      }
      while case let number = place.load(ordering: .acquiring), number < times {
        let answer = index.reader.quick(targets[number])
        if answer.slashes != 0, answer.id.0 == 1 { wrong.add(1, ordering: .relaxed) }
        lookups.add(1, ordering: .relaxed)
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  /// Adds routes of many shapes and takes them out again, now and then all of them.
  private static func change(_ index: LiveIndex, _ first: IndexedRoute, times: Int)
    -> [IndexedRoute]
  {
    var random = PropertyRun.generator(for: "readers", cases: times)
    var there: [IndexedRoute] = []
    var swapped = first
    for number in 0..<times {
      let depth = random.below(5) + 1
      let text = (0..<depth).map { "/\(["x", ":p\($0)", "y\(random.below(50))"][random.below(3)])" }
      guard let pattern = try? RoutePattern(parsing: "/z\(random.below(9))" + text.joined()) else {
        continue
      }
      let next = Payload("/swapped/:x", UInt64(number + 100)).indexed(for: index)
      let route = Payload(pattern, UInt64(number + 100)).indexed(for: index)
      var removed = [swapped]
      swapped = next
      there.append(route)
      while there.count > (number % 1000 == 0 ? 1 : 300) {
        let gone = random.below(there.count - 1)
        removed.append(there.remove(at: gone))
      }
      index.apply(adding: [next, route], removing: removed)
      index.collect().payloads.release()
    }
    return there + [swapped]
  }

  private static func found(_ index: LiveIndex, _ target: RouteTarget) -> UInt64? {
    (try? index.reader.first(at: target, tag: .all))?.id.0
  }
}
