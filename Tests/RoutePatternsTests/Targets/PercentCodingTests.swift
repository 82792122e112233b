import Testing

@testable import RoutePatterns

/// The classes of bytes, encoding and decoding.
@Suite struct PercentCodingTests {
  @Test func `the classes hold what RFC 3986 lists`() {
    let unreserved = Set(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8
    )
    let path = unreserved.union("!$&'()*+,;=:@/".utf8)
    let query = path.union("?".utf8)
    for byte in UInt8.min...UInt8.max {
      #expect(PercentCoding.isUnreserved(byte) == unreserved.contains(byte))
      #expect(PercentCoding.isPathByte(byte) == path.contains(byte))
      #expect(PercentCoding.isQueryByte(byte) == query.contains(byte))
      #expect(PercentCoding.isControl(byte) == (byte < 32 || byte == 127))
    }
  }

  @Test func `a word of bytes has the class of each`() {
    let bytes = (UInt8.min...UInt8.max).map { $0 }
    for place in 0..<8 {
      for byte in bytes {
        let word = ByteWord(0x6161_6161_6161_6161 ^ (UInt64(byte ^ 0x61) << UInt64(8 * place)))
        let bit = UInt64(0x80) << UInt64(8 * place)
        #expect(word.notPathBytes == (PercentCoding.isPathByte(byte) ? 0 : bit))
        let isCommon = byte == 0x2F || PercentCoding.isUnreserved(byte) && !"_~".utf8.contains(byte)
        #expect(word.notCommonBytes == (isCommon ? 0 : bit))
        if byte < 0x80 {
          #expect(word.equal(0x2F) == (byte == 0x2F ? bit : 0))
          #expect(word.slashesAndDots == (byte == 0x2F || byte == 0x2E ? bit : 0))
        }
      }
    }
  }

  @Test func `digits go both ways`() {
    for byte in UInt8.min...UInt8.max {
      var escape: [UInt8] = []
      PercentCoding.appendEscaped(byte, to: &escape)
      #expect(PercentCoding.byte(escape[1], escape[2]) == byte)
      #expect(byte.hexDigitValue == UInt8(String(UnicodeScalar(byte)), radix: 16))
    }
  }

  @Test func `values are decoded`() {
    #expect(PercentCoding.decoded("a%20b%2Fc+%C3%A9".utf8) == "a b/c+é")
    #expect(
      PercentCoding.decoded("a%2Fb%5C%2E%20".utf8, options: .keepsSeparators) == "a%2Fb%5C%2E "
    )
    let kept = "a%252Fb%255C%25252F"
    #expect(PercentCoding.decoded(kept.utf8, options: .keepsSeparators) == kept)
    #expect(
      PercentCoding.decoded("%252f%2541%25".utf8, options: .keepsSeparators) == "%2f%41%"
    )
    #expect(PercentCoding.decoded("a+b%2B".utf8, options: .plusIsSpace) == "a b+")
    #expect(PercentCoding.decoded("%ff".utf8) == nil)
    #expect(PercentCoding.decoded("100%".utf8) == "100%")
    #expect(PercentCoding.decoded("%2".utf8) == "%2")
  }

  @Test func `values are encoded`() {
    #expect(PercentCoding.encoded("a b/é~%") == "a%20b%2F%C3%A9~%25")
  }
}
