@testable import PatternTestSupport
import TestSupport

@testable import RoutePatterns

/// Random patterns, paths and lists for tests of how patterns are read.
struct PatternCases {
  var generator: PatternGenerator

  init(_ random: SeededGenerator) { generator = PatternGenerator(random) }

  private static let pieces = [
    "/a", "/a", "/b", "/A", "/ab", "/%2F", "/:v", "/:v", "/:v", "/:v(\\d*)", "/:v([a-c]*)",
    "/:v(.*)", "/:v([^b]*)", "/:_", "/:_(a?)", "{/a}?", "{/:v}?", "/:v?", "{:v(a?)}", "/*", "/...",
    "/",
    "/x:v", "{/a:v/b}", "{/:v/}", "/a*", "{/b/:v(\\d*)}", "{/b/*}", "b", "{b}?", "{/}?", "//b",
    "/..",
    "/:v+", "/:v(a|)", "/.", "/:v(\\d+)", "/:v(\\d+)", "/:v([a-b]+\\d*)", "/:v([^\\/b]+)",
    "/:v([^b]+)", "/:v(.{2})", "/:v(\\D*)", "/:v(a.*)",
    "/:v([a-z]{2})", "/:v(\\w+)", "/:v(a?b?)", "/:v([a-z]+b)", "/:_(\\d+)",
  ]
  private static let origins = [
    "", "", "", "", "", "app:/", "app://", "https://h.com", "https://h.com:1", "https://:h",
    "//h.com", "//:h.com",
  ]
  private static let segments = [
    "/a", "/a", "/b", "/A", "/ab", "/1", "/", "/", "/%2f", "/12", "/xa", "/..", "/a1", "/B",
  ]

  /// The text of a pattern, most of which are patterns and many of which are much alike.
  mutating func pattern() -> String {
    switch generator.random.below(4) {
    case 0: return generator.pattern()
    case 1: return NaivePattern.random(&generator.random).text
    default:
      var text = generator.random.pick(Self.origins)
      for name in 0..<generator.random.below(5) {
        text += generator.random.pick(Self.pieces).replacing(":v", with: ":p\(name)")
      }
      return text
    }
  }

  mutating func options() -> RoutePattern.Options {
    RoutePattern.Options(
      slashes: generator.random.below(3) > 0 ? .lenient : .strict,
      letterCase: generator.random.below(3) > 0 ? .sensitive : .insensitive
    )
  }

  /// Patterns of all options, a few of them with a closure.
  mutating func patterns(_ count: Int) -> [RoutePattern] {
    var patterns: [RoutePattern] = []
    while patterns.count < count {
      let (text, options) = (pattern(), options())
      guard let pattern = try? RoutePattern(parsing: text, options: options) else { continue }
      guard generator.random.below(10) == 0, let name = pattern.parameterNames.first else {
        patterns.append(pattern)
        continue
      }
      let check = RouteValidation.check { $0.utf8.count != 1 }
      let checked = try? RoutePattern(parsing: text, where: [name: check], options: options)
      patterns.append(checked ?? pattern)
    }
    return patterns
  }

  /// Targets of both slash policies, many of them without an origin.
  mutating func targets(_ count: Int) -> [RouteTarget] {
    var targets: [RouteTarget] = []
    while targets.count < count {
      let slashes = generator.random.pick([RouteTarget.SlashPolicy.lenient, .strict])
      var text = ""
      switch generator.random.below(4) {
      case 0: text = generator.target()
      case 1:
        text = NaivePattern.random(&generator.random)
          .randomPath(&generator.random, slashes: slashes)
      default:
        text = generator.random.pick([
          "", "", "", "app://push", "app:/", "https://h.com", "ws://a:1",
        ])
        for _ in 0..<generator.random.below(6) { text += generator.random.pick(Self.segments) }
      }
      guard let target = try? RouteTarget(text, options: .init(slashes: slashes)) else { continue }
      targets.append(target)
    }
    return targets
  }
}
