@testable import PatternTestSupport
import RoutePatterns
import TestSupport
import Testing

@Suite struct `Properties of matches` {
  @Test(.busy) func `any target matches, does not, or hits a limit`() throws {
    let count = PropertyRun.cases(default: 50_000)
    var generator = PatternGenerator(PropertyRun.generator(for: "matches", cases: count))
    var patterns: [RoutePattern] = []
    while patterns.count < 800 {
      guard let pattern = try? RoutePattern(parsing: generator.pattern()) else { continue }
      patterns.append(pattern)
    }
    var matched = 0
    for index in 0..<count {
      let pattern = patterns[index % patterns.count]
      let text = generator.target()
      guard let target = try? RouteTarget(text) else { continue }
      do {
        guard let match = try pattern.match(target) else { continue }
        matched += 1
        for (place, name) in pattern.parameterNames.enumerated() {
          guard let range = match.range(at: place) else { continue }
          let isWithin = range.lowerBound >= 0 && range.upperBound <= text.utf8.count * 3 + 2
          if isWithin, match.value(of: name) != nil { continue }
          Issue.record("\(pattern) on \(target): \(name)")
        }
      } catch {
        if error.code != .stepLimit { Issue.record(error) }
      }
    }
    #expect(matched >= PropertyRun.least(oneIn: 100, of: count))
  }

  @Test(.busy) func `a target and its twin with a slash are one`() throws {
    let count = PropertyRun.cases(default: 12_000)
    var generator = PatternGenerator(PropertyRun.generator(for: "target twins", cases: count))
    var patterns: [RoutePattern] = []
    while patterns.count < 400 {
      guard let pattern = try? RoutePattern(parsing: generator.pattern()) else { continue }
      patterns.append(pattern)
    }
    for index in 0..<count {
      let text = generator.target()
      guard let target = try? RouteTarget(text), let twin = try? RouteTarget(text + "/") else {
        continue
      }
      let pattern = patterns[index % patterns.count]
      // One that runs into its limit does so with both.
      let one = Result { () throws(MatchError) in try pattern.match(target)?.parameters }
      let other = Result { () throws(MatchError) in try pattern.match(twin)?.parameters }
      if target != twin || one != other { Issue.record("\(pattern) on \(target) and \(twin)") }
    }
  }

  @Test(.busy, arguments: [RouteTarget.SlashPolicy.lenient, .strict])
  func `a match is what a naive matcher finds`(_ slashes: RouteTarget.SlashPolicy) throws {
    let count = PropertyRun.cases(default: 12_000)
    var random = PropertyRun.generator(for: "naive \(slashes)", cases: count)
    var matched = 0
    for _ in 0..<(count / 12) {
      let naive = NaivePattern.random(&random)
      let pattern = try RoutePattern(parsing: naive.text, options: .init(slashes: slashes))
      for _ in 0..<12 {
        let path = naive.randomPath(&random, slashes: slashes)
        guard let target = try? RouteTarget(path, options: .init(slashes: slashes)) else {
          continue
        }
        guard let expected = naive.matches(String(target.path), slashes: slashes) else { continue }
        let found = try pattern.match(target).map { match in
          pattern.parameterNames.map { match.value(of: $0)?.raw ?? "" }
        }
        if found != nil { matched += 1 }
        if found.map({ !expected.contains($0) }) ?? !expected.isEmpty {
          let what = "\(naive.text) (\(pattern.regex)) on \(target)"
          Issue.record("\(what): \(String(describing: found)), not \(expected)")
        }
      }
    }
    print("naive \(slashes): \(matched) matched")
    #expect(matched >= PropertyRun.least(oneIn: 10, of: count))
  }
}
