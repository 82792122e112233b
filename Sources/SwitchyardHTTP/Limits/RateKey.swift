/// The key of a bucket: the address of a client, or a text, of which so many bits are kept that no
/// two texts have them in common.
enum RateKey: Hashable, Sendable {
  /// All clients of whom nothing is known.
  case unknown
  /// An address; of IPv6 the first 64 bits, of which one customer has all that follow.
  case address(NetworkAddress)
  case text(UInt64, UInt64)

  /// Makes the key of a client.
  /// - Parameter address: the address in numeric form, if it is known.
  init(client address: String?) {
    guard let address = address.flatMap({ NetworkAddress(parsing: $0) }) else {
      self = .unknown
      return
    }
    self = .address(address.isVersion4 ? address : address.masked(64))
  }
}

/// Makes the keys of texts, which clients may choose as long as they like.
struct RateKeySeed: Sendable {
  // Swift's hash is seeded for each process, unless the environment says otherwise.
  private let first = UInt64.random(in: .min ... .max)
  private let second = UInt64.random(in: .min ... .max)

  func key(_ text: String) -> RateKey { .text(hash(text, first), hash(text, second)) }

  private func hash(_ text: String, _ seed: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(BytewiseText(text))
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
