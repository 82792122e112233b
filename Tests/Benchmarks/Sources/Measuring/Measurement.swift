import CAllocations
import Foundation

/// Keeps a value from being optimised away.
@inline(never)
package func consume<Value>(_ value: Value) {}

/// One thing that is measured, a number of times in a row.
package struct Row {
  package var name: String
  package var run: (_ times: Int) -> Void

  package init(name: String, run: @escaping (_ times: Int) -> Void) {
    self.name = name
    self.run = run
  }
}

/// What was measured of a row.
package struct Figure {
  package var name: String
  /// Nanoseconds for one, in each round.
  package var rounds: [Double]
  /// Blocks asked of the heap for one; nothing where they cannot be counted.
  package var allocations: Double?

  package init(name: String, rounds: [Double] = [], allocations: Double? = nil) {
    self.name = name
    self.rounds = rounds
    self.allocations = allocations
  }

  package var median: Double { rounds.sorted()[rounds.count / 2] }

  /// The median of the ratios round by round, so that a machine that slows down does not count.
  package func ratio(to other: Figure) -> Double {
    let ratios = zip(rounds, other.rounds).map { $0 / $1 }.sorted()
    return ratios[ratios.count / 2]
  }
}

/// How often rows are measured.
package struct Repeats {
  package var times: Int
  package var rounds: Int

  package init(times: Int, rounds: Int) {
    self.times = times
    self.rounds = rounds
  }
}

/// The nanoseconds for which this thread has had a core: what others on the machine take does not count.
private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Measures rows in turn, round after round.
package func measure(_ rows: [Row], _ repeats: Repeats) -> [Figure] {
  var figures = rows.map { Figure(name: $0.name) }
  for row in rows { row.run(max(repeats.times / 4, 1)) }
  for _ in 0..<repeats.rounds {
    for (index, row) in rows.enumerated() {
      let before = callocations_count()
      let start = threadTime()
      row.run(repeats.times)
      let nanoseconds = threadTime() - start
      let blocks = callocations_count() - before
      figures[index].rounds.append(nanoseconds / Double(repeats.times))
      if callocations_available() {
        figures[index].allocations = Double(blocks) / Double(repeats.times)
      }
    }
  }
  return figures
}

/// Prints rows with their ratios to the first.
package func report(_ title: String, _ figures: [Figure]) {
  print("\n\(title)")
  let width = figures.map(\.name.count).max() ?? 0
  for figure in figures {
    let name = figure.name + String(repeating: " ", count: width - figure.name.count)
    let allocations = figure.allocations.map { hundredths($0) } ?? "-"
    let ratio = padded(figure.ratio(to: figures[0]))
    print("  \(name)  \(padded(figure.median)) ns  \(ratio) x  \(allocations) allocations")
  }
}

/// A number to the right of nine columns.
package func padded(_ number: Double) -> String {
  let text = hundredths(number)
  return String(repeating: " ", count: max(0, 9 - text.count)) + text
}
