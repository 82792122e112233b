/// A range of network addresses: a single one, or all that begin with the same bits.
///
///     let office: AddressRange = "192.0.2.0/24"
///     office.contains("192.0.2.7")                       // true
///     try AddressRange(parsing: "2001:db8::/32")         // a text from elsewhere
///
/// An address of IPv4 is the same as the IPv6 address that it is mapped to (`::ffff:192.0.2.7`), as
/// which a server that listens at `::` sees it. Other ranges of IPv6 contain none of IPv4, not even
/// `::/0`.
public struct AddressRange: Hashable, Sendable {
  private let first: NetworkAddress
  /// The bits, of 128, that all addresses of the range have in common.
  private let bits: Int

  /// Reads an address, or an address followed by `/` and the number of the bits that count.
  /// - Throws: `AddressRangeError` with the fault of the text.
  public init(parsing text: String) throws(AddressRangeError) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = NetworkAddress(parsing: String(parts[0])) else {
      throw AddressRangeError(.noAddress, text)
    }
    // Of a mapped address in the notation of IPv6 all 128 bits are counted.
    let size = parts[0].utf8.contains(UInt8(ascii: ":")) ? 128 : 32
    var length = size
    if parts.count == 2 {
      let digits = parts[1].utf8
      guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(parts[1]), number <= size
      else { throw AddressRangeError(.badLength, text, remedy: "0 to \(size)") }
      length = number
    }
    bits = length + 128 - size
    first = address.masked(bits)
    guard first == address else {
      throw AddressRangeError(.bitsBehindLength, text, remedy: "\(first)/\(length)")
    }
  }

  /// Whether an address in numeric form is within the range; one with a zone, such as
  /// `fe80::1%eth0`, is not.
  public func contains(_ address: String) -> Bool {
    NetworkAddress(parsing: address).map(contains) ?? false
  }

  func contains(_ address: NetworkAddress) -> Bool {
    address.isVersion4 == isVersion4 && address.masked(bits) == first
  }

  private var isVersion4: Bool { bits >= 96 && first.isVersion4 }
}

extension AddressRange: ExpressibleByStringLiteral {
  /// Makes a range of a literal; one that is no range stops the program.
  public init(stringLiteral text: String) {
    do throws(AddressRangeError) {
      self = try AddressRange(parsing: text)
    } catch {
      fatalError("\(error)")
    }
  }
}

extension AddressRange: CustomStringConvertible {
  /// The address, followed by the number of bits unless all of them count.
  public var description: String {
    if bits == 128 { return "\(first)" }
    return "\(first)/\(isVersion4 ? bits - 96 : bits)"
  }
}
