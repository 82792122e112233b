import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct ASCIISetTests {
  @Test(.busy) func `the algebra is that of sets of bytes`() {
    var numbers = SeededGenerator(seed: 7)
    func random() -> (ASCIISet, Set<UInt8>) {
      var set = ASCIISet()
      var plain: Set<UInt8> = []
      for _ in 0..<Int.random(in: 0...4, using: &numbers) {
        let ends = [
          UInt8.random(in: 0...200, using: &numbers), UInt8.random(in: 0...200, using: &numbers),
        ]
        let range = ends.min()!...ends.max()!
        set.formUnion(ASCIISet(range))
        plain.formUnion(range.filter { $0 < 128 })
      }
      return (set, plain)
    }
    func members(_ set: ASCIISet) -> Set<UInt8> { Set((0...255).filter(set.contains)) }
    for _ in 0..<(PropertyRun.isSlow ? 200 : 2_000) {
      let (a, plainA) = random()
      let (b, plainB) = random()
      #expect(members(a) == plainA)
      #expect(members(a.union(b)) == plainA.union(plainB))
      #expect(members(a.intersection(b)) == plainA.intersection(plainB))
      #expect(members(a.subtracting(b)) == plainA.subtracting(plainB))
      #expect(members(a.complement) == Set(0..<128).subtracting(plainA))
      #expect(a.count == plainA.count && a.isEmpty == plainA.isEmpty && a.first == plainA.min())
      #expect(a.isDisjoint(with: b) == plainA.isDisjoint(with: plainB))
      #expect(a.isSuperset(of: b) == plainA.isSuperset(of: plainB))
      let folded = plainA.flatMap { byte in
        byte.isASCIILetter ? [byte | 0x20, byte & ~0x20] : [byte]
      }
      #expect(members(a.caseFolded) == Set(folded))
      var rest = a
      var collected: Set<UInt8> = []
      while let range = rest.firstRange {
        collected.formUnion(range)
        rest = rest.subtracting(ASCIISet(range))
      }
      #expect(collected == plainA)
    }
  }

  @Test func `those with a name hold what it says`() {
    func members(_ set: ASCIISet) -> String {
      String(decoding: (UInt8(0)..<128).filter(set.contains), as: UTF8.self)
    }
    let (upper, lower) = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
    #expect(ASCIISet.all.count == 128)
    #expect(members(.uppercase) == upper)
    #expect(members(.lowercase) == lower)
    #expect(members(.letters) == upper + lower)
    #expect(members(.digits) == "0123456789")
    #expect(members(.word) == "0123456789" + upper + "_" + lower)
    #expect(members(.space) == "\t\n\u{B}\u{C}\r ")
    #expect(members(.slash) == "/")
    #expect(members(.hexDigits) == "0123456789ABCDEFabcdef")
    #expect(ASCIISet.controls == ASCIISet(0x00...0x1F).union(ASCIISet(0x7F)))
  }

  @Test func `properties agree with the standard library`() throws {
    func set(_ isMember: (Unicode.Scalar.Properties) -> Bool) -> ASCIISet {
      (UInt8(0)...127).reduce(into: ASCIISet()) { set, byte in
        if isMember(Unicode.Scalar(byte).properties) { set.formUnion(ASCIISet(byte)) }
      }
    }
    func property(_ name: String) throws -> ASCIISet {
      try #require(UnicodeProperties.property(name, value: nil)).set
    }
    #expect(try property("Alphabetic") == set(\.isAlphabetic))
    #expect(try property("Lowercase") == set(\.isLowercase))
    #expect(try property("Uppercase") == set(\.isUppercase))
    #expect(try property("White_Space") == set(\.isWhitespace))
    #expect(try property("Math") == set(\.isMath))
    #expect(try property("Emoji") == set(\.isEmoji))
    #expect(try property("Dash") == set(\.isDash))
    #expect(try property("Diacritic") == set(\.isDiacritic))
    #expect(try property("Case_Ignorable") == set(\.isCaseIgnorable))
    #expect(try property("Quotation_Mark") == set(\.isQuotationMark))
    #expect(try property("Sentence_Terminal") == set(\.isSentenceTerminal))
    #expect(try property("Soft_Dotted") == set(\.isSoftDotted))
    #expect(try property("Bidi_Mirrored") == set(\.isBidiMirrored))
    #expect(try property("ID_Continue") == set(\.isIDContinue))
    #expect(try property("Pattern_White_Space") == set(\.isPatternWhitespace))
    #expect(try property("Grapheme_Base") == set(\.isGraphemeBase))
    #expect(try property("Po") == set { $0.generalCategory == .otherPunctuation })
    #expect(try property("Sm") == set { $0.generalCategory == .mathSymbol })
    #expect(try property("Sk") == set { $0.generalCategory == .modifierSymbol })
    #expect(try property("Cc") == set { $0.generalCategory == .control })
  }
}
