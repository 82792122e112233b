@testable import SessionStore
import Testing

@Suite struct SessionIdentifierTests {
  struct FixedGenerator: RandomNumberGenerator {
    var words: [UInt64]
    mutating func next() -> UInt64 { words.removeFirst() }
  }

  @Test func `it has 128 bits of the generator, zeros in front among them`() {
    var generator = FixedGenerator(words: [0xFEDC_BA98_7654_3210, 0x0F])
    let id = SessionIdentifier.random(using: &generator)
    #expect(id.text == "fedcba9876543210000000000000000f")
    #expect(SessionIdentifier(id.text) == id)
  }

  @Test func `no two are the same`() {
    #expect(Set((0..<10_000).map { _ in SessionIdentifier.random().text }).count == 10_000)
  }

  @Test(arguments: [
    "", "0", "fedcba9876543210000000000000000", "fedcba98765432100000000000000000f",
    "FEDCBA9876543210000000000000000f", "fedcba987654321000000000000000-f",
    "fedcba98765432100000000000000000 ", "ªedcba9876543210000000000000000f",
  ])
  func `another text is none`(_ text: String) { #expect(SessionIdentifier(text) == nil) }

  // printf 000102030405060708090a0b0c0d0e0f | sha256sum
  @Test func `a store knows it by its SHA-256`() throws {
    let id = try #require(SessionIdentifier("000102030405060708090a0b0c0d0e0f"))
    let hex = id.key.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hex == "d65df89f702eec58ca3c7bf2001c9ffc7cd80553ae01d42a799ba26756142d96")
    #expect(SessionKey(bytes: id.key.bytes) == id.key)
    #expect(SessionKey(bytes: Array(id.key.bytes.dropLast())) == nil)
  }

  @Test func `no log shows the secret`() throws {
    let id = SessionIdentifier.random()
    var dumped = ""
    dump(id, to: &dumped)
    for text in ["\(id)", String(reflecting: id), "\([id])", dumped] {
      #expect(!text.contains(id.text))
      #expect(text.contains("session "))
    }
  }
}
