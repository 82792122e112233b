/// The parts of a line in the combined format, or one like it, that say which request it was of.
///
/// The request stands between the first quotes behind the time in brackets. What clients choose
/// stands escaped within quotes, and so cannot end them.
struct CombinedLine {
  /// The greatest length of a time in bytes.
  static let timeLimit = 40

  /// The places between the quotes.
  let request: Range<Int>
  /// The places between the brackets of the time, if it stands before the request.
  let time: Range<Int>?
  /// Whether bytes of the request stand escaped.
  let hasEscapes: Bool
  /// The status behind it; 0 where there is none.
  let status: Int

  init(_ line: Span<UInt8>) throws(LogLineFault) {
    let time = Self.time(in: line)
    let first = time == nil ? Self.quote(in: line, from: 0) : nil
    guard let start = time.map({ $0.upperBound + 3 }) ?? first.map({ $0 + 1 }) else {
      throw .noRequestField
    }
    guard let end = Self.quote(in: line, from: start) else { throw .openQuotes }
    request = start..<end
    self.time = time
    hasEscapes = line.first(UInt8(ascii: "\\"), in: start..<end) != nil
    status = Self.status(in: line, at: end + 2)
  }

  /// The places of the first time in brackets with quotes behind it.
  ///
  /// Brackets elsewhere hold addresses, or what clients sent. Behind quotes that have another field
  /// behind them there may be a time, as behind a user: what is quoted is passed over.
  private static func time(in line: Span<UInt8>) -> Range<Int>? {
    var place = 0
    while let quote = quote(in: line, from: place) {
      if quote >= 2, line.has("] \"", at: quote - 2), let time = time(in: line, to: quote - 2) {
        return time
      }
      // A quote that nothing closes hides nothing.
      guard let end = Self.quote(in: line, from: quote + 1) else { return nil }
      place = end + 1
    }
    return nil
  }

  /// The places from a bracket to the one that closes it, if what they hold looks like a time.
  private static func time(in line: Span<UInt8>, to close: Int) -> Range<Int>? {
    var open = close
    while open > max(0, close - timeLimit), line[open] != UInt8(ascii: "[") { open -= 1 }
    guard line[open] == UInt8(ascii: "["), open + 1 < close,
      line[open + 1] &- UInt8(ascii: "0") < 10,
      line.first(UInt8(ascii: ":"), in: open + 1..<close) != nil
    else { return nil }
    return open + 1..<close
  }

  /// The place of the next quote that is not escaped.
  private static func quote(in line: Span<UInt8>, from start: Int) -> Int? {
    var place = start
    while let quote = line.first(UInt8(ascii: "\""), in: place..<line.count) {
      var before = quote
      while before > start, line[before - 1] == UInt8(ascii: "\\") { before -= 1 }
      if (quote - before) & 1 == 0 { return quote }
      place = quote + 1
    }
    return nil
  }

  private static func status(in line: Span<UInt8>, at place: Int) -> Int {
    guard place + 3 <= line.count else { return 0 }
    var status = 0
    for offset in 0..<3 {
      let digit = line[place + offset] &- UInt8(ascii: "0")
      guard digit < 10 else { return 0 }
      status = status * 10 + Int(digit)
    }
    return status
  }
}
