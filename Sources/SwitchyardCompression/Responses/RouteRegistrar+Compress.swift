public import Dispatch

extension RouteRegistrar {
  /// Registers middleware that compresses responses, by gzip or deflate, as clients accept it.
  ///
  ///     router.compress("/pages/*")
  ///
  /// It is a function and nested with all other middleware: what is registered before it sees the
  /// compressed response. A response that may hold a secret is left as it is, as are those that
  /// have a `Content-Encoding` already, say `no-transform`, or carry a digest. A strong `ETag`
  /// becomes weak.
  /// - Parameters:
  ///   - pattern: the pattern to be matched; `nil` for everything.
  ///   - settings: the responses that are compressed, and how.
  ///   - methods: the methods of the requests that it runs for; none stands for all, and HEAD
  ///     follows GET.
  ///   - tags: labels of the maps and fallbacks that it is around; none stands for all.
  ///   - queue: the queue that it runs on.
  ///   - owner: an object whose end removes it.
  ///   - name: the name of the route in listings.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func compress(
    _ pattern: RoutePattern? = nil,
    _ settings: ResponseCompression = ResponseCompression(),
    methods: [RequestMethod] = [],
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteID {
    registerMiddleware(
      pattern,
      RouteOptions(methods.tags + tags, queue, owner, name, fileID, line),
      changing: { request, response in
        response = settings.compressed(response, to: request)
      },
      answering: { request, error in
        guard var error = error as? ResponseError, error.status == .notModified else { return nil }
        // As a handler that checks conditions says it.
        let response = ServerResponse(.notModified, fields: error.fields)
        error.fields = settings.notModified(response, to: request).fields
        throw error
      }
    )
  }
}
