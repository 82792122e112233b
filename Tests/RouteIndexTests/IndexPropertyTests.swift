import RoutePatterns
import TestSupport
import Testing

@testable import RouteIndex

@Suite struct `Properties of an index that changes` {
  @Test(.busy) func `it finds what a scan finds, in its order, in the version that is looked at`()
    throws
  {
    let count = PropertyRun.cases(default: 40_000)
    var cases = IndexCases(PropertyRun.generator(for: "live index", cases: count))
    // All patterns of an index are made for the same policies.
    let patterns = IndexYard.Policies.groups(of: cases.patterns(min(3000, 80 + count / 10)))
    let texts = cases.targets(min(4000, 20 + count / 10))
    let targets = [
      RouteTarget.SlashPolicy.lenient: targets(texts, .lenient), .strict: targets(texts, .strict),
    ]
    var (found, failed, firsts, ended) = (0, 0, 0, 0)
    for _ in 0..<max(1, count / 300) {
      var (policies, patterns) = cases.random.pick(patterns)
      // Where no expression has to be asked, a map can end a search.
      let plain = patterns.filter { !$0.text.contains { "(){}*?+".contains($0) } }
      if !plain.isEmpty, cases.random.below(2) == 0 { patterns = plain }
      let order = cases.random.pick([IndexOrder.latestFirst, .mostSpecificFirst])
      var yard = IndexYard(order, policies)
      for _ in 0..<30 {
        let targets = targets[policies.slashes] ?? []
        let before = yard
        let target = cases.random.pick(targets)
        let seen = yard.scan(target)
        var look = yard.index.reader.look(at: target, lanes: .maps, tags: nil)
        for _ in 0..<(cases.random.below(20) == 0 ? 12 : 1) {
          yard.change(
            adding: (0..<cases.random.below(4)).map { _ in cases.random.pick(patterns) },
            removing: cases.random.below(4),
            &cases.random
          )
          if cases.random.below(2) == 0 { yard.index.collect().payloads.release() }
        }
        // What changed meanwhile is not seen.
        look.searchAgain(target, lanes: .all, tags: nil)
        try #require(yard.search(look, target, among: before.routes) == seen)
        _ = consume look
        for _ in 0..<10 {
          let target = cases.random.pick(targets)
          let expected = yard.scan(target)
          let result = yard.search(target)
          try #require(expected == result, "\(target) among \(yard.routes)")
          for tag in [nil, 0, 1] as [Int?] {
            guard let first = yard.first(target, tag: tag) else { continue }
            let expected = expected.first { yard.isEnd($0.order, tag: tag) }
            try #require(first == expected, "\(target) with \(tag as Any) among \(yard.routes)")
            firsts += first == nil ? 0 : 1
          }
          for tags in [nil, 1, 2, 3] as [UInt64?] {
            let (all, found, isEnded) = yard.searchToMap(target, tags: tags)
            let end = all.firstIndex { yard.isEnd($0.order, tag: nil) }
            let expected = isEnded ? end.map { Array(all[...$0]) } : all
            try #require(found == expected, "\(target) to a map of \(yard.routes)")
            ended += isEnded ? 1 : 0
          }
          found += result.count
          failed += result.count { $0.parameters == nil }
        }
      }
    }
    print("live index: \(found) found, \(failed) failed, \(firsts) first, \(ended) ended")
    #expect(found >= PropertyRun.least(oneIn: 10, of: count))
    #expect(firsts >= PropertyRun.least(oneIn: 10, of: count))
    // Those of one set of routes end alike: from one in 40 to one in 120 have been seen.
    #expect(ended >= PropertyRun.least(oneIn: 400, of: count))
    #expect(failed <= PropertyRun.most(oneIn: 100, of: count))
  }

  @Test func `a draw goes by its seed, whatever hashes are`() {
    var cases = IndexCases(SeededGenerator(seed: 7))
    let patterns = cases.patterns(200)
    let groups = IndexYard.Policies.groups(of: patterns)
    #expect(groups.count == 4 && groups.reduce(0) { $0 + $1.patterns.count } == 200)
    let first = groups.map { group in patterns.firstIndex(of: group.patterns[0]) ?? -1 }
    #expect(first == first.sorted())
  }

  private func targets(_ texts: [String], _ slashes: RouteTarget.SlashPolicy) -> [RouteTarget] {
    texts.compactMap { try? RouteTarget($0, options: .init(slashes: slashes)) }
  }
}
