#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension AccessLogEntry {
  /// The entry as a JSON object on one line; members that are not known are left out.
  ///
  /// All that a client sends is ASCII, escaped as in `description`: `\x22` stands for a quote.
  public var json: String {
    guard let data = try? Self.encoder.encode(JSONEntry(self)) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
}

/// The members of an entry in JSON.
///
/// Each text has a limit, so that a line has less than 4,096 bytes even if all are backslashes.
private struct JSONEntry: Encodable {
  let time: String
  let remoteAddress: String?
  let scheme: String
  let host: String?
  let method: String
  let target: String
  let status: Int
  let requestBytes: Int?
  let responseBytes: Int?
  let durationMicroseconds: Int64
  let referer: String?
  let userAgent: String?
  let requestID: String?
  let route: String?
  let routeName: String?
  let routeID: String?

  private enum CodingKeys: String, CodingKey {
    case time, scheme, host, method, target, status, referer, route
    case remoteAddress = "remote_address"
    case requestBytes = "request_bytes"
    case responseBytes = "response_bytes"
    case durationMicroseconds = "duration_us"
    case userAgent = "user_agent"
    case requestID = "request_id"
    case routeName = "route_name"
    case routeID = "route_id"
  }

  init(_ entry: AccessLogEntry) {
    let head = entry.head
    time = entry.time.dateTimeText
    remoteAddress = head.remoteAddress?.printableASCII(upTo: 80)
    scheme = head.scheme.rawValue
    host = head.fields[.host]?.printableASCII(upTo: 260)
    method = head.method.printableASCII(upTo: 40)
    target = head.target.printableASCII(upTo: 1200)
    status = entry.status.code
    requestBytes = entry.requestLength
    responseBytes = entry.length
    durationMicroseconds = entry.duration.microseconds
    referer = head.fields[.referer]?.printableASCII(upTo: 300)
    userAgent = head.fields[.userAgent]?.printableASCII(upTo: 300)
    requestID = entry.requestID?.printableASCII(upTo: 80)
    route = entry.route?.pattern.text.printableASCII(upTo: 260)
    routeName = entry.route?.name?.printableASCII(upTo: 100)
    routeID = (entry.route?.id).map { "\($0)" }
  }
}
