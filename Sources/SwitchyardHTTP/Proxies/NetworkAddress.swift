internal import SwitchyardSystem

/// An address of IPv4 or IPv6, as two words; one of IPv4 is the IPv6 address that it is mapped to.
struct NetworkAddress: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// The words in front of an IPv4 address: `::ffff:0:0`.
  private static let version4: UInt64 = 0xFFFF_0000_0000

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads a numeric address, without zone, port and brackets.
  init?(parsing text: String) {
    // As long as an address can be; and a zero would end the text for the system.
    guard (2...45).contains(text.utf8.count), !text.utf8.contains(0) else { return nil }
    var four = in_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      self.init(high: 0, low: Self.version4 | UInt64(UInt32(bigEndian: four.s_addr)))
      return
    }
    var words: (UInt64, UInt64) = (0, 0)
    guard unsafe inet_pton(AF_INET6, text, &words) == 1 else { return nil }
    self.init(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
  }

  var isVersion4: Bool { high == 0 && low & ~0xFFFF_FFFF == Self.version4 }

  /// The address with nothing but zeros behind a number of bits.
  func masked(_ bits: Int) -> NetworkAddress {
    NetworkAddress(
      high: high & ~(UInt64.max >> UInt64(min(bits, 64))),
      low: low & ~(UInt64.max >> UInt64(max(bits - 64, 0)))
    )
  }
}

extension NetworkAddress: CustomStringConvertible {
  /// The one text of the address that systems write.
  var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    if isVersion4 {
      var four = UInt32(truncatingIfNeeded: low).bigEndian
      unsafe inet_ntop(AF_INET, &four, &text, socklen_t(text.count))
    } else {
      var words = (high.bigEndian, low.bigEndian)
      unsafe inet_ntop(AF_INET6, &words, &text, socklen_t(text.count))
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
