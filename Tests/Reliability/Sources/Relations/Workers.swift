import TestSupport
import Foundation
import Trials

/// A value behind a lock.
final class Shared<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// Threads that take numbers one after the other.
enum Workers {
  static func run(_ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let next = Shared(0)
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<threads {
      let thread = Thread {
        while true {
          let index = next.withLock { next in
            defer { next += 1 }
            return next
          }
          guard index < count else { break }
          body(index)
        }
        ended.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    for _ in 0..<threads { ended.wait() }
  }
}

/// What all parts of the trial have in common.
struct Run: Sendable {
  /// What is the same when a part of it is made again.
  let options: String
  let seed: UInt64
  let threads: Int
  /// The only pattern, row of pairs, or set of routes, that is looked at.
  let only: (part: String, index: Int)?
  private let counts = Shared<Set<String>>([])

  init(_ options: String, seed: UInt64, threads: Int, only: (part: String, index: Int)?) {
    (self.options, self.seed, self.threads, self.only) = (options, seed, threads, only)
  }

  /// Ends the process unless all that has to be counted, so that what was tried meant something, was.
  func require(_ things: [String]) {
    let untried = counts.withLock { counts in things.filter { !counts.contains($0) } }
    guard only == nil, !untried.isEmpty else { return }
    say("Relations failed: none were \(untried); again: Relations \(options)")
    exit(1)
  }

  /// Makes as many parts as there are, each with a generator of its own, and says what was counted.
  func parts(
    _ name: String,
    _ count: Int,
    _ make: @escaping @Sendable (Int, inout SeededGenerator, inout Tally) throws -> Void
  ) {
    let began = DispatchTime.now().uptimeNanoseconds
    let total = Shared((tally: Tally(), ended: 0, shown: began))
    Workers.run(count, threads: threads) { index in
      if let only, only != (name, index) { return }
      var random = SeededGenerator(seed: seed &+ UInt64(index + 1) &* 0xD1B5_4A32_D192_ED03)
      var tally = Tally()
      do {
        try make(index, &random, &tally)
      } catch {
        say("\(error)")
        say("Relations failed; again: Relations \(options) --\(name) \(index)")
        exit(1)
      }
      total.withLock { total in
        total.tally.counts.merge(tally.counts, uniquingKeysWith: +)
        total.ended += 1
        let now = DispatchTime.now().uptimeNanoseconds
        guard now - total.shown > 10_000_000_000 else { return }
        total.shown = now
        let seconds = (now - began) / 1_000_000_000
        say("Relations: \(total.ended) of \(count) \(name)s, \(seconds) s", to: 2)
      }
    }
    let found = total.withLock { $0.tally.counts }
    counts.withLock { $0.formUnion(found.keys) }
    let lines = found.sorted { $0.key < $1.key }.map { "  \($0.value) \($0.key)" }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9
    let time = (seconds * 10).rounded() / 10
    say("Relations, \(count) \(name)s in \(time) s:\n" + lines.joined(separator: "\n"))
  }
}
