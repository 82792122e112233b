import Testing

@testable import SwitchyardCompression

/// Files are read part by part.
@Suite struct GzipReaderTests {
  private func reader(_ parts: [[UInt8]]) throws -> GzipReader {
    var rest = parts[...]
    return try GzipReader { rest.popFirst() }
  }

  private func text(_ reader: GzipReader) throws -> String {
    var whole: [UInt8] = []
    while let bytes = try reader.next() { whole += bytes }
    return String(decoding: whole, as: UTF8.self)
  }

  @Test func `a file is read to its end, member by member`() throws {
    let line = String(repeating: "GET /books/1\n", count: 20_000)
    let bytes = try packed(line) + packed("last\n")
    let reader = try reader(bytes.parts(at: Array(stride(from: 50, to: bytes.count, by: 50))))
    #expect(try text(reader) == line + "last\n")
    #expect(try reader.next() == nil)
  }

  @Test func `a part has a bound, whatever it expands to`() throws {
    let reader = try reader([packed([UInt8](repeating: 0, count: 1 << 24))])
    var count = 0
    while let bytes = try reader.next() {
      #expect(bytes.count <= 1 << 15)
      count += bytes.count
    }
    #expect(count == 1 << 24)
  }

  @Test func `a file that breaks off, or is another, is an error`() throws {
    let whole = try packed("text")
    for parts in [[], [[]], [Array(whole.dropLast())], [Array("text".utf8)], [whole + [0]]] {
      let reader = try reader(parts)
      #expect(throws: CompressedDataError.self) { try text(reader) }
      #expect(throws: CompressedDataError.self) { try text(reader) }
    }
  }

  @Test func `an error of the file is thrown, and the reader goes on after it`() throws {
    struct Fault: Error {}
    let bytes = try packed("text")
    var isFirst = true
    var rest = [bytes][...]
    let reader = try GzipReader {
      defer { isFirst = false }
      if isFirst { throw Fault() }
      return rest.popFirst()
    }
    #expect(throws: Fault.self) { try reader.next() }
    #expect(try text(reader) == "text")
  }
}
