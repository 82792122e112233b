import Dispatch
import Foundation
import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct `Limits of patterns and matches` {
  private func code(
    _ text: String,
    _ change: (inout PatternLimits) -> Void
  ) -> PatternError.Code? {
    var limits = PatternLimits()
    change(&limits)
    do {
      _ = try RoutePattern(parsing: text, options: .init(limits: limits))
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `the length of a pattern is limited`() {
    let text = "/" + String(repeating: "a", count: 4_095)
    #expect(code(text, { _ in }) == nil)
    #expect(code(text + "a", { _ in }) == .tooLong(limit: 4_096))
    #expect(code("/ab", { $0.patternLength = 3 }) == nil)
    #expect(code("/abc", { $0.patternLength = 3 }) == .tooLong(limit: 3))
  }

  @Test(arguments: [
    (PatternComponent.Options.Kind.pathname, "/", "日", 9), (.search, "q=", " ", 3),
    (.hash, "", "é", 6), (.pathname, "/", "a", 1),
  ])
  func `the normalised text of a component is limited as well`(
    _ kind: PatternComponent.Options.Kind,
    _ start: String,
    _ letter: String,
    _ width: Int
  ) throws {
    let count = (4_096 - start.utf8.count) / width
    func component(_ count: Int) throws -> PatternComponent {
      let text = start + String(repeating: letter, count: count)
      return try PatternComponent(parsing: text, options: .init(kind: kind))
    }
    let longest = try component(count)
    let again = try PatternComponent(parsing: longest.text, options: .init(kind: kind))
    #expect(again == longest)
    let error = try #require(throws: PatternError.self) { try component(count + 1) }
    #expect(error.code == .tooLong(limit: 4_096))
    #expect(error.offset <= error.text.utf8.count)
  }

  @Test func `the nesting of an expression is limited`() {
    func text(_ depth: Int) -> String {
      "/:x(a" + String(repeating: "(?:a", count: depth) + String(repeating: ")", count: depth) + ")"
    }
    #expect(code(text(32), { _ in }) == nil)
    #expect(code(text(33), { _ in }) == .tooDeep(limit: 32))
    #expect(code(text(2), { $0.nesting = 2 }) == nil)
    #expect(code(text(3), { $0.nesting = 2 }) == .tooDeep(limit: 2))
    #expect(code(text(64), { $0.nesting = .max }) == nil)
    #expect(code(text(65), { $0.nesting = .max }) == .tooDeep(limit: 64))
    #expect(code("/:x(a)", { $0.nesting = -1 }) == nil)
    #expect(code("/:x((?:a))", { $0.nesting = .min }) == .tooDeep(limit: 0))
  }

  @Test func `optional groups are limited`() {
    func text(_ count: Int) -> String {
      "/" + (0..<count).map { "{a\($0)}?" }.joined()
    }
    #expect(code(text(16), { _ in }) == nil)
    #expect(code(text(17), { _ in }) == .tooManyGroups(limit: 16))
    #expect(code("/:a?/:b?", { $0.optionalGroups = 2 }) == nil)
    #expect(code("/:a?/:b?/:c*", { $0.optionalGroups = 2 }) == .tooManyGroups(limit: 2))
    #expect(
      code("https://{a.}?b.c/{d}?", { $0.optionalGroups = 1 }) == .tooManyGroups(limit: 1)
    )
  }

  @Test func `the compiled size is limited`() {
    #expect(code("/:x((?:(?:ab){1,50}c){1,3})", { _ in }) == nil)
    #expect(code("/:x((?:(?:ab){1,1000}c){1,3})", { _ in }) == .tooLarge(limit: 32_768))
    #expect(code("/:x((?:a{1,65535}){1,65535})", { _ in }) == .tooLarge(limit: 32_768))
    #expect(code("/abcdefgh", { $0.compiledSize = 10 }) == .tooLarge(limit: 10))
    #expect(code("/abcdefgh", { $0.compiledSize = 1_000 }) == nil)
    // What PCRE2 itself cannot take is refused whatever the limit is, however plain it is.
    let long = "/" + String(repeating: "abcdefg", count: 10_000) + "/:x"
    let unlimited = code(long) { limits in
      limits.patternLength = .max
      limits.compiledSize = .max
    }
    #expect(unlimited == .tooLarge(limit: .max))
    #expect(code(long, { $0.patternLength = .max }) == .tooLarge(limit: 32_768))
  }

  /// Patterns without any expression that take millions of steps on these, and more.
  private static let hostile: [(String, String)] = [
    ("/*/a/*/b/*/c", "/" + String(repeating: "/a/b", count: 2_000) + "/cd"),
    ("/:a-:b-:c-{:d}x", "/" + String(repeating: "a-", count: 4_090) + "xy"),
    ("/*a*b*c*d*e", "/" + "e" + String(repeating: "abcd", count: 2_000)),
    ("/{:a-}+x", "/" + String(repeating: "a-", count: 4_000) + "xy"),
    ("/:a(.*):b(.*):c(.*)x", "/" + String(repeating: "a", count: 8_000) + "xy"),
  ]

  @Test(arguments: [true, false])
  func `hostile targets are decided or refused at once`(_ usesJIT: Bool) throws {
    // Sanitizers take several times as long.
    let bound: Duration = PropertyRun.isSlow ? .seconds(2) : .milliseconds(250)
    var refused = 0
    for (text, path) in Self.hostile {
      let pattern = try RoutePattern(parsing: text, options: .init(usesJIT: usesJIT))
      let target = try RouteTarget(path)
      var isRefused = false
      // What comes between counts in one measurement; what is slow by itself is slow in each.
      var time = Duration.seconds(3_600)
      for _ in 0..<3 {
        let start = threadTime()
        do throws(MatchError) {
          _ = try pattern.match(target)
        } catch {
          isRefused = true
          #expect(error.code == .stepLimit)
        }
        time = min(time, threadTime() - start)
      }
      if isRefused { refused += 1 }
      print("\(text), \(usesJIT ? "machine code" : "interpreted"): \(time)")
      #expect(time < bound)
    }
    #expect(refused > 1)
  }

  @Test func `a shared budget runs dry, and cheap matches still work`() throws {
    let costly: RoutePattern = "/:a-:b-:c-{:d}x"
    let hostile = try RouteTarget("/" + String(repeating: "a-", count: 4_090) + "xy")
    let cheap: RoutePattern = "/books/:id"
    let book = try RouteTarget("/books/1")
    var budget = MatchBudget(steps: 40_000)
    var last = budget.remaining
    for _ in 0..<10 {
      #expect(throws: MatchError.self) { try costly.match(hostile, budget: &budget) }
      #expect(budget.remaining < last || last == 0)
      last = budget.remaining
      #expect(try cheap.match(book, budget: &budget)?["id"] == "1")
    }
    #expect(budget.remaining == 0)
    let before = MatchBudget(steps: 5)
    var untouched = before
    #expect(try cheap.match(book, budget: &untouched) != nil)
    #expect(untouched == before)
    #expect(MatchBudget(steps: -3).remaining == 0)
  }

  @Test func `the steps of a match are a limit of the pattern`() throws {
    // Takes some thousands of steps.
    let target = try RouteTarget("/" + String(repeating: "a", count: 2_000) + "b")
    var options = RoutePattern.Options()
    options.usesJIT = false
    let text = "/:x((?:a|[ab])+)b"
    #expect(try RoutePattern(parsing: text, options: options).match(target) != nil)
    options.limits.matchSteps = 0
    let pattern = try RoutePattern(parsing: text, options: options)
    let error = try #require(throws: MatchError.self) { try pattern.match(target) }
    #expect(error.code == .stepLimit)
    #expect(error.subject == target.description)
    #expect(
      error.description == """
        The pattern /:x((?:a|[ab])+)b was not matched to the end: it takes more steps than the limit \
        allows. Make its parts unambiguous, for example with a possessive repeat such as [a-z]++, or \
        raise the limit of steps (matchSteps).
        /\(String(repeating: "a", count: 71))…
        """
    )
  }

  @Test func `a raised limit of steps is the one that holds`() throws {
    let target = try RouteTarget("/" + String(repeating: "=", count: 900) + ";x")
    let text = "/*=*;:t([a-w])"
    func code(_ steps: Int) throws -> MatchError.Code? {
      let options = RoutePattern.Options(limits: .init(matchSteps: steps))
      do {
        #expect(try RoutePattern(parsing: text, options: options).match(target) == nil)
        return nil
      } catch let error as MatchError {
        return error.code
      }
    }
    #expect(try code(100_000) == .stepLimit)
    #expect(try code(10_000_000) == nil)
    #expect(try code(.max) == nil)
    #expect(try code(0) == .stepLimit)
    #expect(try code(.min) == .stepLimit)
  }

  @Test func `steps are counted as far as they go`() {
    #expect(MatchBudget(steps: .max).looks == .max)
    #expect(MatchBudget(steps: 100_000).looks == 200_000)
    var budget = MatchBudget(steps: 6)
    let isEnough = [96, 95].map { budget.spend(bytes: $0) }
    #expect(isEnough == [false, true])
    #expect(budget.remaining == 0)
    budget.spend(looks: 100)
    #expect(budget.remaining == 0)
  }

  @Test func `a match takes four steps at the least`() throws {
    let pattern: RoutePattern = "/:x(\\d+)"
    let target = try RouteTarget("/42")
    var budget = MatchBudget(steps: 2_000)
    for _ in 0..<3 { #expect(try pattern.match(target, budget: &budget) != nil) }
    #expect(budget.remaining == 1_988)

    var small = MatchBudget(steps: 4)
    #expect(try pattern.match(target, budget: &small) != nil)
    #expect(small.remaining == 0)
    #expect(throws: MatchError.self) { try pattern.match(target, budget: &small) }
  }

  /// What is counted where no pass over the subject is enough.
  struct CountRow: CustomTestStringConvertible, Sendable {
    let pattern: String
    let path: String
    /// The fewest and the most steps.
    let steps: ClosedRange<Int>
    /// The same where there is no machine code.
    let interpreted: ClosedRange<Int>

    init(
      _ pattern: String,
      _ path: String,
      _ steps: ClosedRange<Int>,
      interpreted: ClosedRange<Int>? = nil
    ) {
      (self.pattern, self.path, self.steps) = (pattern, path, steps)
      self.interpreted = interpreted ?? steps
    }

    var testDescription: String { "\(pattern) on \(path.utf8.count) bytes" }
  }

  private static func path(_ text: String, _ count: Int, _ end: String = "") -> String {
    "/" + String(repeating: text, count: count) + end
  }

  static let counts = [
    // One pass: by the bytes alone.
    CountRow("/:x(\\d+)", path("1", 10), 4...4),
    CountRow("/:x(\\d+)", path("1", 639), 24...24),
    CountRow("/:x(\\d+)/:y([a-z]{2})", path("1", 60, "/ab"), 6...6),
    // Each choice doubles what may be come to again.
    CountRow("/:x(a|b)", path("a", 1), 4...4),
    CountRow("/:x(a|b|c+)", path("c", 63), 12...12),
    // A few steps of machine code on a short subject are not counted.
    CountRow("/:x((?:a|b)+)", path("b", 40), 5...5, interpreted: 64...120),
    CountRow("/:x((?:[ab]-)+)", path("a-", 60), 7...7, interpreted: 84...260),
    // Elements that are looked at, two for a step.
    CountRow("/:x((?:a|b)+)", path("b", 400), 400...1_000),
    CountRow("/:x((?:[ab]-)+)", path("a-", 4_000), 4_000...16_000),
    // Runs that fail are counted by their bytes.
    CountRow("/:x((?:[^x]*+x|a)*)", path("a", 1_000), 30_000...40_000),
    // What leaves no sign of itself: rounds that are wanted at the least, and references.
    CountRow("/:x(a*a{900}[bc])", path("a", 1_200), 10_000...60_000),
    CountRow("/:x((?<g>a+)(?:\\k<g>b|\\k<g>c))", path("a", 1_000), 5_000...50_000),
    // The rounds that a group could do without, each time that it ends, and not with each round.
    CountRow("/:x((?:a|b){0,100}[xy])", path("b", 300), 2_650...2_880),
    CountRow("/:x((?:a|b){0,800}[xy])", path("b", 300, "x"), 660...720),
    CountRow("/:x((?:a|b){100}[xy])", path("b", 300), 450...520),
  ]

  @Test(arguments: counts, [true, false])
  func `a match is charged with what it takes`(_ row: CountRow, usesJIT: Bool) throws {
    let options = RoutePattern.Options(usesJIT: usesJIT)
    let pattern = try RoutePattern(parsing: row.pattern, options: options)
    var taken: [Int] = []
    for _ in 0..<3 {
      var budget = MatchBudget()
      _ = try pattern.match(RouteTarget(row.path), budget: &budget)
      taken.append(100_000 - budget.remaining)
    }
    #expect((usesJIT ? row.steps : row.interpreted).contains(taken[0]))
    // Whether it is the first match has nothing to do with it.
    #expect(taken.allSatisfy { $0 == taken[0] }, "\(taken)")
  }

  /// However many there are, the first steps of all together are not more than a part of the budget.
  @Test func `few matches of a dispatch are not counted`() throws {
    let pattern = try RoutePattern(parsing: "/:x((?:a|b)+)")
    let target = try RouteTarget(Self.path("b", 100))
    var budget = MatchBudget()
    var steps: [Int] = []
    for _ in 0..<400 {
      let before = budget.remaining
      #expect(try pattern.match(target, budget: &budget) != nil)
      steps.append(before - budget.remaining)
    }
    let count = steps.prefix { $0 == 7 }.count
    #expect((5...200).contains(count), "\(count)")
    #expect(steps[count...].allSatisfy { $0 > 100 })
  }

  private static func isMachineCode(_ pattern: RoutePattern) -> Bool {
    pattern.storage.withDetails { $0.compiled.isJITCompiled }
  }

  @Test func `machine code is made when the budget can pay for it`() throws {
    let pattern: RoutePattern = "/:x((?:a|b)+)"
    let target = try RouteTarget("/ab")
    var small = MatchBudget(steps: 100)
    #expect(try pattern.match(target, budget: &small) != nil)
    #expect(!Self.isMachineCode(pattern))
    var budget = MatchBudget()
    #expect(try pattern.match(target, budget: &budget) != nil)
    #expect(Self.isMachineCode(pattern))
    // What is interpreted is counted.
    #expect((25...40).contains(100 - small.remaining))
    #expect(100_000 - budget.remaining == 4)

    var shared = MatchBudget()
    let many = try (0..<200).map { try RoutePattern(parsing: "/:x((?:a|b)+(?:\($0))?)") }
    for one in many { #expect(try one.match(target, budget: &shared) != nil) }
    let made = many.count(where: Self.isMachineCode)
    #expect((20..<200).contains(made), "\(made)")
  }

  @Test func `the pattern that spent the steps is named, and no other`() throws {
    let costly = try RoutePattern(parsing: "/:p0([ab\\/]+){:p1([ab\\/]+)}+{:p2([ab\\/]+)}+:q([xy])")
    let harmless: [RoutePattern] = ["/:y([a-z\\/]+)", "/:z((?:[a-z]|\\/)*)"]
    let target = try RouteTarget("/" + String(repeating: "ab", count: 40))
    var budget = MatchBudget()
    for pattern in harmless { _ = try pattern.match(target, budget: &budget) }
    let own = #expect(throws: MatchError.self) { try costly.match(target, budget: &budget) }
    #expect(own?.pattern == costly.text)
    #expect(own?.spender == nil)
    for pattern in harmless {
      let error = try #require(throws: MatchError.self) {
        try pattern.match(target, budget: &budget)
      }
      #expect(error.code == .stepLimit)
      #expect(error.pattern == pattern.text)
      #expect(error.spender == costly.text)
      #expect(
        error.description == """
          The pattern \(pattern.text) was not matched to the end: \(costly.text) took most of the steps \
          that both share. Make the parts of that one unambiguous, for example with a possessive \
          repeat such as [a-z]++, or raise the limit of steps (matchSteps).
          \(target.description.prefix(72))…
          """
      )
    }
  }

  @Test func `what PCRE2 finds too large is too large`() {
    for count in [500, 900, 2_000] {
      let text = "/" + String(repeating: "*a", count: count)
      #expect(code(text, { _ in }) == .tooLarge(limit: 32_768))
    }
  }

  /// A debug build takes several times the stack of a release build, and sanitizers several times that.
  @Test(arguments: [(32, 512), (64, 2_048)])
  func `the deepest nesting fits the stack of a small thread`(_ depth: Int, _ kibibytes: Int) {
    let texts = [("(?:a|", ")"), ("[a", "]"), ("(?=", ")"), ("(?:(?:a)?", "){2}")].map {
      "/:x(" + String(repeating: $0, count: depth) + String(repeating: $1, count: depth) + ")"
    }
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for text in texts {
        _ = code(text, { $0.nesting = depth })
        #expect(code(text, { $0.nesting = depth - 1 }) == .tooDeep(limit: depth - 1))
      }
      done.signal()
    }
    thread.stackSize = kibibytes * 1024 * (PropertyRun.isSlow ? 4 : 1)
    thread.start()
    done.wait()
  }
}
