/// The length of a request's body, which may be known only when all of it has come.
struct RequestLength: Sendable {
  private let fields: HeaderFields
  private let channel: ByteChannel?

  init(_ fields: HeaderFields, _ body: (any RequestBodySource)? = nil) {
    self.fields = fields
    channel = body as? ByteChannel
  }

  /// The bytes, if all have come or the head says how many there are.
  var value: Int? { channel?.total ?? HeadFraming(fields).knownLength }
}
