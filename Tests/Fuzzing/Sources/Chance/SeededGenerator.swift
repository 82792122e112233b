/// Chance as the generators of the tests ask for it, which here is the bytes of an input.
///
/// The tests' own module has a generator of this name, so that their files are compiled here as they are. All values
/// share one sequence, whatever seed they are made of; where the bytes end, numbers are 0.
package struct SeededGenerator: RandomNumberGenerator {
  // One input is played at a time, on one thread.
  nonisolated(unsafe) private static var bytes: [UInt8] = []
  nonisolated(unsafe) private static var position = 0
  nonisolated(unsafe) private static var state: UInt64 = 0

  /// Takes the bytes that all numbers are made of from now on.
  package static func take(_ bytes: [UInt8]) {
    (Self.bytes, position, state) = (bytes, 0, 0)
  }

  /// Whether all bytes have been used.
  package static var isSpent: Bool { position >= bytes.count }

  package init(seed: UInt64) {}

  package mutating func next() -> UInt64 {
    var number: UInt64 = 0
    for _ in 0..<8 { number = number << 8 | UInt64(Self.byte()) }
    // What draws until a number suits would draw zeros for ever.
    Self.state &+= 0x9E37_79B9_7F4A_7C15
    return number ^ (Self.isSpent ? Self.state : 0)
  }

  /// A number below a bound, of as few bytes as it takes.
  package mutating func below(_ bound: Int) -> Int {
    var (number, range) = (0, 1)
    while range < bound {
      number = number << 8 | Int(Self.byte())
      range <<= 8
    }
    return number % bound
  }

  /// One of the elements of an array that is not empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  private static func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }
}
