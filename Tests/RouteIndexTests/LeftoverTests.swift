import RoutePatterns
import Synchronization
import Testing

@testable import RouteIndex

/// What stays of routes that have gone.
@Suite struct `Ways to routes that have gone` {
  /// Adds routes and takes each out before the next.
  private func exchange(
    _ texts: [String],
    in sample: IndexSample,
    lane: IndexLane = .maps
  ) throws {
    for text in texts {
      let route = try sample.add(text, 1, lane: lane)
      sample.index.apply(adding: [], removing: [route])
      sample.index.collect().payloads.release()
    }
  }

  @Test func `as many forms as a node may have do not count when their routes have gone`() throws {
    let sample = IndexSample()
    let most = IndexWriter.formLimit
    try exchange((1...most + 76).map { "/u/:id([a-z]+[0-9]{1,\($0)})" }, in: sample)
    try sample.add("/u/:id(\\d+)", 7)
    let target = try RouteTarget("/u/12")
    let look = sample.index.reader.look(at: target, lanes: .maps, tags: nil)
    #expect(look.count == 1)
    #expect(look.decidedCaptures(0, of: target) != nil)
    sample.index.checkInvariants()
  }

  @Test func `a fallback that has gone is not looked for where there is no map`() throws {
    let sample = IndexSample()
    try sample.add("/books/:id", 7)
    try exchange(Array(repeating: "/a/b", count: 64), in: sample, lane: .fallbacks)
    try exchange(Array(repeating: "/other", count: 64), in: sample)
    let target = try RouteTarget("/none")
    #expect(!sample.index.reader.quick(target).isUndecided)
  }

  @Test(arguments: ["https://h.com/:y", "/*", "/:a*", "/a(b|.c)"])
  func `one that kept others from the quick way does so no longer`(_ text: String) throws {
    let sample = IndexSample(.latestFirst)
    try sample.add("/books/:id", 7)
    let target = try RouteTarget("/books/1")
    try exchange(Array(repeating: text, count: 64), in: sample)
    try exchange(Array(repeating: "/other", count: 64), in: sample)
    #expect(!sample.index.reader.quick(target).isUndecided)
    sample.index.checkInvariants()
  }
}

@Suite struct `Numbers of nodes` {
  /// Routes of which each has its own number at some of its segments, as resources of many tenants do.
  static let numbered = [
    "/thing#/part", "/thing#/:a/part", "/thing#/:a/:b/part", "/thing#/a/b/c/part",
    "/a/long-one-with-number-#/:b/c", "/thing#/:a(\\d+)/part/:b", "/user#/:id/item#",
    "/team-#/:id/team-#", "/customer-#/customer-#", "/shop-#/orders/shop-#", "/#/#/#/#",
  ]

  @Test(arguments: numbered)
  func `what is below texts that differ at their ends does not stand in one place`(
    _ text: String
  ) throws {
    let sample = IndexSample()
    for number in 1_000..<2_000 {
      try sample.add(text.replacing("#", with: "\(number)"), 1)
    }
    let root = unsafe sample.index.reader.root
    var (steps, count) = (0, 0)
    for slot in unsafe 0..<TrieRoot.room(root.pointee.size) {
      let node = unsafe root.pointee.table + slot
      guard unsafe node.pointee.key.load(ordering: .relaxed) != 0 else { continue }
      count += 1
      steps += unsafe node - root.pointee.slot(node.pointee.number)
    }
    #expect(count >= 2_000)
    // One of two slots is taken: half a step for each would be even.
    #expect(steps < 8 * count, "\(steps) steps to \(count) nodes")
  }

  /// Of many processes, each with factors of its own, nearly all are even.
  @Test(arguments: numbered)
  func `places are even for nearly all factors`(_ text: String) {
    let segments = text.split(separator: "/")
    let uneven = (0..<50).count { _ in
      let factors = TrieFactors()
      var numbers: Set<UInt64> = []
      for place in 1_000..<1_300 {
        var number: UInt64 = 1
        for segment in segments {
          if segment.hasPrefix(":") {
            number = TrieNumber.value(number)
            continue
          }
          let bytes = Array(segment.replacing("#", with: "\(place)").utf8)
          let (first, last) = TrieNumber.words(bytes[...])
          number =
            bytes.count > 16
            ? unsafe bytes.withUnsafeBytes { unsafe TrieNumber.longLiteral(number, $0, factors) }
            : TrieNumber.literal(number, first, last, bytes.count, factors)
          numbers.insert(number)
        }
      }
      return steps(numbers) > 3 * numbers.count
    }
    #expect(uneven <= 2)
  }

  /// How far all stand behind their places, in a table of which at most half is taken.
  private func steps(_ numbers: Set<UInt64>) -> Int {
    var size = 16
    while size < numbers.count * 2 { size *= 2 }
    var taken: Set<UInt64> = []
    var steps = 0
    for number in numbers {
      var slot = number >> UInt64(size.leadingZeroBitCount + 1)
      while !taken.insert(slot).inserted {
        slot += 1
        steps += 1
        guard steps <= 100 * numbers.count else { return steps }
      }
    }
    return steps
  }

  /// Texts of sixteen letters whose halves add up to one sum, eight by eight bits.
  @Test func `texts that add up to one sum have different numbers`() {
    var numbers: Set<UInt64> = []
    for choice in 0..<4_096 {
      var (first, last): (UInt64, UInt64) = (0, 0)
      for place in 0..<8 {
        let step = UInt64(choice >> (3 * (place % 4)) & 7) + 1
        last |= (0x60 + 2 * step) << UInt64(8 * place)
      }
      // What is added to one half is taken from the other, where the halves are turned and added.
      first = 0x7878_7878_7878_7878 &- (last &<< 23 | last &>> 41)
      numbers.insert(TrieNumber.literal(1, first, last, 16, .all))
    }
    #expect(numbers.count == 4_096)
  }

  @Test func `each form leads to a number of its own`() throws {
    var numbers: Set<UInt64> = []
    for count in 1...500 {
      let pattern = try RoutePattern(parsing: "/:id([a-z]+[0-9]{1,\(count)})")
      let reading = PatternReading(pattern, ignoresCase: false, isRanked: true)
      let form = try #require(reading.forms.first)
      numbers.insert(TrieNumber.form(1, form, .all))
    }
    #expect(numbers.count == 500)
  }
}
