/// The lines of logs, in either format.
enum LogLine {
  /// The greatest length in bytes; longer ones are passed over.
  static let limit = 65_536

  /// Whether a line, which is not empty, is read as JSON: where no format is given, by its brace.
  static func isJSON(_ line: Span<UInt8>, _ format: AccessLog.Format?) -> Bool {
    if let format { return format == .json }
    return line[0] == UInt8(ascii: "{")
  }

  /// Returns the time that the line at a place tells.
  static func time(
    in bytes: Span<UInt8>,
    at place: Int,
    _ format: AccessLog.Format?
  ) -> String? {
    let end = bytes.first(UInt8(ascii: "\n"), in: place..<bytes.count) ?? bytes.count
    guard place < end else { return nil }
    let line = bytes.extracting(place..<end)
    let places =
      isJSON(line, format) ? (try? JSONLine(line))?.time : (try? CombinedLine(line))?.time
    guard let places, places.count <= CombinedLine.timeLimit else { return nil }
    return line.text(places)
  }
}
