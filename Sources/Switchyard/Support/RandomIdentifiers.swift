internal import SwitchyardLocks
internal import SwitchyardSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Makes random identifiers from bytes that are requested from the system many at a time.
///
/// They are as random as any that Foundation makes, and no easier to guess. But on Linux Foundation
/// asks the system for each, three times, which takes longer than all the rest of registering a
/// route.
package enum RandomIdentifiers {
  private typealias Words = (UInt64, UInt64)

  /// The bytes not yet used; they are taken from the end.
  private static let pool = Locked<[Words]>([])

  /// Returns an identifier that was never given before.
  static func next() -> UUID {
    let words = pool.withLock { pool in
      if pool.isEmpty { fill(&pool) }
      return pool.removeLast()
    }
    return identifier(words)
  }

  /// Returns the text of an identifier that was never given before, in lower case.
  package static func nextText() -> String { next().uuidString.lowercased() }

  /// Fills the pool with as many bytes as the system gives at once.
  private static func fill(_ pool: inout [Words]) {
    pool = Array(repeating: (0, 0), count: 16)
    let isFilled = unsafe pool.withUnsafeMutableBytes { bytes in
      #if canImport(Darwin)
        unsafe arc4random_buf(bytes.baseAddress, bytes.count)
        return true
      #else
        return unsafe bytes.baseAddress.map { unsafe getentropy($0, bytes.count) == 0 } ?? false
      #endif
    }
    guard !isFilled else { return }
    var random = SystemRandomNumberGenerator()
    for index in pool.indices { pool[index] = (random.next(), random.next()) }
  }

  /// Makes a random identifier of two words, with the marks of RFC 9562, version 4 and its variant.
  private static func identifier(_ words: Words) -> UUID {
    let high = words.0 & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = words.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word &>> (56 &- 8 &* index))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
        byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      )
    )
  }
}
