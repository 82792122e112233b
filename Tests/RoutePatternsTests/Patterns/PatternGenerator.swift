import RoutePatterns
import TestSupport

/// Random pattern texts, most of which are patterns.
struct PatternGenerator {
  var random: SeededGenerator
  private var nextName = 0

  init(_ random: SeededGenerator) { self.random = random }

  private static let literals = [
    "a", "b", "Ab", "-", ".", "_", "1", "é", "%41", "%2F", "%c3%a9", "\\:", "\\+", "\\.", ";",
    "\\*", "a b", "~", ",", "%25", "\\{", "\\\\", "日", "..", "...",
  ]
  private static let regexes = [
    "(\\d+)", "([a-z]+)", "(.*)", "([^\\/]+?)", "(a|b)", "(a|ab)", "(\\d*)", "([a-z]++)", "(.+)",
    "((?:ab)+)", "((?!x)\\w+)", "([[a-z]--[x]]*)", "(%C3%A9|e)", "(a?)",
    "([^b]+)", "(a.*)", "(\\D*)", "(.{2})", "(b\\/.*)", "([^.]+-?)",
  ]
  private static let modifiers = ["", "", "", "", "?", "?", "+", "*"]
  private static let origins = [
    "", "", "", "", "", "", "app:/", "app://", "app:///", "App://Push", "https://h.com",
    "https://H.com:8080", "http://:host.com", "https://*.com", "https://{:sub.}?h.com",
    "ws://h{.com}*", "https://[::1]:8", "https://:h(\\d+)", "//h.com", "//:host.com", "//*",
    "//H.com:8080", "//{:sub.}?h.com",
  ]

  mutating func pattern() -> String {
    nextName = 0
    var out = random.pick(Self.origins)
    let isRootless = out.isEmpty && random.below(8) == 0
    if isRootless { out += random.pick(Self.literals) }
    for _ in 0..<random.below(5) { out += piece() }
    switch random.below(12) {
    case 0: out += "/..."
    case 1: out += "/*"
    case 2: out += "/"
    default: break
    }
    return out
  }

  private mutating func piece() -> String {
    switch random.below(12) {
    case 0...2: return "/" + literal()
    case 3...5: return "/" + value() + random.pick(Self.modifiers)
    case 6: return literal()
    case 7: return value() + random.pick(Self.modifiers)
    case 8: return "/"
    case 9: return "{" + affix() + "}" + random.pick(Self.modifiers)
    default: return "{" + affix() + value() + affix() + "}" + random.pick(Self.modifiers)
    }
  }

  private mutating func literal() -> String { random.pick(Self.literals) }

  private mutating func affix() -> String {
    switch random.below(5) {
    case 0: ""
    case 1: "/" + literal()
    case 2: literal()
    case 3: literal() + "/"
    default: "/"
    }
  }

  private mutating func value() -> String {
    switch random.below(8) {
    case 0: return "*"
    case 1: return ":_"
    case 2: return ":_" + random.pick(Self.regexes)
    case 3: return random.pick(Self.regexes)
    case 4: return name() + random.pick(Self.regexes)
    default: return name()
    }
  }

  private mutating func name() -> String {
    nextName += 1
    return ":" + random.pick(["p", "x_", "é"]) + String(nextName)
  }

  /// A text of the characters that mean something, and of some that do not.
  mutating func soup() -> String {
    let scalars = Array(":{}()*+?\\/.#%[]-^$|@aAé1 \u{0}\u{7f}\u{10FFFF}<>=!&\"".unicodeScalars)
    var out = random.below(4) == 0 ? random.pick(Self.origins) : ""
    for _ in 0..<random.below(24) { out.unicodeScalars.append(random.pick(scalars)) }
    return out
  }

  /// The text of a path.
  mutating func target() -> String {
    let pieces = [
      "a", "b", "ab", "1", "12", "-", ".", "é", "x", "/", "/", "/", "A", "%2F", "%25", "Ab", ";",
      ",",
      "push", "_", "~", "e", "%5C",
    ]
    var out = random.pick([
      "/", "/", "/", "", "app://", "https://h.com", "https://1/", "app://push/",
      "http://h.com", "ws://x.com:8080",
    ])
    for _ in 0..<random.below(9) { out += random.pick(pieces) }
    return out
  }
}
