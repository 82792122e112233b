/// A segment's text as runs of bytes, each out of a set, which are found one after the other, each as long as it can
/// be.
///
/// There is one only where that is all that a regular expression does: behind a run of any length comes nothing that
/// could begin with one of its bytes, so that to give one back never helps.
struct SegmentForm: Hashable, Sendable {
  /// Bytes out of a set, at least and at most so many.
  struct Run: Hashable, Sendable {
    var set: ASCIISet
    var least: Int
    /// Without an upper bound when nil.
    var most: Int?
    /// Whether it gives nothing back, though it took as many as it could: then it is a run of its own.
    var isPossessive = false

    var isExact: Bool { least == most }
  }

  /// The most runs that are looked at in a lookup.
  static let limit = 24

  private(set) var runs: [Run] = []

  /// Adds a run behind the others.
  mutating func append(_ run: Run) {
    guard run.most != 0 else { return }
    guard let last = runs.last, last.set == run.set, !last.isPossessive, !run.isPossessive else {
      return runs.append(run)
    }
    // Twice one set is one run of as many as both have.
    let most = last.most.flatMap { most in run.most.map { most + $0 } }
    runs[runs.count - 1] = Run(set: run.set, least: last.least + run.least, most: most)
  }

  /// Whether no run ever has to give back what it took.
  var isGreedy: Bool {
    for (index, run) in runs.enumerated() where !run.isExact {
      for next in runs[(index + 1)...] {
        guard run.set.isDisjoint(with: next.set) else { return false }
        if next.least > 0 { break }
      }
    }
    return true
  }

  var canBeEmpty: Bool { runs.allSatisfy { $0.least == 0 } }

  /// Whether it is a segment of any text but the empty one.
  var isAny: Bool {
    runs.count == 1 && runs[0].set == ASCIISet(UInt8(ascii: "/")).complement && runs[0].least == 1
      && runs[0].most == nil
  }

  /// Whether it is a text and nothing else.
  func isLiteral(_ text: String) -> Bool {
    var form = SegmentForm()
    for byte in text.utf8 { form.append(Run(set: ASCIISet(byte), least: 1, most: 1)) }
    return form == self
  }
}
