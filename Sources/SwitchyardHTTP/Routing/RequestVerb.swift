public import Dispatch

/// The registration of maps that answer requests of one method, or of any.
///
///     router.get("/books/:id") { request in
///       .text(try await shelf.title(request.parameters.require("id")))
///     }
///     router.get("/health", calledOn: .serverThread) { _ in .text("well") }
public struct RequestVerb: Sendable {
  let registrar: any RouteRegistrar
  let tag: RouteTag

  fileprivate init(_ registrar: some RouteRegistrar, _ tag: RouteTag) {
    self.registrar = registrar
    self.tag = tag
  }

  /// Registers a map; its parameters are those of `on`.
  @discardableResult
  public func callAsFunction(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping RequestHandler
  ) -> RouteID {
    registrar.answer(
      .map,
      tag,
      pattern,
      RouteOptions(tags, queue, owner, name, fileID, line).declaring(access, about),
      handler
    )
  }

  /// Registers a map whose handler is a function; its parameters are those of `on`.
  @discardableResult
  public func callAsFunction(
    _ pattern: RoutePattern,
    tags: [RouteTag] = [],
    calledOn thread: HandlerThread,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    handler: @escaping RequestFunction
  ) -> RouteID {
    registrar.answer(
      .map,
      tag,
      pattern,
      RouteOptions(tags, thread.queue, owner, name, fileID, line).declaring(access, about),
      handler
    )
  }
}

extension RouteRegistrar {
  /// Registers maps that answer GET; HEAD follows them.
  public var get: RequestVerb { RequestVerb(self, .method(.get)) }
  /// Registers maps that answer POST.
  public var post: RequestVerb { RequestVerb(self, .method(.post)) }
  /// Registers maps that answer PUT.
  public var put: RequestVerb { RequestVerb(self, .method(.put)) }
  /// Registers maps that answer PATCH.
  public var patch: RequestVerb { RequestVerb(self, .method(.patch)) }
  /// Registers maps that answer DELETE.
  public var delete: RequestVerb { RequestVerb(self, .method(.delete)) }
  /// Registers maps that answer requests of any method.
  ///
  /// They are tagged "HTTP"; OPTIONS goes to them as well.
  public var any: RequestVerb { RequestVerb(self, .anyMethod) }
}
