import RoutePatterns
import TestSupport

/// Random patterns, paths and lists for tests of the index.
struct IndexCases {
  var random: SeededGenerator

  private static let long = String(repeating: "l", count: 20)
  private static let pieces = [
    "/a", "/a", "/b", "/A", "/ab", "/%2F", "/:v", "/:v", "/:v", "/:v(\\d*)", "/:v([a-c]*)",
    "/:v(.*)", "/:v([^b]*)", "/:_", "/:_(a?)", "{/a}?", "{/:v}?", "/:v?", "{:v(a?)}", "/*", "/...",
    "/",
    "/x:v", "{/a:v/b}", "{/:v/}", "/a*", "{/b/:v(\\d*)}", "{/b/*}", "b", "{b}?", "{/}?", "//b",
    "/..",
    "/:v+", "/:v(a|)", "/.", "/:v(\\d+)", "/:v(\\d+)", "/:v([a-b]+\\d*)", "/:v([^\\/b]+)",
    "/:v([a-z]{2})", "/:v(\\w+)", "/:v(a?b?)", "/:v([a-z]+b)", "/:_(\\d+)", "/:v([^b]+)",
    "/:v(.{2})", "/:v(\\D+)", "/*/a", "/*/ab/a", "/:_(.*)/b", "/*/abcdefgh",
    "/abcdefgh", "/abcdefghi", "/abcdefghijklmnop", "/abcdefghijklmnopq", "/\(long)a", "/\(long)b",
  ]
  private static let origins = [
    "", "", "", "", "", "", "", "app:/", "app://", "https://h.com", "https://h.com:1", "https://:h",
    "//h.com", "//:h.com",
  ]
  private static let segments = [
    "/a", "/a", "/b", "/A", "/ab", "/1", "/", "/", "/%2f", "/12", "/xa", "/..", "/a1", "/B",
    "/abcdefgh", "/abcdefghi", "/abcdefghijklmnop", "/abcdefghijklmnopq", "/\(long)a", "/\(long)b",
    "/abcdefgi", "/\(long)\(long)\(long)",
  ]

  init(_ random: SeededGenerator) { self.random = random }

  /// The text of a pattern, most of which are patterns and many of which are much alike.
  mutating func pattern() -> String {
    var text = random.pick(Self.origins)
    for name in 0..<random.below(5) {
      text += random.pick(Self.pieces).replacing(":v", with: ":p\(name)")
    }
    return text
  }

  mutating func options() -> RoutePattern.Options {
    RoutePattern.Options(
      slashes: random.below(3) > 0 ? .lenient : .strict,
      letterCase: random.below(3) > 0 ? .sensitive : .insensitive
    )
  }

  /// Patterns of all options, a few of them with a closure.
  mutating func patterns(_ count: Int) -> [RoutePattern] {
    var patterns: [RoutePattern] = []
    while patterns.count < count {
      let (text, options) = (pattern(), options())
      guard let pattern = try? RoutePattern(parsing: text, options: options) else { continue }
      guard random.below(10) == 0, let name = pattern.parameterNames.first else {
        patterns.append(pattern)
        continue
      }
      let check = RouteValidation.check { $0.utf8.count != 1 }
      let checked = try? RoutePattern(parsing: text, where: [name: check], options: options)
      patterns.append(checked ?? pattern)
    }
    return patterns
  }

  /// Targets of both slash policies.
  mutating func mixedTargets(_ count: Int) -> [RouteTarget] {
    targets(count).compactMap { text in
      let slashes = random.pick([RouteTarget.SlashPolicy.lenient, .strict])
      return try? RouteTarget(text, options: .init(slashes: slashes))
    }
  }

  /// Some of an array's elements, in any order.
  mutating func list<Element>(of all: [Element], upTo count: Int) -> [Element] {
    (0..<(1 + random.below(count))).map { _ in random.pick(all) }
  }

  /// The texts of targets, many of them without an origin.
  mutating func targets(_ count: Int) -> [String] {
    (0..<count).map { _ in
      var text = random.pick(["", "", "", "", "app://push", "app:/", "https://h.com", "ws://a:1"])
      for _ in 0..<random.below(6) { text += random.pick(Self.segments) }
      return text + random.pick(["", "", "?a=b", "?query=of/more/than/sixteen/bytes"])
    }
  }
}
