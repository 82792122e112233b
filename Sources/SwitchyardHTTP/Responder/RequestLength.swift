/// The length of a request's body, which may be known only when all of it has come.
struct RequestLength: Sendable {
  private let fields: HeaderFields
  private let channel: ByteChannel?
  /// Whether there may be a body that the head says nothing of, as from HTTP/2 on.
  private let mayBeUnannounced: Bool

  init(_ head: RequestHead, _ body: (any RequestBodySource)? = nil) {
    fields = head.fields
    channel = body as? ByteChannel
    mayBeUnannounced = head.version == .http2 || head.version == .http3
  }

  /// The bytes, if all have come or the head says how many there are.
  var value: Int? {
    if let total = channel?.total { return total }
    if mayBeUnannounced, !fields.contains(.contentLength) { return nil }
    return HeadFraming(fields).knownLength
  }
}
