import TestSupport
import Testing

@testable import SwitchyardHTTP

/// Forms that are drawn, in pieces that are drawn, and cut or changed anywhere.
@Suite struct FormPropertyTests {
  @Test func `a form is read as it was written, whatever pieces it comes in`() async throws {
    let cases = PropertyRun.cases(default: 200)
    var generator = PropertyRun.generator(for: "forms", cases: cases)
    for _ in 0..<cases {
      let form = WrittenForm.drawn(&generator)
      let bytes = form.bytes
      for _ in 0..<3 {
        let pieces = Pieces(bytes, &generator)
        let parts = try await pieces.body(form.contentType).writtenParts()
        #expect(parts == form.parts)
      }
      var limits = FormLimits()
      limits.memoryLength = generator.pick([0, 1, 10, 1000])
      let body = Pieces(bytes, &generator).body(form.contentType)
      let read = try await body.multipartForm(limits: limits)
      let fields = form.parts.filter { $0.filename == nil }
      #expect(read.fields.decoded.map(\.0) == fields.map(\.name))
      #expect(read.fields.decoded.map { Array($0.1.utf8) } == fields.map(\.content))
      let files = form.parts.filter {
        $0.filename != nil && ($0.filename != "" || !$0.content.isEmpty)
      }
      #expect(try read.files.map { try $0.bytes() } == files.map(\.content))
      #expect(read.files.map(\.givenFilename) == files.map(\.filename))
    }
  }

  @Test func `a form that is cut anywhere is an error, or as whole as before`() async throws {
    let cases = PropertyRun.cases(default: 10)
    var generator = PropertyRun.generator(for: "cut forms", cases: cases)
    for _ in 0..<cases {
      let form = WrittenForm.drawn(&generator)
      let bytes = form.bytes
      let end = bytes.count - form.epilogue.utf8.count - form.padding.utf8.count
      for count in bytes.indices {
        let body = Pieces(Array(bytes.prefix(count)), &generator).body(form.contentType)
        let parts = try? await body.writtenParts()
        if count < end { #expect(parts == nil, "\(count) of \(bytes.count)") }
        if let parts { #expect(parts == form.parts) }
      }
    }
  }

  @Test func `a form with one other byte is read as RFC 2046 has it, or refused`() async throws {
    let cases = PropertyRun.cases(default: 10)
    var generator = PropertyRun.generator(for: "changed forms", cases: cases)
    for _ in 0..<cases {
      let form = WrittenForm.drawn(&generator)
      for place in form.bytes.indices {
        var bytes = form.bytes
        bytes[place] = generator.pick([
          0, 10, 13, 32, 34, 45, 58, 59, 92, 128, 255, bytes[place] ^ 1,
        ])
        let body = Pieces(bytes, &generator).body(form.contentType)
        var limits = FormLimits()
        limits.fieldLength = bytes.count
        let parts = try? await body.writtenParts(limits: limits)
        let plain = plainReading(of: bytes, boundary: form.boundary)
        #expect(parts?.map(\.content) == plain, "\(place) of \(bytes)")
      }
    }
  }

  /// The contents of all parts as one who has the whole body finds them.
  private func plainReading(of body: [UInt8], boundary: String) -> [[UInt8]]? {
    let (bytes, delimiter) = (Array("\r\n".utf8) + body, Array("\r\n--\(boundary)".utf8))
    var contents: [[UInt8]] = []
    guard var place = bytes.firstRange(of: delimiter)?.upperBound else { return nil }
    while true {
      let isLast = bytes[place...].starts(with: Array("--".utf8))
      if isLast { place += 2 }
      while place < bytes.count, [9, 32].contains(bytes[place]) { place += 1 }
      if isLast, place == bytes.count { return contents }
      guard bytes[place...].starts(with: [13, 10]) else { return nil }
      if isLast { return contents }
      place += 2
      guard let empty = bytes[place...].firstRange(of: Array("\r\n\r\n".utf8)),
        (try? FormPartHead(parsing: bytes[place..<empty.lowerBound + 2])) != nil,
        let end = bytes[(empty.lowerBound + 2)...].firstRange(of: delimiter)
      else { return nil }
      contents.append(Array(bytes[min(empty.upperBound, end.lowerBound)..<end.lowerBound]))
      if end.lowerBound < empty.upperBound { contents[contents.count - 1] = [] }
      place = end.upperBound
    }
  }
}
