import TestSupport
import Dispatch
import Foundation

/// A great many draws on all cores, in batches each of which has a seed of its own and can be repeated alone.
///
///     NAME [--draws N] [--seed N] [--threads N] [--batch N]
///
/// Ends with a line of figures and exit code 0, or with what was found, how to see it again, and exit code 1.
package struct Trial: Sendable {
  /// What the trial is called.
  package let name: String
  /// How many draws are made, at least.
  package let draws: Int
  /// What all batches are made from.
  package let seed: UInt64
  /// How many threads make them.
  package let threads: Int
  /// The only batch that is made.
  package let batch: Int?

  /// Reads the command line; one that is wrong ends the process with its usage.
  package init(_ name: String, draws: Int) {
    var options = TrialOptions(name, usage: "[--draws N] [--seed N] [--threads N] [--batch N]")
    self.name = name
    self.draws = options.number("--draws") ?? draws
    seed = options.seed()
    threads = options.number("--threads") ?? ProcessInfo.processInfo.activeProcessorCount
    batch = options.number("--batch")
    options.finish()
  }

  /// Makes batches until there are draws enough, and ends the process.
  /// - Parameters:
  ///   - things: what has to have been counted at the end, so that what was tried meant something.
  ///   - make: makes one batch with its generator, counts its draws and whatever else shows that they meant something,
  ///     and throws what is wrong.
  package func run(
    requiring things: [String] = [],
    _ make: @escaping @Sendable (inout SeededGenerator) throws -> Tally
  ) -> Never {
    // Said first: a trap or a hang leaves no last line.
    say("\(name): \(draws) draws on \(threads) threads, seed \(seed)", to: 2)
    let progress = Progress(self, requiring: batch == nil ? things : [])
    if let batch {
      progress.begin()
      perform(batch, make, progress)
      progress.end()
    }
    for _ in 0..<max(1, threads) {
      let thread = Thread { [self] in
        while let batch = progress.nextBatch() { perform(batch, make, progress) }
        progress.endThread()
      }
      thread.stackSize = 8 << 20
      progress.begin()
      thread.start()
    }
    progress.wait()
    progress.end()
  }

  private func perform(
    _ batch: Int,
    _ make: (inout SeededGenerator) throws -> Tally,
    _ progress: Progress
  ) {
    // Seeds beside one another give sequences that have nothing in common.
    var generator = SeededGenerator(seed: seed &+ UInt64(batch) &* 0xD1B5_4A32_D192_ED03)
    do {
      progress.add(try make(&generator))
    } catch {
      progress.fail("\(error)", batch: batch)
    }
  }
}

/// What was counted.
package struct Tally: Sendable {
  /// How many draws were made.
  package var draws = 0
  /// How often other things happened, by their names.
  package var counts: [String: Int] = [:]

  /// A tally of nothing.
  package init() {}

  /// Counts a thing.
  package mutating func count(_ name: String, _ times: Int = 1) {
    counts[name, default: 0] += times
  }

  fileprivate mutating func add(_ other: Tally) {
    draws += other.draws
    counts.merge(other.counts, uniquingKeysWith: +)
  }
}

/// Something that does not hold, in words that say what was done and what came of it.
package struct Disagreement: Error, CustomStringConvertible {
  package let description: String

  /// A disagreement.
  package init(_ description: String) { self.description = description }
}

/// What the threads of a trial share.
private final class Progress: @unchecked Sendable {
  private let trial: Trial
  private let things: [String]
  private let lock = NSLock()
  private let ended = DispatchSemaphore(value: 0)
  private let began = DispatchTime.now().uptimeNanoseconds
  private var tally = Tally()
  private var batches = 0
  private var threads = 0
  private var shown: UInt64

  init(_ trial: Trial, requiring things: [String]) {
    self.trial = trial
    self.things = things
    shown = began
  }

  func begin() { lock.withLock { threads += 1 } }

  func endThread() { ended.signal() }

  func wait() { for _ in 0..<lock.withLock({ threads }) { ended.wait() } }

  func nextBatch() -> Int? {
    lock.withLock {
      guard tally.draws < trial.draws else { return nil }
      batches += 1
      return batches - 1
    }
  }

  func add(_ other: Tally) {
    lock.withLock {
      tally.add(other)
      let now = DispatchTime.now().uptimeNanoseconds
      guard now - shown > 10_000_000_000 else { return }
      shown = now
      let seconds = (now - began) / 1_000_000_000
      say("\(trial.name): \(tally.draws) of \(trial.draws) draws, \(seconds) s", to: 2)
    }
  }

  func fail(_ text: String, batch: Int) {
    lock.withLock {
      say(text)
      say("\(trial.name) failed; again: \(trial.name) --seed \(trial.seed) --batch \(batch)")
      exit(1)
    }
  }

  func end() -> Never {
    lock.withLock {
      let counts = tally.counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      let seconds = Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9
      let figures = ["\(tally.draws) draws"] + counts
      let time = (seconds * 10).rounded() / 10
      say("\(trial.name): \(figures.joined(separator: ", ")); seed \(trial.seed), \(time) s")
      let untried = things.filter { tally.counts[$0, default: 0] == 0 }
      if !untried.isEmpty { say("\(trial.name) failed: none were \(untried)") }
      exit(untried.isEmpty ? 0 : 1)
    }
  }
}

/// Writes a line at once, whatever the stream is.
package func say(_ line: String, to descriptor: Int32 = 1) {
  FileHandle(fileDescriptor: descriptor).write(Data((line + "\n").utf8))
}
