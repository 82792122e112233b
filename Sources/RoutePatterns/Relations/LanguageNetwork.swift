/// The targets that some patterns match, as a network of steps, of which several can be under way
/// at once.
///
/// If an expression is not understood in full, the network matches more than the expression, or
/// less, as its bound says.
struct LanguageNetwork {
  /// The side from which the truth is approached.
  enum Bound {
    /// All that is matched, and perhaps more.
    case upper
    /// All of it is matched, and perhaps more is.
    case lower
  }

  enum Step {
    /// Reads a byte.
    case byte(ASCIISet, Int)
    /// Goes on in several places.
    case fork([Int])
    /// Goes on outside escapes.
    case boundary(Int)
    /// Goes on before a byte out of a set, or perhaps before the end.
    case next(ASCIISet, orEnd: Bool, Int)
    /// Goes on at the end.
    case end(Int)
    /// Waits for the beginning of the path.
    case path(Int)
    case accept
  }

  /// The most steps that a network can have.
  static let limit = 8_000

  private(set) var steps: [Step] = [.accept]
  /// The steps at which it begins.
  private(set) var starts: [Int] = []
  /// Whether it matches exactly what the patterns match.
  private(set) var isExact = true
  private var bound: Bound
  private var isFull = false
  /// The number of steps at which it is full.
  private var end = LanguageNetwork.limit

  init(_ bound: Bound) { self.bound = bound }

  /// Adds the texts that an expression matches, of the whole target or of its path alone; an
  /// expression that could not be read may match anything.
  mutating func add(_ node: LanguageNode?, ofWholeTarget: Bool) {
    let saved = steps.count
    var start = node.flatMap { write($0, then: 0) }
    if node == nil || isFull {
      // An expression that is too large, or not understood, may match anything.
      steps.removeLast(steps.count - saved)
      isFull = false
      start = anything()
    }
    guard let start else { return }
    starts.append(ofWholeTarget ? start : append(.path(start)))
  }

  private mutating func anything(then goal: Int = 0) -> Int? {
    isExact = false
    guard bound == .upper else { return nil }
    let loop = append(.fork([goal]))
    steps[loop] = .fork([append(.byte(.all, loop)), goal])
    return loop
  }

  // MARK: - Patterns apart

  /// The piece of a network that is of one pattern.
  struct Part {
    /// The step at which it begins; `nil` where it matches nothing.
    var start: Int?
    /// The step that accepts for it alone.
    let goal: Int
    /// Whether it matches exactly what the pattern matches.
    var isExact = true
  }

  /// Adds the texts that an expression matches, with an acceptance of its own, to be begun by
  /// `begin(at:ofPaths:)`; it may have as many steps as a whole network.
  mutating func addApart(_ node: LanguageNode?, _ bound: Bound) -> Part {
    var part = Part(goal: append(.accept))
    let saved = steps.count
    self.bound = bound
    (isExact, end) = (true, saved + Self.limit)
    part.start = node.flatMap { write($0, then: part.goal) }
    if node == nil || isFull {
      steps.removeLast(steps.count - saved)
      isFull = false
      part.start = anything(then: part.goal)
    }
    part.isExact = isExact
    return part
  }

  /// Begins patterns that were added apart: those of whole targets, and those of paths.
  mutating func begin(at whole: [Int], ofPaths paths: [Int]) {
    starts = whole
    if !paths.isEmpty { starts.append(append(.path(append(.fork(paths))))) }
  }

  // MARK: - Steps

  private mutating func append(_ step: Step) -> Int {
    steps.append(step)
    return steps.count - 1
  }

  /// Writes a node that goes on at some step, and returns its beginning, or `nil` when it matches
  /// nothing.
  private mutating func write(_ node: LanguageNode, then next: Int) -> Int? {
    guard steps.count < end, !isFull else {
      isFull = true
      return nil
    }
    switch node {
    case .empty: return next
    case .set(let set): return set.isEmpty ? nil : append(.byte(set, next))
    case .boundary: return append(.boundary(next))
    case .end: return append(.end(next))
    case .next(let set, let orEnd): return append(.next(set, orEnd: orEnd, next))
    case .sequence(let items):
      var start = next
      for item in items.reversed() {
        guard let before = write(item, then: start) else { return nil }
        start = before
      }
      return start
    case .alternation(let branches):
      let starts = branches.compactMap { write($0, then: next) }
      return starts.count > 1 ? append(.fork(starts)) : starts.first
    case .repetition(let body, let minimum, let maximum):
      guard fits(node) else { return write(.atMost(Self.loosened(body)), then: next) }
      return write(body, minimum, maximum, exit: next, then: next)
    case .run(let set, let minimum, let maximum):
      guard fits(node) else { return write(.atMost(Self.loosened(.set(set))), then: next) }
      // A run that stops before it is full stops in front of another byte than its own.
      let exit = append(.next(set.complement, orEnd: true, next))
      return write(.set(set), minimum, maximum, exit: exit, then: next)
    case .atMost(let body):
      isExact = false
      return bound == .upper ? write(body, then: next) : nil
    }
  }

  /// Writes a repeated body, which goes on at a step when it has reached its maximum, and at its
  /// exit before.
  private mutating func write(
    _ body: LanguageNode,
    _ minimum: Int,
    _ maximum: Int?,
    exit: Int,
    then next: Int
  ) -> Int? {
    var start: Int?
    if let maximum {
      start = next
      for _ in minimum..<maximum {
        let round = start.flatMap { write(body, then: $0) }
        start = round.map { append(.fork([$0, exit])) } ?? exit
      }
    } else {
      let loop = append(.fork([exit]))
      if let round = write(body, then: loop) { steps[loop] = .fork([round, exit]) }
      start = loop
    }
    for _ in 0..<minimum { start = start.flatMap { write(body, then: $0) } }
    return start
  }

  private func fits(_ node: LanguageNode) -> Bool { steps.count + node.size <= end }

  /// Returns a node that matches at least the same as a repeat that is too large to be written out.
  private static func loosened(_ body: LanguageNode) -> LanguageNode {
    .repetition(body, minimum: 0, maximum: nil)
  }
}
