/// A segment's text as runs of bytes, each out of a set, which are found one after the other, each
/// as long as it can be.
///
/// There is one only where that is all that a regular expression does: behind a run of any length
/// comes nothing that could begin with one of its bytes, so that to give one back never helps.
package struct SegmentForm: Hashable, Sendable {
  /// Bytes out of a set, at least and at most so many.
  package struct Run: Hashable, Sendable {
    /// The bytes that it is made of.
    package var set: ASCIISet
    /// The least number of them.
    package var least: Int
    /// The greatest number of them; `nil` if there is no upper bound.
    package var most: Int?
    /// Whether it gives no byte back, though it took as many as it could: then it is a run of its
    /// own.
    var isPossessive = false

    var isExact: Bool { least == most }
  }

  /// The greatest number of runs that a form is made of; few have as many.
  private static let limit = 1024

  /// The runs, the first one first.
  package private(set) var runs: [Run] = []

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

  /// Whether a letter is as good as the same in the other case.
  var ignoresCase: Bool {
    runs.allSatisfy { run in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).allSatisfy { letter in
        run.set.contains(letter) == run.set.contains(letter & ~0x20)
      }
    }
  }

  /// Whether the empty text has the form.
  package var canBeEmpty: Bool { runs.allSatisfy { $0.least == 0 } }

  /// The form of a segment of any text but the empty one.
  static let any = {
    var form = SegmentForm()
    form.append(Run(set: ASCIISet(UInt8(ascii: "/")).complement, least: 1, most: nil))
    return form
  }()

  /// Whether it is a segment of any text but the empty one.
  var isAny: Bool {
    runs.count == 1 && runs[0].set == ASCIISet(UInt8(ascii: "/")).complement && runs[0].least == 1
      && runs[0].most == nil
  }
}

// MARK: - Reading an expression

extension SegmentForm {
  /// The form of the texts that an expression matches in full; `nil` if there is none.
  init?(_ node: RegexNode) {
    guard read(node), isGreedy else { return nil }
  }

  /// Adds what comes next; false where it is not one run after the other.
  private mutating func read(_ node: RegexNode) -> Bool {
    guard runs.count <= Self.limit else { return false }
    switch node {
    case .empty: return true
    case .set(let set): return read(set, 1, 1, isPossessive: false)
    case .literal(let text):
      return text.utf8.allSatisfy { read(ASCIISet($0), 1, 1, isPossessive: false) }
    case .sequence(let items): return items.allSatisfy { read($0) }
    case .group(let body), .capture(_, let body): return read(body)
    // With one length alone there is nothing to give back.
    case .atomic(let body): return body.fixedLength != nil && read(body)
    case .repetition(let body, let quantifier): return read(body, quantifier)
    case .alternation, .look, .assertion, .backreference: return false
    }
  }

  private mutating func read(_ body: RegexNode, _ quantifier: RegexQuantifier) -> Bool {
    let isPossessive = quantifier.mode == .possessive
    if case .set(let set) = body.core {
      return read(
        set,
        quantifier.minimum,
        quantifier.maximum,
        isPossessive: isPossessive && !quantifier.isExact
      )
    }
    guard quantifier.isExact, !isPossessive || body.fixedLength != nil else { return false }
    return (0..<quantifier.minimum).allSatisfy { _ in read(body) }
  }

  private mutating func read(
    _ set: ASCIISet,
    _ least: Int,
    _ most: Int?,
    isPossessive: Bool
  ) -> Bool {
    guard !set.contains(UInt8(ascii: "/")) else { return false }
    append(Run(set: set, least: least, most: most, isPossessive: isPossessive))
    return true
  }
}
