/// A number for all routes of a table, which a change brings up to date at the cost of the change.
///
/// It is the sum of the SHA-256 of each route, in four words: it finds damage, mistakes and lost
/// changes. It is no proof of who has written the table.
struct TableDigest: Hashable, Sendable {
  private var words = SIMD4<UInt64>()

  mutating func add(_ route: RouteDescription) { words &+= Self.words(of: route) }

  mutating func remove(_ route: RouteDescription) { words &-= Self.words(of: route) }

  /// The number as 64 hexadecimal digits.
  var text: String { (0..<4).map { words[$0].hexDigits }.joined() }

  private static func words(of route: RouteDescription) -> SIMD4<UInt64> {
    let digest = SHA256.hash(Self.bytes(of: route))
    var words = SIMD4<UInt64>()
    for place in 0..<4 {
      words[place] = digest[place * 8..<place * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    return words
  }

  /// The facts that are declared of a route, each behind its length, so that no two routes have the
  /// same bytes.
  fileprivate static func bytes(of route: RouteDescription) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    func write(_ number: Int) {
      for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }
    func write(_ text: String?) {
      write(text?.utf8.count ?? -1)
      if let text { bytes += text.utf8 }
    }
    func write(_ texts: [String]) {
      write(texts.count)
      for text in texts { write(text) }
    }
    func write(_ truth: Bool?) { bytes.append(truth.map { $0 ? 2 : 1 } ?? 0) }
    write(route.order ?? 0)
    write(route.kind.rawValue)
    write(route.pattern)
    // A name and a method that are spelt alike are told apart.
    write(route.tags.map { $0.methodToken.map { " \($0)" } ?? $0.name ?? "" })
    write(route.isObserving)
    write(route.exceptions ?? [])
    write(route.isForMisses)
    write(route.name)
    write(route.access?.reason)
    write(route.access?.guards ?? [])
    write(route.about?.summary)
    write(route.about?.description)
    write(route.about?.isDeprecated)
    write(route.about?.sunset)
    write(route.handler)
    for (key, value) in (route.configuration ?? [:]).sorted(by: { $0.key < $1.key }) {
      write(key)
      write(value)
    }
    return bytes
  }
}

extension RouteDescription {
  /// Whether another one says the same in the same bytes, as patterns and the digest have it: `==`
  /// takes two spellings of one character for one text.
  func isExactly(_ other: RouteDescription) -> Bool {
    self == other && TableDigest.bytes(of: self) == TableDigest.bytes(of: other)
  }
}
