import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import URLPatterns

@Suite struct `A list that is asked while it changes` {
  /// A value, and how many of them there are.
  private final class Counted: Sendable {
    static let count = Atomic(0)
    let number: Int

    init(_ number: Int) {
      self.number = number
      Self.count.add(1, ordering: .relaxed)
    }

    deinit { Self.count.subtract(1, ordering: .relaxed) }
  }

  @Test(.busy) func `what takes the place of another kind is found`() throws {
    let kinds = try ["https://*.example.com/r", "https://x.example.com/r"].map {
      try URLPattern(parsing: $0)
    }
    let path = try URLPattern(.init(pathname: "/r"))
    let changes = PropertyRun.cases(default: 2_000)
    let wrong = Atomic(0)
    // Kinds are noted for good: each list sees one come.
    for round in 0..<changes {
      let list = URLPatternList<Int>()
      let first = list.add(path, value: 0)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          list.add(kinds[round % 2], value: 1)
          list.dispose(first)
        } else {
          for _ in 0..<8 {
            let found = try? list.first(in: "https://x.example.com/r")
            if found == nil { wrong.add(1, ordering: .relaxed) }
          }
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test(.busy, .serialized, arguments: [URLPatternList<Counted>.Order.insertion, .specificity])
  private func `what stays is found, a batch is seen whole, and what goes is let go of`(
    _ order: URLPatternList<Counted>.Order
  ) throws {
    let list = URLPatternList<Counted>(order: order)
    let lasting = try [
      "https://example.com/lasting/:id", "https://*.example.org/lasting/:id", "*://*/a/*",
    ].map { try URLPattern(parsing: $0) }
    for (number, pattern) in lasting.enumerated() { list.add(pattern, value: Counted(number)) }
    let urls = ["https://example.com/lasting/1", "https://x.example.org/lasting/1", "http://h/a/1"]
    let batch = try ["/batch/:id", "/batch/*", "/:x/1"].map { try URLPattern(.init(pathname: $0)) }
    let changes = PropertyRun.cases(default: 4_000)
    let isDone = Atomic(false)
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      if thread == 0 {
        for number in 0..<changes {
          let ids = list.add(contentsOf: batch.map { .init($0, value: Counted(100 + number)) })
          if list.dispose(ids) != batch.count { wrong.add(1, ordering: .relaxed) }
        }
        isDone.store(true, ordering: .releasing)
        return
      }
      repeat {
        do {
          for (number, url) in urls.enumerated()
          where try list.first(in: url)?.value.number != number {
            wrong.add(1, ordering: .relaxed)
          }
          // All of a batch, or none; and of one batch alone.
          let found = try list.all(path: "/batch/1").map(\.value.number)
          let isWhole = found.isEmpty || found.count == batch.count && Set(found).count == 1
          if !isWhole { wrong.add(1, ordering: .relaxed) }
        } catch {
          wrong.add(1, ordering: .relaxed)
        }
      } while !isDone.load(ordering: .acquiring)
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(list.count == lasting.count)
    list.removeAll()
    #expect(list.entries.isEmpty)
    // What was looked at a moment ago is let go of a moment later.
    for _ in 0..<2_000 where Counted.count.load(ordering: .relaxed) > 0 {
      try withExtendedLifetime(list) { _ = try list.first(path: "/none") }
      usleep(5_000)
    }
    #expect(Counted.count.load(ordering: .relaxed) == 0)
  }
}
