extension ResponseCompression {
  /// Returns a response compressed, if the client accepts that and the rules allow it.
  ///
  /// All that depends on the response alone is decided first: where it passes, the response varies
  /// by what a client accepts.
  func compressed(
    _ response: ServerResponse,
    to request: ServerRequest
  ) -> ServerResponse {
    if response.status == .notModified { return notModified(response, to: request) }
    guard canBeCompressed(response) else { return response }
    var response = response
    response.fields.vary(by: .acceptEncoding)
    // A range is a part of the content as it is.
    guard response.status != .partialContent,
      includesSecrets || !mayHoldSecrets(response, to: request),
      let coding = coding(for: request),
      let format = ZlibFormat(coding),
      let body = response.body.compressed(format, level: level)
    else { return response }
    response.body = body
    response.fields[.contentEncoding] = coding.rawValue
    response.fields[.contentLength] = nil
    // Ranges of it cannot be asked for.
    response.fields[.acceptRanges] = nil
    // The same content has other bytes now, which depend on how a stream came in.
    if let tag = response.fields[.eTag] { response.fields[.eTag] = Self.weakened(tag) }
    return response
  }

  /// The coding that the client wants most; `nil` for the content as it is.
  private func coding(for request: ServerRequest) -> ContentCoding? {
    AcceptedCodings(request.fields).ranked([.gzip, .deflate]).first
  }

  /// Whether a response could be compressed for a client that accepts it.
  private func canBeCompressed(_ response: ServerResponse) -> Bool {
    guard !response.status.forbidsBody, mayBeCompressed(response.fields),
      let type = response.fields[.contentType].flatMap({ MediaType(parsing: $0) }), includes(type)
    else { return false }
    // It varies as the whole does, however short the part is.
    if response.status == .partialContent { return true }
    return response.body.length.map { $0 > 0 && $0 >= minimumLength } ?? true
  }

  /// Whether fields forbid to compress.
  private func mayBeCompressed(_ fields: HeaderFields) -> Bool {
    guard !fields.contains(.contentEncoding) else { return false }
    // They hold for the bytes as they are.
    guard !Self.digests.contains(where: { fields.contains($0) }) else { return false }
    return !fields.elements(of: .cacheControl)
      .contains { $0.isCaselesslyEqual(to: "no-transform") }
  }

  private static let digests: [HeaderField.Name] = [
    "Content-Digest", "Repr-Digest", "Digest", "Content-MD5",
  ]

  /// Whether a response may hold a secret that is meant for this client.
  private func mayHoldSecrets(_ response: ServerResponse, to request: ServerRequest) -> Bool {
    if response.fields.contains(.setCookie) { return true }
    let fields = request.fields
    guard fields.contains(.cookie) || fields.contains(.authorization) else { return false }
    let directives = response.fields.elements(of: .cacheControl).map { $0.lowercased() }
    let isPublic =
      directives.contains("public")
      && !directives.contains { $0.hasPrefix("private") || $0.hasPrefix("no-store") }
    return !isPublic
  }

  /// Returns the response that says that the client has the content, with the fields that the
  /// content would have had.
  ///
  /// A client that has the content compressed names a weak tag: its copy is to be found by it. A
  /// cache that asks for one which does not accept it must not give it that copy.
  func notModified(
    _ response: ServerResponse,
    to request: ServerRequest
  ) -> ServerResponse {
    let type = response.fields[.contentType].flatMap { MediaType(parsing: $0) }
    guard mayBeCompressed(response.fields), type.map({ includes($0) }) ?? true else {
      return response
    }
    var response = response
    response.fields.vary(by: .acceptEncoding)
    guard coding(for: request) != nil else { return response }
    let tag = response.fields[.eTag]
    // Whoever names the tag of the content as it is was sent it so, as an image is: 304 tells the
    // length of what the client has, also to one that accepts more by now.
    if let tag, request.hasOnly(tag, weakly: false) { return response }
    // It may have been sent in another length.
    response.fields[.contentLength] = nil
    if let tag, request.hasOnly(tag, weakly: true) { response.fields[.eTag] = Self.weakened(tag) }
    return response
  }

  private static func weakened(_ tag: String) -> String { tag.hasPrefix("\"") ? "W/\(tag)" : tag }
}
