/// An event for a page that listens by `EventSource`.
///
///     ServerSentEvent("Milk is sold out")
///     try ServerSentEvent(json, event: "price", id: "\(version)")
///
/// It is written as the HTML standard has it in "Server-sent events".
public struct ServerSentEvent: Hashable, Sendable {
  /// The text, which may have several lines; a page sees no event without it.
  public let data: String?
  /// The type, by which a page listens; without one it is "message".
  public let event: String?
  /// The identifier, which the page names in `Last-Event-ID` when it asks anew.
  public let id: String?
  /// The time after which a page asks anew when its connection was lost.
  public let retry: Duration?
  /// A remark that pages do not see.
  public let comment: String?

  /// Makes an event of a text.
  public init(_ data: String) {
    self.data = data
    (event, id, retry, comment) = (nil, nil, nil, nil)
  }

  /// Makes an event.
  /// - Throws: `ServerSentEventError` for a type or an identifier with a line break, for an
  ///   identifier with NUL, and for a time that is negative or too long.
  public init(
    _ data: String?,
    event: String? = nil,
    id: String? = nil,
    retry: Duration? = nil,
    comment: String? = nil
  ) throws(ServerSentEventError) {
    guard event?.utf8.contains(where: \.isLineBreak) != true else {
      throw ServerSentEventError(.event)
    }
    guard id?.utf8.contains(where: { $0.isLineBreak || $0 == 0 }) != true else {
      throw ServerSentEventError(.id)
    }
    guard (.zero...Self.longestRetry).contains(retry ?? .zero) else {
      throw ServerSentEventError(.retry)
    }
    self.data = data
    self.event = event
    self.id = id
    self.retry = retry
    self.comment = comment
  }

  private static let longestRetry = Duration.seconds(Int32.max)
}

extension ServerSentEvent {
  /// The event as it is sent, with its empty line.
  var text: String {
    var text = ""
    for line in Self.lines(of: comment) { text += ":\(Self.behindColon(line))\n" }
    if let event { text += "event:\(Self.behindColon(event))\n" }
    if let id { text += "id:\(Self.behindColon(id))\n" }
    if let retry { text += "retry: \(Int(retry / .milliseconds(1)))\n" }
    for line in Self.lines(of: data) { text += "data:\(Self.behindColon(line))\n" }
    return text + "\n"
  }

  /// The value as it stands behind a colon: one space is taken off it.
  private static func behindColon(_ text: some StringProtocol) -> String {
    text.isEmpty ? "" : " \(text)"
  }

  private static func lines(of text: String?) -> [Substring] {
    text?.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) } ?? []
  }
}

extension UInt8 {
  fileprivate var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
