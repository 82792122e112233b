import TestSupport
import RoutePatterns
import Trials

/// Targets that are made of patterns by mutation.
enum TargetDraw {
  /// Draws a target; nothing where what came of it has no canonical form.
  static func draw(
    _ patterns: [PatternDraw],
    _ slashes: RouteTarget.SlashPolicy,
    _ random: inout SeededGenerator
  ) -> RouteTarget? {
    var bytes = Array(random.pick(patterns).sample(&random).utf8)
    for _ in 0..<(random.below(3) * random.below(3)) {
      mutate(&bytes, patterns, &random)
    }
    if random.below(8) == 0 { bytes += random.pick(suffixes).utf8 }
    return try? RouteTarget(utf8: bytes, options: .init(slashes: slashes))
  }

  private static func mutate(
    _ bytes: inout [UInt8],
    _ patterns: [PatternDraw],
    _ random: inout SeededGenerator
  ) {
    guard !bytes.isEmpty else {
      bytes += random.pick(inserts).utf8
      return
    }
    let place = random.below(bytes.count)
    switch random.below(9) {
    case 0: bytes.remove(at: place)
    case 1: bytes.insert(contentsOf: random.pick(inserts).utf8, at: place)
    case 2: bytes.replaceSubrange(place...place, with: random.pick(inserts).utf8)
    case 3:
      // Letters in the other case, most of all.
      bytes[place] ^= 0x20
    case 4:
      let escape = "%" + String(bytes[place], radix: 16)
      bytes.replaceSubrange(place...place, with: escape.utf8)
    case 5: bytes += random.pick(segments).utf8
    case 6:
      let start = bytes[..<place].lastIndex(of: slash) ?? 0
      let end = bytes[place...].dropFirst().firstIndex(of: slash) ?? bytes.count
      if random.below(2) == 0 {
        bytes.removeSubrange(start..<end)
      } else {
        bytes.insert(contentsOf: Array(bytes[start..<end]), at: end)
      }
    case 7:
      let other = Array(random.pick(patterns).sample(&random).utf8)
      bytes = Array(bytes[..<place] + other[min(place, other.count)...])
    default:
      let path = bytes.firstIndex(of: slash) ?? 0
      bytes = Array(random.pick(origins).utf8) + bytes[path...]
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let inserts = ["a", "b", "1", "/", "A", ".", "//", "%2F", "x", "%61"]
  private static let segments = ["/", "/a", "/b", "/1", "//", "/..", "/a/b"]
  private static let suffixes = ["?a=1", "?p1=b&p1=c", "#f", "?", "?x=%2F#a"]
  private static let origins = [
    "app:/", "https://h.com", "https://h.com:1", "http://a.h.com", "ws://h.com",
  ]
}
