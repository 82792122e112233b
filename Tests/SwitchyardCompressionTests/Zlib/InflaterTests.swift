import TestSupport
import Testing

@testable import SwitchyardCompression

/// What is compressed comes back, and what is no such data is an error.
@Suite struct InflaterTests {
  /// A body that is easy, hard or impossible to compress.
  private func body(_ random: inout SeededGenerator) -> [UInt8] {
    let count = random.pick([0, 1, 2, 10, 300, 5000, 40_000, 70_000, 140_000])
    switch random.below(3) {
    case 0: return [UInt8](repeating: UInt8(random.below(256)), count: count)
    case 1: return (0..<count).map { _ in UInt8(random.below(256)) }
    default:
      let words = (0..<8).map { _ in (0..<random.below(9)).map { _ in UInt8(random.below(96)) } }
      var text: [UInt8] = []
      while text.count < count { text += random.pick(words) + [32] }
      return text
    }
  }

  private func places(_ random: inout SeededGenerator, in count: Int) -> [Int] {
    (0..<random.below(6)).map { _ in random.below(count + 1) }
  }

  @Test func `drawn bodies come back, however they are cut and flushed`() throws {
    let count = PropertyRun.cases(default: 150)
    var random = PropertyRun.generator(for: "compressed bodies", cases: count)
    for _ in 0..<count {
      let body = body(&random)
      let format = random.pick([ZlibFormat.gzip, .zlib])
      let deflater = try Deflater(format, level: 1 + random.below(9))
      var compressed: [UInt8] = []
      var fed = 0
      for part in body.parts(at: places(&random, in: body.count)) {
        let flush = random.pick([Deflater.Flush.none, .all])
        compressed += deflater.compress(part[...], flush)
        fed += part.count
        guard case .all = flush else { continue }
        // All that went in can be read now.
        let inflater = try Inflater(format)
        inflater.push(compressed)
        var read = 0
        while let bytes = try inflater.pull() { read += bytes.count }
        #expect(read == fed)
      }
      compressed += deflater.compress([], .end)
      let parts = compressed.parts(at: places(&random, in: compressed.count))
      let isSame = try expanded(parts, format, upTo: random.pick([1, 7, 1000, 1 << 16])) == body
      #expect(isSame, "\(body.count) bytes")
    }
  }

  @Test(arguments: [ZlibFormat.gzip, .zlib])
  func `a part of a stream is an error`(_ format: ZlibFormat) throws {
    var random = SeededGenerator(seed: 7)
    let body = (0..<300).map { _ in UInt8(random.below(64)) }
    let whole = try packed(body, format)
    for count in 0..<whole.count {
      let error = #expect(throws: CompressedDataError.self) {
        try expanded([Array(whole[..<count])], format)
      }
      #expect(error?.code == .cutOff)
      #expect(error?.offset == count)
    }
    #expect(try expanded(whole.map { [$0] }, format) == body)
  }

  @Test(arguments: [ZlibFormat.gzip, .zlib])
  func `a stream with another bit gives an error or the same`(_ format: ZlibFormat) throws {
    let body = Array("Twelve times twelve is a gross, and a gross is twelve times twelve.".utf8)
    let whole = try packed(body, format)
    var same = 0
    for place in whole.indices {
      for bit in 0..<8 {
        var changed = whole
        changed[place] ^= 1 << bit
        guard let read = try? expanded([changed], format) else { continue }
        #expect(read == body, "byte \(place), bit \(bit)")
        same += 1
      }
    }
    // Only what a header says beside, the time, the system and the effort, and bits that fill up the
    // last byte.
    #expect(same <= (format == .gzip ? 6 * 8 + 9 : 8))
  }

  @Test func `drawn mutations give an error or the same, and never more than was there`() throws {
    let count = PropertyRun.cases(default: 1500)
    var random = PropertyRun.generator(for: "mutated streams", cases: count)
    var errors = 0
    for _ in 0..<count {
      let format = random.pick([ZlibFormat.gzip, .zlib])
      let body = Array(body(&random).prefix(3000))
      var bytes = try packed(body, format)
      if format == .gzip, random.below(4) == 0 { bytes += try packed(body) }
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        switch random.below(5) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.insert(UInt8(random.below(256)), at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(20)))
        case 3: bytes += (0..<random.below(30)).map { _ in UInt8(random.below(256)) }
        default: bytes = Array(bytes[..<place] + bytes[place...].reversed())
        }
        if bytes.isEmpty { bytes = [0] }
      }
      do {
        let read = try expanded(bytes.parts(at: places(&random, in: bytes.count)), format)
        #expect(read == body || read == body + body || read.isEmpty, "\(bytes)")
      } catch {
        #expect(error is CompressedDataError)
        errors += 1
      }
    }
    #expect(errors >= PropertyRun.least(oneIn: 3, of: count))
  }

  @Test func `members that follow one another are one`() throws {
    let parts = try ["one ", "", "two ", "", "", "three"].map { try packed($0) }
    let whole = Array(parts.joined())
    #expect(try expanded([whole]) == Array("one two three".utf8))
    #expect(try expanded(parts) == Array("one two three".utf8))
    #expect(try expanded(whole.map { [$0] }, upTo: 1) == Array("one two three".utf8))
    // A body of nothing but members without content takes no long time.
    let empty = try packed("")
    let many = Array(repeatElement(empty, count: 50_000).joined())
    #expect(try expanded([many]).isEmpty)
  }

  @Test(arguments: [ZlibFormat.gzip, .zlib])
  func `other bytes behind the end are an error`(_ format: ZlibFormat) throws {
    let whole = try packed("text", format)
    for tail in [[0], [0x1F], [0x1F, 0x8B], [0x78], Array("text".utf8), [0, 0, 0, 0]] {
      let tail = tail.map { UInt8($0) }
      for parts in [[whole + tail], [whole, tail]] {
        #expect(throws: CompressedDataError.self) { try expanded(parts, format) }
      }
    }
    if format == .zlib {
      let error = #expect(throws: CompressedDataError.self) { try expanded([whole + whole], .zlib) }
      #expect(error?.code == .malformed)
      #expect(error?.offset == whole.count)
    }
  }

  @Test func `one format is not read as another, nor is one that needs a dictionary`() throws {
    let gzip = try packed("text")
    let zlib = try packed("text", .zlib)
    let raw = Array(zlib[2..<(zlib.count - 4)])
    // "FDICT" is set, and the check of the header right.
    let asking: [UInt8] = [0x78, 0xBB, 0, 0, 0, 1]
    for (bytes, format) in [
      (gzip, ZlibFormat.zlib), (zlib, .gzip), (raw, .gzip), (raw, .zlib), (asking, .zlib),
    ] {
      let error = #expect(throws: CompressedDataError.self) { try expanded([bytes], format) }
      #expect(error?.code == .malformed)
    }
    // The method is unknown, or a reserved flag is set.
    for (place, byte) in [(2, UInt8(7)), (3, 0x20), (3, 0x80)] {
      var changed = gzip
      changed[place] = byte
      #expect(throws: CompressedDataError.self) { try expanded([changed]) }
    }
  }

  @Test func `what is expanded at once has a bound, whatever it was`() throws {
    let bomb = try packed([UInt8](repeating: 0, count: 1 << 22), level: 9)
    #expect(bomb.count < 5000)
    let inflater = try Inflater(.gzip)
    inflater.push(bomb)
    var whole = 0
    while let bytes = try inflater.pull(upTo: 1000) {
      #expect(bytes.count <= 1000)
      whole += bytes.count
    }
    #expect(whole == 1 << 22)
    try inflater.finish()
  }

  @Test func `errors say where the fault is, and what to do`() {
    #expect(
      CompressedDataError(.malformed, offset: 12).description
        == "The compressed data is not valid near byte 12. Compress it again, and leave nothing behind it."
    )
    #expect(
      CompressedDataError(.cutOff, offset: 7).description
        == "The compressed data breaks off at byte 7. Read all of it, or compress it again."
    )
    #expect(
      CompressedDataError(.noMemory, offset: 0).description
        == "There is no memory left for compressed data. Read less at once."
    )
    #expect(CompressedDataError.Code(rawValue: "cutOff") == .cutOff)
    #expect(CompressedDataError.Code(rawValue: "else") == nil)
    #expect("\(CompressedDataError.Code.malformed)" == "malformed")
  }

  static let noTypes = [
    "", "text", "text/", "/html", "Text/HTML", "text/html; charset=utf-8", "*/*", "*", "*/json",
    "text/h*", "+", "json", "+a+json", "+JSON", " text/html", "text/html/x",
  ]

  @Test(arguments: noTypes)
  func `a type that no response can have stops the program`(_ type: String) async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [type] in
      var settings = ResponseCompression()
      settings.types.insert(type)
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    // An optimised build says nothing.
    #expect(output.isEmpty || output.contains("\(type.debugDescription) is no type of responses"))
    await #expect(processExitsWith: .failure) { [type] in
      _ = ResponseCompression(types: ["text/*", type])
    }
  }

  @Test func `the types that there are can be had`() {
    let types: Set<String> = ["text/*", "image/svg+xml", "+json", "application/vnd.a.b+c"]
    #expect(ResponseCompression(types: types).types == types)
  }

  @Test func `a level that is none stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = ResponseCompression(level: 10) }
    await #expect(processExitsWith: .failure) {
      var settings = ResponseCompression()
      settings.level = 0
    }
  }
}
