/// The parts into which patterns divide the targets, by the patterns that match each.
struct PatternParts {
  /// A part, with the pieces of it.
  struct Part {
    let members: [Int]
    let doubtful: [Int]
    var cells: [Int]
  }

  let patterns: [RoutePattern]
  let cells: PatternCells
  private(set) var all: [Part] = []
  /// For each pattern the parts that it matches, or may.
  private(set) var parts: [[Int]]
  /// For each pattern the first one that matches the same.
  private(set) var identity: [Int]

  init(_ patterns: [RoutePattern], slashes: RouteTarget.SlashPolicy, budget: RelationBudget) {
    let cells = PatternCells(patterns, slashes: slashes, budget: budget)
    var numbers: [[[Int]]: Int] = [:]
    var parts = [[Int]](repeating: [], count: patterns.count)
    var all: [Part] = []
    for (place, cell) in cells.cells.enumerated() {
      let key = [cell.members, cell.doubtful]
      if let known = numbers[key] {
        all[known].cells.append(place)
      } else {
        numbers[key] = all.count
        for pattern in cell.members + cell.doubtful { parts[pattern].append(all.count) }
        all.append(Part(members: cell.members, doubtful: cell.doubtful, cells: [place]))
      }
    }
    var first: [[Int]: Int] = [:]
    let undecided = Set(cells.undecided)
    let doubtful = Set(all.flatMap(\.doubtful))
    identity = patterns.indices.map { pattern in
      // What was not seen in full, or matches nothing, is like itself alone.
      if undecided.contains(pattern) || doubtful.contains(pattern) || parts[pattern].isEmpty {
        return pattern
      }
      if let known = first[parts[pattern]] { return known }
      first[parts[pattern]] = pattern
      return pattern
    }
    self.patterns = patterns
    self.cells = cells
    self.all = all
    self.parts = parts
  }
}
