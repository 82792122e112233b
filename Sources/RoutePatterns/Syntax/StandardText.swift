/// The text of a component of a URL, paths aside, as the URL standard makes it canonical.
package enum StandardText: Sendable {
  case scheme
  case userInfo
  /// A host; what is not ASCII is left to an encoder.
  case host(DomainEncoder?)
  /// A piece of an IPv6 address, brackets and all.
  case address
  case port
  case search
  case hash

  /// Turns the name of a host into ASCII, as UTS #46 says; `nil` for what is no name.
  package typealias DomainEncoder = @Sendable (String) -> String?

  /// Returns the canonical text, or `nil` for what such a component cannot hold.
  package func canonical(_ bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return "" }
    // All but users' names are read by the parser of URLs, which leaves these out.
    let text = bytes.filter { !PercentCoding.isLayout($0) }
    switch self {
    case .scheme: return Self.scheme(text[...])
    case .userInfo: return Self.escaped(bytes, .userInfo)
    case .host(let encoder): return StandardHost.canonical(name: text, encoder)
    case .address: return Self.address(bytes)
    case .port: return Self.port(text)
    case .search: return Self.escaped(text, .specialQuery)
    case .hash: return Self.escaped(text, .fragment)
    }
  }

  /// Whether canonical text is made of all of a text: nothing is left out, or ends the component.
  func holds(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .scheme: !bytes.contains { $0 <= 0x20 }
    case .userInfo, .address: true
    case .host: !bytes.contains { PercentCoding.isLayout($0) || "/\\?#".utf8.contains($0) }
    case .port: bytes.allSatisfy(\.isASCIIDigit)
    case .search, .hash: !bytes.contains(where: PercentCoding.isLayout)
    }
  }

  /// The error for text that cannot stand in the component.
  var fault: PatternError.Code {
    switch self {
    case .scheme: .invalidScheme
    case .port: .invalidPort
    default: .invalidHost
    }
  }

  private static func escaped(_ bytes: [UInt8], _ set: PercentSet) -> String {
    String(decoding: set.encoded(bytes), as: UTF8.self)
  }

  private static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = bytes.drop { $0 <= 0x20 }
    guard let first = text.first, first.isASCIILetter else { return nil }
    var out: [UInt8] = []
    for byte in text {
      guard let small = schemeByte(byte) else { return nil }
      out.append(small)
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The byte in lower case if a scheme can hold it; it begins with a letter.
  package static func schemeByte(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      byte
    default: nil
    }
  }

  /// The standard asks of the bytes alone, as a pattern may hold pieces of an address.
  private static func address(_ bytes: [UInt8]) -> String? {
    var out: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "F"): out.append(byte | 0x20)
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"): out.append(byte)
      case _ where byte.hexDigitValue != nil: out.append(byte)
      default: return nil
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The number that a text begins with.
  private static func port(_ bytes: [UInt8]) -> String? {
    guard let first = bytes.first, first.isASCIIDigit else { return nil }
    var number = 0
    for byte in bytes {
      guard byte.isASCIIDigit else { break }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
      guard number <= Int(UInt16.max) else { return nil }
    }
    return String(number)
  }
}
