extension ServerResponse {
  /// Makes a response with text, in UTF-8.
  public static func text(_ text: String, status: ResponseStatus = .ok) -> ServerResponse {
    bytes(Array(text.utf8), HeaderField(.contentType, known: "text/plain; charset=utf-8"), status)
  }

  /// Makes a response with a page, in UTF-8.
  public static func html(_ html: String, status: ResponseStatus = .ok) -> ServerResponse {
    bytes(Array(html.utf8), HeaderField(.contentType, known: "text/html; charset=utf-8"), status)
  }

  /// Makes a response with bytes of a media type.
  public static func bytes(
    _ bytes: [UInt8],
    type: String = "application/octet-stream",
    status: ResponseStatus = .ok
  ) -> ServerResponse {
    self.bytes(bytes, HeaderField(name: .contentType, value: type), status)
  }

  private static func bytes(
    _ bytes: [UInt8],
    _ type: HeaderField,
    _ status: ResponseStatus
  ) -> ServerResponse {
    // Not a literal: that would allocate an array of its own.
    ServerResponse(status, fields: HeaderFields(type), body: .bytes(bytes))
  }

  /// Makes a response with bytes that are produced while it is sent.
  /// - Parameters:
  ///   - type: the media type.
  ///   - status: the status.
  ///   - length: the number of bytes, if it is known before.
  ///   - produce: the closure that writes them; it is cancelled when the client leaves.
  /// - Returns: the response.
  public static func stream(
    type: String = "application/octet-stream",
    status: ResponseStatus = .ok,
    length: Int? = nil,
    _ produce: @escaping @Sendable (ServerResponseWriter) async throws -> Void
  ) -> ServerResponse {
    ServerResponse(
      status,
      fields: [.contentType: type],
      body: .stream(ServerResponseStream(length: length, produce))
    )
  }
}
