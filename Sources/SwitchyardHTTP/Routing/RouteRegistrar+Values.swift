public import Dispatch

// Handlers that return values. `ServerResponse` is not Encodable, so that no handler fits both
// forms.

extension RouteRegistrar {
  /// Registers a map whose handler returns a value, for the requests of a method.
  ///
  ///     router.on(.get, "/books/:id") { request in
  ///       try await shelf.book(request.parameters.require("id", as: Int.self))
  ///     }
  ///
  /// A `String` is answered as plain text, `nil` with 404, and any other value as JSON, by the
  /// encoder of the responder's configuration. A value that cannot be encoded is answered as an
  /// error of the handler. Its parameters are those of the form that returns a response.
  @discardableResult
  public func on<Value: Encodable & SendableMetatype>(
    _ method: RequestMethod,
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (ServerRequest) async throws -> Value
  ) -> RouteID {
    let options = RouteOptions(tags, queue, owner, name, fileID, line)
      .declaring(access, about)
    return answer(.map, .method(method), pattern, options, responding(handler))
  }

  /// Registers a map whose handler is a function that returns a value, for the requests of a
  /// method.
  @discardableResult
  public func on<Value: Encodable & SendableMetatype>(
    _ method: RequestMethod,
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (ServerRequest) throws -> Value
  ) -> RouteID {
    let options = RouteOptions(tags, thread.queue, owner, name, fileID, line)
      .declaring(access, about)
    return answer(.map, .method(method), pattern, options, respondingFunction(handler))
  }

  /// Registers a fallback whose handler returns a value, for requests of any method.
  @discardableResult
  public func fallback<Value: Encodable & SendableMetatype>(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (ServerRequest) async throws -> Value
  ) -> RouteID {
    let options = RouteOptions(tags, queue, owner, name, fileID, line)
      .declaring(access, about)
    return answer(.fallback, .anyMethod, pattern, options, responding(handler))
  }

  /// Registers a fallback whose handler is a function that returns a value, for requests of any
  /// method.
  @discardableResult
  public func fallback<Value: Encodable & SendableMetatype>(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (ServerRequest) throws -> Value
  ) -> RouteID {
    let options = RouteOptions(tags, thread.queue, owner, name, fileID, line)
      .declaring(access, about)
    return answer(.fallback, .anyMethod, pattern, options, respondingFunction(handler))
  }
}

extension RequestVerb {
  /// Registers a map whose handler returns a value; its parameters are those of `on`.
  @discardableResult
  public func callAsFunction<Value: Encodable & SendableMetatype>(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (ServerRequest) async throws -> Value
  ) -> RouteID {
    let options = RouteOptions(tags, queue, owner, name, fileID, line)
      .declaring(access, about)
    return registrar.answer(.map, tag, pattern, options, responding(handler))
  }

  /// Registers a map whose handler is a function that returns a value; its parameters are those of
  /// `on`.
  @discardableResult
  public func callAsFunction<Value: Encodable & SendableMetatype>(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping @Sendable (ServerRequest) throws -> Value
  ) -> RouteID {
    let options = RouteOptions(tags, thread.queue, owner, name, fileID, line)
      .declaring(access, about)
    return registrar.answer(.map, tag, pattern, options, respondingFunction(handler))
  }
}

/// Returns the handler that answers with what another one returns.
private func responding<Value: Encodable & SendableMetatype>(
  _ handler: @escaping @Sendable (ServerRequest) async throws -> Value
) -> RequestHandler {
  { request in try request.response(with: try await handler(request)) }
}

/// Returns the function that answers with what another one returns.
private func respondingFunction<Value: Encodable & SendableMetatype>(
  _ handler: @escaping @Sendable (ServerRequest) throws -> Value
) -> RequestFunction {
  { request in try request.response(with: try handler(request)) }
}
