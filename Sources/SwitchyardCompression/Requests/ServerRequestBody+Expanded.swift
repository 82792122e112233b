extension ServerRequestBody {
  /// Returns the body without its `Content-Encoding`, gzip or deflate, expanded while it is read.
  ///
  ///     let book = try await request.body.expanded(upTo: 1 << 20).decode(Book.self)
  ///
  /// One that has none is read as it is, within the same bound. Reading it throws `ResponseError`
  /// 413 for one that goes further than is allowed, of which no more was in memory, and 400 for one
  /// that is malformed, breaks off or has other bytes behind its end.
  /// - Parameters:
  ///   - limit: the most bytes that it may expand to. What may be sent,
  ///     compressed or not, is bounded by `limit` and the responder's `bodyLength`.
  ///   - ratio: the most bytes for each compressed byte; the first MiB that it expands to does not
  ///     count, as the beginning of a body may be silence.
  /// - Returns: the body, to be read once.
  /// - Throws: `ResponseError` 415 for another coding, and for several.
  public func expanded(upTo limit: Int, ratio: Int = 100) throws(ResponseError) -> Self {
    decoded(by: try expansion(upTo: limit, ratio: ratio))
  }

  /// Returns the maker of a source that is expanded, or bounded where the body has no coding.
  func expansion(
    upTo limit: Int,
    ratio: Int
  ) throws(ResponseError) -> (any RequestBodySource) -> any RequestBodySource {
    let codings = codings
    guard let name = codings.first else { return { BoundedParts($0, upTo: limit) } }
    guard codings.count == 1, let format = ContentCoding(parsing: name).flatMap({ ZlibFormat($0) })
    else {
      throw ResponseError(
        .unsupportedMediaType,
        message: "The Content-Encoding of a body is gzip or deflate, and one of them.",
        fields: [.acceptEncoding: "gzip, deflate"]
      )
    }
    let inflater: Inflater
    do {
      inflater = try Inflater(format)
    } catch {
      throw ResponseError(.serviceUnavailable)
    }
    return { ExpandedParts($0, inflater, format, upTo: limit, ratio: ratio) }
  }
}
