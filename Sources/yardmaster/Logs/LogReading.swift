import SwitchyardCompression

/// The reading of a log, compressed or not.
enum LogReading {
  /// Hands on the bytes of a log, part by part; what begins as gzip does is expanded.
  static func read(
    _ path: String,
    _ files: LogFiles,
    _ take: ([UInt8]) -> Void
  ) throws {
    let next = try files.open(path)
    var first = try next()
    // A pipe may give less than was asked for.
    while first.count == 1, first[0] == 0x1F {
      let more = try next()
      if more.isEmpty { break }
      first += more
    }
    guard first.starts(with: [0x1F, 0x8B]) else {
      while !first.isEmpty {
        take(first)
        first = try next()
      }
      return
    }
    var begun: [UInt8]? = first
    do {
      let reader = try GzipReader {
        defer { begun = nil }
        return try begun ?? next()
      }
      while let bytes = try reader.next() { take(bytes) }
    } catch let error as CompressedDataError {
      throw LogError(.compressed(error), in: path)
    }
  }
}
