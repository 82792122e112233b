import RoutePatterns

/// What each of some patterns says of each of some targets, asked when it is first looked at.
struct MatchTable {
  /// What a pattern says of a target.
  enum Verdict: UInt8 {
    case unknown, matches, fails
    /// There are far too few steps to know.
    case limited
    /// There may be steps enough or not: how many it takes depends on whether it is the first match.
    case unclear
  }

  let patterns: [BatchPattern]
  let targets: [RouteTarget]
  private let steps: Int
  /// The same patterns without machine code, whose matches are counted from their first step on.
  private let counted: [RoutePattern]
  private var verdicts: [Verdict]
  private var spent: [Int32]
  /// Where the matches stand among those that there are.
  private var places: [Int32]
  private var matches: [RouteMatch] = []
  private var parameters: [Parameters?] = []

  init(_ patterns: [BatchPattern], _ targets: [RouteTarget], steps: Int) {
    self.patterns = patterns
    self.targets = targets
    self.steps = steps
    counted = patterns.map { one in
      var options = one.pattern.options
      options.usesJIT = false
      return (try? one.pattern.with(options)) ?? one.pattern
    }
    let count = patterns.count * targets.count
    verdicts = Array(repeating: .unknown, count: count)
    spent = Array(repeating: 0, count: count)
    places = Array(repeating: -1, count: count)
  }

  /// What a pattern says of a target by itself.
  mutating func verdict(_ pattern: Int, _ target: Int) -> Verdict {
    let index = pattern * targets.count + target
    let known = verdicts[index]
    return known == .unknown ? ask(pattern, target, index) : known
  }

  @inline(never)
  private mutating func ask(_ pattern: Int, _ target: Int, _ index: Int) -> Verdict {
    var budget = MatchBudget(steps: steps * 8)
    do throws(MatchError) {
      let match = try patterns[pattern].pattern.match(targets[target], budget: &budget)
      // A dispatch counts a match at once if others before it were not counted.
      let taken = countedSteps(pattern, target)
      spent[index] = Int32(taken)
      verdicts[index] = taken > steps / 8 ? .unclear : match == nil ? .fails : .matches
      if let match {
        places[index] = Int32(matches.count)
        matches.append(match)
        parameters.append(nil)
      }
    } catch {
      verdicts[index] = .limited
    }
    return verdicts[index]
  }

  /// The most steps that a match is charged with, as far as they matter.
  private func countedSteps(_ pattern: Int, _ target: Int) -> Int {
    var budget = MatchBudget(steps: steps * 8)
    _ = try? counted[pattern].match(targets[target], budget: &budget)
    return steps * 8 - budget.remaining
  }

  /// Whether an easier pattern, that matches no less, matches; yes where there is none.
  func mayMatch(_ pattern: Int, _ target: Int) -> Bool {
    guard let easier = patterns[pattern].easier else { return true }
    return (try? easier.match(targets[target])) ?? nil != nil
  }

  /// How many steps it took to know.
  func steps(_ pattern: Int, _ target: Int) -> Int { Int(spent[pattern * targets.count + target]) }

  /// Where the values stand, of a pattern that matches.
  func match(_ pattern: Int, _ target: Int) -> RouteMatch {
    matches[Int(places[pattern * targets.count + target])]
  }

  /// The values, of a pattern that matches.
  mutating func values(_ pattern: Int, _ target: Int) -> Parameters {
    let place = Int(places[pattern * targets.count + target])
    if let known = parameters[place] { return known }
    var values = matches[place].parameters
    // Once for all, and not each time they are compared.
    if let name = values.path.names.first {
      values.path.setValue(values.path.value(of: name), of: name)
    }
    parameters[place] = values
    return values
  }
}

/// A pattern of a batch.
struct BatchPattern {
  let pattern: RoutePattern
  /// How many values it has.
  let valueCount: Int
  /// One that matches no less, and never hits a limit.
  let easier: RoutePattern?
  /// Its place in the order from the most specific on, the same for those that are alike.
  var rank = 0
}
