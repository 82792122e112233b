/// The paths from the root of a regex to its groups and back references, which decide the text that
/// a back reference can read.
struct RegexPaths {
  private enum Step: Equatable {
    case item(Int)
    case branch(Int)
    case inside
    case look(isNegative: Bool)
    case round(isLoop: Bool, isOptional: Bool, mayEndEmpty: Bool)
  }

  enum Reading {
    /// The group is never set when the reference is reached.
    case empty
    /// JavaScript and PCRE2 read the same.
    case group
    /// They may read different texts.
    case unclear
  }

  private var path: [Step] = []
  private var groups: [[Step]]
  private var references: [[Step]]

  init(groups: Int, references: Int) {
    self.groups = Array(repeating: [], count: groups)
    self.references = Array(repeating: [], count: references)
  }

  mutating func add(_ node: RegexNode) {
    switch node {
    case .empty, .set, .literal, .assertion: break
    case .backreference(let index): references[index] = path
    case .sequence(let items):
      for (index, item) in items.enumerated() { add(item, .item(index)) }
    case .alternation(let branches):
      for (index, branch) in branches.enumerated() { add(branch, .branch(index)) }
    case .group(let body), .atomic(let body): add(body)
    case .capture(let index, let body):
      groups[index] = path
      add(body, .inside)
    case .look(let look, let body):
      add(body, .look(isNegative: look.isNegative))
    case .repetition(let body, let quantifier):
      let isLoop = quantifier.isLoop
      add(
        body,
        .round(
          isLoop: isLoop,
          isOptional: quantifier.minimum == 0,
          mayEndEmpty: !quantifier.isExact && body.isNullable
        )
      )
    }
  }

  private mutating func add(_ node: RegexNode, _ step: Step) {
    path.append(step)
    add(node)
    path.removeLast()
  }

  func reading(of group: Int, by reference: Int) -> Reading {
    let target = groups[group]
    let source = references[reference]
    var fork = 0
    while fork < target.count && fork < source.count && target[fork] == source[fork] { fork += 1 }

    // A reference reads no text within its group, before it, or in another branch.
    guard fork < target.count, fork < source.count,
      case .item(let groupItem) = target[fork], case .item(let referenceItem) = source[fork],
      groupItem < referenceItem
    else { return .empty }

    let below = target[(fork + 1)...]
    if below.contains(.look(isNegative: true)) { return .empty }
    var isConditional = false
    var isSeen = false
    for step in below.reversed() {
      switch step {
      case .item, .inside: break
      case .look: isSeen = true
      case .branch: isConditional = true
      case .round(let isLoop, let isOptional, let mayEndEmpty):
        // JavaScript takes an empty round back; one that only looks may have captured a text.
        if mayEndEmpty && (isLoop || isSeen) || isLoop && isConditional { return .unclear }
        if isOptional { isConditional = true }
      }
    }
    guard isConditional else { return .group }
    // For PCRE2, the text that the last round has set may still stand there.
    for step in target[..<fork] {
      if case .round(isLoop: true, _, _) = step { return .unclear }
    }
    return .group
  }
}
