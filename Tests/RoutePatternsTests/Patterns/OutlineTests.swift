import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct `The outline of a pattern` {
  struct Row: Sendable, CustomTestStringConvertible {
    var pattern: String
    var outline: String
    var slashes = RouteTarget.SlashPolicy.lenient

    init(
      _ pattern: String,
      _ outline: String,
      _ slashes: RouteTarget.SlashPolicy = .lenient
    ) {
      (self.pattern, self.outline, self.slashes) = (pattern, outline, slashes)
    }

    var testDescription: String { "\(pattern), \(slashes)" }
  }

  // Literal text as it is, a colon with its name for a value, a number of runs for a form; a sign says that the
  // outline does not decide.
  private static let rows = [
    Row("/", "/"), Row("", "/"), Row("/a/b", "/a/b"), Row("/a/", "/a"),
    Row("/a/", "/a/", .strict), Row("/a//b", "/a//b", .strict), Row("/é", "/%C3%A9"),
    Row("/:x", "/:x"), Row("/:_/a", "/:/a"), Row("/:x([^\\/]+)/:y", "/:x/:y"),
    Row("/:x(\\d+)", "/1:x"), Row("/a/:_(\\d{4}-\\d+)", "/a/3:"), Row("/(\\d+)/b", "/1:0/b"),
    Row("/*", "/ *0"), Row("/a/*", "/a ?*0"), Row("/a/*", "/a *0", .strict),
    Row("/a/:_(.*)", "/a ?*"), Row("{/a/:x/b}", "/a/:x/b"), Row("/a{/b}", "/a/b"),
    Row("app://a/:x", "~ /a/:x"), Row("https://h.com/:x", "~ /:x"), Row("//h.com/:x", "~ /:x"),
    Row("/a*", "~  ..."), Row("/a/b*", "~ /a ..."), Row("/:x\\-b", "~  ..."),
    Row("/a/:x.:y", "~ /a ..."), Row("/a/:x?", "~ /a ..."), Row("/a/:x+/b", "~ /a ..."),
    Row("/a{x}?", "~  ..."), Row("/...", "~  ..."), Row("/v:x", "~  ..."),
    Row("/:x(a|b)/c", "~ /!/c"), Row("/a/:x(\\d*)", "~ /a/! -"), Row("/a/:x(.+)", "~ /a ..."),
    Row("/a/:x([^.]+)/b", "/a/1:x/b"), Row("/:x(.{2})", "/1:x"), Row("/:x(a.*)/*", "/2:x ?*0"),
    Row("/a/:x([^.]*)", "~ /a/! -"), Row("/a/:x(a/.*)", "~ /a ..."),
  ]

  @Test(arguments: rows) func `says what is asked of each segment`(_ row: Row) throws {
    let options = RoutePattern.Options(slashes: row.slashes)
    let pattern = try RoutePattern(parsing: row.pattern, options: options)
    #expect(Self.text(of: pattern.outline) == row.outline)
  }

  @Test func `is not exact where a closure looks at values`() {
    let pattern = RoutePattern("/a/:x", where: ["x": .check { $0 == "1" }])
    #expect(Self.text(of: pattern.outline) == "~ /a/:x")
  }

  @Test(arguments: [
    ("/a/b", "/a/b"), ("/a/:x/b/c", "/b/c"), ("/a/:x", ""), ("/a/:x.html", ".html"),
    ("/:x?/b", "/b"), ("/a/*", ""), ("/", "/"), ("/a{/b}?", ""),
  ])
  func `has the text that each path ends with`(_ pattern: String, _ ending: String) throws {
    let outline = try RoutePattern(parsing: pattern).outline
    #expect(String(decoding: outline.ending, as: UTF8.self) == ending)
  }

  @Test(.busy) func `is had by all that is matched, and decides where it is exact`() throws {
    let count = PropertyRun.cases(default: 60_000)
    var cases = PatternCases(PropertyRun.generator(for: "outlines", cases: count))
    let targets = cases.targets(min(2000, 20 + count / 10))
    let patterns = cases.patterns(min(1500, 20 + count / 10))
    var (matched, decided, exact) = (0, 0, 0)
    for _ in 0..<count {
      let pattern = cases.generator.random.pick(patterns)
      let target = cases.generator.random.pick(targets)
      let outline = pattern.outline
      let path = Array(target.path.utf8)
      let ignoresCase = pattern.options.letterCase == .insensitive
      let found = OutlineWalk.ranges(outline, path, ignoresCase: ignoresCase)
      guard let expected = Self.decided(pattern, target) else { continue }
      matched += expected.isEmpty ? 0 : 1
      if outline.isExact {
        exact += 1
        decided += found == nil ? 0 : 1
        let ranges = found.map { [0..<path.count] + $0 } ?? []
        if ranges != expected { Issue.record("\(pattern) on \(target): \(ranges), \(expected)") }
      } else if !expected.isEmpty, found == nil {
        Issue.record("\(pattern) on \(target) has not \(Self.text(of: outline))")
      }
    }
    print("outlines: \(matched) matched, \(exact) exact, \(decided) of them matched")
    #expect(matched >= PropertyRun.least(oneIn: 100, of: count))
    #expect(exact >= PropertyRun.least(oneIn: 20, of: count))
    #expect(decided >= PropertyRun.least(oneIn: 400, of: count))
  }

  /// What the expression says of a path, with the whole of it first; nothing where it says nothing.
  private static func decided(_ pattern: RoutePattern, _ target: RouteTarget) -> [Range<Int>?]? {
    var budget = MatchBudget()
    let storage = pattern.storage
    let start = storage.seesScheme ? 0 : target.pathStart
    let bytes = Array(target.text.utf8)[start..<target.pathEnd]
    let outcome = storage.withDetails { $0.compiled.match(Array(bytes).span, budget: &budget) }
    switch outcome {
    case .failed: return nil
    case .unmatched: return []
    case .matched(let ranges):
      let count = target.pathEnd - target.pathStart
      return [0..<count] + storage.captures.indices.map { ranges[$0] }
    }
  }

  private static func text(of outline: PatternOutline) -> String {
    func text(_ name: ArraySlice<UInt8>?) -> String {
      name.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    let segments = outline.segments.map { segment in
      switch segment {
      case .literal(let literal): "/" + text(literal)
      case .value(let name): "/:" + text(name)
      case .form(let form, let name): "/\(form.runs.count):" + text(name)
      case .unclear: "/!"
      }
    }
    let end =
      switch outline.end {
      case .nothing: ""
      case .rest(let name, let canLackSlash):
        (segments.isEmpty ? "/" : "") + (canLackSlash ? " ?*" : " *") + text(name)
      case .open: " ..."
      }
    return (outline.isExact ? "" : "~ ") + segments.joined() + end
      + (outline.canLackLast ? " -" : "")
  }
}

/// Reads a path by an outline, segment by segment, with nothing but what the outline says.
enum OutlineWalk {
  /// The values where the path has the outline; nothing where it has not.
  static func ranges(
    _ outline: PatternOutline,
    _ path: [UInt8],
    ignoresCase: Bool
  ) -> [Range<Int>?]? {
    var segments = outline.segments[...]
    var ranges: [Range<Int>?] = []
    // Where the slash of the next segment stands.
    var position = 0
    while let segment = segments.popFirst() {
      if position == path.count, outline.canLackLast, segments.isEmpty { return ranges }
      guard position < path.count, path[position] == UInt8(ascii: "/") else { return nil }
      let rest = path[(position + 1)...]
      let text = rest.prefix { $0 != UInt8(ascii: "/") }
      guard has(segment, Array(text), ignoresCase) else { return nil }
      if segment.isCaptured { ranges.append(text.indices) }
      position = text.endIndex
    }
    switch outline.end {
    case .nothing: return position == path.count ? ranges : nil
    case .open: return ranges
    case .rest(let name, let canLackSlash):
      guard position < path.count else {
        guard canLackSlash else { return nil }
        return name == nil ? ranges : ranges + [position..<position]
      }
      return name == nil ? ranges : ranges + [position + 1..<path.count]
    }
  }

  private static func has(
    _ segment: PatternOutline.Segment,
    _ text: [UInt8],
    _ ignoresCase: Bool
  ) -> Bool {
    switch segment {
    case .unclear: return true
    case .value: return !text.isEmpty
    case .literal(let literal):
      return ignoresCase
        ? text.map(\.lowercasedASCII) == literal.map(\.lowercasedASCII) : text[...] == literal
    case .form(let form, _):
      var rest = text[...]
      for run in form.runs {
        let found = rest.prefix(run.most ?? .max).prefix { run.set.contains($0) }
        guard found.count >= run.least else { return false }
        rest = rest.dropFirst(found.count)
      }
      return rest.isEmpty && !text.isEmpty
    }
  }
}
