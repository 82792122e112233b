import RoutePatterns
import Testing

@Suite struct `Caret diagrams` {
  @Test func `show the place in a text of any length`() {
    for count in [0, 1, 36, 71, 72, 73, 500, 500_000] {
      let before = Array(repeating: UInt8(ascii: "a"), count: count)
      let lines = "\(CaretDiagram(utf8: before + Array("!".utf8) + before, offset: count))"
        .split(separator: "\n")
      let text = Array(lines[0])
      #expect(text[lines[1].count - 1] == "!")
      #expect(text.count <= 74)
      #expect((text.first == "…") == (count > 36))
      #expect((text.last == "…") == (count >= 36))
    }
  }

  @Test(arguments: [4, 400, 4_001, 4_002, 4_003]) func `cut no character in two`(_ offset: Int) {
    let text = String(repeating: "\u{1F600}", count: 2_000)
    let lines = "\(CaretDiagram(utf8: Array(text.utf8), offset: offset))".split(separator: "\n")
    #expect(lines[0].allSatisfy { $0 == "\u{1F600}" || $0 == "…" })
    #expect(lines[1].last == "^")
  }

  @Test func `show bytes that are no text`() {
    let bytes = Array(repeating: UInt8(0x80), count: 1_000)
    let lines = "\(CaretDiagram(utf8: bytes, offset: 500))".split(separator: "\n")
    #expect(lines[0] == "…" + String(repeating: "\\x80", count: 72) + "…")
    #expect(lines[1].count == 1 + 36 * 4 + 1)
  }
}
