import TestSupport

/// Changes the bytes of targets as those do who look for a way round.
package struct TargetMutator: Sendable {
  private let seeds: SeedTargets

  package init(seeds: SeedTargets) { self.seeds = seeds }

  /// A seed with some changes, once in a while none.
  package func draw(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = seeds.draw(&random)
    var left = random.pick([0, 1, 1, 1, 2, 2, 3, 5])
    while left > 0 {
      change(&bytes, &random)
      left -= 1
    }
    if random.below(700) == 0 { lengthen(&bytes, &random) }
    return bytes
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    switch random.below(22) {
    case 0: if !bytes.isEmpty { bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
    case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place(bytes, &random))
    case 2: if !bytes.isEmpty { bytes.remove(at: random.below(bytes.count)) }
    case 3: changeSegments(&bytes, &random)
    case 4: changeSegments(&bytes, &random)
    case 5: splice(&bytes, &random)
    case 6, 7: replace(&bytes, &random) { Self.escaped($0, &$1) }
    case 8: replace(&bytes, &random) { Array("%25".utf8) + Self.escaped($0, &$1).dropFirst() }
    case 9: replace(&bytes, &random, Self.overlong)
    case 10, 11: flipCase(&bytes, &random)
    case 12, 13: insertAtSlash(random.pick(Self.dots), &bytes, &random)
    case 14: insertAtSlash(random.pick(Self.parameters), &bytes, &random)
    case 15, 16: replaceSlash(random.pick(Self.slashes), &bytes, &random)
    case 17: bytes.insert(contentsOf: random.pick(Self.blanks), at: place(bytes, &random))
    case 18: replace(&bytes, &random) { byte, _ in Self.lookalike(byte) }
    case 19: bytes = random.pick(Self.origins) + bytes
    case 20: bytes.insert(contentsOf: random.pick(Self.ends), at: place(bytes, &random))
    default: insertAtSlash(random.pick(Self.words), &bytes, &random)
    }
  }

  private func place(_ bytes: [UInt8], _ random: inout SeededGenerator) -> Int {
    random.below(bytes.count + 1)
  }

  // MARK: - Segments

  /// A segment more, fewer, twice or elsewhere.
  private func changeSegments(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    var parts = bytes.split(separator: Self.slash, omittingEmptySubsequences: false)
    let at = random.below(parts.count)
    switch random.below(4) {
    case 0: parts.remove(at: at)
    case 1: parts.insert(parts[at], at: at)
    case 2: parts.swapAt(at, random.below(parts.count))
    default: parts.insert(random.pick(Self.words)[...], at: at)
    }
    bytes = Array(parts.joined(separator: [Self.slash]))
  }

  /// The beginning of one and the end of another.
  private func splice(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let other = seeds.draw(&random)
    bytes = Array(bytes.prefix(place(bytes, &random))) + other.dropFirst(place(other, &random))
  }

  private func slashes(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0] == Self.slash }
  }

  private func insertAtSlash(
    _ text: [UInt8],
    _ bytes: inout [UInt8],
    _ random: inout SeededGenerator
  ) {
    let places = slashes(bytes).map { $0 + random.below(2) } + [bytes.count]
    bytes.insert(contentsOf: text, at: random.pick(places))
  }

  private func replaceSlash(
    _ text: [UInt8],
    _ bytes: inout [UInt8],
    _ random: inout SeededGenerator
  ) {
    let places = slashes(bytes)
    guard !places.isEmpty else { return }
    let at = random.pick(places)
    bytes.replaceSubrange(at...at, with: text)
  }

  private func lengthen(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let text = random.pick(Self.dots + Self.words + [[Self.slash]])
    let count = random.pick([2_000, 8_192, 26_000])
    let more = Array(repeatElement(text, count: count / text.count + 1).joined())
    let places = slashes(bytes).map { $0 + 1 } + [bytes.count]
    bytes.insert(contentsOf: more, at: random.pick(places))
  }

  // MARK: - Bytes

  private func replace(
    _ bytes: inout [UInt8],
    _ random: inout SeededGenerator,
    _ made: (UInt8, inout SeededGenerator) -> [UInt8]
  ) {
    guard !bytes.isEmpty else { return }
    let at = random.below(bytes.count)
    bytes.replaceSubrange(at...at, with: made(bytes[at], &random))
  }

  private func flipCase(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let letters = bytes.indices.filter {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[$0] | 0x20)
    }
    guard !letters.isEmpty else { return }
    if random.below(3) == 0 {
      for at in letters where random.below(2) == 0 { bytes[at] ^= 0x20 }
    } else {
      bytes[random.pick(letters)] ^= 0x20
    }
  }

  /// An escape, in either case of its digits.
  private static func escaped(_ byte: UInt8, _ random: inout SeededGenerator) -> [UInt8] {
    let digits = Array((random.below(2) == 0 ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// A byte in two or three where one would do, raw or escaped.
  private static func overlong(_ byte: UInt8, _ random: inout SeededGenerator) -> [UInt8] {
    let low = 0x80 | (byte & 0x3F)
    let long = random.below(2) == 0 ? [0xC0 | (byte >> 6), low] : [0xE0, 0x80 | (byte >> 6), low]
    guard random.below(2) == 0 else { return long }
    return long.flatMap { escaped($0, &random) }
  }

  /// The fullwidth form of a printable byte.
  private static func lookalike(_ byte: UInt8) -> [UInt8] {
    guard (0x21...0x7E).contains(byte), let scalar = UnicodeScalar(0xFEE0 + UInt32(byte)) else {
      return [byte]
    }
    return Array(String(Character(scalar)).utf8)
  }

  // MARK: - Words

  private static let slash = UInt8(ascii: "/")
  private static let dots = bytes([
    "./", "../", "/..", "/.", "%2e/", "%2E%2e/", ".%2e/", "..;/", "%252e%252e/", "..%2f", "..\\",
    "...",
  ])
  private static let parameters = bytes([";", ";x", ";a=b", "%3b", ";/", ";admin"])
  private static let slashes = bytes([
    "//", "\\", "%2f", "%2F", "%5c", "%5C", "%252f", "/./", "", "///", "%u2215", "\u{2215}",
    "\u{29F5}", "／",
  ])
  private static let blanks =
    bytes([
      " ", "%20", "\t", "%09", "\n", "%0d%0a", "+", "\u{A0}", "%C2%A0", "\u{200B}", "\u{FEFF}",
      "\u{2028}", "%00", "\u{202E}", "%7f", ".", "%85",
    ]) + [[0], [0x7F], [0x85]]
  private static let origins = bytes([
    "http://u@admin.example", "http://u:p@x:80", "https://admin.example",
    "https://ADMIN.EXAMPLE:443",
    "https://admin.example.", "https://admin.example:8443", "http://localhost",
    "https://localhost:80",
    "HTTPS://x", "https://x:", "https:/", "https:", "app:/", "app://", "app://admin", "APP://host",
    "app://..", "ws://admin.example", "other://admin", "//", "//admin.example", "https:\\\\",
    "file://",
    "https://admin.example@x", "https://x#@admin.example", "https://%61dmin.example",
    "https://[::1]",
  ])
  private static let ends = bytes([
    "?", "#", "?x=1", "#/admin", "?/admin/secret", "&", "=", "@", ":",
  ])
  private static let words = bytes([
    "admin", "secret", "public", "ADMIN", "root", "key", "trésor", "tr%C3%A9sor", "tre%CC%81sor",
    "x",
    "way/commit", "way/redirect", "admin/secret", "administrator", "%61dmin", "a%64min", "\u{131}",
    "ſecret",
  ])

  private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}
