/// The parts into which some patterns divide all targets: each is of the targets that the same of
/// the patterns match.
///
/// Whatever is decided by which patterns match is decided by looking at one target of each part.
/// Use it from one task at a time.
package final class PatternCells {
  /// A part, or a piece of one.
  package struct Cell {
    /// The patterns that surely match, by their places in the list, in its order.
    package let members: [Int]
    /// The patterns that may match.
    package let doubtful: [Int]
    fileprivate let place: Int
  }

  /// The pieces of the parts, those with short targets first; of one part there may be several.
  package private(set) var cells: [Cell] = []
  /// The patterns of which not all was looked at, as the work was spent.
  package private(set) var undecided: [Int] = []

  private let slashes: RouteTarget.SlashPolicy
  private let automaton: LanguageAutomaton
  private var goals: [Int: (pattern: Int, isSure: Bool)] = [:]
  /// The place before each, and the bytes that lead on from there.
  private var ways: [(parent: Int, bytes: ASCIISet)] = []
  /// The number of places from which all was looked at.
  private var searched = 0

  /// Divides the targets of a slash policy, which all of the patterns have.
  package init(
    _ patterns: [RoutePattern],
    slashes: RouteTarget.SlashPolicy,
    budget: RelationBudget
  ) {
    self.slashes = slashes
    var network = LanguageNetwork(.upper)
    var whole: [Int] = []
    var paths: [Int] = []
    /// The first step of each piece of the network, with its pattern.
    var beginnings: [(step: Int, pattern: Int)] = []
    for (place, pattern) in patterns.enumerated() {
      let source = PatternLanguage.Source(pattern)
      beginnings.append((network.steps.count, place))
      var parts = [network.addApart(source.node, .upper)]
      let isExact = parts[0].isExact && !source.hasChecks
      goals[parts[0].goal] = (place, isExact)
      // A value that a closure checks is never surely accepted.
      if !isExact, !source.hasChecks {
        parts.append(network.addApart(source.node, .lower))
        goals[parts[1].goal] = (place, true)
      }
      let starts = parts.compactMap(\.start)
      if source.seesScheme { whole += starts } else { paths += starts }
    }
    network.begin(at: whole, ofPaths: paths)
    automaton = LanguageAutomaton(
      network,
      slashes: slashes,
      limits: .init(states: 200_000 + 100 * patterns.count, work: .max),
      budget: budget
    )
    do {
      try search(pathsOnly: whole.isEmpty)
    } catch {
      leaveOut(beginnings, end: network.starts.isEmpty ? 0 : network.steps.count, patterns.count)
    }
  }

  /// The number of targets that can be had of a part.
  package static let variants = 8

  /// Returns a short target of a part: of the variants the first has the plainest bytes, and
  /// the others differ in where the first three bytes that may vary are the next ones.
  package func target(of cell: Cell, variant: Int = 0) -> RouteTarget? {
    var sets: [ASCIISet] = []
    var place = cell.place
    while ways[place].parent >= 0 {
      sets.append(ways[place].bytes)
      place = ways[place].parent
    }
    var choices = 0
    let bytes = sets.reversed().map { set in
      let plainest = set.plainest
      let others = set.subtracting(ASCIISet(plainest))
      guard !others.isEmpty else { return plainest }
      defer { choices += 1 }
      return variant >> (choices % 3) & 1 == 0 ? plainest : others.plainest
    }
    return RouteTarget(canonicalText: bytes, slashes)
  }

  private func search(pathsOnly: Bool) throws(LanguageAutomaton.TooLarge) {
    _ = try automaton.start(ofPaths: pathsOnly)
    ways.append((-1, ASCIISet()))
    var place = 0
    while place < ways.count {
      let accepting = automaton.goals(of: place)
      if !accepting.isEmpty { cells.append(cell(accepting, place)) }
      // Places are numbered as they are found, from edge to edge.
      for edge in try automaton.edges(of: place) where edge.target >= ways.count {
        ways.append((place, edge.set))
      }
      searched = place + 1
      place += 1
    }
  }

  private func cell(_ accepting: [Int], _ place: Int) -> Cell {
    var sure: Set<Int> = []
    var all: Set<Int> = []
    for goal in accepting {
      guard let (pattern, isSure) = goals[goal] else { continue }
      all.insert(pattern)
      if isSure { sure.insert(pattern) }
    }
    return Cell(
      members: sure.sorted(),
      doubtful: all.subtracting(sure).sorted(),
      place: place
    )
  }

  /// Notes the patterns that are under way at places from which not all was looked at.
  private func leaveOut(_ beginnings: [(step: Int, pattern: Int)], end: Int, _ count: Int) {
    var open: Set<Int> = []
    for place in searched..<max(searched, automaton.count) {
      for step in automaton.steps(of: place) {
        guard let first = beginnings.first, step >= first.step else { continue }
        var (low, high) = (0, beginnings.count)
        while low + 1 < high {
          let middle = (low + high) / 2
          if beginnings[middle].step <= step { low = middle } else { high = middle }
        }
        // The steps behind all patterns wait for the path, whichever pattern follows.
        if step >= end - 2, end > 0 { open.formUnion(0..<count) }
        open.insert(beginnings[low].pattern)
      }
    }
    if automaton.count == 0 { open.formUnion(0..<count) }
    undecided = open.sorted()
  }
}
