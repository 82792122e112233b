import SwitchyardHTTP

@testable import SwitchyardCompression

/// Compresses bytes in one piece.
func packed(_ bytes: [UInt8], _ format: ZlibFormat = .gzip, level: Int = 6) throws -> [UInt8] {
  try Deflater(format, level: level).compress(bytes[...], .end)
}

func packed(_ text: String, _ format: ZlibFormat = .gzip) throws -> [UInt8] {
  try packed(Array(text.utf8), format)
}

/// Expands parts of compressed data to their end.
func expanded(
  _ parts: [[UInt8]],
  _ format: ZlibFormat = .gzip,
  upTo count: Int = 1 << 16
) throws -> [UInt8] {
  let inflater = try Inflater(format)
  var whole: [UInt8] = []
  for part in parts {
    inflater.push(part)
    while let bytes = try inflater.pull(upTo: count) { whole += bytes }
  }
  try inflater.finish()
  return whole
}

extension ServerResponse {
  /// The bytes of the body as they were before they were compressed.
  var content: [UInt8] {
    get async throws {
      let format = fields[.contentEncoding].flatMap { ContentCoding(parsing: $0) }
        .flatMap { ZlibFormat($0) }
      let bytes = try await body.collect()
      return try format.map { try expanded([bytes], $0) } ?? bytes
    }
  }
}

extension Array<UInt8> {
  /// The parts that it is cut into before some places.
  func parts(at places: [Int]) -> [[UInt8]] {
    let bounds = [0] + places.sorted() + [count]
    return zip(bounds, bounds.dropFirst()).map { Array(self[$0..<$1]) }
  }
}
