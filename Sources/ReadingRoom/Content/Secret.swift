import SessionStore

/// Texts that cannot be guessed.
enum Secret {
  /// 128 random bits, as 32 hexadecimal digits.
  static func make() -> String {
    // The system's generator, which is fit for secrets.
    var generator = SystemRandomNumberGenerator()
    let words = [generator.next() as UInt64, generator.next()]
    return words.map(\.hexDigits).joined()
  }

  /// Whether two texts are the same, in a time that does not depend on where they differ.
  static func areEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
