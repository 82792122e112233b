import RoutePatterns

/// All targets of a small alphabet, up to some lengths, under one slash policy, and behind them some that are drawn.
struct TargetSet: Sendable {
  let targets: [RouteTarget]
  /// The same as the trial reads them, but for those under hosts beyond the small alphabet.
  let tokens: [[Token]?]
  /// How many of them were not drawn.
  let enumerated: Int

  init(_ slashes: RouteTarget.SlashPolicy, drawn: [String]) {
    // Under the lenient policy many of these texts are one target.
    let empty = slashes == .strict ? [""] : []
    let few = ["a", "b", "1"]
    let some = few + ["ab", "c", "A"]
    let many = some + ["aa", "b1", "11", "%2F", "%C3%A9"]
    var texts = Self.words(["/", "a", "b", "1"], upTo: 5).map { "/" + $0 }
    texts += Self.paths(many + empty, upTo: 3)
    texts += Self.paths(few + ["c"], upTo: 4) + Self.paths(["a", "1"] + empty, upTo: 6)
    let short = Self.paths(some + empty, upTo: 2) + Self.paths(few, upTo: 3)
    for origin in Token.origins { texts += short.map { origin.text + $0 } }
    var known: Set<RouteTarget> = []
    let canonical = { (text: String) -> RouteTarget? in
      guard let target = try? RouteTarget(text, options: .init(slashes: slashes)) else {
        return nil
      }
      return known.insert(target).inserted ? target : nil
    }
    let all = texts.compactMap(canonical)
    enumerated = all.count
    targets = all + drawn.compactMap(canonical)
    tokens = targets.map { Token.read($0) }
  }

  private static func words(_ pieces: [String], upTo length: Int) -> [String] {
    var (all, longest) = ([""], [""])
    for _ in 0..<length {
      longest = longest.flatMap { word in pieces.map { word + $0 } }
      all += longest
    }
    return all
  }

  private static func paths(_ segments: [String], upTo length: Int) -> [String] {
    words(segments.map { "/" + $0 }, upTo: length)
  }
}

/// Which of the targets of a set a pattern matches, a bit for each.
struct MatchSet: Sendable {
  private(set) var words: [UInt64]

  private init(words: [UInt64]) { self.words = words }

  /// Nothing at all.
  init(of set: TargetSet) { words = Array(repeating: 0, count: (set.targets.count + 63) / 64) }

  init(_ pattern: RoutePattern, in set: TargetSet) throws {
    self.init(of: set)
    for (index, target) in set.targets.enumerated() where try pattern.match(target) != nil {
      words[index / 64] |= 1 << UInt64(index % 64)
    }
  }

  mutating func formUnion(_ other: MatchSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  func contains(_ index: Int) -> Bool { words[index / 64] >> UInt64(index % 64) & 1 == 1 }

  /// The place of the first target, if there is one.
  var first: Int? { first(outside: MatchSet(words: words.map { _ in 0 })) }

  /// The place of the first target that is in both, if there is one.
  func firstShared(with other: MatchSet) -> Int? {
    for index in words.indices {
      let common = words[index] & other.words[index]
      if common != 0 { return index * 64 + common.trailingZeroBitCount }
    }
    return nil
  }

  /// The place of the first target that is in this and not in another, if there is one.
  func first(outside other: MatchSet) -> Int? {
    for index in words.indices {
      let rest = words[index] & ~other.words[index]
      if rest != 0 { return index * 64 + rest.trailingZeroBitCount }
    }
    return nil
  }
}
