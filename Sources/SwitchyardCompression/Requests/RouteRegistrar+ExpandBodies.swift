extension RouteRegistrar {
  /// Registers middleware that expands the bodies of requests, before the handlers read them.
  ///
  ///     router.expandBodies("/imports/*", upTo: 50 << 20)
  ///
  /// A body whose `Content-Encoding` is gzip or deflate is expanded while the handler reads it, and
  /// read as text, a form or JSON like any other; the fields of the request stay. The rules are
  /// those of `request.body.expanded`, for some handlers: 413 beyond the limits, 400 for bytes that
  /// cannot be read, and 415 for other codings. A bound that no body keeps to stops the program.
  /// - Parameters:
  ///   - pattern: the pattern to be matched; `nil` for everything.
  ///   - limit: the most bytes that a body may expand to.
  ///   - ratio: the most bytes for each compressed byte; the first MiB that a body expands to does
  ///     not count, as its beginning may be silence.
  ///   - methods: the methods of the requests that it is for; none stands for all.
  ///   - tags: labels of the maps and fallbacks that it is for; none stands for all.
  ///   - owner: an object whose end removes it.
  ///   - name: the name of the route in listings.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func expandBodies(
    _ pattern: RoutePattern? = nil,
    upTo limit: Int,
    ratio: Int = 100,
    methods: [RequestMethod] = [],
    tags: [RouteTag] = [],
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteID {
    stopUnless(
      limit >= 0,
      "expandBodies(upTo: \(limit)) allows no body at all, not even an empty one. Give it 0 or more "
        + "bytes.",
      fileID,
      line
    )
    stopUnless(
      ratio > 0,
      "expandBodies(ratio: \(ratio)) allows no body of more than 1 MiB. Give it 1 or more.",
      fileID,
      line
    )
    return use(
      pattern,
      methods: methods,
      tags: tags,
      owner: owner,
      name: name,
      fileID: fileID,
      line: line
    ) { request, next in
      request.exchange.decodeBody(by: try request.body.expansion(upTo: limit, ratio: ratio))
      return try await next()
    }
  }
}
