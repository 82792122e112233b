internal import SwitchyardSystem

/// The outcomes of requests that came lately, by their methods and canonical paths.
///
/// Each has one place, which the next with that place takes over: what clients send can make it
/// useless, and no more than that.
struct RequestCache {
  struct Slot {
    var hash: UInt64 = 0
    var outcome = ReplayOutcome(answer: .notFound, old: .notFound)
    /// Whether the report shows examples of it.
    var isNoted = false
    var length: UInt8 = 0
    /// The number of times that it came since it was noted last.
    var pending = 0
  }

  /// The longest request that is kept.
  static let keyLength = 128
  private let mask: Int
  private(set) var slots: [Slot]
  private var keys: [UInt8]

  /// - Parameter bits: the logarithm of the number of places.
  init(bits: Int = 12) {
    mask = 1 << bits - 1
    slots = Array(repeating: Slot(), count: 1 << bits)
    keys = Array(repeating: 0, count: (1 << bits) * Self.keyLength)
  }

  /// Returns a number that is the same for the same bytes.
  @inline(__always)
  static func hash(_ bytes: Span<UInt8>, _ length: Int) -> UInt64 {
    precondition(length <= bytes.count)
    return unsafe bytes.withUnsafeBytes { bytes in
      var hash = UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15
      var place = 0
      while place &+ 8 <= length {
        mix(unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self), into: &hash)
        place &+= 8
      }
      if length >= 8, place < length {
        mix(unsafe bytes.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self), into: &hash)
      } else {
        while place < length {
          mix(UInt64(unsafe bytes[place]), into: &hash)
          place &+= 1
        }
      }
      return hash
    }
  }

  @inline(__always)
  private static func mix(_ word: UInt64, into hash: inout UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    hash = product.high ^ product.low
  }

  /// Returns the place of a request, if it came lately.
  @inline(__always)
  func place(of key: Span<UInt8>, _ length: Int, _ hash: UInt64) -> Int? {
    let place = Int(truncatingIfNeeded: hash) & mask
    guard slots[place].hash == hash, slots[place].length == length else { return nil }
    let isSame = unsafe key.withUnsafeBytes { bytes in
      unsafe keys.withUnsafeBytes { kept in
        guard let one = bytes.baseAddress, let other = kept.baseAddress else {
          return false
        }
        return unsafe memcmp(one, other + place &* Self.keyLength, length) == 0
      }
    }
    return isSame ? place : nil
  }

  /// Counts a request that is shown in the report once more.
  @inline(__always)
  mutating func addPending(_ place: Int) { slots[place].pending &+= 1 }

  /// Returns the request at a place as a text.
  func text(_ place: Int) -> String {
    let start = place * Self.keyLength
    return String(decoding: keys[start..<start + Int(slots[place].length)], as: UTF8.self)
  }

  /// Leaves a place to another request.
  mutating func replace(
    _ key: Span<UInt8>,
    _ length: Int,
    _ hash: UInt64,
    by outcome: ReplayOutcome
  ) {
    let place = Int(truncatingIfNeeded: hash) & mask
    let start = place * Self.keyLength
    for offset in 0..<length { keys[start + offset] = key[offset] }
    slots[place] = Slot(
      hash: hash,
      outcome: outcome,
      isNoted: outcome.isNoted,
      length: UInt8(truncatingIfNeeded: length)
    )
  }

  /// Returns the place that a request with a hash would take.
  func place(for hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & mask }

  /// Forgets how often a request came.
  mutating func clearPending(_ place: Int) { slots[place].pending = 0 }
}
