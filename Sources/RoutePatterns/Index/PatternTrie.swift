/// The positions of patterns by what they ask of a path's segments, one after another.
///
/// Letters are folded, so that patterns which ignore their case and those which do not stand
/// together.
struct PatternTrie: Sendable {
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var any: Int?
    /// The positions of what may end here, and of what may go on in any way; both ascend.
    var ends: [Int] = []
    var open: [Int] = []
  }

  private var nodes = [Node()]

  /// Adds a pattern, whose position is beyond those of all others.
  mutating func insert(_ outline: PatternOutline, at position: Int) {
    var path = [0]
    for segment in outline.segments { path.append(child(of: path[path.count - 1], segment)) }
    let depth = outline.segments.count
    if outline.isOpen {
      nodes[path[depth]].open.append(position)
    } else {
      nodes[path[depth]].ends.append(position)
    }
    if outline.canLackLast { nodes[path[depth - 1]].ends.append(position) }
  }

  private mutating func child(of node: Int, _ segment: PatternOutline.Segment) -> Int {
    let new = nodes.count
    switch segment {
    case .value, .form, .unclear:
      if let known = nodes[node].any { return known }
      nodes[node].any = new
    case .literal(let text):
      let key = String(decoding: text, as: UTF8.self).lowercased()
      if let known = nodes[node].literals[key] { return known }
      nodes[node].literals[key] = new
    }
    nodes.append(Node())
    return new
  }

  /// The positions of all patterns that may match a path, in ascending order.
  ///
  /// - Complexity: linear in the length of the path as far as patterns reach, times the number of
  ///   ways to read its segments as literal text and as values that patterns have.
  func positions(for path: Substring) -> PositionMerge {
    var merge = PositionMerge()
    var reached = [0]
    var rest = path.utf8.dropFirst()
    while true {
      for node in reached { merge.add(nodes[node].open) }
      let end = rest.firstIndex(of: UInt8(ascii: "/"))
      reached = children(of: reached, Substring(rest[..<(end ?? rest.endIndex)]))
      guard let end, !reached.isEmpty else { break }
      rest = rest[rest.index(after: end)...]
    }
    for node in reached {
      merge.add(nodes[node].open)
      merge.add(nodes[node].ends)
    }
    return merge
  }

  private func children(of reached: [Int], _ segment: Substring) -> [Int] {
    // Canonical paths and literals are ASCII.
    let key = segment.lowercased()
    var next: [Int] = []
    for node in reached {
      if let child = nodes[node].literals[key] { next.append(child) }
      if let child = nodes[node].any { next.append(child) }
    }
    return next
  }
}

/// The numbers of several ascending lists, in ascending order.
struct PositionMerge: Sequence, IteratorProtocol {
  private var lists: [ArraySlice<Int>] = []

  /// Adds a list.
  mutating func add(_ list: [Int]) {
    if !list.isEmpty { lists.append(list[...]) }
  }

  /// The least of the numbers that are left.
  mutating func next() -> Int? {
    var least: (list: Int, number: Int)?
    for index in lists.indices {
      guard let number = lists[index].first else { continue }
      if least.map({ number < $0.number }) ?? true { least = (index, number) }
    }
    guard let least else { return nil }
    _ = lists[least.list].popFirst()
    return least.number
  }
}
