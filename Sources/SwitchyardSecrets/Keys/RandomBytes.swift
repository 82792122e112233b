extension [UInt8] {
  /// Makes bytes from the system's generator, for keys and for what nobody may guess.
  static func random(count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in generator.next() }
  }
}
