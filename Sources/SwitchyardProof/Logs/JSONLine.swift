/// The members of a line of JSON that say which request it was of.
///
/// It knows the names that servers give them: nginx as its users write them, Caddy, Envoy, and
/// `AccessLog`. All others are passed over, at any depth, without being kept.
struct JSONLine {
  /// A text of the line, by the places between its quotes.
  struct Text {
    var places = 0..<0
    var hasEscapes = false
  }

  /// Names of members.
  private enum Member {
    case request, method, target, host, scheme, status, time, nested
  }

  /// A whole request line.
  private(set) var request: Text?
  private(set) var method: Text?
  private(set) var target: Text?
  private(set) var host: Text?
  private(set) var scheme: Text?
  private(set) var time: Range<Int>?
  /// The status; 0 where there is none.
  private(set) var status = 0
  /// Whether the target is escaped as in the combined format besides, as `AccessLog` has it.
  private(set) var isPlainEscaped = false
  /// The weight of the name of the target's member: that which was asked for comes before what a
  /// server has made of it.
  private var targetRank = 0
  private var place = 0

  init(_ line: Span<UInt8>) throws(LogLineFault) {
    skipSpace(line)
    guard take("{", line) else { throw .noObject }
    guard readMembers(line, isNested: false) else { throw .brokenObject }
    skipSpace(line)
    guard place == line.count else { throw .brokenObject }
    guard request != nil || (method != nil && target != nil) else { throw .noRequestMembers }
  }

  // MARK: - Reading

  private mutating func skipSpace(_ line: Span<UInt8>) {
    while place < line.count {
      switch line[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: Unicode.Scalar, _ line: Span<UInt8>) -> Bool {
    guard place < line.count, line[place] == UInt8(ascii: byte) else { return false }
    place += 1
    return true
  }

  /// Reads the members behind the brace of an object, and the brace that ends it.
  /// - Returns: whether it is sound.
  private mutating func readMembers(_ line: Span<UInt8>, isNested: Bool) -> Bool {
    skipSpace(line)
    if take("}", line) { return true }
    while true {
      skipSpace(line)
      guard let name = readText(line) else { return false }
      skipSpace(line)
      guard take(":", line) else { return false }
      skipSpace(line)
      guard readValue(of: member(name, line, isNested), name, line, isNested) else { return false }
      skipSpace(line)
      if take(",", line) { continue }
      return take("}", line)
    }
  }

  private mutating func readText(_ line: Span<UInt8>) -> Text? {
    guard take("\"", line) else { return nil }
    let start = place
    var hasEscapes = false
    while let quote = line.first(UInt8(ascii: "\""), in: place..<line.count) {
      // Escapes are seldom; where there are any it is gone through byte by byte.
      guard let escape = line.first(UInt8(ascii: "\\"), in: place..<quote) else {
        place = quote + 1
        return Text(places: start..<quote, hasEscapes: hasEscapes)
      }
      hasEscapes = true
      guard escape + 2 <= line.count else { return nil }
      place = escape + 2
    }
    return nil
  }

  private mutating func readValue(
    of member: Member?,
    _ name: Text,
    _ line: Span<UInt8>,
    _ isNested: Bool
  ) -> Bool {
    guard place < line.count else { return false }
    switch line[place] {
    case UInt8(ascii: "\""):
      guard let text = readText(line) else { return false }
      if let member { note(text, of: member, name, line) }
      return true
    case UInt8(ascii: "{"):
      if member == .nested || member == .request, !isNested {
        place += 1
        return readMembers(line, isNested: true)
      }
      return skipNested(line)
    case UInt8(ascii: "["): return skipNested(line)
    default:
      let start = place
      scan: while place < line.count {
        switch line[place] {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x09, 0x0D: break scan
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"):
          return false
        default: place += 1
        }
      }
      guard place > start else { return false }
      if let member { note(start..<place, of: member, line) }
      return true
    }
  }

  /// Passes over an object or array, whatever its depth.
  private mutating func skipNested(_ line: Span<UInt8>) -> Bool {
    var depth = 0
    while place < line.count {
      switch line[place] {
      case UInt8(ascii: "\""): guard readText(line) != nil else { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        place += 1
        if depth == 0 { return true }
      default: place += 1
      }
    }
    return false
  }

  // MARK: - Members

  private func member(_ name: Text, _ line: Span<UInt8>, _ isNested: Bool) -> Member? {
    let name = line.extracting(name.places)
    switch name.count {
    case 2: return name.equals("ts") ? .time : nil
    case 3: return name.equals("uri") || name.equals("url") ? .target : nil
    case 4:
      if name.equals("path") { return .target }
      return name.equals("host") ? .host : name.equals("time") ? .time : nil
    case 5: return name.equals("vhost") ? .host : nil
    case 6:
      if name.equals("method") { return .method }
      if name.equals("target") { return .target }
      return name.equals("status") ? .status : name.equals("scheme") ? .scheme : nil
    case 7: return name.equals("request") && !isNested ? .request : nil
    case 9:
      if name.equals("http_host") || name.equals("authority") { return .host }
      return name.equals("timestamp") ? .time : nil
    case 10:
      if name.equals("requestUrl") { return .target }
      let isTime = name.equals("time_local") || name.equals("@timestamp")
      return isTime || name.equals("start_time") ? .time : nil
    case 11:
      if name.equals("request_uri") { return .target }
      return name.equals("httpRequest") ? .nested : name.equals("status_code") ? .status : nil
    case 12:
      return name.equals("request_path") ? .target : name.equals("time_iso8601") ? .time : nil
    case 13:
      if name.equals("requestMethod") { return .method }
      return name.equals("response_code") ? .status : nil
    case 14: return name.equals("request_method") ? .method : nil
    default: return nil
    }
  }

  private mutating func note(
    _ text: Text,
    of member: Member,
    _ name: Text,
    _ line: Span<UInt8>
  ) {
    switch member {
    case .request: request = text
    case .method: method = text
    case .host: host = text
    case .scheme: scheme = text
    case .time: time = text.places
    case .status: note(text.places, of: .status, line)
    case .target:
      let start = name.places.lowerBound
      let isOwn = line.has("target\"", at: start)
      let rank =
        isOwn || line.has("request_uri\"", at: start)
        ? 3 : line.has("path\"", at: start) || line.has("request_path\"", at: start) ? 1 : 2
      guard rank > targetRank else { return }
      (target, targetRank, isPlainEscaped) = (text, rank, isOwn)
    case .nested: break
    }
  }

  private mutating func note(_ value: Range<Int>, of member: Member, _ line: Span<UInt8>) {
    if member == .time { time = value }
    guard member == .status, value.count == 3 else { return }
    var number = 0
    for place in value {
      let digit = line[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      number = number * 10 + Int(digit)
    }
    status = number
  }
}
