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
    try exchange((1...LiveIndex.formLimit + 76).map { "/u/:id([a-z]+[0-9]{1,\($0)})" }, in: sample)
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
  /// Texts that differ in their last bytes alone have numbers that differ in their high bits alone.
  @Test(arguments: [
    "/thing#/part", "/thing#/:a/part", "/thing#/:a/:b/part", "/thing#/a/b/c/part",
    "/a/long-one-with-number-#/:b/c", "/thing#/:a(\\d+)/part/:b",
  ])
  func `what is below texts that differ at their ends does not stand in one place`(
    _ text: String
  ) throws {
    let sample = IndexSample()
    for number in 1_000..<2_000 {
      let parts = text.split(separator: "#")
      try sample.add("\(parts[0])\(number)\(parts[1])", 1)
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
