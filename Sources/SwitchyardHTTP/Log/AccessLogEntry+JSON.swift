#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension AccessLogEntry {
  /// A value that an entry says of its request.
  public enum Member: Hashable, Sendable {
    /// A text, in printable ASCII.
    case text(String)
    /// A whole number.
    case number(Int64)
  }

  /// The members of the entry as a JSON object has them, by their names; those that are not known
  /// are left out.
  ///
  /// They are for logs of another kind. All that a client sends is ASCII, escaped as in
  /// `description`: `\x22` stands for a quote. Each text has a limit, so that a line has less than
  /// 4,096 bytes even if all are backslashes.
  public var members: [String: Member] {
    var members: [String: Member] = [
      "time": .text(time.dateTimeText),
      "scheme": .text(head.scheme.rawValue),
      "method": .text(head.method.printableASCII(upTo: 40)),
      "target": .text(head.target.printableASCII(upTo: 1200)),
      "protocol": .text(head.version.rawValue),
      "status": .number(Int64(status.code)),
      "duration_us": .number(duration.microseconds),
    ]
    members["remote_address"] = .text(head.remoteAddress, upTo: 80)
    members["host"] = .text(head.fields[.host], upTo: 260)
    members["request_bytes"] = requestLength.map { .number(Int64($0)) }
    members["response_bytes"] = length.map { .number(Int64($0)) }
    members["stream_end"] = streamEnd.map { .text($0.rawValue) }
    members["stream_us"] = streamDuration.map { .number($0.microseconds) }
    members["referer"] = .text(head.fields[.referer], upTo: 300)
    members["user_agent"] = .text(head.fields[.userAgent], upTo: 300)
    members["request_id"] = .text(requestID, upTo: 80)
    members["route"] = .text(route?.pattern.text, upTo: 260)
    members["route_name"] = .text(route?.name, upTo: 100)
    members["route_id"] = (route?.id).map { .text("\($0)") }
    return members
  }

  /// The entry as a JSON object on one line; members that are not known are left out.
  ///
  /// All that a client sends is ASCII, escaped as in `description`: `\x22` stands for a quote.
  public var json: String {
    guard let data = try? Self.encoder.encode(members) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
}

extension AccessLogEntry.Member: CustomStringConvertible {
  /// The text, or the digits of the number.
  public var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    }
  }
}

extension AccessLogEntry.Member: Encodable {
  /// Writes the text or the number alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }
}

extension AccessLogEntry.Member? {
  /// Returns what a client or the program has said, if it has.
  fileprivate static func text(_ text: String?, upTo limit: Int) -> Self {
    text.map { .text($0.printableASCII(upTo: limit)) }
  }
}
