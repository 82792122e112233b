import Dispatch
import SwitchyardLocks
import TestSupport
import Testing

@testable import RoutePatterns

/// Patterns of plain texts are read without the parser, and come to the same.
@Suite struct `Plain texts` {
  @Test(arguments: [
    ("/", true), ("/books", true), ("books/:id", true), ("/:_/a.b", true), ("/files/*", true),
    ("*", true),
    ("/:a/:b/:c/:d/:e/*", true), ("/@me/~x;v=1,2/a&b'!$", true), (":$a1/_", true),
    ("", false), ("/a/", false), ("/a//b", false), ("//", false), ("/a/..", false), ("/...", false),
    ("/a/*/b", false), ("/v:x", false), ("/:a-b", false), ("/:a/:a", false), ("/:1", false),
    ("/:", false),
    ("/a%41", false), ("/é", false), ("/a b", false), ("/a?b", false), ("/a#b", false),
    ("/a{b}", false),
    ("/:x(a)", false), ("/a\\+b", false), ("/a+", false), ("app://a/b", false), ("a:/b", false),
    ("/:a/:b/:c/:d/:e/:f/:g/:h/:i/:j/:k/:l/:m/:n/:o/:p/:q", false), ("/[a]", false),
    ("/a|b", false), ("/:é", false),
    ("/a*", false),
  ])
  func `are those whose bytes say what they mean`(_ text: String, _ isPlain: Bool) {
    #expect((plain(text, .lenient) != nil) == isPlain)
    #expect((plain(text, .strict) != nil) == isPlain)
    let pattern = try? RoutePattern(parsing: text)
    #expect((pattern?.storage.isPlainText ?? false) == isPlain)
  }

  @Test(arguments: [RouteTarget.SlashPolicy.lenient, .strict])
  func `are what the parser says`(_ slashes: RouteTarget.SlashPolicy) throws {
    let count = PropertyRun.cases(default: 6_000)
    var random = PropertyRun.generator(for: "plain texts, \(slashes)", cases: count)
    let options = RoutePattern.Options(slashes: slashes)
    var found = 0
    var latest: [RoutePattern] = []
    for _ in 0..<count {
      let text = Self.text(&random)
      guard let plain = plain(text, slashes) else { continue }
      found += 1
      let (parts, regex) = try RoutePattern.read(Array(text.utf8), [:], options)
      let pattern = try RoutePattern(parsing: text, options: options)
      let captures = pattern.storage.captures
      let parsed = PatternOutline(
        parts.path,
        slashes: slashes,
        ignoresCase: false,
        syntax: .routePath(slashes)
      )
      #expect(plain == PlainWalker(parsed), "\(text)")
      #expect(captures == regex.captures, "\(text)")
      #expect(pattern.text == parts.text(slashes: slashes), "\(text)")
      #expect(pattern.regex == String(decoding: regex.text, as: UTF8.self), "\(text)")
      let outline = PatternOutline(plain: Array(text.utf8), slashes: slashes)
      #expect(outline == parsed, "\(text)")
      #expect(outline?.isExact == true && outline?.isPlain == true, "\(text)")
      #expect(outline?.captureCount == captures.count, "\(text)")
      #expect(pattern.specificityKey == parts.specificityKey.bytes, "\(text)")
      for other in latest {
        #expect((pattern == other) == (parts == other.storage.parts), "\(pattern), \(other)")
        if pattern == other { #expect(pattern.hashValue == other.hashValue, "\(pattern)") }
      }
      latest = latest.suffix(4) + [pattern]
    }
    #expect(found >= PropertyRun.least(oneIn: 5, of: count))
  }

  @Test func `equal the same patterns in other words`() throws {
    for (plain, other) in [
      ("/books/:id", "/books//:id"), ("/", ""), ("books", "/b\\ooks"), ("/a/*", "/a{/*}"),
    ] {
      let (one, two) = try (RoutePattern(parsing: plain), RoutePattern(parsing: other))
      #expect(one.storage.isPlainText && !two.storage.isPlainText)
      #expect(one == two)
      #expect(one.hashValue == two.hashValue)
      #expect(one.specificity(comparedTo: two) == .same)
    }
    #expect(
      try RoutePattern(parsing: ":x")
        != RoutePattern(parsing: ":x", where: ["x": .check { _ in true }])
    )
  }

  /// What holds for these holds for all: each byte of a plain expression takes two of the compiled form at most.
  @Test func `have expressions that PCRE2 never refuses`() throws {
    let count = PropertyRun.cases(default: 4_000)
    var random = PropertyRun.generator(for: "sizes of plain patterns", cases: count)
    for _ in 0..<count {
      let text = (0...random.below(3)).map { _ in Self.text(&random) }.joined()
      guard let pattern = try? RoutePattern(parsing: text), pattern.storage.walker.isUsable
      else { continue }
      let regex = pattern.storage.expression
      let code = try CompiledRegex(regex.text, effort: regex.written.effort, options: .init())
      #expect(code.size <= 256 + 2 * regex.text.count, "\(text)")
      #expect(regex.text.count <= 3 * text.utf8.count + 16, "\(text)")
    }
  }

  @Test func `are compiled however long they are`() throws {
    let limits = PatternLimits(patternLength: .max, compiledSize: .max)
    for text in [
      "/" + String(repeating: "a", count: 8_180), "/" + String(repeating: "a.", count: 1_360),
    ] {
      let pattern = try RoutePattern(parsing: text, options: .init(limits: limits))
      #expect(pattern.storage.walker.isUsable && !pattern.storage.hasDetails)
      var budget = MatchBudget()
      let target = try RouteTarget(text, options: .init(targetLength: .max))
      let outcome = pattern.storage.withDetails {
        $0.compiled.match(Array(target.path.utf8).span, budget: &budget)
      }
      guard case .matched = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
  }

  @Test func `are compiled when something asks for the expression, on many threads at once`() throws
  {
    let pattern = try RoutePattern(parsing: "/books/:id/*")
    // Beyond what offsets of 16 bits reach the expression decides.
    let rest = String(repeating: "x/", count: 40_000) + "y"
    let target = try RouteTarget("/books/42/" + rest, options: .init(targetLength: .max))
    let matches = Locked<[RouteMatch?]>([])
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      let match = try? pattern.match(target)
      matches.withLock { $0.append(match) }
    }
    for match in matches.withLock({ $0 }) {
      #expect(match?["id"] == "42")
      #expect(match?["0"] == rest)
    }
    #expect(pattern.storage.hasDetails)
  }

  private func plain(_ text: String, _ slashes: RouteTarget.SlashPolicy) -> PlainWalker? {
    guard let outline = PatternOutline(plain: Array(text.utf8), slashes: slashes)
    else { return nil }
    let walker = PlainWalker(outline)
    return walker.isUsable ? walker : nil
  }

  private static let pieces = [
    "/a", "/ab", "/books", "/:x", "/:y", "/:_", "/v1.2", "/longer-than-a-word", "/1234567",
    "/a!$&',;=@~",
    "/12345678", "b", "/:longerName", "/:$_9", "/*", "/", ".", ":", "é", "\\+",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    let text = (0...random.below(5)).map { _ in
      pieces[random.below(random.below(8) == 0 ? pieces.count : 14)]
    }
    return text.joined().dropFirst(random.below(6) == 0 ? 1 : 0)
      + random.pick(["", "", "", "/*", "/"])
  }
}
